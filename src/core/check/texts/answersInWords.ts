/** Checks the answers that words name: they stand where somebody answers, are known there, and can be written as text. */
import { propertiesByPart } from '../../definitions/inputs.ts';
import { textsOf } from '../../definitions/texts.ts';
import type { Field, FormDefinition } from '../../definitions/types.ts';
import { tablePathOf } from '../../expressions/types.ts';
import { isStoredAsId } from '../../form/answersInWords.ts';
import type { PropertyKind } from '../../form/types/fieldType.ts';
import { FIELD_TYPES } from '../../form/types/index.ts';
import { getOwn } from '../../json.ts';
import { answerNamesIn } from '../../text/languages.ts';
import { didYouMean, type FormFile, type ReportIssue } from '../issues/issue.ts';

/** Answers that no text can show in a sentence. */
const UNWRITTEN: ReadonlySet<PropertyKind> = new Set(['files', 'shape', 'rows'] as const);

/** Where words may name answers. The steps before the last are those of the question, if it is one of a table. */
const QUESTION = /^\/fields\/([^/]+(?:\/columns\/[^/]+)*)\/(?:label|help|(options)\/\d+\/label)$/;
const COLUMN_GROUP = /^\/fields\/([^/]+(?:\/columns\/[^/]+)*)\/groups\/\d+\/(?:title|help)$/;
const HEADING = /^\/sections\/\d+\/(?:fields\/\d+\/)?(?:title|help)$/;
const MESSAGE = /^\/constraints\/(\d+)\/message$/;

interface Place {
  /** Path of the table whose row the words are of. */
  table?: string | undefined;
  /** The names of items, places and records are not at hand: only what the form itself says can be written. */
  isPlain?: boolean;
}

function placeOf({ constraints }: FormDefinition, pointer: string): Place | undefined {
  const [, path, options] = QUESTION.exec(pointer) ?? [];
  if (path !== undefined)
    return { table: tablePathOf(path.replaceAll('/columns/', '.')), isPlain: options !== undefined };
  const table = COLUMN_GROUP.exec(pointer)?.[1];
  if (table !== undefined) return { table: table.replaceAll('/columns/', '.') };
  if (HEADING.test(pointer)) return {};
  const index = MESSAGE.exec(pointer)?.[1];
  return index === undefined
    ? undefined
    : { table: tablePathOf(constraints?.[Number(index)]?.at ?? ''), isPlain: true };
}

export function checkAnswersInWords({ definition }: FormFile, report: ReportIssue): void {
  for (const { pointer, text } of textsOf(definition)) {
    // Options of a list stand at each question that names it, where it is known what they may read.
    if (pointer.startsWith('/lists/')) continue;
    const [source = '', ...others] = Object.values(text);
    // Where the languages differ, that is told instead.
    const names = answerNamesIn(source).filter((name) => others.every((words) => answerNamesIn(words).includes(name)));
    if (names.length === 0) continue;
    const place = placeOf(definition, pointer);
    const known = place && knownIn(definition, place.table);
    for (const name of names) {
      const field = known?.get(name);
      if (!place) report(pointer, 'answer_nowhere', { name });
      else if (!field || !isWritten(field) || (place.isPlain && isStoredAsId(field)))
        report(pointer, 'answer_in_words', { name, ...didYouMean(name, known?.keys() ?? []) });
    }
  }
}

function isWritten({ type }: Field): boolean {
  const { parts } = FIELD_TYPES[type];
  return typeof parts === 'function' || Object.values(parts).every((part) => !UNWRITTEN.has(part));
}

/** Returns the questions by the stored names that words of a record, or of a row, may name. A cell hides an answer around it. */
function knownIn({ fields }: FormDefinition, table: string | undefined): Map<string, Field> {
  const known = new Map<string, Field>();
  let level: Record<string, Field> = fields;
  const add = () => {
    for (const [name, field] of Object.entries(level))
      for (const stored of Object.values(propertiesByPart(name, field))) known.set(stored, field);
  };
  add();
  for (const step of table?.split('.') ?? []) {
    level = getOwn(level, step)?.columns ?? {};
    add();
  }
  return known;
}

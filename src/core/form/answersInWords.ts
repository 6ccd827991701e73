/** Puts answers into words that name them, such as `{hh_size}`: those of the row that the words are of, and those around it. */
import type { CompiledForm, Constants, Field, FieldNode, RecordData, Text } from '../definitions/types.ts';
import { isObject } from '../errors/json.ts';
import { getOwn } from '../getOwn.ts';
import { defaultCalendar } from '../text/dates.ts';
import {
  ANSWER_IN_WORDS,
  answersIn,
  asWritten,
  isolate,
  LANGUAGES,
  type Language,
  pick,
  shownIn,
} from '../text/languages.ts';
import { idsOf, type TextContext } from './types/fieldType.ts';
import { FIELD_TYPES } from './types/index.ts';
import { propertyLabel, propertyText } from './types/property.ts';

/** Questions and their answers: of the record, or the columns and cells of a row. */
interface Level {
  nodes: readonly FieldNode[];
  /** Absent where there are many rows or records, or none: over a column, on a blank paper. Labels stand for answers there. */
  data?: RecordData;
}

/** What words may name, the innermost first. */
export type Levels = readonly Level[];

/** Returns what words may name in the record, or in the row at the JSON Pointer `base`. */
export function levelsAt({ fields }: CompiledForm, data: RecordData, base = ''): Levels {
  const levels: Level[] = [{ nodes: [...fields.values()], data }];
  const steps = base.split('/').slice(1);
  for (let at = 0; at < steps.length; at += 2) {
    const outer = levels[0] as Level;
    const table = outer.nodes.find(({ name }) => name === steps[at]);
    const rows = table && getOwn(outer.data, table.name);
    const row: unknown = Array.isArray(rows) ? rows[Number(steps[at + 1])] : undefined;
    if (!table?.columns) break;
    levels.unshift({ nodes: table.columns, data: isObject(row) ? row : {} });
  }
  return levels;
}

/** Returns what words may name over many records, or over the columns of the table at `path`. */
function levelsOver({ fields }: CompiledForm, path: string): Levels {
  const levels: Level[] = [{ nodes: [...fields.values()] }];
  for (const step of path.split('.').slice(0, -1)) {
    const table = levels[0]?.nodes.find(({ name }) => name === step);
    if (table?.columns) levels.unshift({ nodes: table.columns });
  }
  return levels;
}

/** A named answer: its question, and the answers that it is among. */
export interface NamedAnswer extends Pick<Level, 'data'> {
  node: FieldNode;
}

/** Returns the answer of a stored name. A cell hides an answer around its row that has its name. */
export function answerNamed(levels: Levels, name: string): NamedAnswer | undefined {
  for (const { nodes, data } of levels) {
    const node = nodes.find(({ properties }) => properties.includes(name));
    if (node) return { node, ...(data && { data }) };
  }
  return undefined;
}

/** Returns the words with the text of each answer, isolated so that its direction changes nothing around it; … for an empty one. */
export function withAnswers(words: string, levels: Levels, context: TextContext): string {
  return words.replace(ANSWER_IN_WORDS, (_, name: string) => inWords(answerText(levels, name, context)));
}

/**
 * Returns a text of the form, or of the question at `path`, for a place without a record, such as the head of a column. The labels
 * of questions stand in brackets for their answers.
 */
export function withLabels(form: CompiledForm, text: Text, language: string, path = ''): string {
  const words = asWritten(text, language);
  if (!words.includes('{')) return words;
  const levels = levelsOver(form, path);
  return words.replace(ANSWER_IN_WORDS, (_, name: string) =>
    inWords(labelText(answerNamed(levels, name)?.node, name, language)),
  );
}

function labelText(node: FieldNode | undefined, name: string, language: string): string {
  return node ? `[${pick(propertyLabel(node, name) ?? node.def.short ?? node.def.label, language)}]` : '';
}

const naming = new WeakMap<object, boolean>();

/** Returns true if labels of a question's options name answers. */
export function namesInOptions(node: Pick<FieldNode, 'def'>): boolean {
  const { options } = node.def;
  if (!options) return false;
  const known = naming.get(options);
  if (known !== undefined) return known;
  const found = namedInOptions(node).length > 0;
  naming.set(options, found);
  return found;
}

/** Returns the names of answers in the labels of a question's options. */
export function namedInOptions({ def }: Pick<FieldNode, 'def'>): string[] {
  return (def.options ?? []).flatMap(({ label }) => Object.values(label).flatMap((words) => answersIn(String(words))));
}

/** Returns the question with the answers in the labels of its options, as a reader is shown them. */
export function withOptionWords(node: FieldNode, levels: Levels, context: TextContext): FieldNode {
  const language = context.tag ?? context.language;
  const worded = (label: Text): Text => ({
    ...label,
    [shownIn(label, language)]: withAnswers(asWritten(label, language), levels, context),
  });
  const options = node.def.options?.map((option) => ({ ...option, label: worded(option.label) }));
  return { ...node, def: { ...node.def, options: options as typeof node.def.options } } as FieldNode;
}

/**
 * Returns the answers that a text names, in words of each language of the interface, for a sentence that is written later. Names of
 * items, places and records are not known to it.
 */
export function answersFor(text: Text, levels: Levels, constants: Constants): Record<Language, Record<string, string>> {
  const names = new Set(Object.values(text).flatMap((words) => answersIn(String(words))));
  const inLanguage = (language: Language) => {
    const context = { language, calendar: defaultCalendar(language), constants, refs: {} };
    return Object.fromEntries([...names].map((name) => [name, inWords(answerText(levels, name, context))]));
  };
  return Object.fromEntries(LANGUAGES.map((language) => [language, inLanguage(language)])) as ReturnType<
    typeof answersFor
  >;
}

/** Most characters of an answer in words: a message may name the same long text in each of many rows. */
const LONGEST = 250;

function inWords(text: string): string {
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, '')}…` : text;
  return short === '' ? '…' : isolate(short);
}

/** Empty where nothing is answered, or where a name is not known here. */
function answerText(levels: Levels, name: string, context: TextContext): string {
  const found = answerNamed(levels, name);
  if (found && !found.data) return labelText(found.node, name, context.tag ?? context.language);
  if (!found?.data || idsWithoutName(found, name, context).length > 0) return '';
  return propertyText(found.node, name, found.data, context);
}

/** Returns true for answers that are ids, whose names stand elsewhere: in open lists, places and other records. */
export function isById({ type, choices, places }: Pick<Field, 'type' | 'choices' | 'places'>): boolean {
  const { refersTo } = FIELD_TYPES[type];
  return choices !== undefined || places !== undefined || (refersTo !== undefined && refersTo !== 'file');
}

/** Returns the ids in an answer that have no name in `refs`. */
export function idsWithoutName(
  { node, data }: NamedAnswer,
  name: string,
  { refs }: Pick<TextContext, 'refs'>,
): string[] {
  if (!isById(node.def)) return [];
  const properties = name === node.name ? node.properties : [name];
  const ids = properties.flatMap((one) => idsOf(data && getOwn(data, one))).map(String);
  return ids.filter((id) => !getOwn(refs, `${node.def.choices}:${id}`) && !getOwn(refs, id));
}

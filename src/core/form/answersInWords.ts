/** Puts answers into words that name them, such as `{hh_size}`: those of the row that the words are of, and those around it. */
import type { CompiledForm, Constants, Field, FieldNode, RecordData, Text } from '../definitions/types.ts';
import { getOwn, isObject } from '../json.ts';
import { memoizeByObject } from '../memoize.ts';
import { defaultCalendar } from '../text/dates.ts';
import {
  ANSWER_IN_WORDS,
  answerNamesIn,
  LANGUAGES,
  type Language,
  shownLanguage,
  textAsWritten,
} from '../text/languages.ts';
import {
  type AnswerLevel,
  type AnswerLevels,
  bracketedLabel,
  findAnswer,
  isolateAnswer,
  type NamedAnswer,
} from './labelsInWords.ts';
import { type TextContext, toIdList } from './types/fieldType.ts';
import { FIELD_TYPES } from './types/index.ts';
import { propertyText } from './types/property.ts';

/** Returns what words may name in the record, or in the row at the JSON Pointer `base`. */
export function answerLevelsAt({ fields }: CompiledForm, data: RecordData, base = ''): AnswerLevels {
  const levels: AnswerLevel[] = [{ nodes: [...fields.values()], data }];
  const steps = base.split('/').slice(1);
  for (let at = 0; at < steps.length; at += 2) {
    const outer = levels[0] as AnswerLevel;
    const table = outer.nodes.find(({ name }) => name === steps[at]);
    const rows = table && getOwn(outer.data, table.name);
    const row: unknown = Array.isArray(rows) ? rows[Number(steps[at + 1])] : undefined;
    if (!table?.columns) break;
    levels.unshift({ nodes: table.columns, data: isObject(row) ? row : {} });
  }
  return levels;
}

/** Returns the words with the text of each answer, isolated so that its direction changes nothing around it; … for an empty one. */
export function insertAnswers(words: string, levels: AnswerLevels, context: TextContext): string {
  return words.replace(ANSWER_IN_WORDS, (_, name: string) => isolateAnswer(answerText(levels, name, context)));
}

const areNaming = memoizeByObject(
  'answers in options',
  (options: NonNullable<Field['options']>) => namedIn(options).length > 0,
);

/** Returns true if labels of a question's options name answers. */
export function optionsNameAnswers({ def: { options } }: Pick<FieldNode, 'def'>): boolean {
  return options !== undefined && areNaming(options);
}

/** Returns the names of answers in the labels of a question's options. */
export function answerNamesInOptions({ def }: Pick<FieldNode, 'def'>): string[] {
  return def.options ? namedIn(def.options) : [];
}

function namedIn(options: NonNullable<Field['options']>): string[] {
  return options.flatMap(({ label }) => Object.values(label).flatMap((words) => answerNamesIn(String(words))));
}

/** Returns the question with the answers in the labels of its options, as a reader is shown them. */
export function insertAnswersInOptions(node: FieldNode, levels: AnswerLevels, context: TextContext): FieldNode {
  const language = context.tag ?? context.language;
  const worded = (label: Text): Text => ({
    ...label,
    [shownLanguage(label, language)]: insertAnswers(textAsWritten(label, language), levels, context),
  });
  const options = node.def.options?.map((option) => ({ ...option, label: worded(option.label) }));
  return { ...node, def: { ...node.def, options: options as typeof node.def.options } } as FieldNode;
}

/**
 * Returns the answers that a text names, in words of each language of the interface, for a sentence that is written later. Names of
 * items, places and records are not known to it.
 */
export function answerTextsByLanguage(
  text: Text,
  levels: AnswerLevels,
  constants: Constants,
): Record<Language, Record<string, string>> {
  const names = new Set(Object.values(text).flatMap((words) => answerNamesIn(String(words))));
  const inLanguage = (language: Language) => {
    const context = { language, calendar: defaultCalendar(language), constants, refs: {} };
    return Object.fromEntries([...names].map((name) => [name, isolateAnswer(answerText(levels, name, context))]));
  };
  return Object.fromEntries(LANGUAGES.map((language) => [language, inLanguage(language)])) as ReturnType<
    typeof answerTextsByLanguage
  >;
}

/** Empty where nothing is answered, or where a name is not known here. */
function answerText(levels: AnswerLevels, name: string, context: TextContext): string {
  const found = findAnswer(levels, name);
  if (found && !found.data) return bracketedLabel(found.node, name, context.tag ?? context.language);
  if (!found?.data || idsWithoutName(found, name, context).length > 0) return '';
  return propertyText(found.node, name, found.data, context);
}

/** Returns true for answers that are ids, whose names stand elsewhere: in open lists, places and other records. */
export function isStoredAsId({ type, choices, places }: Pick<Field, 'type' | 'choices' | 'places'>): boolean {
  const { refersTo } = FIELD_TYPES[type];
  return choices !== undefined || places !== undefined || (refersTo !== undefined && refersTo !== 'file');
}

/** Returns the ids in an answer that have no name in `refs`. */
export function idsWithoutName(
  { node, data }: NamedAnswer,
  name: string,
  { refs }: Pick<TextContext, 'refs'>,
): string[] {
  if (!isStoredAsId(node.def)) return [];
  const properties = name === node.name ? node.properties : [name];
  const ids = properties.flatMap((one) => toIdList(data && getOwn(data, one))).map(String);
  return ids.filter((id) => !getOwn(refs, `${node.def.choices}:${id}`) && !getOwn(refs, id));
}

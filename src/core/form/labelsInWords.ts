/** Words that name answers, such as `{hh_size}`, where there is no record to read: labels of questions stand for their answers. */
import type { CompiledForm, FieldNode, RecordData, Text } from '../definitions/types.ts';
import { ANSWER_IN_WORDS, isolateName, pickText, textAsWritten } from '../text/languages.ts';
import { truncate } from '../text/letters.ts';

/** Questions and their answers: of the record, or the columns and cells of a row. */
export interface AnswerLevel {
  nodes: readonly FieldNode[];
  /** Absent where there are many rows or records, or none: over a column, on a blank paper. Labels stand for answers there. */
  data?: RecordData;
}

/** What words may name, the innermost first. */
export type AnswerLevels = readonly AnswerLevel[];

/** Returns what words may name over many records, or over the columns of the table at `path`. */
function levelsOver({ fields }: CompiledForm, path: string): AnswerLevels {
  const levels: AnswerLevel[] = [{ nodes: [...fields.values()] }];
  for (const step of path.split('.').slice(0, -1)) {
    const table = levels[0]?.nodes.find(({ name }) => name === step);
    if (table?.columns) levels.unshift({ nodes: table.columns });
  }
  return levels;
}

/** A named answer: its question, and the answers that it is among. */
export interface NamedAnswer extends Pick<AnswerLevel, 'data'> {
  node: FieldNode;
}

/** Returns the answer of a stored name. A cell hides an answer around its row that has its name. */
export function findAnswer(levels: AnswerLevels, name: string): NamedAnswer | undefined {
  for (const { nodes, data } of levels) {
    const node = nodes.find(({ properties }) => properties.includes(name));
    if (node) return { node, ...(data && { data }) };
  }
  return undefined;
}

/**
 * Returns a text of the form, or of the question at `path`, for a place without a record, such as the head of a column. The labels
 * of questions stand in brackets for their answers.
 */
export function insertQuestionLabels(form: CompiledForm, text: Text, language: string, path = ''): string {
  const words = textAsWritten(text, language);
  if (!words.includes('{')) return words;
  const levels = levelsOver(form, path);
  return words.replace(ANSWER_IN_WORDS, (_, name: string) =>
    isolateAnswer(bracketedLabel(findAnswer(levels, name)?.node, name, language)),
  );
}

/** Returns the label of a question in brackets, in place of its answer. */
export function bracketedLabel(node: FieldNode | undefined, name: string, language: string): string {
  return node ? `[${pickText(propertyLabel(node, name) ?? node.def.short ?? node.def.label, language)}]` : '';
}

/** Returns the label of the property's row. Returns undefined if the label of the field should be used. */
export function propertyLabel(node: FieldNode, property: string) {
  return node.def.rows?.find((row) => row.name === property)?.label;
}

/** Most characters of an answer in words: a message may name the same long text in each of many rows. */
const LONGEST = 250;

/** Returns an answer isolated, so that its direction changes nothing around it; … for none. */
export function isolateAnswer(text: string): string {
  const short = text.length > LONGEST ? `${truncate(text, LONGEST)}…` : text;
  return short === '' ? '…' : isolateName(short);
}

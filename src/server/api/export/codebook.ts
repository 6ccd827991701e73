/** The codebook of an export: what each column is called, holds and allows, one a line, in the languages of the form. */

import { languagesOf } from '../../../core/definitions/texts.ts';
import type { CompiledForm, FieldNode, JsonSchema } from '../../../core/definitions/types.ts';
import { questionsById } from '../../../core/definitions/versions/questionHistory.ts';
import { insertQuestionLabels } from '../../../core/form/labelsInWords.ts';
import { closedOptionsOf } from '../../../core/form/types/question.ts';
import { getOwn } from '../../../core/json.ts';
import { languageName } from '../../../core/text/languageNames.ts';
import { LANGUAGES, type Language, pickText } from '../../../core/text/languages.ts';
import { errorSentenceIn } from '../../http/responses.ts';
import type { Services } from '../../http/services.ts';
import { words } from '../../http/words.ts';
import { uniqueSheetNames, type Worksheet } from '../files/workbook.ts';
import { sheetColumnTitle } from '../sheets/columnWords.ts';
import type { ColumnAnswer } from './answerColumns.ts';
import type { ExportSheet } from './rowSheet.ts';

const BEFORE = ['sheet', 'name', 'id', 'type'];
const AFTER = ['required', 'unit', 'limits', 'versions', 'restricted'];

/** A sheet as far as the codebook goes. */
interface Described {
  title: string;
  columns: readonly Pick<ExportSheet['columns'][number], 'stored' | 'heading' | 'answer'>[];
}

/** The lines of the codebook under names that stay the same in every language. */
interface Lines {
  title: 'title' | 'options';
  keys: readonly string[];
  rows: string[][];
}

/**
 * Returns a sheet with a line for each column of these sheets, under the stored name that it has in the file, and one with a line
 * for each option of a closed list, under the same name.
 */
export function codebookSheets(
  services: Services,
  form: CompiledForm,
  language: Language,
  sheets: readonly Described[],
): Worksheet[] {
  const languages = languagesOf(form.definition);
  const headed = (key: string) =>
    !languages.includes(key) || isInterface(key)
      ? say(language, key)
      : say(language, 'label', { language: languageName(key) });
  return codebookLines(services, form, language, sheets).map(({ title, keys, rows }) => ({
    title: say(language, title),
    head: keys.map(headed),
    rows,
  }));
}

/** Returns the codebook as JSON for files that are no sheets: `codebook`, a list of columns, and `options`. Labels are under their language. */
export function codebookTexts(...given: Parameters<typeof codebookSheets>): Record<string, string> {
  const texts = codebookLines(...given).map(({ title, keys, rows }) => {
    const lines = rows.map((row) => Object.fromEntries(row.map((cell, n) => [keys[n], cell])));
    return [title === 'title' ? 'codebook' : title, JSON.stringify(lines)];
  });
  return Object.fromEntries(texts);
}

function say(language: Language, key: string, params = {}): string {
  return words(language, `server:codebook.${key}`, params);
}

function codebookLines(
  services: Services,
  form: CompiledForm,
  language: Language,
  sheets: readonly Described[],
): Lines[] {
  const { registry } = services;
  const restricted = registry.restrictedQuestions(form.form);
  const asked = registry
    .versions(form.form)
    .map((version) => ({ version: version.version, ids: questionsById(version) }));
  const languages = languagesOf(form.definition);
  const titles = uniqueSheetNames(sheets.map(({ title }) => title));
  const columns = sheets.flatMap((sheet, n) => sheet.columns.map((column) => ({ ...column, sheet: titles[n] ?? '' })));
  const rows = columns.map(({ sheet, stored, heading, answer }) => {
    if (!answer) return [sheet, stored, '', '', ...languages.map(() => heading), '', '', '', '', ''];
    const { node, property } = answer;
    const part = partNamed(node, property);
    return [
      sheet,
      stored,
      node.def.rows?.find((row) => row.name === property)?.id ?? node.id,
      node.type,
      ...languages.map((one) => labelOf(form, node, part, property, one)),
      node.required ? say(language, 'yes') : node.requiredWhen ? say(language, 'sometimes') : '',
      node.def.unit ? pickText(node.def.unit, language) : '',
      limitsOf(form, node, property, language),
      asked.flatMap(({ version, ids }) => (ids.has(node.id) ? version : [])).join(', '),
      restricted.has(node.id) ? say(language, 'yes') : '',
    ];
  });
  const options = columns.flatMap(({ sheet, stored, answer }) =>
    answer ? optionRows(services, form, answer, languages).map((row) => [sheet, stored, ...row]) : [],
  );
  return [
    { title: 'title', keys: [...BEFORE, ...languages, ...AFTER], rows },
    { title: 'options', keys: ['sheet', 'name', 'value', ...languages], rows: options },
  ];
}

function partNamed(node: FieldNode, property: string): string {
  return Object.keys(node.parts).find((name) => getOwn(node.parts, name) === property) ?? 'value';
}

function isInterface(language: string): language is Language {
  return (LANGUAGES as readonly string[]).includes(language);
}

function labelOf(form: CompiledForm, node: FieldNode, part: string, property: string, language: string): string {
  const label = insertQuestionLabels(form, node.def.label, language, node.path);
  const title = sheetColumnTitle(form, { node, part, property }, language);
  return title === label ? label : `${label}: ${title}`;
}

/** Returns the value and the labels of each closed option; of a column for one option only that. Open lists change, and have none. */
function optionRows(
  { registry }: Services,
  form: CompiledForm,
  { node, property, option }: ColumnAnswer,
  languages: readonly string[],
): string[][] {
  return (closedOptionsOf(node, registry.common().constants, property) ?? [])
    .filter(({ value }) => option === undefined || value === option)
    .map(({ value, label }) => [
      value,
      ...languages.map((language) => insertQuestionLabels(form, label, language, node.path)),
    ]);
}

const LIMITS = {
  minimum: 'minimum',
  maximum: 'maximum',
  minLength: 'min_length',
  maxLength: 'max_length',
  minItems: 'too_few',
  maxItems: 'too_many',
} as const;

/** Returns the sentences that a wrong answer would get: the bounds of its contract, and the rules of the form about it. */
function limitsOf(form: CompiledForm, node: FieldNode, property: string, language: Language): string {
  const inner = node.schema.properties as Record<string, JsonSchema> | undefined;
  const schema = node.properties.length > 1 ? getOwn(inner, property) : node.schema;
  const bounds = Object.entries(LIMITS).flatMap(([keyword, code]) => {
    const limit = getOwn(schema, keyword);
    return typeof limit === 'number' ? errorSentenceIn(language, code, { limit }) : [];
  });
  const rules = (form.definition.constraints ?? []).filter(({ at }) => at === node.path);
  return [...bounds, ...rules.map(({ at, message }) => insertQuestionLabels(form, message, language, at))].join('\n');
}

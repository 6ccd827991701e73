/** The columns of one question. Its answers may be in a record or in a row of a table. */
import type { CompiledForm, FieldNode, RecordData } from '../../../core/definitions/types.ts';
import { answerLevelsAt, insertAnswersInOptions, optionsNameAnswers } from '../../../core/form/answersInWords.ts';
import { type AnswerLevels, insertQuestionLabels } from '../../../core/form/labelsInWords.ts';
import { formTextIn, type PropertyKind, type Refs, toIdList } from '../../../core/form/types/fieldType.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { propertyText } from '../../../core/form/types/property.ts';
import { closedOptionsOf, holdsRecords, isMonthQuestion, propertyKindOf } from '../../../core/form/types/question.ts';
import { type Calendar, formatDate } from '../../../core/text/dates.ts';
import type { Language } from '../../../core/text/languages.ts';
import type { Services } from '../../http/services.ts';
import { words } from '../../http/words.ts';
import { sheetColumnTitle } from '../sheets/columnWords.ts';
import { textContext } from '../textContext.ts';
import { type ExportStyle, type TextWriter, writeInLanguages } from './style.ts';

/** Which answer the cells of a column hold. */
export interface ColumnAnswer {
  node: FieldNode;
  property: string;
  /** The chosen option that the cells answer with 1 or 0. */
  option?: string;
  calendar?: Calendar;
}

/** The cells of a column read answers, not records. */
interface AnswerColumn {
  heading: string;
  name: string;
  /** The name alone, as it is stored: the only heading of files for programs. */
  stored: string;
  /** Its cells are ISO days, or empty. */
  isDay?: true;
  answer?: ColumnAnswer;
  /** `levels` are what words may name, of the answers of a row; by default the answers are those of a record. */
  cell(data: RecordData, refs: Refs, levels?: () => AnswerLevels): string | number;
}

interface Reader {
  services: Services;
  /** The form of the questions. */
  form: CompiledForm;
  style: ExportStyle;
}

/** An option of a closed list, or an item of an open one. */
interface Choice {
  value: string;
  code: string;
  label: TextWriter;
}

export function exportedNameOf({ id, properties, name }: FieldNode): string {
  return `${properties.join(' ') || name} (${id})`;
}

/** Returns a column for each stored property of a question. */
export function answerColumns(reader: Reader, node: FieldNode, label = node.def.label): AnswerColumn[] {
  if (node.properties.length === 0) return [];
  return Object.entries(node.parts).flatMap(([part, property]) =>
    propertyColumns(reader, node, property, (_language, tag) => {
      const title = sheetColumnTitle(reader.form, { node, part, property }, tag);
      const question = insertQuestionLabels(reader.form, label, tag, node.path);
      return node.properties.length === 1 ? question : title === question ? title : `${question}: ${title}`;
    }),
  );
}

/** Returns the columns of one stored property: of a day one for each calendar, of chosen options one for each option. */
export function propertyColumns(
  reader: Reader,
  node: FieldNode,
  property: string,
  heading: TextWriter,
): AnswerColumn[] {
  const { style } = reader;
  const row = node.def.rows?.find((one) => one.name === property);
  const id = row?.id ?? node.id;
  if (propertyKindOf(node, property) === 'day')
    return dateColumns(
      style,
      { heading, name: `${property} (${id})`, stored: property, ofMonths: isMonthQuestion(node) },
      (data: RecordData) => data[property],
    ).map((column) => ({ ...column, answer: { node, property, calendar: column.calendar } }));
  const choices = style.isSplit ? choicesOf(reader, node, property) : [];
  if (choices.length > 0)
    return choices.map(({ value, code, label }) => ({
      heading: writeInLanguages(style, (...asked) => `${heading(...asked)}: ${label(...asked)}`),
      name: `${property}/${code} (${id})`,
      stored: `${property}/${code}`,
      answer: { node, property, option: value },
      cell: (data) => (Array.isArray(data[property]) ? Number((data[property] as unknown[]).includes(value)) : ''),
    }));
  const cell = (data: RecordData, refs: Refs, levels?: () => AnswerLevels) =>
    typeof data[property] === 'number' ? data[property] : answerText(reader, node, data, refs, { property, levels });
  const name = `${property} (${id})`;
  return [{ heading: writeInLanguages(style, heading), name, stored: property, answer: { node, property }, cell }];
}

const CODED: ReadonlySet<PropertyKind | undefined> = new Set([
  ...(['option', 'options', 'item', 'items', 'place', 'record', 'records'] as const),
]);

/** Returns the answer as the style writes it: of one property, or of all of them together. */
export function answerText(
  { services, form, style }: Reader,
  node: FieldNode,
  data: RecordData,
  refs: Refs,
  {
    property,
    levels = () => answerLevelsAt(form, data),
  }: { property?: string | undefined; levels?: (() => AnswerLevels) | undefined } = {},
): string {
  const { cell } = FIELD_TYPES[node.type];
  if (cell && (property === undefined || node.properties.length === 1)) return cell(node, data);
  if (style.isCoded && property !== undefined && CODED.has(propertyKindOf(node, property)))
    return toIdList(data[property])
      .map((id) => codeOf(node, String(id), refs))
      .join(', ');
  return writeInLanguages(style, (language, tag) => {
    const context = textContext(services, language, refs, 'gregorian', tag);
    const worded = optionsNameAnswers(node) ? insertAnswersInOptions(node, levels(), context) : node;
    return property === undefined
      ? FIELD_TYPES[node.type].text(worded, data, context)
      : propertyText(worded, property, data, context);
  });
}

/** Returns the code of a list item or record, which people know better than its id. */
function codeOf(node: FieldNode, id: string, refs: Refs): string {
  const ref = node.def.choices ? refs[`${node.def.choices}:${id}`] : holdsRecords(node) ? refs[id] : undefined;
  return ref?.code ?? id;
}

/** Returns the choices of a property that holds several, also retired ones. Empty for other properties. */
function choicesOf({ services: { registry }, form }: Reader, node: FieldNode, property: string): Choice[] {
  const part = propertyKindOf(node, property);
  if (part === 'items' && node.def.choices)
    return registry.choices(node.def.choices).map((item) => ({
      value: item.id,
      code: item.code,
      label: (language) => item[`name_${language}`],
    }));
  if (part !== 'options') return [];
  return (closedOptionsOf(node, registry.common().constants, property) ?? []).map(({ value, label }) => ({
    value,
    code: value,
    label: (language, tag) =>
      node.def.options ? insertQuestionLabels(form, label, tag, node.path) : formTextIn(label, { language, tag }),
  }));
}

/** Returns a column for each calendar of the style. Spreadsheets sort by the Gregorian one. */
export function dateColumns<Row>(
  style: ExportStyle,
  {
    heading,
    name,
    stored,
    ofMonths = false,
  }: { heading: TextWriter; name: string; stored: string; ofMonths?: boolean },
  read: (row: Row) => unknown,
) {
  // A day that stands for its month is written as the month.
  const monthOf = (day: string) => (ofMonths ? day.replace(/[/-][^/-]*$/, '') : day);
  const columns: Record<Calendar, { name: string; stored: string; isDay?: true; cell(day: string): string }> = {
    solar: {
      name: `${name} solar`,
      stored: `${stored}.solar`,
      cell: (day) => writeInLanguages(style, (language) => monthOf(solarDay(day, language))),
    },
    gregorian: { name, stored, ...(!ofMonths && { isDay: true }), cell: monthOf },
  };
  return style.calendars.map((calendar) => ({
    calendar,
    name: columns[calendar].name,
    stored: columns[calendar].stored,
    ...(columns[calendar].isDay && { isDay: true as const }),
    heading: writeInLanguages(style, (language, tag) =>
      words(language, `server:export.${calendar}`, { heading: heading(language, tag) }),
    ),
    cell: (row: Row) => columns[calendar].cell(String(read(row) ?? '').slice(0, 10)),
  }));
}

function solarDay(day: string, language: Language): string {
  return day && formatDate(day, { language, calendar: 'solar', style: 'short' });
}

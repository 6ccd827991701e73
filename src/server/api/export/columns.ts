/** The columns of an export: what a list shows, or every answer. */

import type { CompiledForm, FieldNode } from '../../../core/definitions/types.ts';
import { badFilter } from '../../../core/errors/failure.ts';
import { insertQuestionLabels, propertyLabel } from '../../../core/form/labelsInWords.ts';
import type { Refs } from '../../../core/form/types/fieldType.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { isExported } from '../../../core/form/types/question.ts';
import { getOwn } from '../../../core/json.ts';
import { formatRecordName } from '../../../core/records/name.ts';
import { organizationListOf } from '../../../core/records/place.ts';
import { formatInstant, kabulDay } from '../../../core/text/dates.ts';
import { type Language, pickText, type Text } from '../../../core/text/languages.ts';
import type { Services } from '../../http/services.ts';
import { words } from '../../http/words.ts';
import type { ListRow } from '../../records/types.ts';
import { textContext } from '../textContext.ts';
import {
  answerColumns,
  answerText,
  type ColumnAnswer,
  dateColumns,
  exportedNameOf,
  propertyColumns,
} from './answerColumns.ts';
import { type ExportStyle, type TextWriter, writeInLanguages } from './style.ts';

export interface ExportColumn {
  heading: string;
  /** Stored name and question id, which stay when the heading is reworded. For engine columns the name of the source. */
  name: string;
  /** The stored name alone, each once in a sheet: the only heading of files for programs. */
  stored: string;
  /** Its cells are ISO days, or empty. */
  isDay?: true;
  /** Absent if the cells are no answer of the record. */
  answer?: ColumnAnswer;
  /** The cell's text, or a number. */
  cell(row: ListRow, index: number, refs: Refs): string | number;
}

type Column = CompiledForm['definition']['list']['columns'][number];
type ReadCell = ExportColumn['cell'];

/** The form of the columns, and how they are written. */
export interface ExportContext {
  services: Services;
  form: CompiledForm;
  style: ExportStyle;
}

/** Returns the columns of the form's list, or those that are named. Throws `bad_filter` for a name that is no column. */
export function exportListColumns(reader: ExportContext, sources?: readonly string[]): ExportColumn[] {
  const { form } = reader;
  const own = new Map(form.definition.list.columns.map((column) => [sourceOf(column), column]));
  const shown = sources?.map((source) => own.get(source) ?? source) ?? own.values();
  return [...shown].flatMap((column) => columnsOf(reader, column));
}

/** Returns what the list shows besides answers, then every answer with a column for each stored property. */
export function allExportColumns(reader: ExportContext, isLeftOut: (node: FieldNode) => boolean): ExportColumn[] {
  const { form } = reader;
  const isAnswer = (source: string) => form.fields.has(source) || form.byProperty.has(source);
  const beside = new Map(
    ['code', ...form.definition.list.columns]
      .filter((column) => !isAnswer(sourceOf(column)))
      .map((column) => [sourceOf(column), column]),
  );
  const asked = [...form.fields.values()].filter((node) => isExported(node) && !isLeftOut(node));
  return [
    ...[...beside.values()].flatMap((column) => columnsOf(reader, column)),
    ...asked.flatMap((node) => ofRecord(answerColumns(reader, node))),
  ];
}

/** Returns the columns that say which record a line is, and in which versions of record and form. */
export function versionColumns({ style }: ExportContext): ExportColumn[] {
  const cells: Record<string, ReadCell> = {
    id: ({ record }) => record.id,
    version: ({ record }) => record.version,
    form_version: ({ record }) => record.form_version,
  };
  return Object.entries(cells).map(([name, cell]) => ({
    heading: writeInLanguages(style, (language) => words(language, `server:columns.${name}`)),
    name,
    stored: name,
    cell,
  }));
}

/** Returns the columns that say which record a line belongs to. */
export function recordKeyColumns(reader: ExportContext): ExportColumn[] {
  const [id] = versionColumns(reader);
  return [...['code', 'name'].flatMap((source) => columnsOf(reader, source)), ...(id ? [id] : [])];
}

function sourceOf(column: Column): string {
  return typeof column === 'string' ? column : column.field;
}

function columnsOf(reader: ExportContext, column: Column): ExportColumn[] {
  const { form, style } = reader;
  const source = sourceOf(column);
  const label = typeof column === 'string' ? undefined : column.label;
  const titled =
    (text: Text): TextWriter =>
    (_language, tag) =>
      insertQuestionLabels(form, label ?? text, tag, source);
  const node = form.fields.get(source);
  const binder = node ? undefined : form.byProperty.get(source);
  if (binder && binder.properties.length > 1) {
    const heading = titled(propertyLabel(binder, source) ?? binder.def.short ?? binder.def.label);
    return ofRecord(propertyColumns(reader, binder, source, heading));
  }
  if (node) {
    const heading = titled(node.def.short ?? node.def.label);
    return ofRecord(
      node.properties.length === 1
        ? propertyColumns(reader, node, node.properties[0] as string, heading)
        : [
            {
              heading: writeInLanguages(style, heading),
              name: exportedNameOf(node),
              stored: node.name,
              cell: (data, refs) => answerText(reader, node, data, refs),
            },
          ],
    );
  }
  if (source.startsWith('parent.')) return [parentColumn(reader, source, label)];
  return builtInColumns(reader, source, label);
}

function ofRecord(columns: ReturnType<typeof answerColumns>): ExportColumn[] {
  return columns.map((column) => ({ ...column, cell: ({ record }, _index, refs) => column.cell(record.data, refs) }));
}

/** Only columns that the form's list has are in its rows. */
function parentColumn({ services, form, style }: ExportContext, source: string, label: Text | undefined): ExportColumn {
  if (!form.definition.list.columns.some((column) => sourceOf(column) === source)) throw badFilter('columns');
  const name = source.slice('parent.'.length);
  const parents = (form.definition.parent?.forms ?? []).flatMap((one) => services.registry.form(one) ?? []);
  const node = parents.flatMap((parent) => parent.fields.get(name) ?? parent.byProperty.get(name) ?? [])[0];
  const text = label ?? node?.def.label;
  const cell = (row: ListRow, refs: Refs, language: Language, tag: string): string => {
    const value = getOwn(row.columns, source);
    if (name === 'name')
      return formatRecordName(String(value ?? refs[row.record.parent_id ?? '']?.name ?? ''), {
        language,
        calendar: 'gregorian',
      });
    if (node && value !== undefined) {
      const data = { [node.properties[0] ?? node.name]: value };
      return FIELD_TYPES[node.type].text(node, data, textContext(services, language, refs, 'gregorian', tag));
    }
    const ref = typeof value === 'string' ? refs[value] : undefined;
    return ref ? (ref[`name_${language}`] ?? ref.name ?? '') : String(value ?? '');
  };
  return {
    name: source,
    stored: source,
    heading: writeInLanguages(style, (language, tag) =>
      text ? insertQuestionLabels(form, text, tag) : words(language, `server:columns.${name}`),
    ),
    cell(row, _index, refs) {
      const value = getOwn(row.columns, source);
      return typeof value === 'number' ? value : writeInLanguages(style, (...asked) => cell(row, refs, ...asked));
    },
  };
}

export function builtInColumns(reader: ExportContext, source: string, label: Text | undefined): ExportColumn[] {
  const { services, form, style } = reader;
  const place = (id: string | null): string =>
    style.isCoded
      ? (id ?? '')
      : writeInLanguages(style, (language) => (id && services.registry.place(id)?.[`name_${language}`]) || '');
  const state = (id: string): string => {
    const found = services.registry.workflow(form).states.find((one) => one.id === id);
    return found && !style.isCoded ? writeInLanguages(style, (language) => pickText(found.label, language)) : id;
  };
  const time = (instant: string | null | undefined): string => {
    if (!instant || style.isCoded) return instant ?? '';
    return writeInLanguages(style, (language) => formatInstant(instant, { language, calendar: 'gregorian' }));
  };
  const recordName = (stored = ''): string =>
    style.isCoded
      ? stored
      : writeInLanguages(style, (language) => formatRecordName(stored, { language, calendar: 'gregorian' }));
  const cells: Record<string, ReadCell> = {
    index: (_row, index) => index + 1,
    status: ({ record }) => state(record.state),
    code: ({ record }) => record.code ?? '',
    name: ({ record }, _index, refs) => recordName(refs[record.id]?.name),
    province: ({ record }) => place(record.province_id),
    district: ({ record }) => place(record.district_id),
    village: ({ record }) => place(record.village_id),
    organization: ({ record: { organization_id: id } }, _index, refs) => {
      const item = refs[`${organizationListOf(form)}:${id}`];
      if (style.isCoded) return item?.code ?? id ?? '';
      return writeInLanguages(style, (language) => item?.[`name_${language}`] ?? id ?? '');
    },
    created_by: ({ record }, _index, refs) => refs[record.created_by]?.name ?? '',
    'record.started': ({ record }) => time(record.started_at),
    'record.saved': ({ record }) => time(record.captured_at),
    'record.device': ({ record }) => record.device_id ?? '',
  };
  const days: Record<string, (row: ListRow) => unknown> = {
    created_at: ({ record }) => kabulDay(new Date(record.created_at)),
    updated_at: ({ record }) => kabulDay(new Date(record.updated_at)),
    date: ({ record }) =>
      form.definition.date ? record.data[form.definition.date] : kabulDay(new Date(record.created_at)),
  };
  const heading: TextWriter = (language, tag) =>
    label ? insertQuestionLabels(form, label, tag) : words(language, `server:columns.${source}`);
  // The name comes from the request and may be that of a property of every object.
  const day = getOwn(days, source);
  if (day) return dateColumns(style, { heading, name: source, stored: source }, day);
  const cell = getOwn(cells, source);
  if (!cell) throw badFilter('columns');
  return [{ heading: writeInLanguages(style, heading), name: source, stored: source, cell }];
}

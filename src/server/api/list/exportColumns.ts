/** The columns of an export, as text: labels in the chosen language, each date in both calendars. */
import type { CompiledForm, FieldNode, RecordData } from '../../../core/definitions/types.ts';
import type { Refs } from '../../../core/form/types/fieldType.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { propertyLabel, propertyText } from '../../../core/form/types/property.ts';
import { isAsked, partOf } from '../../../core/form/types/question.ts';
import { formatDate, kabulDay } from '../../../core/text/dates.ts';
import { type Language, pick } from '../../../core/text/languages.ts';
import type { Services } from '../../http/services.ts';
import { words } from '../../http/words.ts';
import { organizationList } from '../../records/place.ts';
import type { ListRow } from '../../records/types.ts';
import { textContext } from '../textContext.ts';

export interface ExportColumn {
  heading: string;
  /** Stored name and question id, which stay when the heading is reworded. For engine columns the name of the source. */
  name: string;
  /** The cell's text, or a number. */
  cell(row: ListRow, index: number, refs: Refs): string | number;
}

type Column = CompiledForm['definition']['list']['columns'][number];
type ReadCell = ExportColumn['cell'];

/** The form of the columns, and the language. */
interface Reader {
  services: Services;
  form: CompiledForm;
  language: Language;
}

/** Returns the columns of a form's list. With `all`, the other answers of the form follow. */
export function exportColumns(
  services: Services,
  form: CompiledForm,
  language: Language,
  all: boolean,
): ExportColumn[] {
  const reader = { services, form, language };
  const { columns } = form.definition.list;
  const shown = columns.flatMap((column) => columnsOf(reader, column));
  if (!all) return shown;
  const listed = new Set(columns.map(sourceOf));
  const rest = [...form.fields.values()].filter((node) => !listed.has(node.name) && isAsked(node));
  return [...shown, ...rest.flatMap((node) => fieldColumns(reader, node, pick(node.def.label, language)))];
}

/** Returns the columns that say which record a line belongs to. */
export function recordColumns(services: Services, form: CompiledForm, language: Language): ExportColumn[] {
  return ['code', 'name'].flatMap((source) => columnsOf({ services, form, language }, source));
}

export function nameOf({ id, properties, name }: FieldNode): string {
  return `${properties.join(' ') || name} (${id})`;
}

function sourceOf(column: Column): string {
  return typeof column === 'string' ? column : column.field;
}

function columnsOf(reader: Reader, column: Column): ExportColumn[] {
  const { form, language } = reader;
  const source = sourceOf(column);
  const label = typeof column === 'string' ? undefined : column.label;
  const node = form.fields.get(source);
  const binder = node ? undefined : form.byProperty.get(source);
  if (binder && binder.properties.length > 1) {
    const heading = pick(label ?? propertyLabel(binder, source) ?? binder.def.short ?? binder.def.label, language);
    return [{ heading, name: `${source} (${binder.id})`, cell: propertyCell(reader, binder, source) }];
  }
  if (node) return fieldColumns(reader, node, pick(label ?? node.def.short ?? node.def.label, language));
  if (source.startsWith('parent.')) return [parentColumn(reader, source, label && pick(label, language))];
  const heading = label ? pick(label, language) : words(language, `server:columns.${source}`);
  return engineColumns(reader, source, heading);
}

function fieldColumns(reader: Reader, node: FieldNode, heading: string): ExportColumn[] {
  return answerColumns(reader, node, heading).map((column) => ({
    ...column,
    cell: ({ record }, _index, refs) => column.cell(record.data, refs),
  }));
}

/** Returns the columns of one field. Its answers may be in a record or in a table row. */
export function answerColumns(
  reader: Omit<Reader, 'form'>,
  node: FieldNode,
  heading: string,
): { heading: string; name: string; cell(data: RecordData, refs: Refs): string | number }[] {
  const name = nameOf(node);
  if (partOf(node) === 'day')
    return dateColumns(reader, { heading, name }, (data: RecordData) => data[node.properties[0] ?? node.name]);
  const cell = (data: RecordData, refs: Refs) => {
    const value = node.properties.length === 1 ? data[node.properties[0] as string] : undefined;
    const { cell: written, text } = FIELD_TYPES[node.type];
    if (typeof value === 'number') return value;
    return written ? written(node, data) : text(node, data, context(reader, refs));
  };
  return [{ heading, name, cell }];
}

/** Returns the cell of one property of a field that has several. */
function propertyCell(reader: Reader, node: FieldNode, property: string): ReadCell {
  return ({ record }, _index, refs) => {
    const value = record.data[property];
    return typeof value === 'number' ? value : propertyText(node, property, record.data, context(reader, refs));
  };
}

function context({ services, language }: Omit<Reader, 'form'>, refs: Refs) {
  return textContext(services, language, refs, 'gregorian');
}

/** Exports a date as two columns: one as people here write it, and the Gregorian day, by which a spreadsheet can sort. */
function dateColumns<Row>(
  { language }: Pick<Reader, 'language'>,
  { heading, name }: { heading: string; name: string },
  read: (row: Row) => unknown,
) {
  return [
    {
      name: `${name} solar`,
      heading: words(language, 'server:export.solar', { heading }),
      cell: (row: Row) => dayText(read(row), language),
    },
    {
      name,
      heading: words(language, 'server:export.gregorian', { heading }),
      cell: (row: Row) => String(read(row) ?? '').slice(0, 10),
    },
  ];
}

function dayText(value: unknown, language: Language): string {
  return typeof value === 'string' && value
    ? formatDate(value.slice(0, 10), { language, calendar: 'solar', style: 'short' })
    : '';
}

function parentColumn(reader: Reader, source: string, heading: string | undefined): ExportColumn {
  const { services, form, language } = reader;
  const name = source.slice('parent.'.length);
  const parents = (form.definition.parent?.forms ?? []).flatMap((one) => services.registry.form(one) ?? []);
  const node = parents.flatMap((parent) => parent.fields.get(name) ?? parent.byProperty.get(name) ?? [])[0];
  return {
    name: source,
    heading: heading ?? (node ? pick(node.def.label, language) : words(language, `server:columns.${name}`)),
    cell(row, _index, refs) {
      const value = row.columns[source];
      if (name === 'name') return String(value ?? refs[row.record.parent_id ?? '']?.name ?? '');
      if (typeof value === 'number') return value;
      if (node && value !== undefined) {
        const data = { [node.properties[0] ?? node.name]: value };
        return FIELD_TYPES[node.type].text(node, data, context(reader, refs));
      }
      const ref = typeof value === 'string' ? refs[value] : undefined;
      return ref ? (ref[`name_${language}`] ?? ref.name ?? '') : String(value ?? '');
    },
  };
}

function engineColumns(reader: Reader, source: string, heading: string): ExportColumn[] {
  const { services, form, language } = reader;
  const place = (id: string | null): string => (id && services.registry.place(id)?.[`name_${language}`]) || '';
  const state = (id: string): string => {
    const found = services.registry.workflow(form).states.find((one) => one.id === id);
    return found ? pick(found.label, language) : id;
  };
  const cells: Record<string, ReadCell> = {
    index: (_row, index) => index + 1,
    status: ({ record }) => state(record.state),
    code: ({ record }) => record.code ?? '',
    name: ({ record }, _index, refs) => refs[record.id]?.name ?? '',
    province: ({ record }) => place(record.province_id),
    district: ({ record }) => place(record.district_id),
    village: ({ record }) => place(record.village_id),
    organization: ({ record: { organization_id: id } }, _index, refs) =>
      refs[`${organizationList(form)}:${id}`]?.[`name_${language}`] ?? id ?? '',
    created_by: ({ record }, _index, refs) => refs[record.created_by]?.name ?? '',
  };
  const days: Record<string, (row: ListRow) => unknown> = {
    created_at: ({ record }) => kabulDay(new Date(record.created_at)),
    updated_at: ({ record }) => kabulDay(new Date(record.updated_at)),
    date: ({ record }) =>
      form.definition.date ? record.data[form.definition.date] : kabulDay(new Date(record.created_at)),
  };
  const day = days[source];
  const named = { heading, name: source };
  return day ? dateColumns(reader, named, day) : [{ ...named, cell: cells[source] ?? (() => '') }];
}

/** What a list shows, as columns of words: labels in the chosen language, each date in both calendars. */
import type { CompiledForm, FieldNode, RecordData } from '../../../core/definitions/types.ts';
import type { Refs, TextContext } from '../../../core/form/types/fieldType.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { propertyLabel, propertyText } from '../../../core/form/types/property.ts';
import { isAsked, partOf } from '../../../core/form/types/question.ts';
import { formatDate, kabulDay } from '../../../core/text/dates.ts';
import { type Language, pick } from '../../../core/text/languages.ts';
import type { Services } from '../../http/services.ts';
import { words } from '../../http/words.ts';
import type { ListRow } from '../../records/types.ts';

export interface ExportColumn {
  heading: string;
  /** The cell's text, or a number. */
  cell(row: ListRow, index: number, refs: Refs): string | number;
}

type Column = CompiledForm['definition']['list']['columns'][number];

/** Columns of a form's list; `all` answers of the form follow when asked for. */
export function exportColumns(
  services: Services,
  form: CompiledForm,
  language: Language,
  all: boolean,
): ExportColumn[] {
  const shown = form.definition.list.columns.flatMap((column) => columnsOf(services, form, column, language));
  if (!all) return shown;
  const listed = new Set(form.definition.list.columns.map(sourceOf));
  const rest = [...form.fields.values()].filter((node) => !listed.has(node.name) && isAsked(node));
  return [...shown, ...rest.flatMap((node) => fieldColumns(services, node, pick(node.def.label, language), language))];
}

function sourceOf(column: Column): string {
  return typeof column === 'string' ? column : column.field;
}

function columnsOf(services: Services, form: CompiledForm, column: Column, language: Language): ExportColumn[] {
  const source = sourceOf(column);
  const label = typeof column === 'string' ? undefined : column.label;
  const node = form.fields.get(source);
  const binder = node ? undefined : form.byProperty.get(source);
  if (binder && binder.properties.length > 1) {
    const heading = pick(label ?? propertyLabel(binder, source) ?? binder.def.short ?? binder.def.label, language);
    return [propertyColumn(services, binder, source, heading, language)];
  }
  if (node) return fieldColumns(services, node, pick(label ?? node.def.short ?? node.def.label, language), language);
  if (source.startsWith('parent.'))
    return parentColumns(services, form, source, label && pick(label, language), language);
  return engineColumns(
    services,
    form,
    source,
    label ? pick(label, language) : words(language, `server:columns.${source}`),
    language,
  );
}

function fieldColumns(services: Services, node: FieldNode, heading: string, language: Language): ExportColumn[] {
  return answerColumns(services, node, heading, language).map((column) => ({
    heading: column.heading,
    cell: ({ record }, _index, refs) => column.cell(record.data, refs),
  }));
}

/** The columns of one question, of answers that stand in a record or in a row. */
export function answerColumns(
  services: Services,
  node: FieldNode,
  heading: string,
  language: Language,
): { heading: string; cell(data: RecordData, refs: Refs): string | number }[] {
  if (partOf(node) === 'day') return dateColumns(heading, language, (data) => data[node.properties[0] ?? node.name]);
  return [
    {
      heading,
      cell(data, refs) {
        const value = node.properties.length === 1 ? data[node.properties[0] as string] : undefined;
        if (typeof value === 'number') return value;
        return FIELD_TYPES[node.type].text(node, data, context(services, language, refs));
      },
    },
  ];
}

/** One property of a field that has several. */
function propertyColumn(
  services: Services,
  node: FieldNode,
  property: string,
  heading: string,
  language: Language,
): ExportColumn {
  return {
    heading,
    cell({ record }, _index, refs) {
      const value = record.data[property];
      return typeof value === 'number'
        ? value
        : propertyText(node, property, record.data, context(services, language, refs));
    },
  };
}

function context(services: Services, language: Language, refs: Refs): TextContext {
  return { language, calendar: 'gregorian', constants: services.registry.common().constants, refs };
}

/** One date as two columns: as people here write it, and the Gregorian day a spreadsheet sorts by. */
function dateColumns<Row>(heading: string, language: Language, read: (row: Row) => unknown) {
  return [
    { heading: words(language, 'server:export.solar', { heading }), cell: (row: Row) => dayText(read(row), language) },
    {
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

function parentColumns(
  services: Services,
  form: CompiledForm,
  source: string,
  heading: string | undefined,
  language: Language,
): ExportColumn[] {
  const name = source.slice('parent.'.length);
  const parents = (form.definition.parent?.forms ?? []).flatMap((one) => services.registry.form(one) ?? []);
  const node = parents.flatMap((parent) => parent.fields.get(name) ?? parent.byProperty.get(name) ?? [])[0];
  const title = heading ?? (node ? pick(node.def.label, language) : words(language, `server:columns.${name}`));
  return [
    {
      heading: title,
      cell(row, _index, refs) {
        const value = row.columns[source];
        if (name === 'name') return String(value ?? refs[row.record.parent_id ?? '']?.name ?? '');
        if (typeof value === 'number') return value;
        if (node && value !== undefined)
          return FIELD_TYPES[node.type].text(
            node,
            { [node.properties[0] ?? node.name]: value },
            context(services, language, refs),
          );
        const ref = typeof value === 'string' ? refs[value] : undefined;
        return ref ? (ref[`name_${language}`] ?? ref.name ?? '') : String(value ?? '');
      },
    },
  ];
}

function engineColumns(
  services: Services,
  form: CompiledForm,
  source: string,
  heading: string,
  language: Language,
): ExportColumn[] {
  const place = (id: string | null): string => {
    const found = id ? services.registry.place(id) : undefined;
    return found ? found[`name_${language}`] : '';
  };
  const state = (id: string): string => {
    const found = services.registry.workflow(form).states.find((one) => one.id === id);
    return found ? pick(found.label, language) : id;
  };
  const cells: Record<string, ExportColumn['cell']> = {
    index: (_row, index) => index + 1,
    status: ({ record }) => state(record.state),
    code: ({ record }) => record.code ?? '',
    name: ({ record }, _index, refs) => refs[record.id]?.name ?? '',
    province: ({ record }) => place(record.province_id),
    district: ({ record }) => place(record.district_id),
    village: ({ record }) => place(record.village_id),
    organization: ({ record }, _index, refs) => {
      const found = Object.entries(refs).find(
        ([key]) => record.organization_id && key.endsWith(`:${record.organization_id}`),
      )?.[1];
      return found?.[`name_${language}`] ?? record.organization_id ?? '';
    },
    created_by: ({ record }, _index, refs) => refs[record.created_by]?.name ?? '',
  };
  if (source === 'created_at' || source === 'updated_at') {
    return dateColumns(heading, language, ({ record }: ListRow) => kabulDay(new Date(record[source])));
  }
  const dateField = form.definition.date;
  if (source === 'date')
    return dateColumns(heading, language, ({ record }: ListRow) =>
      dateField ? record.data[dateField] : kabulDay(new Date(record.created_at)),
    );
  return [{ heading, cell: cells[source] ?? (() => '') }];
}

/** Checks what a form says about visits that are due (`due`) and days that are due (`dueDates`). */

import type { Field, FormDefinition } from '../definitions/types.ts';
import { FIELD_TYPES } from '../form/types/index.ts';
import { getOwn } from '../json.ts';
import type { DueDate } from '../records/due.ts';
import { didYouMean, type ReportIssue } from './issues/issue.ts';
import { ENGINE_COLUMNS } from './layout.ts';

type Row = Record<string, Field> | undefined;

export function checkDueDates(
  definition: FormDefinition,
  formsByName: ReadonlyMap<string, FormDefinition>,
  report: ReportIssue,
): void {
  checkVisits(definition, formsByName, report);
  for (const [index, { field, done, days, times, unless }] of (definition.dueDates ?? []).entries()) {
    const at = `/dueDates/${index}`;
    if (times !== undefined && days === undefined) report(at, 'key_missing', { name: 'days' });
    if (unless && field.includes('.')) report(`${at}/unless`, 'key_unknown', { name: 'unless' });
    else if (unless)
      checkUnless(definition.form, unless, formsByName, (pointer, ...rest) => report(at + pointer, ...rest));
    const tables = field.split('.');
    const name = tables.pop() as string;
    const row = tables.reduce<Row>((all, table) => getOwn(all, table)?.columns, definition.fields);
    const known = Object.keys(row ?? {});
    const type = getOwn(row, name)?.type;
    if (!type) report(`${at}/field`, 'field_unknown', { name: field, ...didYouMean(name, known) });
    else if (!isDay(type)) report(`${at}/field`, 'field_wrong_type', { name: field, type, needed: 'date' });
    if (done !== undefined && !known.includes(done))
      report(`${at}/done`, 'field_unknown', { name: done, ...didYouMean(done, known) });
  }
}

function checkUnless(
  due: string,
  { form: name, by, where = [] }: NonNullable<DueDate['unless']>,
  formsByName: ReadonlyMap<string, FormDefinition>,
  report: ReportIssue,
): void {
  const form = formsByName.get(name);
  if (!form) {
    report('/unless/form', 'form_unknown', { name });
    return;
  }
  const known = Object.keys(form.fields);
  const field = by ?? form.parent?.field;
  const link = field === undefined ? undefined : getOwn(form.fields, field);
  if (field === undefined) report('/unless', 'key_missing', { name: 'by' });
  else if (!link) report('/unless/by', 'field_unknown', { name: field, ...didYouMean(field, known) });
  else if (!link.record?.forms.includes(due))
    report('/unless/by', 'field_wrong_type', { name: field, type: link.type, needed: due });
  for (const [index, { field: name }] of where.entries())
    if (!known.includes(name) && !ENGINE_COLUMNS.includes(name))
      report(`/unless/where/${index}/field`, 'field_unknown', { name, ...didYouMean(name, known) });
}

function isDay(type: keyof typeof FIELD_TYPES): boolean {
  const { parts } = FIELD_TYPES[type];
  return typeof parts === 'object' && parts.value === 'day';
}

function checkVisits(
  { due, fields }: FormDefinition,
  formsByName: ReadonlyMap<string, FormDefinition>,
  report: ReportIssue,
): void {
  if (!due) return;
  for (const [index, name] of (due.also ?? []).entries())
    if (!formsByName.has(name)) report(`/due/also/${index}`, 'form_unknown', { name });
  const site = getOwn(fields, due.site);
  if (!site) report('/due/site', 'field_unknown', { name: due.site, ...didYouMean(due.site, Object.keys(fields)) });
  else if (!site.record) report('/due/site', 'field_wrong_type', { name: due.site, type: site.type, needed: 'record' });
  const sites = (site?.record?.forms ?? []).flatMap((name) => formsByName.get(name) ?? []);
  // Only what a list shows or filters by has a column in the database.
  const isListed = (name: string) =>
    ENGINE_COLUMNS.includes(name) ||
    sites.every(({ list }) => [...columnsOf(list), ...(list.filters ?? []), ...(list.search ?? [])].includes(name));
  const named: [pointer: string, name: string | undefined][] = [
    ['/due/assigned', due.assigned],
    ...(due.where ?? []).map(({ field }, at): [string, string] => [`/due/where/${at}/field`, field]),
  ];
  for (const [pointer, name] of named)
    if (name !== undefined && !isListed(name)) report(pointer, 'due_not_listed', { name });
}

function columnsOf({ columns }: FormDefinition['list']): string[] {
  return columns.map((column) => (typeof column === 'string' ? column : column.field));
}

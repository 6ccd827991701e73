/** Differences of the columns of a form's list. */
import { getOwn } from '../../json.ts';
import { type ChangedValue, otherChanges } from '../otherChanges.ts';
import { isRowForm } from '../rows.ts';
import type { FormSource, Text } from '../types.ts';
import { newOrder } from './order.ts';

export type ColumnDiff = 'column_added' | 'column_removed' | 'columns_reordered';

type Tell = (
  kind: ColumnDiff | 'form_changed',
  pointer: string,
  about: Text | string,
  before?: ChangedValue,
  after?: ChangedValue,
) => void;

function nameNow(name: string, before: FormSource, after: FormSource): string {
  const id = getOwn(before.definition.fields, name)?.id;
  const found = Object.entries(after.definition.fields).find(([, field]) => field.id === id);
  return found?.[0] ?? name;
}

export function columnChanges(before: FormSource, after: FormSource, tell: Tell): void {
  const columns = ({ definition }: FormSource) =>
    // A row definition has no list.
    (isRowForm(definition) ? [] : definition.list.columns).map((one) =>
      typeof one === 'string' ? { field: one } : one,
    );
  const shown = columns(before);
  // A renamed question keeps its column.
  const renamed = shown.map((one) => ({ ...one, field: nameNow(one.field, before, after) }));
  const [old, now] = [renamed, columns(after)].map((list) => list.map((one) => one.field)) as [string[], string[]];
  columns(after).forEach((column, index) => {
    const pointer = `/list/columns/${index}`;
    const about = getOwn(after.definition.fields, column.field)?.label ?? column.field;
    const was = renamed.find((one) => one.field === column.field);
    if (!was) tell('column_added', pointer, about);
    else otherChanges(was, column, pointer, (where, a, b) => tell('form_changed', where, about, a, b));
  });
  shown.forEach(({ field }, index) => {
    if (!now.includes(old[index] as string))
      tell('column_removed', `/list/columns/${index}`, getOwn(before.definition.fields, field)?.label ?? field);
  });
  if (newOrder(old, now))
    tell('columns_reordered', '/list/columns', after.definition.plural, old.join(', '), now.join(', '));
}

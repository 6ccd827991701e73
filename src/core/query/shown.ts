/** Values of list columns that are not in the record itself: those of its parent. */
import type { PlannedColumn } from './columns.ts';
import type { ProjectionPlan } from './plan.ts';

/** Returns the list columns that are not in the record itself. */
export function shownColumns(plan: ProjectionPlan): PlannedColumn[] {
  return plan.form.definition.list.columns.flatMap((column) => {
    const source = typeof column === 'string' ? column : column.field;
    const planned = plan.columns.get(source);
    return planned && source.startsWith('parent.') ? [{ ...planned, source }] : [];
  });
}

/** Returns the value of such a column as responses have it. */
export function shownValue(column: PlannedColumn, value: unknown): unknown {
  if (column.kind === 'list') return typeof value === 'string' ? value.split('|').filter(Boolean) : [];
  return value === '' ? null : value;
}

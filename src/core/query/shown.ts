/** Values of list columns that are not among the answers: those of its parent, and what the device said of filling it in. */
import { FILLED_IN, type PlannedColumn } from './columns.ts';
import type { ProjectionPlan } from './plan.ts';

/** Returns the list columns whose values a row has beside the record. */
export function shownColumns(plan: ProjectionPlan): PlannedColumn[] {
  return plan.form.definition.list.columns.flatMap((column) => {
    const source = typeof column === 'string' ? column : column.field;
    const planned = plan.columns.get(source);
    return planned && (source.startsWith('parent.') || Object.hasOwn(FILLED_IN, source))
      ? [{ ...planned, source }]
      : [];
  });
}

/** Returns the value of such a column as responses have it. */
export function shownValue(column: PlannedColumn, value: unknown): unknown {
  if (column.kind === 'list') return typeof value === 'string' ? value.split('|').filter(Boolean) : [];
  return value === '' ? null : value;
}

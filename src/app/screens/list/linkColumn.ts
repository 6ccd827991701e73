import type { ListColumn } from '../record/columns.ts';

/** The column that carries the link to the record. */
export function linkColumn(columns: ListColumn[]): ListColumn | undefined {
  return (
    columns.find((c) => c.kind === 'name') ??
    columns.find((c) => c.kind === 'code') ??
    columns.find((c) => c.kind !== 'index' && c.kind !== 'status')
  );
}

/** Returns which column links to the record, and how to render each cell of a list. */
import type { RecordView } from '../../../core/generated/api.ts';
import { renderCell } from '../record/cell.tsx';
import { type ListColumn, linkedColumn } from '../record/columns.ts';
import { useRecordListContext } from './RecordListContext.ts';

export function useListCells() {
  const { form, constants, columns, meta } = useRecordListContext();
  const linked = linkedColumn(form, columns);
  const context = {
    form,
    constants,
    refs: meta?.refs ?? {},
    firstRow: ((meta?.current_page ?? 1) - 1) * (meta?.per_page ?? 0) + 1,
  };
  return {
    linked,
    cellOf: (column: ListColumn, record: RecordView, index: number) => renderCell(column, record, index, context),
  };
}

/** Context for the table, cards and row actions of a list: its form, columns, rows, order and transitions. */
import { createContext, useContext } from 'react';
import type { CompiledForm, Constants, Workflow } from '../../../core/definitions/types.ts';
import type { FormEntry, RecordView } from '../../../core/generated/api.ts';
import type { ListMeta } from '../../data/types.ts';
import type { ListColumn } from '../record/columns.ts';
import type { TransitionDialogState } from '../record/useTransitions.ts';
import type { ListTotals } from './useTotals.ts';

export interface RecordList {
  entry: FormEntry;
  form: CompiledForm;
  constants: Constants;
  workflow: Workflow | undefined;
  columns: ListColumn[];
  rows: RecordView[];
  meta: ListMeta | undefined;
  /** Undefined for a list without amounts. */
  totals: ListTotals | undefined;
  transitions: TransitionDialogState;
  sort: string | undefined;
  onSort: (sort: string | undefined) => void;
  /** Selected records by id. */
  marked: Record<string, true>;
  /** A tap on a row selects it instead of opening it. Only for rows: a table has its checkboxes at all times. */
  isMarking: boolean;
  /** Id of the record shown beside the list. */
  preview: string | undefined;
  /** Shows a record beside the list, or none. Undefined if the window is too narrow for it. */
  onPreview: ((id: string | undefined) => void) | undefined;
  /** Undefined if no row can be selected. */
  onMark: ((marked: Record<string, true>) => void) | undefined;
}

export const RecordListContext = createContext<RecordList | null>(null);

export function useRecordListContext(): RecordList {
  const list = useContext(RecordListContext);
  if (!list) throw new Error('rows are drawn inside a RecordListContext');
  return list;
}

/** What table and cards draw rows from. */
import type { CompiledForm, Workflow } from '../../../core/definitions/types.ts';
import type { Common, FormEntry, ListMeta, RecordView } from '../../data/types.ts';
import type { ListColumn } from '../record/columns.ts';
import type { Steps } from '../record/useSteps.tsx';

export interface RowsProps {
  entry: FormEntry;
  form: CompiledForm;
  common: Common;
  columns: ListColumn[];
  rows: RecordView[];
  meta: ListMeta | undefined;
  steps: Steps;
  workflow: Workflow | undefined;
  /** Marked records by id. */
  chosen?: Record<string, true>;
  /** Without it no row can be marked. */
  onChoose?: ((chosen: Record<string, true>) => void) | undefined;
}

/** The questions of one problem; used in the log and right below the answer that shows the problem. */
import type { RecordData } from '../../../core/definitions/types.ts';
import { askedOf } from '../../../core/form/conditions.ts';
import { useFormHost } from '../host.tsx';
import { type RowOfCells, rowCells } from '../table/rowCells.tsx';

interface ProblemEditorProps extends Omit<RowOfCells, 'columns' | 'row'> {
  problem: RecordData;
}

export function ProblemEditor({ problem, ...cells }: ProblemEditorProps) {
  const host = useFormHost();
  if (!host) return null;
  const { form, store } = host;
  // What names a problem was chosen when it was begun.
  const names: readonly string[] = form.row?.definition.name ?? [];
  const columns = form.fields.get(form.definition.problems?.field ?? '')?.columns ?? [];
  const asked = askedOf(columns, store.validator, problem).filter(({ name }) => !names.includes(name));
  return <div className="am-problem-parts">{rowCells({ ...cells, columns: asked, row: problem })}</div>;
}

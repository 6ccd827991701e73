/** The questions of one problem. Used in the problems field and below the answer that reports the problem. */
import type { RecordData } from '../../../core/definitions/types.ts';
import { applicableColumns } from '../../../core/form/conditions.ts';
import { useFormHost } from '../host.tsx';
import { type RowOfCells, rowCells } from '../table/rowCells.tsx';

interface ProblemEditorProps extends Omit<RowOfCells, 'columns' | 'row'> {
  problem: RecordData;
}

export function ProblemEditor({ problem, ...cells }: ProblemEditorProps) {
  const host = useFormHost();
  if (!host) return null;
  const { form, store } = host;
  // Leave out the answers that name the problem. They were chosen when it was created.
  const names: readonly string[] = form.row?.definition.name ?? [];
  const columns = form.fields.get(form.definition.problems?.field ?? '')?.columns ?? [];
  const asked = applicableColumns(columns, store.validator, problem).filter(({ name }) => !names.includes(name));
  return (
    <div className="am-problem-parts am-stack am-gap-3">{rowCells({ ...cells, columns: asked, row: problem })}</div>
  );
}

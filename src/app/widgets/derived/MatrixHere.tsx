/** Marks the cell of the form's matrix that the current answers select. */
import { matrixOf } from '../../../core/figures/matrix.ts';
import { useAnswer, useFormHost } from '../host.tsx';
import { MatrixTable } from './MatrixTable.tsx';

export default function MatrixHere() {
  const host = useFormHost();
  const matrix = host && matrixOf(host.form);
  const row = useAnswer(matrix?.rows.name);
  const column = useAnswer(matrix?.columns.name);
  if (!matrix) return null;
  return (
    <MatrixTable matrix={matrix} small isHere={(cell) => cell.row.value === row && cell.column.value === column}>
      {() => null}
    </MatrixTable>
  );
}

/** The matrix of a form: two scales, and the level that each pair of answers gives. */
import type { CompiledForm, Field, FieldNode } from '../definitions/types.ts';
import { bandBounds, bandOf, type NumberBand } from '../form/bands.ts';
import { applyDerived } from '../form/conditions.ts';
import { type ListFilter, whereFilters } from './where.ts';

type Option = NonNullable<Field['options']>[number];

export interface MatrixCell {
  row: Option;
  column: Option;
  /** The derived number for both answers. */
  level: number;
  band: NumberBand | undefined;
}

export interface Matrix {
  rows: FieldNode;
  columns: FieldNode;
  level: FieldNode;
  /** Highest row first, as people read a matrix. */
  cells: MatrixCell[][];
}

/** Returns the form's matrix; null if it has none. */
export function matrixOf(form: CompiledForm): Matrix | null {
  const { matrix } = form.definition;
  const [rows, columns, level] = [matrix?.rows, matrix?.columns, matrix?.level].map((name) =>
    form.fields.get(name ?? ''),
  );
  if (!rows?.def.options || !columns?.def.options || !level) return null;
  const across = columns.def.options;
  const cells = rows.def.options.toReversed().map((row) => across.map((column) => cellOf(row, column)));
  return { rows, columns, level, cells };

  function cellOf(row: Option, column: Option): MatrixCell {
    const { rows: down, columns: right, level: result } = matrix as NonNullable<typeof matrix>;
    // A level depends only on the two answers, so any date will do.
    const data = applyDerived(form, { [down]: row.value, [right]: column.value }, { today: '2000-01-01' });
    const found = data[result];
    const number = typeof found === 'number' ? found : Number.NaN;
    return { row, column, level: number, band: bandOf((level as FieldNode).def, number) };
  }
}

/** Returns the filters of the records that the matrix counts. */
export function matrixFilters(form: CompiledForm, today: string): ListFilter[] {
  return whereFilters(form.definition.matrix?.where, today);
}

/** Returns the filters of the records in one cell. */
export function cellFilters({ rows, columns }: Matrix, { row, column }: MatrixCell): ListFilter[] {
  return [
    { field: rows.name, op: 'eq', value: row.value },
    { field: columns.name, op: 'eq', value: column.value },
  ];
}

/** Returns the filters of the records whose level is in a band. */
export function bandFilters({ level }: Matrix, band: NumberBand): ListFilter[] {
  const { from, to } = bandBounds(level.def, band);
  return [
    { field: level.name, op: 'gte', value: from },
    ...(to === undefined ? [] : [{ field: level.name, op: 'lte' as const, value: to }]),
  ];
}

/** Renders the questions of one row, each with its own errors. A function, to avoid one more component per row. */
import type { FieldNode, RecordData } from '../../../core/definitions/types.ts';
import type { RecordErrors } from '../../../core/errors/recordErrors.ts';
import { FieldFrame } from '../FieldFrame.tsx';
import { Warnings } from '../Warnings.tsx';

export interface RowOfCells {
  id: string;
  columns: readonly FieldNode[];
  /** Names of the columns that must be answered. Default: those of the contract. */
  required?: ReadonlySet<string> | undefined;
  /** Ids of constraints that are not met, by column. */
  warnings?: ReadonlyMap<string, readonly string[]> | undefined;
  row: RecordData;
  /** JSON Pointer of the row in the record. */
  base: string;
  errors: RecordErrors;
  disabled: boolean;
  onChange: (patch: RecordData) => void;
}

export function rowCells({ id, columns, required, warnings, row, base, errors, disabled, onChange }: RowOfCells) {
  return columns.map((column) => (
    <FieldFrame
      key={column.name}
      node={column}
      id={`${id}-${column.name}`}
      values={row}
      onChange={onChange}
      errors={cellErrors(column, base, errors)}
      base={base}
      required={required?.has(column.name) ?? column.required}
      disabled={disabled}
    >
      {warnings?.has(column.name) && <Warnings ids={warnings.get(column.name) ?? []} base={base} />}
    </FieldFrame>
  ));
}

const NONE: RecordErrors = {};

function cellErrors(column: FieldNode, base: string, errors: RecordErrors): RecordErrors {
  const own = Object.entries(errors).filter(([pointer]) =>
    column.properties.some((name) => pointer === `${base}/${name}` || pointer.startsWith(`${base}/${name}/`)),
  );
  return own.length > 0 ? Object.fromEntries(own) : NONE;
}

// biome-ignore-all lint/a11y/useSemanticElements: a fieldset around questions that are fieldsets would repeat its name
/** Renders the questions of one row, each with its own errors. A function, to avoid one more component per row. */
import type { ReactNode } from 'react';
import { groupRuns } from '../../../core/definitions/sections.ts';
import type { FieldNode, RecordData } from '../../../core/definitions/types.ts';
import type { RecordErrors } from '../../../core/errors/recordErrors.ts';
import { FieldFrame } from '../FieldFrame.tsx';
import { FieldWarnings } from '../Warnings.tsx';
import { TextWithAnswers } from '../WithAnswers.tsx';

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

/** Renders the questions of one row, those of a group below its heading. */
export function groupedCells({ columns, ...row }: RowOfCells): ReactNode {
  return groupRuns(columns).map(({ group, fields }) => {
    const cells = rowCells({ ...row, columns: fields });
    if (!group) return cells;
    const id = `${row.id}-${group.group}-title`;
    return (
      <div key={group.group} role="group" className="am-group" data-wide aria-labelledby={id}>
        <h4 id={id}>
          <TextWithAnswers of={group.title} base={row.base} />
        </h4>
        {group.help && (
          <p className="am-help">
            <TextWithAnswers of={group.help} base={row.base} />
          </p>
        )}
        <div className="am-row-cells am-stack am-start">{cells}</div>
      </div>
    );
  });
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
      {warnings?.has(column.name) && <FieldWarnings ids={warnings.get(column.name) ?? []} base={base} />}
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

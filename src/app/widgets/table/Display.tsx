// biome-ignore-all lint/a11y/useSemanticElements: a scrolling region, not a part of the page
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard too
/** The rows of a table for reading: a grid, or a card for each row if they are panels or have tables of their own. */
import { Fragment } from 'react';
import { groupRuns } from '../../../core/definitions/sections.ts';
import type { FieldNode, RecordData } from '../../../core/definitions/types.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { isVisibleField } from '../../../core/form/types/question.ts';
import { localDigits } from '../../../core/text/letters.ts';
import { AnswerDisplay } from '../Answer.tsx';
import { useDefinitionText, useWidgets, useWidgetTexts } from '../environment.tsx';
import type { DisplayProps } from '../types.ts';
import { RowAnswers, TextWithAnswers } from '../WithAnswers.tsx';
import { PANELS_LOOK } from './panels.ts';
import { RowHeading } from './RowHeading.tsx';

export function Display({ node, data, refs }: DisplayProps) {
  const raw = data[node.name];
  const rows = Array.isArray(raw) ? (raw as RecordData[]) : [];
  const columns = (node.columns ?? []).filter(isVisibleField);
  // A table in the cell of a table would be too narrow to read.
  const Rows = node.def['ui:widget'] === PANELS_LOOK || columns.some((column) => column.columns) ? Cards : Grid;
  return <Rows {...{ node, columns, rows, refs }} />;
}

const isEmpty = (column: FieldNode, row: RecordData): boolean => FIELD_TYPES[column.type].isEmpty(column, row);

interface RowsProps extends Pick<DisplayProps, 'node' | 'refs'> {
  columns: FieldNode[];
  rows: RecordData[];
}

function Cards({ node, columns, rows, refs }: RowsProps) {
  const { language } = useWidgets();
  const { t } = useWidgetTexts();
  return (
    <div className="am-table am-stack am-own-width">
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are read only and have no ids
        <RowAnswers key={index} {...{ row }} table={node}>
          <div className="am-row am-box">
            <RowHeading {...{ node, row, refs }} title={t('table.row', { number: localDigits(index + 1, language) })} />
            {groupRuns(columns.filter((column) => !isEmpty(column, row))).map(({ group, fields }) => (
              <Fragment key={fields[0]?.name}>
                {group && (
                  <h4 className="am-heading">
                    <TextWithAnswers of={group.title} />
                  </h4>
                )}
                <dl className="am-lines">
                  {fields.map((column) => (
                    <div key={column.name} data-field={column.name}>
                      <dt>
                        <TextWithAnswers of={column.def.short ?? column.def.label} />
                      </dt>
                      <dd>
                        <AnswerDisplay node={column} data={row} refs={refs} />
                      </dd>
                    </div>
                  ))}
                </dl>
              </Fragment>
            ))}
          </div>
        </RowAnswers>
      ))}
    </div>
  );
}

function Grid({ node, columns: all, rows, refs }: RowsProps) {
  const say = useDefinitionText();
  const columns = all.filter((column) => !column.def.visibleWhen || rows.some((row) => !isEmpty(column, row)));
  return (
    <div className="am-scroll" tabIndex={0} role="group" aria-label={say(node.def.label)}>
      <table className="am-small-table" data-stacks={columns.length > 3 || undefined}>
        <RowAnswers table={node}>
          <thead>
            {columns.some(({ group }) => group) && (
              <tr>
                {groupRuns(columns).map(({ group, fields }) =>
                  group ? (
                    <th key={group.group} scope="colgroup" colSpan={fields.length}>
                      <TextWithAnswers of={group.title} />
                    </th>
                  ) : (
                    <td key={fields[0]?.name} colSpan={fields.length} />
                  ),
                )}
              </tr>
            )}
            <tr>
              {columns.map((column) => (
                <th key={column.name} scope="col">
                  <TextWithAnswers of={column.def.short ?? column.def.label} />
                </th>
              ))}
            </tr>
          </thead>
        </RowAnswers>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are read only and have no ids
            <RowAnswers key={index} {...{ row }} table={node}>
              <tr>
                {columns.map((column) => (
                  <td key={column.name} data-label={say(column.def.short ?? column.def.label)}>
                    <AnswerDisplay node={column} data={row} refs={refs} />
                  </td>
                ))}
              </tr>
            </RowAnswers>
          ))}
        </tbody>
      </table>
    </div>
  );
}

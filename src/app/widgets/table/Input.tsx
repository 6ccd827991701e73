/** A table answer: cards, or panels that unfold one at a time. Its cells use the same inputs as other questions. */
import { useEffect, useMemo } from 'react';
import type { FieldNode, RecordData } from '../../../core/definitions/types.ts';
import { isVisibleField } from '../../../core/form/types/question.ts';
import { Icon } from '../../theme/Icon.tsx';
import { useWidgetTexts } from '../environment.tsx';
import { useFormHost, useOuterAnswers } from '../host.tsx';
import type { InputProps } from '../types.ts';
import { PANELS_LOOK } from './panels.ts';
import { TableRow } from './Row.tsx';
import { unfoldRow, useTableRows } from './useRows.ts';

export function Input(props: InputProps) {
  const { t } = useWidgetTexts();
  const { node, value, errors, id, base, disabled } = props;
  const rows = Array.isArray(value) ? (value as RecordData[]) : [];
  const { acts, keys } = useTableRows(props, rows);
  const columns = useMemo(() => (node.columns ?? []).filter(isVisibleField), [node]);
  const store = useFormHost()?.store;
  const around = useOuterAnswers(node, base);
  // While an answer says how many rows there are, people only take away those that are too many.
  const count = useMemo(() => store?.rowCount(node, JSON.parse(around)), [store, node, around]);
  const full = count !== undefined || rows.length >= Number(node.schema.maxItems ?? 500);
  const wrong = rows.findIndex((_, index) => isWrong(`${base}/${node.name}/${index}`, errors));
  const isPanel = node.def['ui:widget'] === PANELS_LOOK;
  useEffect(() => {
    if (isPanel && wrong >= 0) unfoldRow(`${id}-${wrong}`);
  }, [isPanel, wrong, id]);
  return (
    <div className="am-table am-stack am-own-width" data-columns={columns.length} data-table={node.name}>
      {rows.map((row, index) => (
        <TableRow
          key={keys[index]}
          {...{ node, columns, row, index, errors, disabled, full, around, acts }}
          id={`${id}-${index}`}
          base={`${base}/${node.name}/${index}`}
          number={store?.rowNumber(node, row, `${base}/${node.name}/${index}`) ?? index + 1}
          taken={takenElsewhere(columns, rows, index)}
          last={index === rows.length - 1}
          removable={count === undefined || rows.length > count}
        />
      ))}
      {rows.length === 0 && <p className="am-dimmed">{t('table.empty')}</p>}
      {!disabled && count === undefined && (
        <button type="button" id={`${id}-add`} className="am-button" disabled={full} onClick={() => acts.add({})}>
          <Icon name="plus" /> {t('table.add')}
        </button>
      )}
    </div>
  );
}

function isWrong(row: string, errors: InputProps['errors']): boolean {
  return Object.keys(errors).some((pointer) => pointer.startsWith(`${row}/`));
}

/** Returns the values of other rows in columns that allow each value `once`, as text: it changes only when they do. */
function takenElsewhere(columns: FieldNode[], rows: RecordData[], index: number): string {
  const single = columns.filter(({ def }) => def.once);
  const others = rows.filter((_, at) => at !== index);
  return single.length === 0 ? '' : JSON.stringify(single.map(({ name }) => [name, others.map((row) => row[name])]));
}

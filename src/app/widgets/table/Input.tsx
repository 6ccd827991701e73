// biome-ignore-all lint/a11y/useSemanticElements: a fieldset inside a fieldset would repeat the question
/** A table answer: cards on phones, a grid on wide screens. Its cells use the same inputs as other questions. */
import { memo, useMemo } from 'react';
import type { FieldNode, RecordData } from '../../../core/definitions/types.ts';
import type { RecordErrors } from '../../../core/errors/failure.ts';
import { localDigits } from '../../../core/text/digits.ts';
import { Icon } from '../../theme/Icon.tsx';
import { useWidgets, useWords } from '../environment.tsx';
import { useFormHost } from '../host.tsx';
import type { InputProps } from '../types.ts';
import { rowCells } from './rowCells.tsx';
import { type RowActs, useRows } from './useRows.ts';

export function Input(props: InputProps) {
  const { t } = useWords();
  const { node, value, errors, id, base, disabled } = props;
  const rows = Array.isArray(value) ? (value as RecordData[]) : [];
  const { acts, keys } = useRows(props, rows);
  const columns = useMemo(() => (node.columns ?? []).filter(({ type }) => type !== 'hidden'), [node]);
  const full = rows.length >= Number(node.schema.maxItems ?? 500);
  return (
    <div className="am-table" data-columns={columns.length}>
      {rows.map((row, index) => (
        <Row
          key={keys[index]}
          {...{ node, columns, row, index, errors, disabled, full, acts }}
          id={`${id}-${index}`}
          base={`${base}/${node.name}/${index}`}
          taken={takenElsewhere(columns, rows, index)}
          last={index === rows.length - 1}
        />
      ))}
      {rows.length === 0 && <p className="am-empty">{t('table.empty')}</p>}
      {!disabled && (
        <button type="button" id={`${id}-add`} className="am-button" disabled={full} onClick={() => acts.add({})}>
          <Icon name="plus" /> {t('table.add')}
        </button>
      )}
    </div>
  );
}

/** Returns the values of other rows in columns that allow each value `once`, as text: it changes only when they do. */
function takenElsewhere(columns: FieldNode[], rows: RecordData[], index: number): string {
  const single = columns.filter(({ def }) => def.once);
  const others = rows.filter((_, at) => at !== index);
  return single.length === 0 ? '' : JSON.stringify(single.map(({ name }) => [name, others.map((row) => row[name])]));
}

/** Returns the columns without the options that other rows have. */
function offered(columns: FieldNode[], taken: string): FieldNode[] {
  if (taken === '') return columns;
  const byName = new Map<string, unknown[]>(JSON.parse(taken));
  return columns.map((column) => {
    const gone = byName.get(column.name);
    const { options } = column.def;
    return gone && options
      ? {
          ...column,
          def: { ...column.def, options: options.filter(({ value }) => !gone.includes(value)) as typeof options },
        }
      : column;
  });
}

interface RowProps {
  id: string;
  node: FieldNode;
  columns: FieldNode[];
  taken: string;
  row: RecordData;
  index: number;
  base: string;
  errors: RecordErrors;
  disabled: boolean;
  full: boolean;
  last: boolean;
  acts: RowActs;
}

const Row = memo(function Row(props: RowProps) {
  const { id, node, columns: all, taken, row, index, base, errors, disabled, acts } = props;
  const { language } = useWidgets();
  const { t } = useWords();
  const store = useFormHost()?.store;
  const columns = useMemo(() => offered(all, taken), [all, taken]);
  const state = useMemo(() => store?.row(node, row), [store, node, row]);
  const title = t('table.row', { number: localDigits(index + 1, language) });
  return (
    <div role="group" className="am-row" id={id} aria-label={title}>
      <header className="am-row-head">
        <span className="am-row-number">{title}</span>
        {!disabled && <RowButtons {...props} title={title} />}
      </header>
      <div className="am-row-cells">
        {rowCells({
          id,
          columns: columns.filter(({ name }) => !state?.hidden.has(name)),
          required: state?.required,
          row,
          base,
          errors,
          disabled,
          onChange: (patch) => acts.change(index, patch),
        })}
      </div>
    </div>
  );
});

function RowButtons({ index, last, full, acts, title }: RowProps & { title: string }) {
  const { t } = useWords();
  const button = (act: 'up' | 'down' | 'duplicate' | 'remove', icon: string, press: () => void, more: object = {}) => (
    <button
      type="button"
      className="am-icon-button"
      aria-label={`${t(`table.${act}`)} (${title})`}
      onClick={press}
      {...more}
    >
      <Icon name={icon} />
    </button>
  );
  const moves = 'am-icon-button am-move';
  return (
    <>
      {button('up', 'arrow-up', () => acts.move(index, -1), {
        className: moves,
        'data-move': -1,
        disabled: index === 0,
      })}
      {button('down', 'arrow-down', () => acts.move(index, 1), { className: moves, 'data-move': 1, disabled: last })}
      {button('duplicate', 'copy', () => acts.duplicate(index), { disabled: full })}
      {button('remove', 'trash', () => acts.remove(index), { className: 'am-icon-button am-remove' })}
    </>
  );
}

// biome-ignore-all lint/a11y/useSemanticElements: a fieldset inside a fieldset would repeat the question
/** Repeating rows: cards on phones, a grid on wide screens. Cells are the same inputs as everywhere. */
import { memo, useMemo, useRef } from 'react';
import type { FieldNode, RecordData } from '../../../core/definitions/types.ts';
import type { RecordErrors } from '../../../core/errors/failure.ts';
import { localDigits } from '../../../core/text/digits.ts';
import { Icon } from '../../theme/Icon.tsx';
import { useWidgets, useWords } from '../environment.tsx';
import type { InputProps } from '../types.ts';
import { RowCells } from './RowCells.tsx';

export function Input(props: InputProps) {
  const { t } = useWords();
  const { node, value, onChange, errors, id, base, disabled } = props;
  const rows = Array.isArray(value) ? (value as RecordData[]) : [];
  const latest = useRef(rows);
  latest.current = rows;
  // Keys by order of appearance: removing a row must not hand its half-typed text to the next one.
  const made = useRef(0);
  const ids = useRef<number[]>([]);
  while (ids.current.length < rows.length) ids.current.push(made.current++);
  ids.current.length = rows.length;

  const put = (next: RecordData[]) => {
    latest.current = next;
    onChange(next.length > 0 ? next : undefined);
  };
  const change = useRef((_index: number, _patch: RecordData) => {});
  change.current = (index, patch) =>
    put(
      latest.current.map((row, at) => {
        if (at !== index) return row;
        const next = { ...row, ...patch };
        for (const name of Object.keys(patch)) if (patch[name] === undefined) delete next[name];
        return next;
      }),
    );
  const limit = Number(node.schema.maxItems ?? 500);
  const columns = (node.columns ?? []).filter((column) => column.type !== 'hidden');
  const add = (row: RecordData, after = rows.length) => {
    ids.current.splice(after, 0, made.current++);
    put([...rows.slice(0, after), row, ...rows.slice(after)]);
    requestAnimationFrame(() => {
      document.getElementById(`${id}-${after}`)?.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
    });
  };
  const remove = (index: number) => {
    ids.current.splice(index, 1);
    put(rows.filter((_, at) => at !== index));
    requestAnimationFrame(() => document.getElementById(`${id}-add`)?.focus());
  };

  const move = (index: number, to: number) => {
    const shift = <T,>(list: T[]) => list.splice(to, 0, ...list.splice(index, 1));
    shift(ids.current);
    const next = [...rows];
    shift(next);
    put(next);
    // The pressed button went along with its row; at an end it is off, and the other one takes the focus.
    requestAnimationFrame(() => {
      const buttons = document.getElementById(`${id}-${to}`)?.querySelectorAll<HTMLElement>('[data-move]:enabled');
      const same = [...(buttons ?? [])].find((one) => Number(one.dataset.move) === to - index);
      (same ?? buttons?.[0])?.focus();
    });
  };

  const acts = useRef({ remove, duplicate: (_index: number) => {}, move });
  const single = columns.filter((column) => column.def.once);
  acts.current = {
    remove,
    duplicate: (at) => add({ ...rows[at], ...Object.fromEntries(single.map(({ name }) => [name, undefined])) }, at + 1),
    move,
  };

  return (
    <div className="am-table" data-columns={columns.length}>
      {rows.map((row, index) => (
        <Row
          key={ids.current[index]}
          id={`${id}-${index}`}
          node={node}
          columns={columns}
          taken={takenElsewhere(single, rows, index)}
          row={row}
          index={index}
          base={`${base}/${node.name}/${index}`}
          errors={errors}
          disabled={disabled}
          change={change}
          full={rows.length >= limit}
          last={index === rows.length - 1}
          acts={acts}
        />
      ))}
      {rows.length === 0 && <p className="am-empty">{t('table.empty')}</p>}
      {!disabled && (
        <button
          type="button"
          id={`${id}-add`}
          className="am-button"
          disabled={rows.length >= limit}
          onClick={() => add({})}
        >
          <Icon name="plus" /> {t('table.add')}
        </button>
      )}
    </div>
  );
}

/** What the other rows have of each column that has an answer once, as one text that changes only when that does. */
function takenElsewhere(single: FieldNode[], rows: RecordData[], index: number): string {
  const others = rows.filter((_, at) => at !== index);
  return single.length === 0 ? '' : JSON.stringify(single.map(({ name }) => [name, others.map((row) => row[name])]));
}

/** The same columns without the options that other rows have. */
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
  change: { current: (index: number, patch: RecordData) => void };
  acts: {
    current: {
      remove: (index: number) => void;
      duplicate: (index: number) => void;
      move: (index: number, to: number) => void;
    };
  };
}

const Row = memo(
  function Row({ id, columns: all, taken, row, index, base, errors, disabled, full, last, change, acts }: RowProps) {
    const { language } = useWidgets();
    const { t } = useWords();
    const columns = useMemo(() => offered(all, taken), [all, taken]);
    const title = t('table.row', { number: localDigits(index + 1, language) });
    return (
      <div role="group" className="am-row" id={id} aria-label={title}>
        <header className="am-row-head">
          <span className="am-row-number">{title}</span>
          {!disabled && (
            <>
              {[-1, 1].map((by) => (
                <button
                  key={by}
                  type="button"
                  className="am-icon-button am-move"
                  data-move={by}
                  aria-label={`${t(by < 0 ? 'table.up' : 'table.down')} (${title})`}
                  disabled={by < 0 ? index === 0 : last}
                  onClick={() => acts.current.move(index, index + by)}
                >
                  <Icon name={by < 0 ? 'arrow-up' : 'arrow-down'} />
                </button>
              ))}
              <button
                type="button"
                className="am-icon-button"
                aria-label={`${t('table.duplicate')} (${title})`}
                disabled={full}
                onClick={() => acts.current.duplicate(index)}
              >
                <Icon name="copy" />
              </button>
              <button
                type="button"
                className="am-icon-button am-remove"
                aria-label={`${t('table.remove')} (${title})`}
                onClick={() => acts.current.remove(index)}
              >
                <Icon name="trash" />
              </button>
            </>
          )}
        </header>
        <div className="am-row-cells">
          <RowCells
            id={id}
            columns={columns}
            row={row}
            base={base}
            errors={errors}
            disabled={disabled}
            onChange={(patch) => change.current(index, patch)}
          />
        </div>
      </div>
    );
  },
  (before, after) =>
    before.row === after.row &&
    before.taken === after.taken &&
    before.index === after.index &&
    before.errors === after.errors &&
    before.disabled === after.disabled &&
    before.full === after.full &&
    before.last === after.last,
);

// biome-ignore-all lint/a11y/useSemanticElements: a fieldset inside a fieldset would repeat the question
/** One row of a table: a card, or a panel that unfolds. */
import { memo, type ReactNode, useMemo } from 'react';
import type { FieldNode, RecordData } from '../../../core/definitions/types.ts';
import type { RecordErrors } from '../../../core/errors/recordErrors.ts';
import { localDigits } from '../../../core/text/letters.ts';
import { Icon } from '../../theme/Icon.tsx';
import { withOfferedOptions } from '../choice/useOfferedOptions.ts';
import { useWidgets, useWidgetTexts } from '../environment.tsx';
import { useFormHost } from '../host.tsx';
import { PANELS_LOOK } from './panels.ts';
import { RowHeading } from './RowHeading.tsx';
import { groupedCells } from './rowCells.tsx';
import { openRow, type TableRowActions } from './useRows.ts';

interface RowProps {
  id: string;
  node: FieldNode;
  columns: FieldNode[];
  taken: string;
  row: RecordData;
  index: number;
  /** What its rules read as `row.index`. */
  number: number;
  base: string;
  errors: RecordErrors;
  disabled: boolean;
  /** No row can be added. */
  full: boolean;
  removable: boolean;
  last: boolean;
  /** Answers around the table that its rules read, as JSON text. */
  around: string;
  acts: TableRowActions;
}

export const TableRow = memo(function Row(props: RowProps) {
  const { id, node, columns: all, taken, row, index, number, base, errors, disabled, around, acts } = props;
  const { language } = useWidgets();
  const { t } = useWidgetTexts();
  const store = useFormHost()?.store;
  const state = useMemo(() => store?.row(node, row, JSON.parse(around), number), [store, node, row, around, number]);
  const columns = useMemo(() => untaken(all, taken), [all, taken]);
  const shown = columns.filter(({ name }) => !state?.hidden.has(name));
  const title = t('table.row', { number: localDigits(index + 1, language) });
  const cells = groupedCells({
    id,
    columns: shown.map((column) => withOfferedOptions(column, state?.offered.get(column.name), row[column.name])),
    required: state?.required,
    warnings: state?.warnings,
    row,
    base,
    errors,
    disabled,
    onChange: (patch) => acts.change(index, patch),
  });
  const heading = <RowHeading node={node} row={row} title={title} />;
  const buttons = !disabled && <RowButtons {...props} title={title} />;
  if (node.def['ui:widget'] === PANELS_LOOK)
    return (
      <Panel {...props} heading={heading} buttons={buttons}>
        {cells}
      </Panel>
    );
  return (
    <div role="group" className="am-row am-box" id={id} aria-label={title}>
      <header className="am-row-head am-gap-1 am-inline">
        {heading}
        {buttons}
      </header>
      <div className="am-row-cells am-stack am-start">{cells}</div>
    </div>
  );
});

interface PanelProps extends RowProps {
  heading: ReactNode;
  buttons: ReactNode;
  children: ReactNode;
}

/** Only one panel of a table is open, where the browser knows `name` of details; older ones leave all as they are. */
function Panel({ id, index, last, heading, buttons, children }: PanelProps) {
  const { t } = useWidgetTexts();
  const table = id.slice(0, -`-${index}`.length);
  const step = (by: number, words: string, isThere: boolean) => (
    <button type="button" className="am-button" disabled={!isThere} onClick={() => openRow(`${table}-${index + by}`)}>
      {words}
    </button>
  );
  return (
    <details className="am-row am-box am-panel am-fold" id={id} name={table}>
      <summary>
        <Icon name="chevron-down" /> {heading}
      </summary>
      <div className="am-section-fields am-stack">{children}</div>
      <footer className="am-row-head am-gap-1 am-cluster">
        {step(-1, t('table.previous'), index > 0)}
        {step(1, t('table.next'), !last)}
        <span className="am-inline am-gap-1 am-at-end">{buttons}</span>
      </footer>
    </details>
  );
}

/** Returns the columns without the options that other rows have. */
function untaken(columns: FieldNode[], taken: string): FieldNode[] {
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

function RowButtons({ index, last, full, removable, acts, title }: RowProps & { title: string }) {
  const { t } = useWidgetTexts();
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
  return (
    <>
      {button('up', 'arrow-up', () => acts.move(index, -1), { 'data-move': -1, disabled: index === 0 })}
      {button('down', 'arrow-down', () => acts.move(index, 1), { 'data-move': 1, disabled: last })}
      {button('duplicate', 'copy', () => acts.duplicate(index), { disabled: full })}
      {removable && button('remove', 'trash', () => acts.remove(index), { className: 'am-icon-button am-remove' })}
    </>
  );
}

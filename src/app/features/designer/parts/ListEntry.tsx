/** One entry of a list whose order people set: what it holds, and the buttons that move and remove it. */
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { swappedAt } from '../../../../core/edit/parts.ts';
import { ToolButton } from '../../drafting/ToolButton.tsx';
import classes from './ListEntry.module.css';

interface Props<T> {
  /** What the entries are; it names the attributes and actions that they carry. */
  kind: 'option' | 'row' | 'setting' | 'column';
  list: readonly T[];
  index: number;
  /** Name of the button that removes it. */
  remove: string;
  onOrder: (list: T[]) => void;
  onRemove: () => void;
  /** True for a line without inputs. */
  isLine?: boolean;
  children: ReactNode;
  /** What stands below it, over the full width. */
  below?: ReactNode;
}

export function ListEntry<T>({
  kind,
  list,
  index,
  remove,
  onOrder,
  onRemove,
  isLine = false,
  children,
  below,
}: Props<T>) {
  const { t } = useTranslation('designer');
  const own = useRef<HTMLLIElement>(null);
  const move = (by: -1 | 1) => {
    const entries = own.current?.parentElement;
    onOrder(swappedAt(list, index, index + by));
    // What is folded out and the focus go along with the entry. At an end of the list, the button that moved it is disabled.
    requestAnimationFrame(() => {
      const [mine, other] = [index, index + by].map(
        (at) => entries?.querySelector<HTMLDetailsElement>(`:scope > [data-entry="${at}"] > details`) ?? undefined,
      );
      if (mine && other) [mine.open, other.open] = [other.open, mine.open];
      const tools = [by, -by].map((way) => `:scope > [data-entry="${index + by}"] [data-action=${kind}-${wayOf(way)}]`);
      const found = tools.map((tool) => entries?.querySelector<HTMLElement>(`${tool}:not(:disabled)`));
      found.find(Boolean)?.focus();
    });
  };
  return (
    <li
      ref={own}
      className={
        isLine ? `${classes.line} am-gap-1 am-inline` : `${classes.entry} am-box am-pad-2 am-row-gap-1 am-stack`
      }
      data-entry={index}
      data-kind={kind}
    >
      <div>{children}</div>
      <div className={isLine ? 'am-beside am-gap-1' : classes.tools}>
        <ToolButton
          icon="arrow-up"
          action={`${kind}-up`}
          label={t('move.up')}
          isOff={index === 0}
          onClick={() => move(-1)}
        />
        <ToolButton
          icon="arrow-down"
          action={`${kind}-down`}
          label={t('move.down')}
          isOff={index === list.length - 1}
          onClick={() => move(1)}
        />
        <ToolButton icon={isLine ? 'x' : 'trash'} action={`remove-${kind}`} label={remove} onClick={onRemove} />
      </div>
      {below}
    </li>
  );
}

const wayOf = (by: number) => (by < 0 ? 'up' : 'down');

/**
 * The form as a list of its sections and questions. The arrow keys move the focus, with Alt they move what has it; Enter opens it,
 * the arrows to the side fold and unfold.
 */
import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { move } from '../../../core/edit/move.ts';
import { keyOf, type OutlineRow, outlineOf } from '../../../core/edit/outline.ts';
import { isRequired } from '../../../core/edit/questions.ts';
import { fold } from '../../../core/text/fold.ts';
import { number } from '../../data/words.ts';
import { ActButton } from '../../shell/ActButton.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { useFindings } from '../drafting/findings.ts';
import { AddQuestion } from './AddQuestion.tsx';
import { FORM, useDesigner } from './context.ts';
import classes from './Designer.module.css';
import { iconOf, titleOf } from './titles.ts';

export function Outline() {
  const { t } = useTranslation('designer');
  const { draft, change, chosen, choose } = useDesigner();
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [search, setSearch] = useState('');
  const [isAdding, setAdding] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const rows = outlineOf(draft);
  const words = fold(search);
  const shown =
    words === ''
      ? rows.filter(({ around }) => !isFolded(rows, folded, around))
      : rows.filter((row) => fold(`${titleOf(row)} ${row.key}`).includes(words));
  const focus = (key: string) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)?.focus());
  const foldRow = (key: string, isOpen: boolean) => {
    const next = new Set(folded);
    if (isOpen) next.delete(key);
    else next.add(key);
    setFolded(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const key = (event.target as HTMLElement).dataset.row;
    const at = shown.findIndex((row) => row.key === key);
    const row = shown[at];
    if (!row || key === undefined) return;
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    const back = document.documentElement.dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
    if (by && event.altKey) {
      const moved = move(draft, row.place, by);
      if (moved.draft !== draft) change(moved.draft);
      choose(keyOf(moved.place));
      focus(keyOf(moved.place));
    } else if (by) focus(shown[at + by]?.key ?? key);
    else if (event.key === 'Home') focus(shown[0]?.key ?? key);
    else if (event.key === 'End') focus(shown.at(-1)?.key ?? key);
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') foldRow(key, event.key !== back);
    else return;
    event.preventDefault();
  };
  return (
    <nav className={classes.outline} aria-label={t('outline.title')} data-pane="outline">
      <TextInput
        size="xs"
        name="outline-search"
        aria-label={t('outline.search')}
        placeholder={t('outline.search')}
        value={search}
        leftSection={<Icon name="search" size={16} />}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <button
        type="button"
        className={classes.row}
        data-row={FORM}
        aria-current={chosen === FORM || undefined}
        onClick={() => choose(FORM)}
      >
        <Icon name="settings" size={16} />
        <span className={classes.name}>{t('form.title')}</span>
      </button>
      <div ref={list} role="tree" aria-label={t('outline.title')} onKeyDown={onKeyDown}>
        {shown.map((row, index) => (
          <Row
            key={row.key}
            row={row}
            isFolded={folded.has(row.key)}
            isFirst={index === 0}
            onFold={(isOpen) => foldRow(row.key, isOpen)}
          />
        ))}
      </div>
      {shown.length === 0 && <p className="am-hint">{t(words ? 'outline.nothing' : 'outline.empty')}</p>}
      <ActButton icon="plus" variant="subtle" size="sm" action="add-question" onClick={() => setAdding(true)}>
        {t('add.title')}
      </ActButton>
      {isAdding && <AddQuestion onClose={() => setAdding(false)} />}
    </nav>
  );
}

function isFolded(rows: readonly OutlineRow[], folded: ReadonlySet<string>, key: string | undefined): boolean {
  if (key === undefined) return false;
  return folded.has(key) || isFolded(rows, folded, rows.find((row) => row.key === key)?.around);
}

interface RowProps {
  row: OutlineRow;
  isFolded: boolean;
  isFirst: boolean;
  onFold: (isOpen: boolean) => void;
}

function Row({ row, isFolded: folded, isFirst, onFold }: RowProps) {
  const { t } = useTranslation('designer');
  const { draft, chosen, choose, published } = useDesigner();
  const issues = useFindings();
  const { key, field, place, depth, count, pointer } = row;
  const isChosen = chosen === key;
  const isTree = place.kind !== 'question' || field?.columns !== undefined;
  const found = issues.filter(
    (one) =>
      one.file === undefined && !one.advice && (one.pointer === pointer || one.pointer.startsWith(`${pointer}/`)),
  );
  // A table says what its columns have only while they are folded away.
  const own =
    isTree && !folded && field ? found.filter((one) => !one.pointer.startsWith(`${pointer}/columns/`)) : found;
  const shown = place.kind === 'section' && !folded ? own.filter((one) => !one.pointer.includes('/fields/')) : own;
  return (
    <div
      role="treeitem"
      tabIndex={isChosen || (isFirst && chosen === FORM) ? 0 : -1}
      aria-level={depth + 1}
      aria-selected={isChosen}
      aria-expanded={isTree ? !folded : undefined}
      className={classes.row}
      data-row={key}
      data-kind={place.kind}
      style={{ paddingInlineStart: `${depth * 16 + 8}px` }}
      onClick={() => choose(key)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        choose(key);
      }}
    >
      {isTree && !field && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys of the list do the same
        // biome-ignore lint/a11y/noStaticElementInteractions: as above
        <span
          className={classes.fold}
          onClick={(event) => {
            event.stopPropagation();
            onFold(folded);
          }}
        >
          <Icon name={folded ? 'chevron-right' : 'chevron-down'} size={16} />
        </span>
      )}
      {field && <Icon name={iconOf(field)} size={16} />}
      <span className={classes.name}>
        <bdi>{titleOf(row)}</bdi>
      </span>
      {field && !published.has(field.id) && <span className={classes.new}>{t('outline.new')}</span>}
      {field?.visibleWhen && <Icon name="filter" size={14} label={t('outline.condition')} />}
      {field && place.kind === 'question' && isRequired(draft, place.path) && (
        <span title={t('answer.required')} className={classes.mark}>
          *
        </span>
      )}
      {shown.length > 0 && (
        <span
          className={classes.dot}
          role="img"
          aria-label={t('outline.findings', { count: shown.length, number: number(shown.length) })}
        />
      )}
      {!field && <span className={classes.count}>{number(count)}</span>}
    </div>
  );
}

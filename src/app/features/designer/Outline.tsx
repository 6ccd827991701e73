/**
 * The form as a list of its sections and questions. The arrow keys move the focus, with Alt they move what has it, as dragging does;
 * Enter opens it, the arrows to the side fold and unfold, and a letter goes to the next that begins with it.
 */
import { TextInput } from '@mantine/core';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { moveByOne } from '../../../core/edit/move.ts';
import { type OutlineRow as Line, outlineKeyOf, outlineOf } from '../../../core/edit/outline.ts';
import { foldText } from '../../../core/text/letters.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { focusNext } from '../drafting/fields.tsx';
import { isMistake, useFindings } from '../drafting/findings.ts';
import { AddQuestion } from './AddQuestion.tsx';
import { FORM_KEY, useDesigner } from './context.ts';
import layout from './Designer.module.css';
import outline from './Outline.module.css';
import { OutlineDrag } from './OutlineDrag.tsx';
import { OutlineRowView, outlineRowContent } from './OutlineRow.tsx';
import { outlineRowTitle } from './titles.ts';
import { usePaneKeys } from './usePaneKeys.ts';

export function FormOutline() {
  const { t } = useTranslation('designer');
  const designer = useDesigner();
  const { draft, choose } = designer;
  const issues = useFindings().filter(isMistake);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [search, setSearch] = useState('');
  const [isAdding, setAdding] = useState(false);
  const pane = useRef<HTMLElement>(null);
  const rows = outlineOf(draft);
  const words = foldText(search);
  const shown =
    words === ''
      ? rows.filter(({ around }) => folded.size === 0 || !isFolded(rows, folded, around))
      : rows.filter((row) => foldText(`${outlineRowTitle(row)} ${row.key}`).includes(words));
  const find = (selector: string) => pane.current?.querySelector<HTMLElement>(selector);
  const focus = (key: string) => find(`[data-row="${CSS.escape(key)}"]`)?.focus();
  /** After the next drawing, in which it stands elsewhere. */
  const focusMoved = (key: string) => requestAnimationFrame(() => focus(key));
  const foldRow = (key: string, isOpen: boolean) => {
    const next = new Set(folded);
    if (isOpen) next.delete(key);
    else next.add(key);
    setFolded(next);
  };
  usePaneKeys(
    () => setAdding(true),
    () => {
      // What was written may give the question another name, and its row another key.
      flushSync(() => (document.activeElement as HTMLElement | null)?.blur());
      (find('[aria-selected=true]') ?? find('[data-row]'))?.focus();
    },
  );
  const onKeyDown = useTreeKeys(shown, { focus, focusMoved, foldRow });
  const onClick = ({ target }: MouseEvent) => {
    const key = (target as Element).closest<HTMLElement>('[data-row]')?.dataset.row;
    if (key !== undefined && (target as Element).closest('[data-fold]')) foldRow(key, folded.has(key));
    else if (key !== undefined) choose(key);
  };
  return (
    <nav ref={pane} className={layout.outline} aria-label={t('outline.title')} data-pane="outline">
      <TextInput
        size="xs"
        name="outline-search"
        aria-label={t('outline.search')}
        placeholder={t('outline.search')}
        value={search}
        leftSection={<Icon name="search" size={16} />}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <FormRow onKeyDown={onKeyDown} />
      <OutlineDrag rows={shown} onMoved={focusMoved}>
        <div role="tree" aria-label={t('outline.title')} onKeyDown={onKeyDown} onClick={onClick}>
          {shown.map((row, index) => (
            <OutlineRowView
              key={row.key}
              {...outlineRowContent(row, designer, issues, folded.has(row.key), index === 0)}
            />
          ))}
        </div>
      </OutlineDrag>
      {shown.length === 0 && <p className="am-hint">{t(words ? 'outline.nothing' : 'outline.empty')}</p>}
      <span title={`${t('add.title')} (Ctrl + Enter)`}>
        <ActionButton icon="plus" variant="subtle" size="sm" action="add-question" onClick={() => setAdding(true)}>
          {t('add.title')}
        </ActionButton>
      </span>
      {isAdding && <AddQuestion onClose={() => setAdding(false)} />}
    </nav>
  );
}

/** The form itself, above its questions. */
function FormRow({ onKeyDown }: { onKeyDown: (event: KeyboardEvent) => void }) {
  const { t } = useTranslation('designer');
  const { chosen, choose } = useDesigner();
  return (
    <button
      type="button"
      className={`am-hovers am-full am-round ${outline.row} am-holds am-pad-x-2 am-inline`}
      data-row={FORM_KEY}
      aria-current={chosen === FORM_KEY || undefined}
      onClick={() => choose(FORM_KEY)}
      onKeyDown={onKeyDown}
    >
      <Icon name="settings" size={16} />
      <span className="am-grow am-cut">{t('form.title')}</span>
    </button>
  );
}

interface TreeActs {
  focus: (key: string) => void;
  /** After the next drawing, in which it stands elsewhere. */
  focusMoved: (key: string) => void;
  foldRow: (key: string, isOpen: boolean) => void;
}

/** Returns what the keys do on a row, and on that of the form itself above them. */
function useTreeKeys(shown: readonly Line[], { focus, focusMoved, foldRow }: TreeActs) {
  const { draft, change, choose } = useDesigner();
  const keys = [FORM_KEY, ...shown.map(({ key }) => key)];
  /** Key of the next row whose title begins with a letter. */
  const lettered = (letter: string, at: number) =>
    [...shown.slice(at), ...shown.slice(0, at)].find((row) =>
      foldText(outlineRowTitle(row)).startsWith(foldText(letter)),
    )?.key;
  return (event: KeyboardEvent) => {
    const key = (event.target as HTMLElement).dataset.row;
    const at = keys.indexOf(key ?? '');
    if (key === undefined || at < 0 || event.ctrlKey || event.metaKey) return;
    const row = shown[at - 1];
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    const back = document.documentElement.dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
    if (by && event.altKey) {
      if (!row) return;
      const moved = moveByOne(draft, row.place, by);
      if (moved.draft !== draft) change(moved.draft);
      choose(outlineKeyOf(moved.place), false);
      focusMoved(outlineKeyOf(moved.place));
    } else if (by) focus(keys[at + by] ?? key);
    else if (event.key === 'Home') focus(FORM_KEY);
    else if (event.key === 'End') focus(keys.at(-1) ?? key);
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') foldRow(key, event.key !== back);
    else if (event.key === ' ') choose(key);
    else if (event.key === 'Enter') {
      choose(key);
      focusNext('[data-pane=question] textarea', '[data-pane=question] input');
    } else if (event.key.length === 1 && !event.altKey) focus(lettered(event.key, at) ?? key);
    else return;
    event.preventDefault();
  };
}

function isFolded(rows: readonly Line[], folded: ReadonlySet<string>, key: string | undefined): boolean {
  if (key === undefined) return false;
  return folded.has(key) || isFolded(rows, folded, rows.find((row) => row.key === key)?.around);
}

/**
 * Tabs after the ARIA pattern: only the shown tab is in the tab order, and arrow keys follow the reading direction. As many as
 * fit are in one row and the others in a menu, so that nothing has to be swiped sideways. The shown tab is always in the row.
 */

import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getOwn } from '../../../core/json.ts';
import { textDirection } from '../../../core/text/languages.ts';
import { preferences } from '../../data/preferences.ts';
import { number } from '../../data/words.ts';
import { DropItem, DropMenu } from '../../shell/DropMenu.tsx';
import { Icon } from '../../theme/Icon.tsx';
import classes from './Detail.module.css';
import type { DetailTab } from './tabs.ts';

const TAB = `${classes.tab} am-target am-whole am-code am-dimmed am-strong am-inset`;

interface Props {
  tabs: DetailTab[];
  shown: string;
  /** What stands above the row is there. */
  isReady: boolean;
  onShow: (id: string) => void;
}

export function TabRow({ tabs, shown, isReady, onShow }: Props) {
  const { t } = useTranslation();
  const row = useRef<HTMLDivElement>(null);
  const measure = useRef<HTMLDivElement>(null);
  const { fits, isSettled } = useFitting(measure, tabs, shown);
  const inRow = rowOf(tabs, shown, fits);
  const rest = tabs.filter((tab) => !inRow.includes(tab));
  const isFollowed = useRef(false);
  // A tab that was in the menu is in the row only after it is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after another tab is shown
  useEffect(() => {
    if (isFollowed.current) row.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus();
    isFollowed.current = false;
  }, [shown]);
  const isOpened = useRef(false);
  // An address that names a part opens at it, where it would be below the first screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when nothing above moves any more
  useEffect(() => {
    if (!isReady || !isSettled || isOpened.current) return;
    isOpened.current = true;
    const isBelow = (row.current?.getBoundingClientRect().top ?? 0) > window.innerHeight / 2;
    if (shown !== tabs[0]?.id && isBelow && window.scrollY === 0) row.current?.scrollIntoView();
  }, [isReady, isSettled]);
  const show = (id: string) => {
    isFollowed.current = id !== shown;
    onShow(id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = nextOf(
      event.key,
      tabs.findIndex((tab) => tab.id === shown),
      tabs.length,
    );
    const tab = tabs[to];
    if (!tab) return;
    event.preventDefault();
    show(tab.id);
  };
  if (tabs.length < 2) return null;
  return (
    <div className={`${classes.tabs} am-holds am-beside am-line-below`}>
      <div
        ref={row}
        role="tablist"
        data-settled={isReady && isSettled}
        aria-label={t('detail.tabs')}
        className="am-beside am-shrinks"
        onKeyDown={onKeyDown}
      >
        {inRow.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`tab-of-${tab.id}`}
            aria-selected={tab.id === shown}
            aria-controls={tab.id === shown ? `tab-${tab.id}` : undefined}
            tabIndex={tab.id === shown ? 0 : -1}
            onClick={() => onShow(tab.id)}
            className={TAB}
          >
            <Label tab={tab} />
          </button>
        ))}
      </div>
      {rest.length > 0 && <MoreTabs rest={rest} onShow={show} />}
      <div ref={measure} className={`${classes.measure} am-beside am-clipped`} aria-hidden="true" inert>
        {tabs.map((tab) => (
          <span key={tab.id} className={TAB}>
            <Label tab={tab} />
          </span>
        ))}
        <span className={TAB}>
          <More />
        </span>
      </div>
    </div>
  );
}

/** The menu of the tabs that do not fit in the row. */
function MoreTabs({ rest, onShow }: { rest: DetailTab[]; onShow: (id: string) => void }) {
  const { t } = useTranslation();
  return (
    <DropMenu
      label={t('detail.moreTabs')}
      align="end"
      trigger={(props) => (
        <button {...props} type="button" className={TAB} data-more-tabs>
          <More />
        </button>
      )}
    >
      {rest.map((tab) => (
        <DropItem key={tab.id} action={`tab-${tab.id}`} onSelect={() => onShow(tab.id)}>
          <Label tab={tab} />
        </DropItem>
      ))}
    </DropMenu>
  );
}

function More() {
  const { t } = useTranslation();
  return (
    <>
      {t('detail.more')}
      <Icon name="chevron-down" size={16} />
    </>
  );
}

function Label({ tab: { title, count, isCounting } }: { tab: DetailTab }) {
  const isShown = count !== undefined;
  return (
    <>
      {title}
      {(isShown || isCounting) && (
        // The place of a count that is still on its way is there from the start, so that no tab moves when it comes.
        <span
          className={`${classes.tabCount} am-tag am-amid am-small am-center`}
          data-waits={isShown ? undefined : true}
        >
          {number(count ?? 0)}
        </span>
      )}
    </>
  );
}

/** Returns the tabs of the row: the first ones, and the shown one in the last place if it is not among them. */
function rowOf(tabs: DetailTab[], shown: string, fits: number): DetailTab[] {
  const first = tabs.slice(0, fits);
  const current = tabs.find(({ id }) => id === shown);
  return !current || first.includes(current) ? first : [...tabs.slice(0, Math.max(fits - 1, 0)), current];
}

/** Returns the index that a key leads to, -1 for other keys. */
function nextOf(key: string, at: number, length: number): number {
  const forward = textDirection(preferences().language) === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const back = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft';
  const to: Record<string, number> = {
    [forward]: (at + 1) % length,
    [back]: (at - 1 + length) % length,
    Home: 0,
    End: length - 1,
  };
  return getOwn(to, key) ?? -1;
}

/**
 * Returns how many tabs fit in one row. The hidden copies in `measure` tell the widths; the last is the menu's button. Until the
 * letters have their font, the row has its height and is not shown: a tab could move away from the finger.
 */
function useFitting(measure: RefObject<HTMLDivElement | null>, tabs: DetailTab[], shown: string) {
  const [fits, setFits] = useState(tabs.length);
  const [isSettled, setSettled] = useState(false);
  const at = tabs.findIndex(({ id }) => id === shown);
  // Counts above 99 make the tabs wider, and so does another language.
  const words = tabs.map(({ title, count }) => `${title} ${count ?? ''}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the words change
  useLayoutEffect(() => {
    const box = measure.current;
    if (!box) return;
    const count = () => {
      const widths = [...box.children].map((one) => one.getBoundingClientRect().width);
      const most = box.getBoundingClientRect().width;
      const more = widths.pop() ?? 0;
      const all = widths.reduce((sum, one) => sum + one, 0);
      setFits(all <= most ? widths.length : firstThatFit(widths, at, most - more));
    };
    const settle = () => {
      count();
      setSettled(true);
    };
    // Measuring makes the browser ask for the font, if it does not have it.
    count();
    if (document.fonts.status === 'loaded') settle();
    else void document.fonts.ready.then(settle);
    const observer = new ResizeObserver(count);
    observer.observe(box);
    document.fonts.addEventListener('loadingdone', count);
    return () => {
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', count);
    };
  }, [measure, words, at]);
  return { fits, isSettled };
}

/** Returns how many of the first fit; if the one `at` this place is not among them, it takes the last place. */
function firstThatFit(widths: number[], at: number, most: number): number {
  const sum = (end: number) => widths.slice(0, end).reduce((total, one) => total + one, 0);
  for (let room = widths.length - 1; room > 1; room--) {
    if ((at < room ? sum(room) : sum(room - 1) + (widths[at] ?? 0)) <= most) return room;
  }
  return 1;
}

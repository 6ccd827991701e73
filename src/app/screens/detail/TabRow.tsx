/** Tabs after the ARIA pattern: only the shown tab is in the tab order, and arrow keys follow the reading direction. */
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { direction } from '../../../core/text/languages.ts';
import { preferences } from '../../data/preferences.ts';
import { number } from '../../data/words.ts';
import classes from './Detail.module.css';
import type { DetailTab } from './tabs.ts';

export function TabRow({ tabs, shown, onShow }: { tabs: DetailTab[]; shown: string; onShow: (id: string) => void }) {
  const { t } = useTranslation();
  const row = useRef<HTMLDivElement>(null);
  // Counts that load later make the tabs wider and could push the shown tab out of sight.
  const counts = tabs.map(({ count }) => count ?? '').join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when a count has loaded
  useEffect(() => {
    row.current?.querySelector(`#tab-of-${CSS.escape(shown)}`)?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [shown, counts]);
  const onKeyDown = (event: KeyboardEvent) => {
    const forward = direction(preferences().language) === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const back = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft';
    const at = tabs.findIndex((tab) => tab.id === shown);
    const to =
      event.key === forward
        ? (at + 1) % tabs.length
        : event.key === back
          ? (at - 1 + tabs.length) % tabs.length
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? tabs.length - 1
              : -1;
    const tab = tabs[to];
    if (!tab) return;
    event.preventDefault();
    onShow(tab.id);
    row.current?.querySelector<HTMLElement>(`#tab-of-${CSS.escape(tab.id)}`)?.focus();
  };
  if (tabs.length < 2) return null;
  return (
    <div ref={row} role="tablist" aria-label={t('detail.tabs')} className={classes.tabs} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={`tab-of-${tab.id}`}
          aria-selected={tab.id === shown}
          aria-controls={tab.id === shown ? `tab-${tab.id}` : undefined}
          tabIndex={tab.id === shown ? 0 : -1}
          onClick={() => onShow(tab.id)}
          className={classes.tab}
        >
          {tab.title}
          {tab.count !== undefined && <span className={classes.tabCount}>{number(tab.count)}</span>}
        </button>
      ))}
    </div>
  );
}

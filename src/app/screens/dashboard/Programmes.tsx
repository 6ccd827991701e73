/** Shows a card for each department in which the user can open something: how much waits there, and its first lists. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { HomeView } from '../../../core/generated/api.ts';
import { useCommon, useForms, useSession } from '../../data/queries.ts';
import { number } from '../../data/words.ts';
import {
  departmentName,
  departmentPath,
  type MenuEntry,
  useScreenPaths,
  visibleEntries,
} from '../../shell/navigation/menu.ts';
import { Icon } from '../../theme/Icon.tsx';
import { useIsNarrowScreen } from '../../theme/usePhone.ts';
import classes from './Dashboard.module.css';

/** Number of lists named on a card. The others are only counted. */
const NAMED = 4;

export function WaitingByProgramme({ waiting }: { waiting: HomeView['waiting'] }) {
  const { t } = useTranslation();
  const isPhone = useIsNarrowScreen();
  const navigation = useCommon().data?.navigation;
  const forms = useForms().data ?? [];
  const { may = {}, user } = useSession().data ?? {};
  const paths = useScreenPaths();
  const cards = (navigation?.departments ?? []).flatMap((department) => {
    const entries = visibleEntries(department.items, forms, may, paths);
    return entries.length > 0 ? [{ department, entries }] : [];
  });
  if (cards.length === 0) return null;
  // The menu of a phone has them too. The lists of one programme, or of a single department, are what its people work with.
  const theirs = cards.filter(({ entries }) =>
    entries.some(({ form }) => user?.grants.some(({ programme }) => programme === form?.programme)),
  );
  const lists = isPhone && cards.length > 1 && theirs.length === 1 ? theirs.flatMap(({ entries }) => entries) : [];
  const boxes = lists.length > 0 ? cards.filter((card) => !theirs.includes(card)) : cards;
  const list = (
    <ul className="am-tiles">
      {boxes.map(({ department, entries }) => {
        const own = new Set(entries.map((entry) => entry.form?.form));
        const counts = waiting.flatMap(({ key, forms: waits }) => {
          // What waits for nobody stands once, in its own card.
          if (key === 'to_nobody') return [];
          const total = waits.filter((one) => own.has(one.form)).reduce((sum, one) => sum + one.total, 0);
          return total > 0 ? [{ key, total }] : [];
        });
        const more = entries.length - NAMED;
        return (
          <li key={department.id} className="am-surface am-pad-3" data-department={department.id}>
            <h3 className="am-inline">
              <Icon name={department.icon ?? 'file'} size={20} />
              <Link to={departmentPath(department.id)}>{departmentName(department)}</Link>
            </h3>
            {counts.map(({ key, total }) => (
              <p key={key} className="am-inline am-between am-above-1">
                {t(`dashboard.${key}`)} <b>{number(total)}</b>
              </p>
            ))}
            <ul className="am-above-1">
              {entries.slice(0, NAMED).map((entry) => (
                <li key={`${entry.id} ${entry.to}`}>
                  <Link to={entry.to} className="am-target">
                    {entry.label}
                  </Link>
                </li>
              ))}
              {more > 0 && (
                <li>
                  <Link to={departmentPath(department.id)} className="am-target">
                    {t('dashboard.more', { shown: number(more) })}
                  </Link>
                </li>
              )}
            </ul>
          </li>
        );
      })}
    </ul>
  );
  if (isPhone && cards.length > 1)
    return (
      <>
        {lists.length > 0 && <Lists entries={lists} />}
        <details className="am-fold">
          <summary>
            <Icon name="chevron-down" /> {t('dashboard.programmes')}
          </summary>
          {list}
        </details>
      </>
    );
  return (
    <section aria-label={t('dashboard.programmes')}>
      <h2 className="am-above-4 am-below-2">{t('dashboard.programmes')}</h2>
      {list}
    </section>
  );
}

/** Links to lists, in one line. */
function Lists({ entries }: { entries: readonly MenuEntry[] }) {
  return (
    <ul className={`${classes.chips} am-flow`}>
      {entries.map(({ id, label, to }) => (
        <li key={`${id} ${to}`}>
          <Link to={to} className="am-chip am-hovers">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The sites that are still to be visited in this period. One tap on a site opens its blank form. */

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DueSites, FormEntry } from '../../../core/generated/api.ts';
import { createPath } from '../../../core/paths/screens.ts';
import { formatDate } from '../../../core/text/dates.ts';
import { preferences } from '../../data/preferences.ts';
import { useForms } from '../../data/queries.ts';
import { date, number, recordName, text } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import { RecordName } from '../../theme/RecordName.tsx';
import classes from './Dashboard.module.css';
import { HomePanel, HomePanelLink } from './Panel.tsx';

/** Number of sites shown before the person asks for more. */
const SHOWN = 4;

export function SitesDue({ due }: { due: DueSites[] }) {
  const forms = useForms().data ?? [];
  const open = due.flatMap((one) => {
    const entry = forms.find(({ form }) => form === one.form);
    return entry && one.visited < one.sites ? [{ one, entry }] : [];
  });
  return (
    <div className="am-stack am-gap-4">
      {open.map(({ one, entry }) => (
        <DueCard key={one.form} due={one} entry={entry} forms={forms} />
      ))}
    </div>
  );
}

function DueCard({ due, entry, forms }: { due: DueSites; entry: FormEntry; forms: FormEntry[] }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const left = due.sites - due.visited;
  const site = forms.find(({ form }) => form === due.data[0]?.form);
  const more = due.data.length - SHOWN;
  const unnamed = left - due.data.length;
  const period = usePeriodName(due);
  const progress = { visited: number(due.visited), sites: number(due.sites) };
  return (
    <HomePanel icon={entry.icon ?? 'map-pin'} title={`${text(entry.title)}: ${period}`} count={left}>
      <div className={`${classes.progress} am-pad-y-2 am-pad-x-4 am-inline am-gap-3`}>
        <progress value={due.visited} max={due.sites} aria-label={t('dashboard.visited', progress)} />
        <small>{t('dashboard.visited', progress)}</small>
      </div>
      <ul className="am-lined" data-due={due.form}>
        {due.data.slice(0, all ? undefined : SHOWN).map(({ id, name, code, district, form }) => (
          <li key={id}>
            <HomePanelLink
              to={
                createPath(entry, id, forms.find((one) => one.form === form)?.paths.list, due.field) ?? entry.paths.list
              }
              side={<Icon name="plus" />}
            >
              <b>
                <RecordName of={recordName(name || code)} />
              </b>
              {district && <small>{text(district)}</small>}
            </HomePanelLink>
          </li>
        ))}
      </ul>
      {(more > 0 || unnamed > 0) && (
        <ul className={`${classes.chips} am-flow am-pad-y-2 am-pad-x-4 am-line-above`}>
          {more > 0 && !all && (
            <li>
              <button type="button" className="am-chip am-hovers" onClick={() => setAll(true)}>
                {t('dashboard.more', { shown: number(more) })}
              </button>
            </li>
          )}
          {unnamed > 0 && (all || more <= 0) && site && (
            <li>
              <Link to={site.paths.list} className="am-chip am-hovers">
                {t('dashboard.otherSites', { shown: number(unnamed) })}
              </Link>
            </li>
          )}
        </ul>
      )}
    </HomePanel>
  );
}

/** Returns the name of a month; of other periods, until when they last. */
export function usePeriodName({ every, calendar, from, to }: Pick<DueSites, 'every' | 'calendar' | 'from' | 'to'>) {
  const { t } = useTranslation();
  if (every !== 'month') return t('dashboard.until', { day: date(to, 'short') });
  return formatDate(from, { language: preferences().language, calendar, style: 'month' });
}

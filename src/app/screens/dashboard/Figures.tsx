/** Four figures of this period's visits, each a link to the list of what it counts. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { RATING_BOUNDS } from '../../../core/form/ratingPoints.ts';
import type { FormEntry, HomeFigures, HomeView } from '../../../core/generated/api.ts';
import { filteredListPath } from '../../../core/paths/listState.ts';
import { useForms } from '../../data/queries.ts';
import { number, text } from '../../data/words.ts';
import classes from './Dashboard.module.css';
import { usePeriodName } from './SitesDue.tsx';
import { waitingDays } from './WaitingPanel.tsx';

/** Two averages that differ by less read the same. */
const STEP = 0.05;

export function FiguresPanel({ figures: [figures] }: Pick<HomeView, 'figures'>) {
  const forms = useForms().data ?? [];
  const entry = forms.find(({ form }) => form === figures?.form);
  const sites = forms.find(({ form }) => form === figures?.site);
  return figures && entry && sites ? <Shown figures={figures} entry={entry} sites={sites} /> : null;
}

interface ShownProps {
  figures: HomeFigures;
  entry: FormEntry;
  sites: FormEntry;
}

function Shown({ figures, entry, sites }: ShownProps) {
  const { t } = useTranslation();
  const period = usePeriodName(figures);
  const { visits, waiting, problems, average } = figures;
  const ofPeriod = filteredListPath(entry, visits.filters);
  return (
    <section
      className={`am-surface am-clipped am-bleeds ${classes.figures} am-tiles am-tiles-small am-fits am-gap-0`}
      aria-label={`${text(entry.plural)}, ${period}`}
    >
      <Figure
        to={ofPeriod}
        label={t('dashboard.figure.visited', { name: text(sites.plural) })}
        value={number(visits.visited)}
        of={number(visits.sites)}
      >
        <progress value={visits.visited} max={visits.sites} aria-hidden /> {period}
      </Figure>
      <Figure
        to={filteredListPath(entry, waiting.filters)}
        label={t('dashboard.figure.waiting')}
        value={number(waiting.total)}
      >
        <Oldest since={waiting.since} />
      </Figure>
      {problems && (
        <Figure to={sites.paths.list} label={t('overview.openProblems')} value={number(problems.open)}>
          <Trend by={problems.open - problems.before} isGood={problems.open <= problems.before} words="count" />
        </Figure>
      )}
      {average && (
        <Figure
          to={ofPeriod}
          label={t('overview.trend')}
          value={number(average.points, 1)}
          of={number(RATING_BOUNDS[1])}
        >
          {average.before !== null && <AverageTrend by={average.points - average.before} />}
        </Figure>
      )}
    </section>
  );
}

interface FigureProps {
  to: string;
  label: string;
  value: string;
  of?: string;
  children: ReactNode;
}

function Figure({ to, label, value, of, children }: FigureProps) {
  const { t } = useTranslation();
  return (
    <Link to={to} className="am-stack am-gap-0 am-shrinks am-pad-y-3 am-pad-x-4 am-hovers am-inset am-meta">
      <span>{label}</span>
      <span>
        <b className="am-figure">{value}</b> {of && t('dashboard.figure.of', { shown: of })}
      </span>
      <small className="am-inline">{children}</small>
    </Link>
  );
}

function Oldest({ since }: { since: string | null }) {
  const { t } = useTranslation();
  if (!since) return null;
  const { days, isLong } = waitingDays(t, since);
  return <span className={isLong ? 'am-wrong' : undefined}>{t('dashboard.figure.oldest', { days })}</span>;
}

function AverageTrend({ by }: { by: number }) {
  const shown = Math.abs(by) < STEP ? 0 : Math.round(by * 10) / 10;
  return <Trend by={shown} isGood={shown >= 0} words="mean" />;
}

/** Says in words how a figure differs from that of the period before. */
function Trend({ by, isGood, words }: { by: number; isGood: boolean; words: 'count' | 'mean' }) {
  const { t } = useTranslation();
  if (by === 0) return t('dashboard.figure.same');
  return (
    <span className={isGood ? 'am-toned' : 'am-wrong'} data-tone={isGood ? 'green' : undefined}>
      {t(`dashboard.figure.${words}${by > 0 ? 'Up' : 'Down'}`, { shown: number(Math.abs(by)) })}
    </span>
  );
}

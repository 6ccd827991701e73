/** The state of a place above its tabs: last visit, open problems, trend of the rates, position, people. Nothing empty is shown. */
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { RATING_BOUNDS } from '../../../core/form/ratingPoints.ts';
import type { FormEntry, OverviewResponse, RecordView } from '../../../core/generated/api.ts';
import { recordPath } from '../../../core/paths/screens.ts';
import { lazyComponent, WIDGET_NAMESPACES } from '../../data/onDemand.tsx';
import { queryKeys, useForms } from '../../data/queries.ts';
import { source } from '../../data/source.ts';
import { comma, date, number, text } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { ChartsOnline } from '../../shell/offline/NeedsServer.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { OnlineWidgets } from '../../widgets/OnlineWidgets.tsx';
import { RatingBars } from '../record/RatingBars.tsx';
import classes from './Overview.module.css';
import { Sparkline } from './Sparkline.tsx';
import type { DetailTab } from './tabs.ts';

const MapView = lazyComponent(() => import('../../widgets/map/MapView.tsx'), { words: WIDGET_NAMESPACES });

/** Returns the state of a place. `isShown`: its page has an overview. */
export function usePlaceOverview({ api }: FormEntry, id: string, isShown: boolean) {
  return useQuery({
    queryKey: queryKeys.record(api.base, id, 'overview'),
    queryFn: () => source.overview(api, id),
    enabled: isShown,
  });
}

interface Props {
  entry: FormEntry;
  record: RecordView;
  tabs: DetailTab[];
  onTab: (id: string) => void;
}

export function PlaceOverview({ entry, record, tabs, onTab }: Props) {
  const { t } = useTranslation();
  const [isMap, setMap] = useState(false);
  const { data, error } = usePlaceOverview(entry, record.id, true);
  if (error) return <FailureNote error={error} />;
  if (!data) return <Skeleton height={72} mb="md" />;
  const { position, people } = data;
  const rated = data.trend.length > 0;
  if (!data.last_visit && !data.problems && !rated && !position && people.length === 0) return null;
  const tabOf = (show: DetailTab['show']) => tabs.find((tab) => tab.show === show)?.id;
  const problems = tabOf('problems');
  return (
    <section
      className={`am-surface ${classes.overview} am-after am-pad-y-2 am-pad-x-4`}
      aria-label={t('overview.title')}
      data-overview
    >
      <dl className={`${classes.facts} am-flow`}>
        <LastVisit visit={data.last_visit} />
        {data.problems && problems && (
          <Fact name="problems" label={t('overview.openProblems')}>
            <button type="button" onClick={() => onTab(problems)}>
              {t('overview.problems', { open: number(data.problems.open), total: number(data.problems.total) })}
            </button>
          </Fact>
        )}
        {rated && <Trend trend={data.trend} />}
        {position && (
          <Fact name="position" label={t('overview.position')}>
            <Position position={position} />
            <button type="button" aria-expanded={isMap} onClick={() => setMap(!isMap)}>
              {t(isMap ? 'overview.hideMap' : 'overview.showMap')}
            </button>
          </Fact>
        )}
        {people.map(({ title, name, phone }) => (
          <Fact key={`${title.en} ${name} ${phone}`} name="person" label={text(title)}>
            {name && <bdi>{name}</bdi>}
            {phone && (
              <a href={`tel:${phone.replace(/[^+0-9]/g, '')}`}>
                <bdi dir="ltr">{phone}</bdi>
              </a>
            )}
          </Fact>
        ))}
      </dl>
      {isMap && position && (
        <ChartsOnline>
          <OnlineWidgets>
            <MapView
              waiting={<div className="am-map am-map-still" />}
              label={t('overview.map')}
              type="Point"
              points={[[position.longitude, position.latitude]]}
            />
          </OnlineWidgets>
        </ChartsOnline>
      )}
    </section>
  );
}

function Fact({ name, label, children }: { name: string; label: string; children: ReactNode }) {
  return (
    <div data-fact={name}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function LastVisit({ visit }: { visit: OverviewResponse['last_visit'] }) {
  const { t } = useTranslation();
  const forms = useForms().data ?? [];
  const form = visit && forms.find((one) => one.form === visit.form);
  if (!visit || !form) return null;
  return (
    <Fact name="visit" label={t('overview.lastVisit')}>
      <Link to={recordPath(form, visit.id)}>{date(visit.date)}</Link>
      {visit.by && <bdi className="am-hint">{visit.by}</bdi>}
      <RatingBars ratings={visit.ratings} />
    </Fact>
  );
}

function Trend({ trend }: Pick<OverviewResponse, 'trend'>) {
  const { t } = useTranslation();
  const rates = trend.map(({ average }) => average);
  const best = number(RATING_BOUNDS[1]);
  const words = trend.map((visit) => `${date(visit.date, 'short')} ${number(visit.average, 1)}`).join(comma());
  return (
    <Fact name="trend" label={t('overview.trend')}>
      {rates.length > 1 && (
        <ChartsOnline>
          <Sparkline values={rates} bounds={RATING_BOUNDS} label={t('overview.visits', { rates: words, best })} />
        </ChartsOnline>
      )}
      <span>{t('rates.average', { average: number(rates.at(-1) ?? 0, 1), best })}</span>
    </Fact>
  );
}

/** Shows the coordinates. A phone opens them in its map; a desktop has no program for such a link. */
function Position({ position: { latitude, longitude } }: { position: NonNullable<OverviewResponse['position']> }) {
  const { t } = useTranslation();
  const words = (
    <bdi dir="ltr">
      {latitude.toFixed(5)}, {longitude.toFixed(5)}
    </bdi>
  );
  if (!window.matchMedia('(pointer: coarse)').matches) return words;
  const at = `${latitude},${longitude}`;
  return (
    <a href={`geo:${at}?q=${at}`} className="am-joined" aria-label={`${t('overview.position')} ${at}`}>
      <Icon name="map-pin" size={16} />
      {words}
    </a>
  );
}

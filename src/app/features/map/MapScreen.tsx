/** The sites of all programmes that the person may see: on a map, with the same sites as a list beside it. */
import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapMark, MapSitesResponse } from '../../../core/generated/api.ts';
import { lazyComponent, WIDGET_NAMESPACES } from '../../data/onDemand.tsx';
import { number } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { OnlineWidgets } from '../../widgets/OnlineWidgets.tsx';
import '../../widgets/widgets.css';
import { type MapExtent, useMapChoices, useMapSites } from './api.ts';
import { ChosenSite } from './ChosenSite.tsx';
import { MapFilters } from './Filters.tsx';
import classes from './Map.module.css';
import { PublicFigures } from './PublicFigures.tsx';
import { SiteList } from './SiteList.tsx';

const SiteMap = lazyComponent(() => import('./SiteMap.tsx'), { words: WIDGET_NAMESPACES });

export default function MapScreen() {
  const { t } = useTranslation('map');
  const { chosen, at, choose, look, clear } = useMapChoices();
  const [view, setView] = useState<MapExtent>();
  const [page, setPage] = useState(1);
  const [isUnplaced, setUnplaced] = useState(false);
  const [mark, setMark] = useState<MapMark>();
  const sites = useMapSites({ chosen, view, page, isUnplaced });
  const { data } = sites;
  const isNew = sites.isPlaceholderData;
  const changed = <T extends unknown[]>(act: (...args: T) => void) => {
    return (...args: T) => {
      setPage(1);
      setMark(undefined);
      act(...args);
    };
  };
  return (
    <Screen name="map" title={t('title')} width="wide">
      <PublicFigures />
      {sites.error && (
        <>
          <FailureNote error={sites.error} />
          <Button variant="default" onClick={() => void sites.refetch()}>
            {t('app:retry')}
          </Button>
        </>
      )}
      {!data && sites.isPending && <Skeleton height={480} radius="lg" role="status" aria-label={t('title')} />}
      {data && data.options.programmes.length === 0 && <p role="status">{t('nobody')}</p>}
      {data && data.options.programmes.length > 0 && (
        <>
          <MapFilters options={data.options} chosen={chosen} choose={changed(choose)} clear={changed(clear)} />
          <Found data={data} isUnplaced={isUnplaced} onUnplaced={changed(setUnplaced)} />
          <div className={`${classes.split} am-gap-4 am-stack`}>
            <div className="am-holds">
              <OnlineWidgets>
                <SiteMap
                  waiting={<div className={classes.waiting} />}
                  marks={data.marks}
                  chosen={mark?.site}
                  at={at}
                  fit={isNew ? undefined : { key: JSON.stringify(chosen), bounds: data.bounds }}
                  onView={(next, where) => {
                    setView(next);
                    setPage(1);
                    look(where);
                  }}
                  onMark={setMark}
                />
              </OnlineWidgets>
              {mark?.site && <ChosenSite mark={mark} onClose={() => setMark(undefined)} />}
              <Legend />
            </div>
            <SiteList
              data={data}
              chosen={mark?.site}
              isUnplaced={isUnplaced}
              onPage={setPage}
              onBack={changed(() => setUnplaced(false))}
            />
          </div>
        </>
      )}
    </Screen>
  );
}

interface FoundProps {
  data: MapSitesResponse;
  isUnplaced: boolean;
  onUnplaced: (isUnplaced: boolean) => void;
}

/** How many sites there are, are in view, and have no position. */
function Found({ data, isUnplaced, onUnplaced }: FoundProps) {
  const { t } = useTranslation('map');
  return (
    <p className="am-row-gap-1 am-tall am-cluster" role="status">
      {t('found', { total: number(data.total), shown: number(data.in_view) })}
      {data.unplaced > 0 && (
        <Button
          variant="subtle"
          size="compact-md"
          mih={44}
          px={0}
          aria-pressed={isUnplaced}
          onClick={() => onUnplaced(!isUnplaced)}
          data-action="unplaced"
        >
          {t('unplaced', { number: number(data.unplaced) })}
        </Button>
      )}
    </p>
  );
}

function Legend() {
  const { t } = useTranslation('map');
  return (
    <ul className="am-gap-4 am-row-gap-1 am-above-2 am-flow">
      <li className="am-inline">
        <span className={classes.dot} /> {t('legendSite')}
      </li>
      <li className="am-inline">
        <span className={`${classes.dot} ${classes.problem}`} /> {t('legendProblem')}
      </li>
      <li className="am-inline">
        <span className={`${classes.many} am-small am-strong ${classes.small}`}>{number(9)}</span> {t('legendMany')}
      </li>
    </ul>
  );
}

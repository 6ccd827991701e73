/** A point on the map: from the device, typed, or picked on a map that needs no network. */
import { useMemo, useState } from 'react';
import type { Constants } from '../../../core/definitions/types.ts';
import { readCoordinates } from '../../../core/geometry/coordinatePair.ts';
import type { Position } from '../../../core/geometry/shape.ts';
import { localDigits } from '../../../core/text/letters.ts';
import { lazyComponent } from '../../data/onDemand.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { answerPartsOf } from '../answer.ts';
import { NumberControl } from '../controls/NumberControl.tsx';
import { useWidgets, useWidgetTexts } from '../environment.tsx';
import { LocatingTrouble } from '../map/LocatingTrouble.tsx';
import { type Locating, useLocating } from '../map/useLocating.ts';
import type { InputProps } from '../types.ts';
import { distanceInKilometres, type Point } from './distance.ts';
import { LastPosition } from './LastPosition.tsx';
import { useNeighboursHere, useProvincePosition, useSitePosition } from './useHere.ts';

const MapView = lazyComponent(() => import('../map/MapView.tsx'));

/** A point farther than this from its province's centre gets a warning, in km. */
const FAR_FROM_CENTRE = 150;
/** A point nearer than this to its province's centre gets no warning because of another province, in km. */
const NEAR_CENTRE = 25;
/** A point gets a warning if it is this many times nearer to the centre of another province. */
const TIMES_NEARER = 4;
/** A point farther than this from the visited place gets a warning, in km. */
const FAR_FROM_SITE = 5;

export function Input(props: InputProps) {
  const { t } = useWidgetTexts();
  const latitudeName = props.node.parts.latitude ?? 'latitude';
  const longitudeName = props.node.parts.longitude ?? 'longitude';
  const [map, setMap] = useState(false);
  const here = useProvincePosition();
  const site = useSitePosition();
  const neighbours = useNeighboursHere();
  const { [latitudeName]: latitude, [longitudeName]: longitude } = answerPartsOf(props);
  const point = typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined;
  const points = useMemo(() => positionsOf(latitude, longitude), [latitude, longitude]);
  const put = (lat: number, lon: number) =>
    props.onChange({ [latitudeName]: Math.round(lat * 1e6) / 1e6, [longitudeName]: Math.round(lon * 1e6) / 1e6 });
  const pick = ([longitudePicked, latitudePicked]: Position) => put(latitudePicked, longitudePicked);
  /** Puts a pair of coordinates that was copied from a map into both inputs. */
  const takesPair = (pasted: string): boolean => {
    const pair = readCoordinates(pasted);
    if (pair) put(pair.latitude, pair.longitude);
    return pair !== undefined;
  };
  const { locating, locate } = useLocating(pick);
  return (
    <div>
      <div className="am-pair am-stack am-tiles-small am-fits am-start">
        {(['latitude', 'longitude'] as const).map((part) => {
          const name = part === 'latitude' ? latitudeName : longitudeName;
          const id = part === 'latitude' ? props.id : `${props.id}-longitude`;
          return (
            <div key={part} className="am-shrinks">
              <label className="am-part-label" htmlFor={id}>
                {t(`geopoint.${part}`)}
              </label>
              <NumberControl
                props={{ ...props, invalid: Boolean(props.errors[`${props.base}/${name}`]) }}
                part={name}
                id={id}
                inputMode="decimal"
                latin
                takes={takesPair}
              />
            </div>
          );
        })}
      </div>
      {!props.disabled && (
        <div className="am-above-2 am-flow">
          <button type="button" className="am-button" onClick={locate} disabled={locating.state === 'busy'}>
            <Icon name="map-pin" /> {t(locating.state === 'busy' ? 'geopoint.locating' : 'geopoint.locate')}
          </button>
          <button type="button" className="am-button" aria-expanded={map} onClick={() => setMap(!map)}>
            <Icon name="map" /> {t(map ? 'geopoint.closeMap' : 'geopoint.openMap')}
          </button>
        </div>
      )}
      {!props.disabled && <LastPosition node={props.node} point={point} onUse={put} />}
      {!props.disabled && point && <Swapped point={point} onSwap={put} />}
      <Told locating={locating} doubt={point && doubted(point, site, here)} />
      {map && (
        <MapView
          waiting={<p className="am-aside">{t('choice.loading')}</p>}
          label={t('geopoint.map')}
          type="Point"
          points={points}
          chosen={0}
          near={here?.id}
          begin={site && [site.longitude, site.latitude]}
          neighbours={neighbours}
          edit={props.disabled ? undefined : { add: pick, move: (_index, to) => pick(to), choose: () => {} }}
        />
      )}
    </div>
  );
}

/** Tells that latitude and longitude stand in each other's place, and puts them right. */
function Swapped({ point, onSwap }: { point: Point; onSwap: (latitude: number, longitude: number) => void }) {
  const { constants } = useWidgets();
  const { t } = useWidgetTexts();
  if (!isSwapped(point, constants)) return null;
  return (
    <p className="am-warning" role="status">
      {t('geopoint.swapped')}{' '}
      <button type="button" className="am-link" onClick={() => onSwap(point.longitude, point.latitude)}>
        {t('geopoint.swap')}
      </button>
    </p>
  );
}

/** Returns true for a point that lies within the bounds only the other way round. */
function isSwapped(point: Point, { latitude, longitude }: Pick<Constants, 'latitude' | 'longitude'>): boolean {
  const lies = (lat: number, lon: number) =>
    lat >= latitude.minimum && lat <= latitude.maximum && lon >= longitude.minimum && lon <= longitude.maximum;
  return !lies(point.latitude, point.longitude) && lies(point.longitude, point.latitude);
}

function positionsOf(latitude: unknown, longitude: unknown): Position[] {
  return typeof latitude === 'number' && typeof longitude === 'number' ? [[longitude, latitude]] : [];
}

/** Shows the result of asking the device, and the warning about the point. */
function Told({ locating, doubt }: { locating: Locating; doubt: Doubt | undefined }) {
  const { language } = useWidgets();
  const { t } = useWidgetTexts();
  return (
    <div role="status">
      {locating.state === 'failed' && <LocatingTrouble reason={locating.reason} />}
      {locating.state === 'done' && (
        <p className="am-aside">{t('geopoint.accuracy', { metres: localDigits(locating.accuracy, language) })}</p>
      )}
      {doubt && (
        <p className="am-warning" data-doubt={doubt.of}>
          {t(doubt.of === 'site' ? 'geopoint.farFromSite' : 'geopoint.far', {
            kilometres: localDigits(Math.round(doubt.kilometres), language),
            site: doubt.name,
            place: doubt.name,
          })}
        </p>
      )}
    </div>
  );
}

interface Doubt {
  of: 'site' | 'province';
  kilometres: number;
  name: string;
}

/** Returns a warning for a point far from the visited place or, if that has no position, apparently outside its province. */
function doubted(
  point: Point,
  site: ReturnType<typeof useSitePosition>,
  here: ReturnType<typeof useProvincePosition>,
): Doubt | undefined {
  if (site) {
    const kilometres = distanceInKilometres(point, site);
    return kilometres > FAR_FROM_SITE ? { of: 'site', kilometres, name: site.name } : undefined;
  }
  if (!here) return undefined;
  const kilometres = distanceInKilometres(point, here);
  const nearest = Math.min(...here.others.map((other) => distanceInKilometres(point, other)));
  const elsewhere = kilometres > NEAR_CENTRE && nearest * TIMES_NEARER < kilometres;
  return kilometres > FAR_FROM_CENTRE || elsewhere ? { of: 'province', kilometres, name: here.name } : undefined;
}

/** Finds records, people, places, lists and actions by a few letters. Arrows walk through the results, Enter opens one. */

import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { isolateName } from '../../../core/text/languages.ts';
import { nameOf } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import { RecordName } from '../../theme/RecordName.tsx';
import type { FinderGroup, FinderItem } from './findables.ts';
import { type FinderResults, type PlaceResult, useFinder, usePlaceLists } from './useFinder.ts';

export function Finder({ onGo }: { onGo: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [place, setPlace] = useState<PlaceResult | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const choosePlace = (chosen: PlaceResult | null) => {
    setPlace(chosen);
    setTyped('');
    box.current?.querySelector('input')?.focus();
  };
  const walk = (event: KeyboardEvent) => {
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input, [data-found]') ?? [])];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      stops[Math.max(0, Math.min(stops.length - 1, at + step))]?.focus();
    } else if (event.key === 'Enter' && at === 0 && !event.nativeEvent.isComposing) {
      event.preventDefault();
      const to = stops[1]?.getAttribute('href');
      if (to) {
        navigate(to);
        onGo();
      } else stops[1]?.click();
    } else if (event.key === 'Backspace' && at === 0 && place && typed === '') choosePlace(null);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the links in it, which are reached by Tab as well
    <div ref={box} onKeyDown={walk}>
      <search className="am-sticks">
        <TextInput
          type="search"
          leftSection={<Icon name="search" size={18} />}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          aria-label={t('find.title')}
          placeholder={t(place ? 'find.lists' : 'find.placeholder')}
          value={typed}
          maxLength={200}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </search>
      {place ? (
        <PlaceLists place={place} typed={typed} onGo={onGo} onBack={() => choosePlace(null)} />
      ) : (
        <Results typed={typed} onGo={onGo} onPlace={choosePlace} />
      )}
    </div>
  );
}

interface ResultsProps {
  typed: string;
  onGo: () => void;
  onPlace: (place: PlaceResult) => void;
}

function Results({ typed, onGo, onPlace }: ResultsProps) {
  const finding = useFinder(typed);
  const { groups, places } = finding;
  return (
    <>
      {groups.map((group) => (
        <Group key={group.id} group={group} onGo={onGo} />
      ))}
      {places.length > 0 && <Places places={places} onPlace={onPlace} />}
      <State finding={finding} typed={typed.trim()} />
    </>
  );
}

function Group({ group: { id, title, items }, onGo }: { group: FinderGroup; onGo: () => void }) {
  return (
    <section aria-label={title} data-group={id}>
      <h3 className="am-above-3 am-pad-x-3 am-meta">{title}</h3>
      <ul>
        {items.map((item) => (
          <li key={item.key}>
            <Item item={item} onGo={onGo} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Item({ item: { to, icon, label, detail, code }, onGo }: { item: FinderItem; onGo: () => void }) {
  return (
    <Link to={to} className="am-way am-round" onClick={onGo} data-found>
      <Icon name={icon} size={18} />
      <span className="am-shrinks am-wraps">
        <bdi>{label}</bdi>
        {(detail || code) && (
          <small className="am-flow am-gap-3 am-row-gap-0">
            {detail && <bdi>{detail}</bdi>}
            {code && <bdi dir="ltr">{code}</bdi>}
          </small>
        )}
      </span>
    </Link>
  );
}

function Places({ places, onPlace }: { places: PlaceResult[]; onPlace: (place: PlaceResult) => void }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('find.places')} data-group="places">
      <h3 className="am-above-3 am-pad-x-3 am-meta">{t('find.places')}</h3>
      <ul>
        {places.map((place) => (
          <li key={place.id}>
            <button type="button" className="am-way am-round am-full" data-found onClick={() => onPlace(place)}>
              <Icon name="map-pin" size={18} />
              <span className="am-shrinks am-wraps">
                <bdi>{nameOf(place)}</bdi>
                <small className="am-flow am-gap-3 am-row-gap-0">
                  {t(`find.${place.level}`)}
                  <RecordName of={place.detail} />
                </small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The lists that can be opened for a place that was found. */
function PlaceLists(props: { place: PlaceResult; typed: string; onGo: () => void; onBack: () => void }) {
  const { place, typed, onGo, onBack } = props;
  const { t } = useTranslation();
  const items = usePlaceLists(place, typed);
  return (
    <>
      <button type="button" className="am-target am-pad-x-3 am-action" onClick={onBack}>
        <Icon name="chevron-left" size={16} /> {t('find.back')}
      </button>
      {items.length > 0 ? (
        <Group
          group={{ id: 'place', title: t('find.inPlace', { name: isolateName(nameOf(place)) }), items }}
          onGo={onGo}
        />
      ) : (
        <p className="am-pad-3 am-dimmed" role="status">
          {t('find.noList')}
        </p>
      )}
    </>
  );
}

/** Says what the list of results does not: searching, nothing found, the server not reached. */
function State({ finding, typed }: { finding: FinderResults; typed: string }) {
  const { t } = useTranslation();
  const { groups, places, isLoading, error, retry, isAsked } = finding;
  const isEmpty = groups.length + places.length === 0;
  if (error)
    return (
      <div className="am-pad-3 am-dimmed" role="alert">
        <p>{t('find.failed')}</p>
        <button type="button" className="am-target am-pad-x-3 am-action" onClick={retry}>
          <Icon name="refresh" size={16} /> {t('retry')}
        </button>
      </div>
    );
  const note = isLoading
    ? t('find.searching')
    : typed !== '' && !isAsked
      ? t('find.short')
      : isEmpty
        ? t('find.nothing', { typed: isolateName(typed) })
        : '';
  return (
    <p className="am-pad-3 am-dimmed" role="status">
      {note}
    </p>
  );
}

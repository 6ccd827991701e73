/** Provinces, districts and villages, one level per screen. Searches all spellings, adds and edits places. */

import { ActionIcon, Checkbox, Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import type { ReferencePlace } from '../../../core/generated/api.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { date, nameOf, number } from '../../data/words.ts';
import { PageControls } from '../../screens/list/Pages.tsx';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { SearchField } from '../../shell/SearchBox.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { DotSeparated } from '../../theme/RecordName.tsx';
import { ReferenceHistory } from '../choices/ReferenceHistory.tsx';
import { ReferenceLabel } from '../choices/ReferenceLabel.tsx';
import { placeKeys, placesApi } from './api.ts';
import { BordersDialog } from './BordersDialog.tsx';
import { PlaceDialog } from './PlaceDialog.tsx';

const ROOT = '/admin/places';

/** What the dialog is open for. */
type Open = ReferencePlace | 'new' | 'history' | 'borders';

export default function PlacesScreen() {
  const { id } = useParams();
  // The key resets the screen for another place, so that the old search text is gone.
  return <Places key={id ?? ''} {...(id !== undefined && { id })} />;
}

function Places({ id }: { id?: string }) {
  const { t } = useTranslation('admin');
  const [params, setParams] = useSearchParams();
  const turn = (to: number) => setParams(to > 1 ? { page: String(to) } : {});
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed.trim(), 250);
  const [all, setAll] = useState(false);
  const [open, setOpen] = useState<Open | null>(null);
  const page = usePlaces({
    ...(id && { parent: id }),
    ...(words && { text: words }),
    ...(all && { all: '1' }),
    page: Number(params.get('page')) || 1,
  });
  const search = (now: string) => {
    setTyped(now);
    turn(1);
  };
  if (page.error) return <Failed error={page.error} onRetry={() => void page.refetch()} />;
  const parent = page.data?.parent ?? null;
  const rows = page.data?.data ?? [];
  const title = id ? (parent?.name ?? '…') : t('places.title');
  const above = parent ? [...parent.above].reverse() : [];
  const isSearch = words !== '';
  return (
    <Screen
      name="places"
      title={title}
      crumbs={[
        ...(id ? [{ label: t('places.title'), to: ROOT }] : []),
        ...above.map((one) => ({ label: one.name, to: `${ROOT}/${one.id}` })),
        { label: title },
      ]}
      buttons={<PlaceButtons parent={parent} onOpen={setOpen} />}
    >
      <div className="am-after am-cluster">
        <SearchField label={t('places.search')} words={typed} onType={search} />
      </div>
      {page.data && page.data.hidden > 0 && (
        <Checkbox
          className="am-after"
          label={t('tables.withRetired', { number: number(page.data.hidden) })}
          checked={all}
          onChange={(event) => {
            setAll(event.currentTarget.checked);
            turn(1);
          }}
        />
      )}
      {page.isPending && <Skeleton height={240} radius="lg" />}
      {page.data && (
        <p className="am-hint" role="status">
          {t('places.total', { total: number(page.data.meta.total) })}
        </p>
      )}
      {page.data && rows.length === 0 && (
        <p className="am-nothing">{t(isSearch ? 'places.nothingFound' : 'places.empty')}</p>
      )}
      <ol className="am-surface am-clipped am-lined" aria-busy={page.isFetching}>
        {rows.map((place) => (
          <PlaceRow key={place.id} place={place} withAbove={isSearch} onEdit={() => setOpen(place)} />
        ))}
      </ol>
      {page.data && page.data.meta.last_page > 1 && <PageControls meta={page.data.meta} onPage={turn} />}
      {open === 'history' && (
        <ReferenceHistory
          queryKey={placeKeys.history}
          read={placesApi.history}
          describe={({ action, name, into }) =>
            t(`places.events.${action}`, { name: isolateName(name), into: isolateName(into) })
          }
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'borders' && <BordersDialog onClose={() => setOpen(null)} />}
      {open === 'new' && parent && <PlaceDialog place={null} within={parent} onClose={() => setOpen(null)} />}
      {open && typeof open !== 'string' && <PlaceDialog place={open} onClose={() => setOpen(null)} />}
    </Screen>
  );
}

function usePlaces(query: Parameters<typeof placesApi.page>[0]) {
  return useQuery({
    queryKey: placeKeys.page(query),
    queryFn: () => placesApi.page(query),
    placeholderData: keepPreviousData,
    refetchOnReconnect: true,
  });
}

interface ButtonsProps {
  /** The place whose children are shown. Null for the list of provinces. */
  parent: ReferencePlace | null;
  onOpen: (what: Open) => void;
}

function PlaceButtons({ parent, onOpen }: ButtonsProps) {
  const { t } = useTranslation('admin');
  return (
    <>
      {parent && (
        <>
          <ActionButton icon="plus" onClick={() => onOpen('new')} action="add">
            {t(parent.level === 'province' ? 'places.addDistrict' : 'places.addVillage')}
          </ActionButton>
          <ActionButton icon="pencil" variant="outline" onClick={() => onOpen(parent)} action="edit">
            {t('places.edit')}
          </ActionButton>
        </>
      )}
      {!parent && (
        <ActionButton icon="map" variant="outline" onClick={() => onOpen('borders')} action="borders">
          {t('places.borders.title')}
        </ActionButton>
      )}
      <ActionButton icon="history" variant="outline" onClick={() => onOpen('history')} action="history">
        {t('tables.history')}
      </ActionButton>
    </>
  );
}

interface RowProps {
  place: ReferencePlace;
  withAbove: boolean;
  onEdit: () => void;
}

function PlaceRow({ place, withAbove, onEdit }: RowProps) {
  const { t } = useTranslation('admin');
  const mark =
    place.merged_into_name !== null
      ? t('tables.mergedInto', { name: isolateName(place.merged_into_name) })
      : place.retired_at
        ? t('places.retiredOn', { day: date(place.retired_at, 'short') })
        : undefined;
  const inside = (
    <ReferenceLabel
      item={place}
      beside={place.pcode && <bdi dir="ltr">{place.pcode}</bdi>}
      below={
        withAbove &&
        place.above.length > 0 && (
          <span className="am-hint">
            <DotSeparated parts={place.above.map((one) => <bdi key={one.id}>{one.name}</bdi>)} />
          </span>
        )
      }
      mark={mark}
    />
  );
  return (
    <li className="am-inline am-gap-0" data-place={place.id} data-offered={mark === undefined}>
      {place.level === 'village' ? (
        <div className="am-way am-grow">{inside}</div>
      ) : (
        <Link to={`${ROOT}/${place.id}`} className="am-way am-grow">
          {inside}
          <span className="am-hint">{number(place.below)}</span>
          <Icon name="chevron-right" size={18} />
        </Link>
      )}
      <ActionIcon size="lg" aria-label={t('places.editNamed', { name: isolateName(nameOf(place)) })} onClick={onEdit}>
        <Icon name="pencil" size={18} />
      </ActionIcon>
    </li>
  );
}

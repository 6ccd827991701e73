/** Edits one place: its names, its P-code and its coordinates. */
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReferencePlace } from '../../../core/generated/api.ts';
import { localDigits } from '../../../core/text/letters.ts';
import { preferences } from '../../data/preferences.ts';
import { ReferenceItemDialog } from '../choices/ReferenceItemDialog.tsx';
import { placeKeys, placesApi } from './api.ts';

/** More than the number of places inside any one place. */
const EVERY = 1000;

interface Props {
  /** Null for a new place inside `within`. */
  place: ReferencePlace | null;
  within?: ReferencePlace;
  onClose: () => void;
}

export function PlaceDialog({ place, within, onClose }: Props) {
  const { t } = useTranslation('admin');
  const [where, setWhere] = useState(() => whereOf(place));
  // Loads all siblings, because the place to merge into may be on another page of the list.
  const query = { parent: place?.parent_id ?? '', per_page: EVERY };
  const siblings = useQuery({
    queryKey: placeKeys.page(query),
    queryFn: () => placesApi.page(query),
    enabled: Boolean(place?.parent_id),
  });
  return (
    <ReferenceItemDialog
      item={place}
      addTitle={t(within?.level === 'province' ? 'places.addDistrict' : 'places.addVillage')}
      aliasesLabel={t('places.spellings')}
      doubleNote={t('places.isDouble')}
      isOffered={place !== null && !place.retired_at && !place.merged_into}
      longest={120}
      targets={(siblings.data?.data ?? []).filter((one) => one.id !== place?.id)}
      newest={placeKeys.all}
      save={(names) => {
        const values = { ...names, ...where };
        return place ? placesApi.change(place, values) : placesApi.add(within?.id ?? '', values);
      }}
      {...(place?.level !== 'province' && { actions: placesApi })}
      onClose={onClose}
    >
      {(errorOf) => (
        <div className="am-thirds am-stack am-gap-3 am-above-3">
          {(['pcode', 'latitude', 'longitude'] as const).map((name) => (
            <TextInput
              key={name}
              name={name}
              label={t(`places.${name}`)}
              dir="ltr"
              inputMode={name === 'pcode' ? 'text' : 'decimal'}
              value={where[name]}
              error={errorOf(name)}
              onChange={(event) => {
                const { value } = event.currentTarget;
                setWhere((now) => ({ ...now, [name]: value }));
              }}
            />
          ))}
        </div>
      )}
    </ReferenceItemDialog>
  );
}

function whereOf(place: ReferencePlace | null) {
  const { pcode, latitude, longitude } = place ?? {};
  const point = (value: number | null | undefined) =>
    value === null || value === undefined ? '' : localDigits(value, preferences().language);
  return { pcode: pcode ?? '', latitude: point(latitude), longitude: point(longitude) };
}

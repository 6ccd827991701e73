/** One place: its names, its P-code and its point. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localDigits } from '../../../core/text/digits.ts';
import { preferences } from '../../data/preferences.ts';
import { KeptDialog } from '../master-tables/KeptDialog.tsx';
import { type KeptPlace, placeKeys, placesApi } from './api.ts';
import own from './Places.module.css';

interface Props {
  /** null: a new one inside `within`. */
  place: KeptPlace | null;
  within?: KeptPlace;
  /** Places on the screen: those a double may be merged into. */
  others: readonly KeptPlace[];
  onClose: () => void;
}

export function PlaceDialog({ place, within, others, onClose }: Props) {
  const { t } = useTranslation('admin');
  const [where, setWhere] = useState(() => whereOf(place));
  return (
    <KeptDialog
      kept={place}
      addTitle={t(within?.level === 'province' ? 'places.addDistrict' : 'places.addVillage')}
      aliasesLabel={t('places.spellings')}
      doubleNote={t('places.isDouble')}
      isOffered={place !== null && !place.retired_at && !place.merged_into}
      longest={120}
      targets={others.filter(
        (one) => one.id !== place?.id && one.parent_id === place?.parent_id && !one.merged_into && !one.retired_at,
      )}
      newest={placeKeys.all}
      save={(names) => {
        const words = { ...names, ...where };
        return place ? placesApi.change(place, words) : placesApi.add(within?.id ?? '', words);
      }}
      {...(place?.level !== 'province' && { steps: placesApi })}
      onClose={onClose}
    >
      {(said) => (
        <div className={own.point}>
          {(['pcode', 'latitude', 'longitude'] as const).map((name) => (
            <TextInput
              key={name}
              name={name}
              label={t(`places.${name}`)}
              dir="ltr"
              inputMode={name === 'pcode' ? 'text' : 'decimal'}
              value={where[name]}
              error={said(name)}
              onChange={(event) => {
                const { value } = event.currentTarget;
                setWhere((now) => ({ ...now, [name]: value }));
              }}
            />
          ))}
        </div>
      )}
    </KeptDialog>
  );
}

function whereOf(place: KeptPlace | null) {
  const { pcode, latitude, longitude } = place ?? {};
  const point = (value: number | null | undefined) =>
    value === null || value === undefined ? '' : localDigits(value, preferences().language);
  return { pcode: pcode ?? '', latitude: point(latitude), longitude: point(longitude) };
}

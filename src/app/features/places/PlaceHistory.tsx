/** What happened to places, in words. */
import { useTranslation } from 'react-i18next';
import { isolate } from '../../data/words.ts';
import { ReferenceHistory } from '../choices/ReferenceHistory.tsx';
import { placeKeys, placesApi } from './api.ts';

export function PlaceHistory({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin');
  return (
    <ReferenceHistory
      queryKey={placeKeys.history}
      read={placesApi.history}
      describe={({ action, name, into }) => t(`places.events.${action}`, { name: isolate(name), into: isolate(into) })}
      onClose={onClose}
    />
  );
}

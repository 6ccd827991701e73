/** What happened to places, in words. */
import { useTranslation } from 'react-i18next';
import { isolate } from '../../data/words.ts';
import { KeptHistory } from '../master-tables/KeptHistory.tsx';
import { placeKeys, placesApi } from './api.ts';

export function PlaceHistory({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin');
  return (
    <KeptHistory
      queryKey={placeKeys.history}
      read={placesApi.history}
      say={({ action, name, into }) => t(`places.events.${action}`, { name: isolate(name), into: isolate(into) })}
      onClose={onClose}
    />
  );
}

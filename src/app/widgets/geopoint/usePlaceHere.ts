/** The chosen province of the record or its parent, with its centre. */
import { useItems } from '../controls/useItems.ts';
import { itemName, useWidgets } from '../environment.tsx';
import { useProvinceHere } from '../host.tsx';
import type { Point } from './distance.ts';

export function usePlaceHere(): (Point & { id: string; name: string; others: Point[] }) | undefined {
  const { source, language } = useWidgets();
  const province = useProvinceHere();
  const { items } = useItems(province ? ['provinces'] : null, () => source.provinces());
  const found = items.find((item) => item.id === province);
  if (typeof found?.latitude !== 'number' || typeof found.longitude !== 'number') return undefined;
  const others = items.flatMap(({ id, latitude, longitude }) =>
    id !== found.id && typeof latitude === 'number' && typeof longitude === 'number' ? [{ latitude, longitude }] : [],
  );
  return {
    id: found.id,
    name: itemName(found, language),
    latitude: found.latitude,
    longitude: found.longitude,
    others,
  };
}

/** The chosen province of the record (its place field), with its centre. */
import { useItems } from '../controls/useItems.ts';
import { itemName, useWidgets } from '../environment.tsx';
import { useAnswer, useFormHost } from '../host.tsx';
import type { Point } from './distance.ts';

export function usePlaceHere(): (Point & { id: string; name: string }) | undefined {
  const { source, language } = useWidgets();
  const host = useFormHost();
  const field = host?.form.definition.place;
  const province = useAnswer(field ? host.form.fields.get(field)?.parts.province : undefined);
  const { items } = useItems(typeof province === 'string' ? ['provinces'] : null, () => source.provinces());
  const found = items.find((item) => item.id === province);
  if (typeof found?.latitude !== 'number' || typeof found.longitude !== 'number') return undefined;
  return { id: found.id, name: itemName(found, language), latitude: found.latitude, longitude: found.longitude };
}

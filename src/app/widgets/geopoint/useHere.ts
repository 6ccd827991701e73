/** Positions known from the record's other answers, which a new point is compared with. */
import { usePickerItems } from '../controls/useItems.ts';
import { itemName, useWidgets } from '../environment.tsx';
import { useAnswer, useFormHost, useProvinceHere } from '../host.tsx';
import type { Neighbours } from '../map/useNeighbours.ts';
import type { Point } from './distance.ts';

/** Returns the province of the record or its parent, its centre, and the centres of all other provinces. */
export function useProvincePosition(): (Point & { id: string; name: string; others: Point[] }) | undefined {
  const { source, language } = useWidgets();
  const province = useProvinceHere();
  const { items } = usePickerItems(province ? ['provinces'] : null, () => source.provinces());
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

/** Returns the place the record belongs to (its parent), if that has a position. */
export function useSitePosition(): (Point & { name: string }) | undefined {
  const { source } = useWidgets();
  const host = useFormHost();
  const parent = host?.form.definition.parent;
  const answer = useAnswer(parent?.field);
  const id = typeof answer === 'string' && answer ? answer : undefined;
  const form = (id && host?.refs[id]?.form) || parent?.forms[0];
  const isKnown = id !== undefined && form !== undefined && source.position !== undefined;
  const { items } = usePickerItems(isKnown ? ['position', form, id] : null, async () => {
    const found = await source.position?.(form as string, id as string);
    return found ? [found] : [];
  });
  const [site] = items;
  if (typeof site?.latitude !== 'number' || typeof site.longitude !== 'number') return undefined;
  return { name: site.name, latitude: site.latitude, longitude: site.longitude };
}

/** Returns whose places are drawn as neighbours: those of the form itself if it is of places, else those it belongs to. */
export function useNeighboursHere(): Neighbours | undefined {
  const host = useFormHost();
  const { kind, parent } = host?.form.definition ?? {};
  const answer = useAnswer(parent?.field);
  if (!host) return undefined;
  if (kind === 'site') return { form: host.form.form, except: host.recordId };
  const form = (typeof answer === 'string' && host.refs[answer]?.form) || parent?.forms[0];
  return form ? { form } : undefined;
}

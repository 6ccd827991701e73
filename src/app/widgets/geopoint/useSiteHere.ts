/** The place the record belongs to (its parent), when that has a point on the map. */
import { useItems } from '../controls/useItems.ts';
import { useWidgets } from '../environment.tsx';
import { useAnswer, useFormHost } from '../host.tsx';
import type { Point } from './distance.ts';

export function useSiteHere(): (Point & { name: string }) | undefined {
  const { source } = useWidgets();
  const host = useFormHost();
  const parent = host?.form.definition.parent;
  const answer = useAnswer(parent?.field);
  const id = typeof answer === 'string' && answer ? answer : undefined;
  const form = (id && host?.refs[id]?.form) || parent?.forms[0];
  const isKnown = id !== undefined && form !== undefined && source.position !== undefined;
  const { items } = useItems(isKnown ? ['position', form, id] : null, async () => {
    const found = await source.position?.(form as string, id as string);
    return found ? [found] : [];
  });
  const [site] = items;
  if (typeof site?.latitude !== 'number' || typeof site.longitude !== 'number') return undefined;
  return { name: site.name, latitude: site.latitude, longitude: site.longitude };
}

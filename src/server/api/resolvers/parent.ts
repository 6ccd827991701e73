/** The record this one belongs to, in short. */
import type { Resolver } from './resolver.ts';

export const parent: Resolver = (_argument, _call, { rendered, parent: chosen }) => {
  if (rendered) return rendered.parent ?? null;
  if (!chosen) return null;
  const { id, form, code } = chosen.record;
  return { id, form, code, name: chosen.name };
};

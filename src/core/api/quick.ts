/** Order of the forms that a person fills most. */
import type { CommonSources, CompiledForm } from '../definitions/types.ts';

const SHOWN = 4;

/** Returns the forms filled lately, the most often filled first, then those of the navigation. `own` may be filled. */
export function orderOfQuickForms(
  navigation: CommonSources['navigation'],
  own: readonly CompiledForm[],
  filled: ReadonlyMap<string, number>,
): string[] {
  const configured = (navigation.quick ?? []).map(({ form }) => form);
  const chosen = configured.filter((name) => own.some(({ form }) => form === name));
  const rank = (form: string) => (configured.includes(form) ? configured.indexOf(form) : configured.length);
  const lately = [...filled].sort(([a, x], [b, y]) => y - x || rank(a) - rank(b)).map(([form]) => form);
  return [...new Set([...lately, ...chosen])].slice(0, SHOWN);
}

/** Options of a list in one language, made once: the same array is what lets many questions share one model. */
import type { Text } from '../../../core/definitions/types.ts';
import { type Language, pick } from '../../../core/text/languages.ts';
import type { RadioOption } from './RadioRow.tsx';

/** An option as definitions and constants write it. */
export interface Worded {
  value: string;
  label: Text;
  hint?: Text;
  variant?: string;
}

const made = new WeakMap<readonly Worded[], Map<string, RadioOption[]>>();

/** `icon` names an option's icon; `allowed` leaves out the values that the contract does not know. */
export function radioOptions<T extends Worded>(
  list: readonly T[],
  language: Language,
  more: { allowed?: readonly string[]; icon?: (option: T) => string | undefined } = {},
): RadioOption[] {
  const { allowed, icon } = more;
  const key = `${language} ${icon ? 'icons' : ''} ${allowed?.join() ?? '*'}`;
  const known = made.get(list) ?? new Map<string, RadioOption[]>();
  made.set(list, known);
  let options = known.get(key);
  if (!options) {
    options = list
      .filter((one) => !allowed || allowed.includes(one.value))
      .map((one) => ({
        value: one.value,
        label: pick(one.label, language),
        hint: one.hint && pick(one.hint, language),
        tone: one.variant,
        icon: icon?.(one),
      }));
    known.set(key, options);
  }
  return options;
}

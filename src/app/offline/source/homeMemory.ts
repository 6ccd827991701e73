/** Answers for the screen home, each made of the records of some forms, and made again only after one of those forms changed. */
import { getOwn } from '../../../core/getOwn.ts';
import type { Remember } from './across.ts';

/** An answer, and the numbers of changes that its forms had. */
interface Made {
  changes: string;
  value: unknown;
}

export type MadeParts = Record<string, Made>;

/** Returns what remembers, and what was asked for. `known` are the answers of last time, as long as only records changed. */
export function remembering(known: Readonly<MadeParts>, changes: Readonly<Record<string, number>>) {
  const made: MadeParts = {};
  const remember: Remember = async <T>(key: string, forms: readonly string[], make: () => Promise<T>) => {
    const now = forms.map((form) => getOwn(changes, form) ?? 0).join();
    const before = getOwn(known, key);
    const value = before?.changes === now ? (before.value as T) : await make();
    made[key] = { changes: now, value };
    return value;
  };
  return { remember, made };
}

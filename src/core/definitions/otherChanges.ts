/** Compares two values of a definition in general, where `diff.ts` has no more specific difference. */

import { equalJson, escapePointer, getOwn, isObject } from '../json.ts';
import type { Text } from './types.ts';

/** Value before or after the change; undefined if there was or is none. */
export type ChangedValue = Text | string | undefined;

/**
 * Reports every difference at its own pointer. Translated texts are reported as texts, and objects match by id. Lists of
 * names report what was added and removed, or the new order. Other values are reported as JSON.
 */
export function otherChanges(
  was: unknown,
  now: unknown,
  pointer: string,
  put: (pointer: string, before: ChangedValue, after: ChangedValue) => void,
): void {
  if (equalJson(was, now)) return;
  const isWords = (value: unknown): value is Text | undefined =>
    value === undefined || isText(value) || (OF_TEXTS.test(pointer) && isObject(value));
  if (isWords(was) && isWords(now)) put(pointer, was, now);
  else if ((isPlain(was) || was === undefined) && (isPlain(now) || now === undefined)) {
    for (const key of new Set([...Object.keys(now ?? {}), ...Object.keys(was ?? {})]))
      otherChanges(getOwn(was, key), getOwn(now, key), `${pointer}/${escapePointer(key)}`, put);
  } else if (haveIds(was) && haveIds(now)) {
    now.forEach((one, index) => {
      otherChanges(
        was.find((other) => other.id === one.id),
        one,
        `${pointer}/${index}`,
        put,
      );
    });
    was.forEach((one, index) => {
      if (!now.some((other) => other.id === one.id)) put(`${pointer}/${index}`, toJson(one), undefined);
    });
    const order = (list: { id: unknown }[], other: { id: unknown }[]) =>
      list.map((one) => one.id).filter((id) => other.some((one) => one.id === id));
    const [old, next] = [order(was, now), order(now, was)];
    if (!equalJson(old, next)) put(pointer, old.join(', '), next.join(', '));
  } else if (areNames(was) && areNames(now)) {
    const [gone, come] = [was.filter((name) => !now.includes(name)), now.filter((name) => !was.includes(name))];
    const isOrder = gone.length + come.length === 0;
    put(pointer, (isOrder ? was : gone).join(', ') || undefined, (isOrder ? now : come).join(', ') || undefined);
  } else put(pointer, was === undefined ? undefined : toJson(was), now === undefined ? undefined : toJson(now));
}

/** Keys of texts, and of lists of texts: a form may write them in any language. */
const OF_TEXTS =
  /\/(title|plural|new|description|label|short|help|placeholder|unit|hint|note|message|alt|low|high|issuer|messages\/[^/]+|drop\/[^/]+)$/;

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isText(value);
}

function isText(value: unknown): value is Text {
  return isObject(value) && Object.keys(value).sort().join() === 'en,fa,ps';
}

function haveIds(value: unknown): value is { id: unknown }[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => isPlain(one) && 'id' in one);
}

function areNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** Returns a copy without these keys. */
export function withoutKeys(value: object, keys: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.has(key)));
}

/** Returns the value as JSON; an empty text for undefined. */
export function toJson(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value);
}

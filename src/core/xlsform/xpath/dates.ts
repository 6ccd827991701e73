/** What the functions of XLSForm for days are in CEL. */
import { callArgument, type XPathCall } from './conditions.ts';
import type { Translating } from './translating.ts';
import { XPathFault } from './tree.ts';
import { asNumber, type CelValue, PRECEDENCE, quoteText } from './value.ts';

/** A day stays one, so that days can be told apart; the difference of two is a number. */
export function dayOrNumber(value: CelValue): CelValue {
  return value.kind === 'date' ? value : asNumber(value);
}

/** Returns a day of a text or of the day itself. Throws xpath_time or xpath_types. */
export function dateToCel(by: Translating, call: XPathCall): CelValue {
  const given = callArgument(call, 0);
  if (given.op === 'call' && given.name === 'now') return by.today();
  const value = by.value(given);
  if (value.kind === 'instant') throw new XPathFault('xpath_time', value.code);
  if (typeof value.literal === 'string' && !/^\d{4}-\d{2}-\d{2}$/.test(value.literal))
    throw new XPathFault('xpath_types', value.literal);
  if (value.kind !== 'date' && value.kind !== 'text') throw new XPathFault('xpath_types', value.code);
  return { ...value, kind: 'date' };
}

/** Parts of a date that have a function. */
const PARTS: ReadonlyMap<string, (day: string) => string> = new Map([
  ['%Y', (day) => `string(year(${day}))`],
  ['%n', (day) => `string(month(${day}))`],
  ['%e', (day) => `string(day(${day}))`],
  ['%m', (day) => `(month(${day}) < 10 ? "0" : "") + string(month(${day}))`],
  ['%d', (day) => `(day(${day}) < 10 ? "0" : "") + string(day(${day}))`],
]);

/** Returns a day as a text. Throws xpath_format for what a text of days cannot have here. */
export function formatDateToCel(by: Translating, call: XPathCall): CelValue {
  const given = callArgument(call, 0);
  const isNow = given.op === 'call' && given.name === 'now';
  const value = isNow ? by.today() : by.value(given);
  const pattern = callArgument(call, 1);
  if (pattern.op !== 'string') throw new XPathFault('xpath_format', call.name);
  if (pattern.value === '%Y-%m-%d' && value.kind === 'date') return value;
  if (value.kind !== 'date' && value.kind !== 'instant') throw new XPathFault('xpath_types', value.code);
  const parts = pattern.value.split(/(%.)/).filter(Boolean);
  const codes = parts.map((part) => {
    if (!part.startsWith('%')) return quoteText(part);
    const make = PARTS.get(part);
    if (!make) throw new XPathFault('xpath_format', part);
    return make(value.code);
  });
  const binds = codes.length > 1 || codes[0]?.includes(' + ') ? PRECEDENCE.add : PRECEDENCE.whole;
  return { code: codes.join(' + '), binds, kind: 'text', needs: value.needs };
}

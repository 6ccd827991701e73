/** Comparing, counting days and making values of one type, as XPath does. */
import { XPathFault, type XPathOperator } from './tree.ts';
import { asNumber, asText, atomicCode, bracketed, type CelValue, PRECEDENCE, quoteText } from './value.ts';

/** The operators that compare, and what is true where they are not. */
export const NEGATED = { '=': '!=', '!=': '=', '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const;
export type Comparator = keyof typeof NEGATED;
export const isComparator = (operator: XPathOperator): operator is Comparator => Object.hasOwn(NEGATED, operator);
/** The same with the sides changed. */
export const SWAPPED: Readonly<Record<Comparator, Comparator>> = {
  '=': '=',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};
export const celOperator = (operator: Comparator): string => (operator === '=' ? '==' : operator);

/** Returns a value of the type that a question holds. Throws xpath_types. */
export function castValue(value: CelValue, wanted: 'number' | 'text' | 'texts' | undefined): CelValue {
  if (wanted === 'number') return asNumber(value);
  if (wanted === 'text') return asText(value);
  if (wanted !== 'texts' || value.kind === 'texts') return value.kind === 'texts' && !wanted ? asText(value) : value;
  if (typeof value.literal !== 'string') throw new XPathFault('xpath_types', value.code);
  return { ...atomicCode(`[${value.literal.split(/\s+/).map(quoteText).join(', ')}]`), kind: 'texts', needs: [] };
}

/** Days are added to dates and taken from them; the difference of two dates is a number of days. */
export function dayArithmetic(operator: XPathOperator, a: CelValue, b: CelValue, needs: string[]): CelValue {
  if (operator === '-' && a.kind === 'date' && b.kind === 'date')
    return { ...atomicCode(`days(${b.code}, ${a.code})`), kind: 'number', needs };
  if (operator === '+' || (operator === '-' && a.kind === 'date')) {
    const [day, number] = a.kind === 'date' ? [a, asNumber(b)] : [b, asNumber(a)];
    const count = operator === '-' ? `-${bracketed(number, PRECEDENCE.whole)}` : number.code;
    return { ...atomicCode(`addDays(${day.code}, ${count})`), kind: 'date', needs };
  }
  throw new XPathFault('xpath_types', operator);
}

/** Returns two values of one type, as XPath compares them: as numbers where one is a number or they are ordered. */
export function toOneType(operator: Comparator, a: CelValue, b: CelValue): [CelValue, CelValue] {
  const isDay = (value: CelValue) => value.kind === 'date' || value.kind === 'instant';
  if (isDay(a) || isDay(b)) {
    const isText = (value: CelValue) => isDay(value) || value.kind === 'text';
    if (!isText(a) || !isText(b)) throw new XPathFault('xpath_types', operator);
    return [a, b];
  }
  // Codes of options are compared as they are written; a number beside one is its code.
  if (operator === '=' || operator === '!=') {
    if (typeof a.literal === 'number' && b.kind === 'text') return [asText(a), b];
    if (typeof b.literal === 'number' && a.kind === 'text') return [a, asText(b)];
    if (a.kind === 'text' && b.kind === 'text') return [a, b];
  }
  return [asNumber(a), asNumber(b)];
}

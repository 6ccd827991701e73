/** Operators of filters and search conditions, by what the property holds. Server, screens and OpenAPI use this list. */
import type { PropertyKind } from './types/fieldType.ts';

export const ALL_OPERATORS = ['eq', 'ne', 'contains', 'not_contains', 'empty', 'in', 'gte', 'lte'] as const;
export type Operator = (typeof ALL_OPERATORS)[number];

const WORDS: readonly Operator[] = ['eq', 'ne', 'contains', 'not_contains', 'empty'];
const CHOSEN: readonly Operator[] = ['eq', 'ne', 'in', 'empty'];
const ORDERED: readonly Operator[] = ['eq', 'ne', 'gte', 'lte', 'empty'];

export const OPERATORS_BY_KIND: Readonly<Record<PropertyKind, readonly Operator[]>> = {
  text: WORDS,
  number: ORDERED,
  integer: ORDERED,
  day: ORDERED,
  instant: ORDERED,
  time: ORDERED,
  option: CHOSEN,
  options: CHOSEN,
  item: CHOSEN,
  items: CHOSEN,
  place: CHOSEN,
  record: CHOSEN,
  records: CHOSEN,
  files: ['empty'],
  // Compared by length in metres or area in square metres.
  shape: ['gte', 'lte', 'empty'],
  rows: ['empty'],
};

export function isOperator(text: string): text is Operator {
  return (ALL_OPERATORS as readonly string[]).includes(text);
}

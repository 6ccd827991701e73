/** What a filter or a search condition may ask of a column. */
export type Operator = 'eq' | 'ne' | 'contains' | 'not_contains' | 'empty' | 'in' | 'gte' | 'lte';

export const OPERATORS: readonly Operator[] = ['eq', 'ne', 'contains', 'not_contains', 'empty', 'in', 'gte', 'lte'];
export const WORD_OPERATORS: readonly Operator[] = ['contains', 'not_contains', 'eq', 'ne', 'empty'];
export const CHOICE_OPERATORS: readonly Operator[] = ['eq', 'ne', 'in', 'empty'];
export const ORDER_OPERATORS: readonly Operator[] = ['eq', 'ne', 'gte', 'lte', 'empty'];

export function isOperator(text: string): text is Operator {
  return (OPERATORS as readonly string[]).includes(text);
}

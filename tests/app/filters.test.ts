/** The state of a list in the URL. */
import { describe, expect, test } from 'vitest';
import { listParams, readFilters } from '../../src/app/screens/list/useListState.ts';

describe('filters in the URL', () => {
  test('come back as they went', () => {
    const filters = [
      { field: 'name', op: 'contains' as const, value: 'باغ & ۱' },
      { field: 'day', op: 'gte' as const, value: '2026-01-01' },
    ];
    const params = new URLSearchParams(listParams({ page: 3, sort: '-day', text: 'a', filters }).toString());
    expect(readFilters(params.get('filters'))).toEqual(filters);
    expect(params.get('page')).toBe('3');
    expect(params.get('sort')).toBe('-day');
  });

  test('the first page of everything is the bare path', () => {
    expect(listParams({ page: 1, sort: undefined, text: '', filters: [] }).toString()).toBe('');
  });

  test('the short form is understood', () => {
    expect(readFilters('{"state":"open","kind":["a","b"]}')).toEqual([
      { field: 'state', op: 'eq', value: 'open' },
      { field: 'kind', op: 'in', value: ['a', 'b'] },
    ]);
  });

  test.each(['', '{"a":', '7', '[3, null]', 'null'])('%j shows the list without filters', (raw) => {
    expect(readFilters(raw)).toEqual([]);
  });
});

/** The state of a list in the URL. */
import { describe, expect, test } from 'vitest';
import {
  chosenValues,
  filterBoundsOf,
  monthFilter,
  monthOfBounds,
  periodOfBounds,
  withChosenValues,
  withFilterBounds,
  withoutFieldFilters,
  withTextFilter,
} from '../../../src/app/screens/list/filters/filterSet.ts';
import { groupByReason, initialBulkState, runBulkBatch } from '../../../src/app/screens/record/bulk.ts';
import { listParams, readFilters } from '../../../src/core/paths/listState.ts';

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

describe('the filters as a set', () => {
  const filters = [
    { field: 'status', op: 'eq' as const, value: 'open' },
    { field: 'day', op: 'gte' as const, value: '2026-03-21' },
    { field: 'day', op: 'lte' as const, value: '2026-04-20' },
  ];

  test('a month is the days of it in the calendar of who chose it', () => {
    const [first, last] = ['2026-11-22', '2026-12-21'];
    const qaws = monthFilter('paid', '2026-12-01', 'solar');
    expect(qaws.map(({ op, value }) => [op, value])).toEqual([
      ['gte', first],
      ['lte', last],
    ]);
    expect(monthOfBounds(filterBoundsOf(qaws, 'paid'), 'solar')).toBe(first);
    expect(monthOfBounds(filterBoundsOf(qaws, 'paid'), 'gregorian')).toBeUndefined();
    for (const bounds of [{}, { from: first }, { from: first, to: '2027-01-20' }, { from: 'x', to: 'y' }])
      expect(monthOfBounds(bounds, 'solar'), JSON.stringify(bounds)).toBeUndefined();
  });

  test('one and several chosen values read alike', () => {
    expect(chosenValues(filters, 'status')).toEqual(['open']);
    expect(chosenValues([{ field: 'status', op: 'in', value: ['a', 'b'] }], 'status')).toEqual(['a', 'b']);
    expect(chosenValues(filters, 'day')).toEqual([]);
  });

  test('a changed filter keeps its place, none takes it away', () => {
    const changed = withChosenValues(filters, 'status', ['open', 'closed']);
    expect(changed.map((one) => one.field)).toEqual(['status', 'day', 'day']);
    expect(changed[0]).toEqual({ field: 'status', op: 'in', value: ['open', 'closed'] });
    expect(withChosenValues(filters, 'status', [])).toEqual(filters.slice(1));
    expect(withoutFieldFilters(filters, 'day', 'status')).toEqual([]);
  });

  test('bounds are set on one side or both, and zero is a bound', () => {
    expect(filterBoundsOf(filters, 'day')).toEqual({ from: '2026-03-21', to: '2026-04-20' });
    expect(withFilterBounds([], 'age', { from: 0 })).toEqual([{ field: 'age', op: 'gte', value: 0 }]);
    expect(withFilterBounds(filters, 'day', { from: '', to: '' })).toEqual(filters.slice(0, 1));
    expect(filterBoundsOf([{ field: 'day', op: 'eq', value: '2026-01-01' }], 'day')).toEqual({
      from: '2026-01-01',
      to: '2026-01-01',
    });
  });

  test('words are looked for, and nothing is no filter', () => {
    expect(withTextFilter([], 'name', 'باغ')).toEqual([{ field: 'name', op: 'contains', value: 'باغ' }]);
    expect(withTextFilter([{ field: 'name', op: 'contains', value: 'x' }], 'name', '')).toEqual([]);
  });

  test('a running period is known by its days, in the calendar of the reader', () => {
    // 1405/08/30. The month of Aqrab has 30 days and ends today. The Gregorian month does not end today.
    const today = '2026-11-21';
    expect(periodOfBounds({ from: '2026-10-23', to: '2026-11-21' }, today, 'solar')).toBe('month');
    expect(periodOfBounds({ from: '2026-11-01', to: '2026-11-30' }, today, 'gregorian')).toBe('month');
    expect(periodOfBounds({ from: '2026-11-01', to: '2026-11-30' }, today, 'solar')).toBeUndefined();
    // A week begins on Saturday, and 21 November 2026 is a Saturday.
    expect(periodOfBounds({ from: '2026-11-21', to: '2026-11-27' }, today, 'solar')).toBe('week');
    expect(periodOfBounds({ from: today }, today, 'solar')).toBeUndefined();
  });
});

describe('a step for many', () => {
  const refusal = (id: string, message: string) => ({ id, code: 'state_locked', message });

  test('goes on where the batch before ended and adds up', async () => {
    const asked: unknown[] = [];
    const source = {
      transition: () => Promise.reject(new Error('not asked')),
      transitionAll: (_api: unknown, body: { after?: string; limit?: number }) => {
        asked.push(body.after);
        const last = body.after === 'b';
        return Promise.resolve({
          message: '',
          changed: 2,
          refused: [refusal(`r${asked.length}`, 'locked')],
          looked: 3,
          next_cursor: last ? null : body.after === 'a' ? 'b' : 'a',
        });
      },
    };
    const target = { filters: [], total: 9 };
    let state = initialBulkState(target);
    while (state.next !== null) state = await runBulkBatch(source, { base: 'x' }, target, { action: 'verify' }, state);
    expect(asked).toEqual([undefined, 'a', 'b']);
    expect(state).toMatchObject({ looked: 9, changed: 6, next: null });
    expect(state.refused.map((one) => one.id)).toEqual(['r1', 'r2', 'r3']);
  });

  test('marked records are sent in batches, each once', async () => {
    const sent: string[] = [];
    const source = {
      transitionAll: () => Promise.reject(new Error('not asked')),
      transition: (_api: unknown, { record_id }: { record_id: string | string[] }) => {
        sent.push(...record_id);
        return Promise.resolve({ message: '', changed: record_id.length });
      },
    };
    const ids = Array.from({ length: 60 }, (_, n) => `id${n}`);
    let state = initialBulkState({ ids });
    while (state.next !== null) state = await runBulkBatch(source, { base: 'x' }, { ids }, { action: 'verify' }, state);
    expect(sent).toEqual(ids);
    expect(state.changed).toBe(60);
  });

  test('refusals stand together by reason, the most frequent first', () => {
    const groups = groupByReason([refusal('1', 'a'), refusal('2', 'b'), refusal('3', 'b')]);
    expect(groups.map(({ message, records }) => [message, records.length])).toEqual([
      ['b', 2],
      ['a', 1],
    ]);
  });
});

/** A device lists its records in memory as the server lists them: the same records, order, total and refusals. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Failure } from '../../src/core/errors/failure.ts';
import { ALL_OPERATORS } from '../../src/core/form/operators.ts';
import type { MemoryQuery } from '../../src/core/query/evaluate.ts';
import type { Filter } from '../../src/core/query/filter.ts';
import type { Actor } from '../../src/core/records/types.ts';
import { BAMYAN, CHIEF, failure, MONITOR, openWorld, type World, WRITER } from '../support/data-world.ts';
import { databases, type OpenedDatabase } from '../support/database.ts';
import { type ListReaders, listReaders } from '../support/listReaders.ts';
import fc from '../support/property.ts';

const TITLES = [
  'لیسه آفتاب',
  'ليسه باران',
  'ښوونځی ۲',
  'ښوونځی 10',
  'Zebra school',
  'alpha  School',
  'گلبهار',
  '100%_a\\b',
  '😀 x',
  '\ue000 y',
];
const REMARKS = ['كتابخانه', 'کتابخانه نو', 'roof_', 'ROOF 50%', '۱۲ متر', 'a', 'an e\u0301clair', 'مکتب‌ها'];
const WORDS = [...TITLES, ...REMARKS, 'Roof', 'کتاب', '12', 'مکتبها', 'SITE_1', 'eclair', ' ', 'zz'];

const one = fc.constantFrom;
const site = fc.record({
  title: one(...TITLES),
  province: one('bam', 'kab', 'her'),
  pupils: fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }),
  kind: one('small', 'big', undefined),
});
const visit = fc.record({
  at: fc.nat(),
  day: fc.integer({ min: 1, max: 28 }),
  round: one('one', 'two', undefined),
  water: one('excellent', 'good', 'fair', 'na', undefined),
  remarks: one(...REMARKS, undefined),
  boys: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
  hasPerson: fc.boolean(),
  isOfWriter: fc.boolean(),
});

const FIELDS = {
  site: ['title', 'pupils', 'kind', 'code', 'status', 'province', 'district_id', 'created_at', 'name', 'id', 'place'],
  visit: [
    ...[
      'visit_date',
      'date',
      'water',
      'seen_by',
      'remarks',
      'score',
      'parent.name',
      'parent.pupils',
      'parent.province_id',
    ],
    ...['status', 'current_state', 'created_by', 'updated_at', 'code', 'parent_id', 'province_id', 'nothing'],
  ],
} as const;
type Form = keyof typeof FIELDS;
const VALUES = [
  ...['bam', 'kab', 'bam-1', 'small', 'big', 'good', 'fair', 'submitted', 'user-chief', 'user-writer', 'excellent'],
  ...['2026-05-10', '2026-06-01', '2026-99-99', '2026-06-01T08:00:00.000Z', 3, 7, '5', 'x', '', true, null],
  ...WORDS,
];

const query = (form: Form): fc.Arbitrary<MemoryQuery & { by: Actor }> => {
  const value = one<unknown>(...VALUES);
  const field = one(...FIELDS[form]);
  const filter = fc.record({
    field,
    op: one(...ALL_OPERATORS),
    value: fc.oneof({ weight: 4, arbitrary: value }, fc.array(value, { maxLength: 3 }), fc.constant(false)),
  });
  return fc.record({
    filters: fc.oneof(fc.constant<Filter[]>([]), fc.array(filter, { maxLength: 2 })),
    sort: fc.array(
      fc.tuple(one('', '-'), field).map((parts) => parts.join('')),
      { maxLength: 2 },
    ),
    page: fc.integer({ min: 1, max: 4 }),
    per_page: one(1, 7, 20, 200),
    by: one(CHIEF, CHIEF, BAMYAN, WRITER, MONITOR),
    text: fc.oneof({ weight: 2, arbitrary: fc.constant('') }, one(...WORDS)),
  });
};

for (const kind of databases()) {
  describe(`lists in memory beside ${kind.name}`, () => {
    let opened: OpenedDatabase;
    let world: World;
    const readers = {} as Record<Form, ListReaders>;

    beforeAll(async () => {
      opened = await kind.open();
      world = await openWorld(opened.database);
      await fill(world);
      for (const form of ['site', 'visit'] as const) readers[form] = await listReaders(world, form);
    });
    afterAll(async () => {
      await world?.close();
      await opened?.dispose();
    });

    const answer = async <T>(ask: () => T): Promise<Awaited<T> | { code: string; params: unknown }> => {
      try {
        return await ask();
      } catch (error) {
        const { code, params } = error as Failure;
        return { code, params };
      }
    };

    it.each(['site', 'visit'] as const)('%s: any query gives the same page', async (form) => {
      let found = 0;
      await fc.assert(
        fc.asyncProperty(query(form), async (asked) => {
          const [mine, servers, columns] = await Promise.all([
            answer(() => readers[form].memory(asked)),
            answer(() => readers[form].server(asked)),
            answer(() => readers[form].columns(asked)),
          ]);
          expect(columns).toEqual(mine);
          if ('code' in mine || 'code' in servers) {
            expect(mine).toEqual(servers);
            return;
          }
          const { ids, total, last_page, current_page, capped } = servers;
          expect(mine).toMatchObject({ ids, total, last_page, current_page, capped });
          if (total > 0) found += 1;
        }),
        { numRuns: 150 },
      );
      expect(found, 'queries that found something').toBeGreaterThan(20);
    });

    it('a walk by cursor reads every row once, in the order of the server', async () => {
      for (const sort of [[], ['-water', 'parent.name'], ['remarks', '-score']]) {
        const asked = { filters: [], sort, page: 1, per_page: 200, by: CHIEF };
        const whole = await readers.visit.server(asked);
        const ids: unknown[] = [];
        let pages = 1;
        for (let after: string | null = null, more = true; more; more = after !== null) {
          const at = { ...asked, per_page: 7, page: pages++, ...(after !== null && { after }) };
          const page = readers.visit.memory(at);
          // The device answers behind a cursor of the server, and the other way round.
          const { ids: theirs, ...rest } = await readers.visit.server(at);
          const { last_page, current_page, next_cursor } = rest;
          expect(page).toMatchObject({ ids: theirs, last_page, current_page, next_cursor });
          ids.push(...page.ids);
          after = page.next_cursor;
        }
        expect(ids).toEqual(whole.ids);
        expect(ids.length).toBeGreaterThan(100);
      }
      const bad = { filters: [], sort: [], page: 1, per_page: 7, by: CHIEF, after: '[1]' };
      const refusal = await failure(Promise.resolve().then(() => readers.visit.memory(bad)));
      expect(refusal.params).toEqual({ field: 'after' });
    });
  });
}

/** Makes the same records on both databases. */
async function fill(world: World): Promise<void> {
  const person = await world.records.create(
    world.form('person'),
    { given: 'نمونه', family: 'يوسفي', province_id: 'bam' },
    {},
    { actor: CHIEF },
  );
  const sites: string[] = [];
  for (const [at, { title, province, ...more }] of fc.sample(site, { seed: 5, numRuns: 30 }).entries())
    sites.push(await world.site(`${title} ${at}`, province, defined(more)));
  for (const { at, day, hasPerson, isOfWriter, ...more } of fc.sample(visit, { seed: 6, numRuns: 150 })) {
    const parent = sites[at % sites.length] as string;
    const date = `2026-05-${String(day).padStart(2, '0')}`;
    const answers = { ...defined(more), visit_date: date, ...(hasPerson && { seen_by: person.record.id }) };
    await world.visit(parent, answers, CHIEF).catch(() => undefined);
    if (isOfWriter)
      await world.visit(parent, { ...answers, visit_date: `2026-04-${date.slice(-2)}` }, WRITER).catch(() => undefined);
  }
}

function defined(answers: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== undefined));
}

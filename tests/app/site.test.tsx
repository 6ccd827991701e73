/** A site that is chosen in a new record brings what its own address would bring, and takes along what it brought. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeQueryClient } from '../../src/app/data/queries.ts';
import type { SiteBeginning } from '../../src/app/screens/form/beginning.ts';
import { type OtherSiteQuery, type SiteChoice, useSiteChoice } from '../../src/app/screens/form/useSiteChoice.tsx';
import { isEarlierProblem } from '../../src/app/widgets/problems/rows.ts';
import { FormStore } from '../../src/app/widgets/store.ts';
import type { RecordData } from '../../src/core/definitions/types.ts';
import type { CreateResponse } from '../../src/core/generated/api.ts';
import { loadValidator } from '../../src/server/definitions/validator.ts';
import { form } from '../support/form.ts';

const TODAY = '2026-11-23';
const VISIT = form({
  date: 'visited',
  parent: { field: 'well', forms: ['well'] },
  problems: { types: 'problem-type.wells', field: 'problems' },
  fields: {
    well: { type: 'record', record: { forms: ['well'] } },
    visited: { type: 'date' },
    monitor: { type: 'text', default: 'parent.monitor' },
    depth: { type: 'integer', default: 'last.depth' },
    note: { type: 'text' },
    problems: { type: 'problems' },
  },
} as never);

const problem = (id: string, more: RecordData = {}): RecordData => ({
  ...{ id, problem_type_id: '1', problem_status_id: 'ongoing', date_identified: '2026-10-01' },
  ...more,
});
const A = { monitor: 'Laila', depth: 4, problems: [problem('a1'), problem('a2')] };
const B = { monitor: 'Karim', depth: 9, problems: [problem('b1')] };
const SITES: Record<string, typeof A> = { a: A, b: B };

const beginning = (site: string | undefined): SiteBeginning => {
  const { monitor, depth, problems } = SITES[site ?? ''] ?? {};
  return {
    around: undefined,
    province: undefined,
    moment: { today: TODAY, ...(monitor && { parent: { monitor } }), ...(depth && { last: { depth } }) },
    opened: { visited: TODAY, ...(site && { well: site }), ...(problems && { problems }) },
    refs: {},
  };
};

async function opened(site?: string): Promise<FormStore> {
  const { opened, moment } = beginning(site);
  return new FormStore(VISIT, await loadValidator(VISIT), opened, moment, true, site);
}

const at = (site: string | undefined) => ({ ...beginning(site), site });

test('a chosen site brings the same as the address of the site', async () => {
  const store = await opened();
  store.set({ well: 'a' });
  store.begin(at('a'));
  const there = await opened('a');
  expect(store.data).toEqual(there.data);
  expect(there.data).toMatchObject({ monitor: 'Laila', depth: 4, problems: A.problems });
  expect(A.problems.map((row) => isEarlierProblem(store, row))).toEqual([true, true]);
});

test('what was typed before and after stays, the rest becomes that of the other site', async () => {
  const store = await opened();
  const own = problem('own', { problem_details: 'No rope' });
  store.set({ note: 'Mine', depth: 2, problems: [own] });
  store.set({ well: 'a' });
  store.begin(at('a'));
  expect(store.data).toMatchObject({ monitor: 'Laila', depth: 2, note: 'Mine' });
  expect(store.data.problems).toEqual([...A.problems, own]);
  store.set({ well: 'b' });
  store.begin(at('b'));
  expect(store.data).toEqual({
    ...{ well: 'b', visited: TODAY, monitor: 'Karim', depth: 2, note: 'Mine' },
    problems: [...B.problems, own],
  });
  store.set({ monitor: 'Omid', well: undefined });
  store.begin(at(undefined));
  expect(store.data).toEqual({ visited: TODAY, monitor: 'Omid', depth: 2, note: 'Mine', problems: [own] });
});

test('an answer that was emptied stays empty at the other site', async () => {
  const store = await opened('a');
  store.set({ monitor: undefined });
  store.set({ well: 'b' });
  store.begin(at('b'));
  expect(store.data).not.toHaveProperty('monitor');
});

test('what was typed into a problem of the former site stays as a new problem; what ended there goes', async () => {
  const store = await opened('a');
  store.set({
    problems: [problem('a1', { problem_details: 'Cracked' }), problem('a2', { problem_status_id: 'solved' })],
  });
  store.set({ well: 'b' });
  store.begin(at('b'));
  const rows = store.data.problems as RecordData[];
  expect(rows).toEqual([
    ...B.problems,
    problem(rows[1]?.id as string, { problem_details: 'Cracked', date_identified: TODAY }),
  ]);
  expect(rows[1]?.id).not.toBe('a1');
});

test('starting over forgets the site too', async () => {
  const store = await opened();
  const first = store.data;
  store.set({ well: 'a' });
  store.begin(at('a'));
  store.startOver();
  expect([store.data, store.site, store.knownProblems, store.changed]).toEqual([first, undefined, [], false]);
});

let page: HTMLElement;
let root: Root;
let site: SiteChoice;
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  page = document.createElement('div');
  root = createRoot(page);
});
afterEach(() => act(() => root.unmount()));

function Following({
  store,
  elsewhere,
  kept,
}: {
  store: FormStore;
  elsewhere: OtherSiteQuery;
  kept: string | undefined;
}) {
  site = useSiteChoice(store, elsewhere, kept);
  return null;
}

/** Answers what is asked about a site when the test says so. */
async function follow(store: FormStore, kept?: string) {
  const asked: (string | undefined)[] = [];
  let answer: (one: CreateResponse | Error) => void = () => {};
  const elsewhere: OtherSiteQuery = {
    query: (one) => ({
      queryKey: ['records', 'visits', 'create', { well: one ?? '' }],
      queryFn: () => {
        asked.push(one);
        return new Promise((resolve, reject) => {
          answer = (given) => (given instanceof Error ? reject(given) : resolve(given));
        });
      },
      ...{ staleTime: 0, gcTime: 0 },
    }),
    begin: (_answer, one) => beginning(one),
  };
  const client = makeQueryClient();
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <Following {...{ store, elsewhere, kept }} />
      </QueryClientProvider>,
    ),
  );
  const say = async (given: CreateResponse | Error) => {
    answer(given);
    for (let turn = 0; turn < 100 && (turn < 3 || site.isLoading); turn += 1)
      await act(async () => new Promise((done) => setTimeout(done)));
  };
  return { asked, say };
}

const MAY = { recordScope: { create: true } } as unknown as CreateResponse;

test('the form asks about each site that is chosen, once', async () => {
  const store = await opened();
  const { asked, say } = await follow(store);
  expect([asked, site.isLoading]).toEqual([[], false]);
  await act(async () => store.set({ well: 'a' }));
  expect([asked, site.isLoading, store.data.problems]).toEqual([['a'], true, undefined]);
  await say(MAY);
  expect([site.isLoading, site.begun?.opened.well, store.data.problems]).toEqual([false, 'a', A.problems]);
  await act(async () => store.set({ note: 'Mine' }));
  await act(async () => store.set({ well: 'b' }));
  await say(MAY);
  expect([asked, store.data.problems]).toEqual([['a', 'b'], B.problems]);
});

test('a site that takes no such record says so, and one that cannot be asked about is asked again', async () => {
  const store = await opened();
  const { asked, say } = await follow(store);
  await act(async () => store.set({ well: 'a' }));
  await say(new Error('no network'));
  expect([site.isLoading, store.data.problems]).toEqual([false, undefined]);
  await act(async () => site.retry?.());
  await say({ recordScope: { create: false }, why_not: { create: { message: 'Closed.' } } } as never);
  expect([asked, site.refused, site.retry]).toEqual([['a', 'a'], 'Closed.', undefined]);
});

test('a draft has the answers of its site already; one that was written without them gets them', async () => {
  const store = await opened();
  const rest = [problem('a1', { problem_details: 'Worse' })];
  store.replace({ visited: TODAY, well: 'a', problems: rest }, true);
  const { asked, say } = await follow(store, 'a');
  await say(MAY);
  expect([asked, store.data.problems, store.site]).toEqual([['a'], rest, 'a']);
  expect(isEarlierProblem(store, rest[0] as RecordData)).toBe(true);
  await act(async () => store.set({ well: 'b' }));
  await say(MAY);
  await act(async () => store.set({ well: 'a' }));
  await say(MAY);
  expect((store.data.problems as RecordData[]).map(({ id }) => id).slice(0, 2)).toEqual(['a1', 'a2']);
});

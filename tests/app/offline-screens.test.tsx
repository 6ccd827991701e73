/** The screens of offline work over a store in memory: what they say, and what the person's decisions do to the store. */
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import app from '../../locales/en/app.json' with { type: 'json' };
import errors from '../../locales/en/errors.json' with { type: 'json' };
import formWords from '../../locales/en/form.json' with { type: 'json' };
import offlineWords from '../../locales/en/offline.json' with { type: 'json' };
import { connectionMode } from '../../src/app/data/device/mode.ts';
import { ApiError } from '../../src/app/data/errors.ts';
import { onlineSource } from '../../src/app/data/onlineSource.ts';
import { makeQueryClient, queryKeys } from '../../src/app/data/queries.ts';
import { setSource } from '../../src/app/data/source.ts';
import { sessionToken } from '../../src/app/data/token.ts';
import ConflictScreen from '../../src/app/features/offline/ConflictScreen.tsx';
import OfflineSettings from '../../src/app/features/offline/OfflineSettings.tsx';
import SyncScreen from '../../src/app/features/offline/SyncScreen.tsx';
import { OfflineContext, ONLINE_ONLY_ENGINE } from '../../src/app/offline/context.ts';
import { makeEngine } from '../../src/app/offline/engine.ts';
import { formsWithoutRoom } from '../../src/app/offline/noRoom.ts';
import type { OfflineParts } from '../../src/app/offline/parts.ts';
import { outboxProgress } from '../../src/app/offline/sendingNow.ts';
import { storeBeingOpened } from '../../src/app/offline/wire.ts';
import GetOfflineDialog from '../../src/app/screens/record/GetOfflineDialog.tsx';
import ModeStrip from '../../src/app/shell/offline/ModeStrip.tsx';
import { ChartsOnline, OnlineOnly } from '../../src/app/shell/offline/NeedsServer.tsx';
import { compileForm } from '../../src/core/definitions/compile.ts';
import type { FormEntry } from '../../src/core/generated/api.ts';
import { mergeOperation, resolveConflict } from '../../src/core/sync/conflicts.ts';
import { recordMark } from '../../src/core/sync/mark.ts';
import { memoryStore, type StoreContent } from '../../src/core/sync/memoryStore.ts';
import type { LocalRecord, Operation, SyncReason } from '../../src/core/sync/types.ts';
import { constants, source, words } from '../support/form.ts';

const definition = source({
  fields: { depth: { type: 'integer' }, owner: { type: 'text' }, state: { type: 'rating' } },
});
const compiled = compileForm(definition);
const entry = {
  ...{ form: compiled.form, version: 1, title: words('Well'), plural: words('Wells'), workflow: 'simple' },
  ...{ paths: { list: '/wells', record: '/wells/:id' }, api: { base: 'wells' }, may: { view: true } },
} as unknown as FormEntry;
const workflow = {
  states: [{ id: 'submitted', label: words('Submitted') }],
  transitions: [
    { action: 'verify', label: words('Verify'), from: [] },
    { action: 'send', label: words('Send on'), from: [] },
  ],
};

const ID = '0197a1b2-0000-7000-8000-0000000';
const record = (n: number, code: string | null = `W_${n}`) =>
  ({ id: `${ID}0000${n}`, form: compiled.form, code, version: 1, form_version: 1, data: {} }) as LocalRecord['record'];
const local = (n: number, code?: string | null): LocalRecord => ({
  record: record(n, code),
  name: `Well ${n}`,
  refs: {},
  server: record(n),
});

function operation(n: number, more: Partial<Operation> = {}): Operation {
  return {
    ...{ id: `op-${n}`, seq: n, kind: 'update', form: compiled.form, record_id: record(n).id, parent_id: null },
    ...{ body: {}, files: [], base: null, captured_at: '2026-11-23T05:00:00.000Z' },
    state: { is: 'waiting', attempts: 0 },
    ...more,
  };
}

const failed = (reason: SyncReason, message = ''): Operation['state'] => ({
  is: 'failed',
  failure: { reason, status: 400, code: 'x', message, at: '' },
});

const base = { version: 1, form_version: 1, state: 'submitted', data: { depth: 3, owner: 'Ali', state: 'good' } };
const conflict: Operation['state'] = {
  is: 'conflict',
  failure: { reason: 'changed_by_other', status: 417, code: 'conflict', message: 'Already updated.', at: '' },
  theirs: {
    ...{ version: 4, form_version: 1, state: 'submitted', data: { depth: 9, owner: 'Omid', state: 'good' } },
    ...{ updated_at: '2026-11-23T06:00:00.000Z', updated_by: { id: 'u', name: 'Najib' } },
  },
};

let end = () => {};
afterEach(() => end());
beforeEach(() => {
  localStorage.clear();
  setSource(onlineSource);
  sessionToken.set('x');
});
beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  document.adoptedStyleSheets ??= [];
  window.scrollTo = () => {};
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  const en = { app, errors, form: formWords, offline: offlineWords };
  const shared = { lng: 'en', ns: ['app'], defaultNS: 'app', resources: { en }, interpolation: { escapeValue: false } };
  await i18next.use(initReactI18next).init(shared);
});

const READY = { 'offline/preparation': { is: 'done', part: 'files', done: 1, total: 1, left: 0, at: '2026-11-22' } };

type Conflicting = Extract<Operation['state'], { is: 'conflict' }>;
const forms = async () => [compiled];

async function open(screen: ReactNode, content: StoreContent, more: Partial<OfflineParts> = {}, path = '/') {
  const store = memoryStore({ documents: READY, ...content });
  const parts: OfflineParts = {
    ...{ store: () => store, watchStore: () => () => {}, setUp: async () => store, source: () => onlineSource },
    plan: async () => ({ records: 12, files: 3, bytes: 2_400_000, file_bytes: 7_000_000, forms: [] }),
    ...{
      isAll: async () => true,
      pull: async () => {},
      send: async () => ({ sent: 0, failed: 0 }),
      merge: (_store, operation) => mergeOperation(operation, (operation.state as Conflicting).theirs, forms),
      resolve: (_store, operation, choices) => resolveConflict(operation, choices, forms),
      refresh: async () => {},
      makeRescue: async () => new Blob(['rescue']),
      takeRescue: async () => 2,
      reset: async () => {},
    },
    ...{
      room: async () => ({ files: 2, bytes: 3_000_000, records: 4, months: 3, versions: 0 }),
      makeRoom: async () => {},
    },
    ...{ storage: async () => ({ used: 1_500_000, quota: null, isPersistent: true }), persist: async () => true },
    ...more,
  };
  const engine = makeEngine(parts);
  const client = makeQueryClient();
  client.setDefaultOptions({
    queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  });
  client.setQueryData(queryKeys.session, { user: {}, grants: [], roles: [], may: {} });
  client.setQueryData(queryKeys.forms, [entry]);
  client.setQueryData(queryKeys.common, { constants, workflows: { simple: workflow } });
  client.setQueryData(queryKeys.definition(compiled.form, 1), definition);
  const page = document.createElement('div');
  document.body.append(page);
  const root = createRoot(page);
  const router = createMemoryRouter(
    [
      { path: '/offline/conflict/:operation', element: screen },
      { path: '*', element: screen },
    ],
    { initialEntries: [path] },
  );
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={client}>
          <OfflineContext value={engine}>
            <RouterProvider router={router} />
          </OfflineContext>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  await rest();
  end = () => {
    act(() => root.unmount());
    page.remove();
  };
  return { store, engine, router };
}

const rest = () => act(() => new Promise<void>((done) => setTimeout(done, 20)));
/** Returns the text of the page without isolating characters and styles. */
function said(): string {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let all = '';
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    if (node.parentElement?.tagName !== 'STYLE') all += node.nodeValue;
  return all.replace(/[\u2066-\u2069]/g, '');
}

/** Waits until the page says all of these. */
async function sees(...texts: string[]) {
  for (let times = 0; times < 100 && !texts.every((text) => said().includes(text)); times += 1) await rest();
  for (const text of texts) expect(said()).toContain(text);
}

async function press(label: string, within: ParentNode = document.body) {
  const all = [...within.querySelectorAll('button, a')];
  const found = all.filter((one) => one.textContent?.trim() === label).at(-1);
  if (!found) throw new Error(`no “${label}” among ${all.map((one) => one.textContent).join(', ')}`);
  await act(async () => (found as HTMLElement).click());
  await rest();
}

describe('the Sync screen', () => {
  it('says why in the documented words, by table, and tries one again', async () => {
    const { store } = await open(<SyncScreen />, {
      records: [1, 2, 3, 4, 5].map((n) => local(n)),
      operations: [
        operation(1, { kind: 'create', state: failed('added_by_other') }),
        operation(2, { kind: 'create', state: failed('parent') }),
        operation(3, { kind: 'transition', body: { action: 'verify' }, state: failed('transition') }),
        operation(4, { kind: 'transition', body: { action: 'send' }, state: failed('transition') }),
        operation(5, { kind: 'remove', state: failed('remove', 'Visits below it are there.') }),
      ],
    });
    for (const sentence of [
      'Could not sync records',
      'A table failed to sync: Wells (5)',
      'Record added by someone else.',
      'Parent record already added or updated by someone else.',
      'Could not verify.',
      'Could not do this step: Send on.',
      'Could not delete. Visits below it are there.',
    ])
      await sees(sentence);
    await press('Try again', document.querySelector(`[data-unsent="${record(3).id}"]`)!);
    expect((await store.operations.all()).map(({ state }) => state.is)).toEqual([
      ...['failed', 'failed', 'waiting', 'failed', 'failed'],
    ]);
  });

  it('offers to correct what answers can mend, where it is, and shows the answers of a form that is gone', async () => {
    const gone = local(3);
    gone.record = { ...gone.record, form: 'gone', data: { owner: 'Karima' } };
    const { router } = await open(<SyncScreen />, {
      records: [local(1), local(2), gone],
      operations: [
        operation(1, { kind: 'create', state: failed('withdrawn') }),
        operation(2, { kind: 'create', state: failed('forbidden') }),
        operation(3, { kind: 'create', form: 'gone', state: failed('retired') }),
      ],
    });
    const row = (n: number) => document.querySelector(`[data-unsent="${record(n).id}"]`)!;
    expect([2, 3].map((n) => row(n).textContent?.includes('Open and correct'))).toEqual([false, false]);
    await sees('This form takes no new records any more.');
    await sees('Karima');
    await press('Open and correct', row(1));
    await sees('Switch to offline mode?');
    await press('Work offline', document.querySelector('[role=dialog]')!);
    expect([connectionMode.get(), router.state.location.pathname]).toEqual(['offline', `/wells/${record(1).id}/edit`]);
    connectionMode.set('online');
  });

  it('shows the mark until there is a code, and discards only after a question', async () => {
    const { store } = await open(<SyncScreen />, {
      records: [local(1, null)],
      operations: [operation(1, { kind: 'create' })],
    });
    await sees(recordMark(record(1).id));
    expect(recordMark(record(1).id)).toMatch(/^\d{3}-\d{3}$/);
    await press('Discard');
    expect(await store.operations.all()).toHaveLength(1);
    await sees('This record is only on this device.');
    await press('Discard permanently');
    expect(await store.operations.all()).toEqual([]);
    await sees('Nothing to sync');
  });

  it('shows the first of many records, more when asked, and says which change is being sent', async () => {
    const numbers = Array.from({ length: 25 }, (_, at) => at + 10);
    const content = { records: numbers.map((n) => local(n)), operations: numbers.map((n) => operation(n)) };
    await open(<SyncScreen />, content);
    const rows = () => document.querySelectorAll('[data-unsent]').length;
    await sees('Waiting to be sent (25)', 'Well 10');
    expect(rows()).toBe(10);
    await press('Show more records');
    expect(rows()).toBe(20);
    act(() => outboxProgress.set({ done: 1, total: 25, current: 'op-11' }));
    await sees('Sending: 1 of 25');
    const texts = [...document.querySelectorAll('[data-unsent]')].map((row) => row.textContent ?? '');
    expect(texts.flatMap((text, at) => (text.includes('is being sent') ? [at] : []))).toEqual([1]);
    await press('Show more records');
    expect(rows()).toBe(25);
    expect(said()).not.toContain('Show more records');
    act(() => outboxProgress.set(undefined));
    expect(said()).not.toContain('is being sent');
  });
});

describe('a device that is not set up', () => {
  it('waits for a login that sets it up, and says what to do if that was cut', async () => {
    storeBeingOpened.set('first');
    await open(
      <OfflineContext value={ONLINE_ONLY_ENGINE}>
        <OfflineSettings />
      </OfflineContext>,
      {},
    );
    await sees('Loading…');
    act(() => storeBeingOpened.set(undefined));
    await sees('This browser cannot store encrypted data, so it cannot work offline.');
    vi.stubGlobal('indexedDB', {});
    act(() => storeBeingOpened.set('first'));
    act(() => storeBeingOpened.set(undefined));
    vi.unstubAllGlobals();
    await sees('This device is not ready for work offline', 'Log in again, and stay on the page for a moment.');
    expect(document.querySelector('[data-settings=offline] a')?.getAttribute('href')).toBe('/logout');
  });
});

describe('the Sync screen of a closed store', () => {
  it('does not say that everything was sent', async () => {
    localStorage.setItem('stores', '{}');
    await open(<SyncScreen />, {}, { store: () => undefined });
    await sees('What you saved on this device is not open yet');
    expect(said()).not.toContain('All your changes are on the server.');
    localStorage.removeItem('stores');
  });
});

describe('the conflict desk', () => {
  const path = '/offline/conflict/op-1';

  it('asks about the question both answered, and sends what was chosen on what the other saved', async () => {
    const body = { depth: 5, owner: 'Ali', state: 'good', version: 1 };
    const { store, router } = await open(
      <ConflictScreen />,
      { records: [local(1)], operations: [operation(1, { base, body, state: conflict })] },
      {},
      path,
    );
    await sees('Najib changed this record');
    expect(document.body.textContent).not.toContain('Already updated.');
    const asked = [...document.querySelectorAll('.am-conflict > fieldset')];
    expect(asked.map((one) => one.querySelector('legend')?.textContent)).toEqual(['depth']);
    expect(document.querySelector('details summary')?.textContent).toContain('Merged automatically: 1');
    await act(async () => asked[0]!.querySelector<HTMLInputElement>('input[value=theirs]')!.click());
    await press('Save my choice');
    expect((await store.operations.all())[0]).toMatchObject({
      body: { depth: 9, owner: 'Omid', state: 'good', not_taken: { depth: 5 } },
      base: { version: 4 },
      state: { is: 'waiting' },
    });
    expect(router.state.location.pathname).toBe('/offline/sync');
  });

  it.each([
    { what: 'a step', more: { kind: 'transition', body: { action: 'verify' } }, asks: 'Verify', act: 'Do it anyway' },
    { what: 'a deletion', more: { kind: 'remove' }, asks: 'Delete it anyway?', act: 'Delete it anyway' },
  ] as const)('asks about $what again, showing what was changed meanwhile', async ({ more, asks, act: label }) => {
    const change = operation(1, { ...more, base, state: conflict });
    const { store } = await open(<ConflictScreen />, { records: [local(1)], operations: [change] }, {}, path);
    await sees(asks);
    expect([...document.querySelectorAll('dt')].map((one) => one.textContent)).toEqual(['depth', 'owner']);
    await press(label);
    expect((await store.operations.all())[0]).toMatchObject({ base: { version: 4 }, state: { is: 'waiting' } });
  });
});

describe('the mode', () => {
  it('is offered when the network is lost and the device is ready, and changes after a question', async () => {
    await open(
      <>
        <ModeStrip />
        <OnlineOnly>accounts</OnlineOnly>
        <ChartsOnline>chart</ChartsOnline>
      </>,
      { records: [local(1)] },
    );
    await sees('accounts');
    await act(async () => window.dispatchEvent(new Event('offline')));
    await press('Work offline');
    await sees('Switch to offline mode?');
    expect(connectionMode.get()).toBe('online');
    await press('Work offline', document.querySelector('[role=dialog]')!);
    expect(connectionMode.get()).toBe('offline');
    await sees('The app is in Offline mode, switch to online.');
    await sees('Charts and maps cannot be shown when offline.');
    expect(said()).not.toContain('accounts');
    await act(async () => window.dispatchEvent(new Event('online')));
  });
});

describe('a full device', () => {
  it('says so on each screen, and once on the one that says what to do', async () => {
    await open(<ModeStrip />, { records: [local(1)] });
    await act(async () => formsWithoutRoom.set([]));
    await sees('There is no room on this device for what is new on the server.');
    end();
    await open(<ModeStrip />, { records: [local(1)] }, {}, '/offline/sync');
    await act(async () => formsWithoutRoom.set([]));
    expect(document.querySelector('[data-mode]')).toBeNull();
    formsWithoutRoom.set(undefined);
  });
});

describe('Get offline', () => {
  it('says that records are there already, counts each choice and takes the chosen one', async () => {
    const pull = vi.fn<OfflineParts['pull']>(async () => {});
    const view = { filters: [], text: 'spring' };
    await open(
      <GetOfflineDialog entry={entry} marked={[record(1).id]} view={view} total={70} onClose={() => {}} />,
      { records: [local(1)] },
      { pull },
    );
    await sees('This record is already available offline.');
    await sees('Photos and files too: 3 · 7\u00a0MB', 'Records: 12 · 2.4\u00a0MB');
    await act(async () => document.querySelector<HTMLInputElement>('input[type=checkbox]')!.click());
    await sees('Records: 12 · 9.4\u00a0MB');
    const radios = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')];
    expect(radios.map((one) => one.closest('label')?.textContent)).toEqual([
      'Selected records: 1',
      'Records that this list shows: 70',
    ]);
    await act(async () => radios[1]!.click());
    await press('Start');
    expect(pull.mock.calls[0]?.[1]).toEqual({ forms: [compiled.form], ...view, files: true });
    await sees('The records are available offline now');
  });

  it('says that it failed, and goes on where it stopped', async () => {
    const pull = vi.fn<OfflineParts['pull']>().mockRejectedValueOnce(new ApiError(503, {})).mockResolvedValue();
    const view = { filters: [] };
    await open(<GetOfflineDialog entry={entry} marked={[]} view={view} total={7} onClose={() => {}} />, {}, { pull });
    await press('Start');
    await sees('Could not download or get the record offline.');
    await press('Continue');
    await sees('The records are available offline now.');
    expect(pull).toHaveBeenCalledTimes(2);
    expect(said()).not.toContain('Could not download');
  });
});

describe('resetting the local database', () => {
  it.each([
    { status: 0, told: 'Connection error' },
    { status: 502, told: 'Server offline' },
    { status: 500, told: 'Request error' },
  ])('says “$told” and tries again', async ({ status, told }) => {
    const reset = vi.fn<OfflineParts['reset']>().mockRejectedValueOnce(new ApiError(status, {})).mockResolvedValue();
    await open(<OfflineSettings />, { operations: [operation(1)] }, { reset });
    await press('Delete Amanat data from this device');
    await sees('Changes not sent yet: 1.');
    await press('Delete and set up anew');
    await sees(told);
    await press('Try again');
    expect(reset).toHaveBeenCalledTimes(2);
    expect(document.querySelector('[role=dialog]')).toBeNull();
  });
});

/** Requests and runs of the synchronisation in the browser. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { formsWithoutRoom } from '../../src/app/offline/noRoom.ts';
import { type SyncRunner, startRunner, synchronise } from '../../src/app/offline/runner.ts';
import { httpTransport } from '../../src/app/offline/transport.ts';
import { memoryStore } from '../../src/core/sync/memoryStore.ts';
import { SyncError, type SyncTransport } from '../../src/core/sync/transport.ts';
import type { Operation } from '../../src/core/sync/types.ts';

const transport = httpTransport(async () => ({ base: 'visits', record: 'visit' }) as never);
const operation: Operation = {
  ...{ id: 'key', seq: 1, kind: 'update', form: 'visit', record_id: 'r', parent_id: null, files: [] },
  body: { remarks: 'wet' },
  base: { version: 3, form_version: 1, state: 'submitted', data: {} },
  ...{ captured_at: '2026-11-23T10:00:00.000Z', state: { is: 'waiting', attempts: 0 } },
};
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

describe('requests', () => {
  afterEach(() => vi.unstubAllGlobals());
  const answering = (response: () => Response | Promise<Response>) => {
    const asked = vi.fn((_address: string, _options: RequestInit) => Promise.resolve(response()));
    vi.stubGlobal('fetch', asked);
    return asked;
  };

  it('repeat an operation under its key, with the version that it changes', async () => {
    const asked = answering(() => json({ visit: { id: 'r', version: 4, updated_at: 'then' } }));
    const responses = [await transport.send(operation), await transport.send(operation)];
    expect(responses.map(({ record, at }) => [record?.version, at])).toEqual([
      [4, 'then'],
      [4, 'then'],
    ]);
    const [one, other] = asked.mock.calls;
    const keyOf = (options?: RequestInit) => new Headers(options?.headers).get('idempotency-key');
    expect([other?.[0], keyOf(other?.[1]), other?.[1].body]).toEqual([one?.[0], keyOf(one?.[1]), one?.[1].body]);
    expect([one?.[0], one?.[1].method]).toEqual(['/api/visits/r', 'PUT']);
    expect(keyOf(one?.[1])).toBe('key');
    expect(JSON.parse(one?.[1].body as string)).toEqual({
      ...{ remarks: 'wet', version: 3, captured_at: operation.captured_at },
    });
  });

  it('say why they were refused, and that no response came', async () => {
    answering(() => json({ code: 'conflict', message: 'Changed', theirs: { by: { name: 'Amina' } } }, 417));
    const refused = await transport.send(operation).catch((error: SyncError) => error);
    expect(refused).toMatchObject({
      name: 'SyncError',
      status: 417,
      code: 'conflict',
      message: 'Changed',
      by: 'Amina',
    });
    answering(() => Promise.reject(new TypeError('failed')));
    expect(await transport.send(operation).catch((error: SyncError) => error)).toMatchObject({ status: 0 });
  });

  it('take the pages that arrived before a cut', async () => {
    const lines = [
      { record: { id: 'a' }, name: '', refs: {} },
      { cursor: 'one', more: true },
      { record: { id: 'b' }, name: '', refs: {} },
    ];
    answering(() => new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
    const taken: unknown[] = [];
    const take = async ({ records, cursor }: { records: { record: { id: string } }[]; cursor: string | null }) =>
      void taken.push([records.map(({ record }) => record.id), cursor]);
    await expect(transport.records({ forms: ['visit'] }, take)).rejects.toMatchObject({ status: 0 });
    expect(taken).toEqual([[['a'], 'one']]);
  });

  it('take pages together that arrived while others were taken, up to 500 records', async () => {
    const page = (at: number, records: number) => [
      ...Array.from({ length: records }, (_, place) => ({ record: { id: `${at} ${place}` }, name: '', refs: {} })),
      { cursor: `${at}`, more: true },
    ];
    const lines = [page(1, 2), page(2, 300), page(3, 200), page(4, 1), page(5, 600), page(6, 1)].flat();
    answering(() => new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
    const taken: unknown[] = [];
    const take = async ({ records, cursor }: { records: unknown[]; cursor: string | null }) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      taken.push([records.length, cursor]);
    };
    await transport.records({ forms: ['visit'] }, take);
    // The response arrives in one piece, so the pages wait already when the first is taken.
    const sums = [
      [302, '2'],
      [201, '4'],
      [600, '5'],
      [1, '6'],
    ];
    expect(taken).toEqual(sums);
  });
});

describe('runs', () => {
  let runner: SyncRunner | undefined;
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    runner?.stop();
    vi.useRealTimers();
  });
  const nothing: SyncTransport = {
    send: async () => ({ at: '' }),
    sendFile: async () => 'file',
    records: async () => {},
    check: async () => ({ gone: [], changed: [] }),
    done: async () => [],
    reference: async () => ({ entries: [] }),
    read: async () => undefined,
  };
  const options = (of: Partial<SyncTransport>) => ({
    ...{ store: memoryStore(), transport: { ...nothing, ...of }, forms: async () => [], now: () => '' },
    account: 'one',
  });

  it('never happen twice at once', async () => {
    const one = options({});
    const outcomes = await Promise.all([synchronise(one), synchronise(one)]);
    expect(outcomes.map((outcome) => outcome?.sent)).toEqual([0, undefined]);
  });

  it('wait for the one that runs if the person asked for it', async () => {
    const seen: string[] = [];
    const of = (name: string, isAsked: boolean) => ({
      ...options({}),
      isAsked,
      state: async () => {
        seen.push(`${name} begins`);
        await vi.advanceTimersByTimeAsync(20);
        seen.push(`${name} ends`);
        return null;
      },
    });
    const outcomes = await Promise.all([synchronise(of('one', false)), synchronise(of('two', true))]);
    expect(outcomes.map((outcome) => outcome?.sent)).toEqual([0, 0]);
    expect(seen).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
  });

  it('take along the versions of forms that drafts and unsent changes need, and no other earlier ones', async () => {
    const entries = [1, 2, 3, 4].flatMap((version) =>
      ['visit', 'site', 'survey'].map((form) => ({
        ...{ path: `definitions/${form}/${version}`, hash: `${version}` },
        ...(version < 4 && { earlier: true }),
      })),
    );
    const read = vi.fn(async (path: string) => ({ path }));
    const draft = { form: 'site', form_version: 3, earlier: [{ form_version: 2 }] };
    const failure = { reason: 'invalid', status: 422, code: 'validation_failed', message: '', at: '' } as const;
    const base = { version: 3, form_version: 3, state: 'submitted', data: {} };
    const changed: Operation = { ...operation, base, state: { is: 'failed', failure } };
    const store = { ...memoryStore({ operations: [changed] }), drafts: { list: async () => [draft] } };
    const of = { ...options({ read: read as SyncTransport['read'], reference: async () => ({ entries }) }), store };
    await synchronise(of);
    expect(read.mock.calls.map(([path]) => path).sort()).toEqual([
      ...['definitions/site/2', 'definitions/site/3', 'definitions/site/4'],
      ...['definitions/survey/4', 'definitions/visit/3', 'definitions/visit/4'],
    ]);
  });

  it('ask one thing as long as nothing is new, and go on as long as they were cut', async () => {
    let isCut = true;
    const reference = vi.fn(async () => {
      if (isCut) throw new SyncError(0, { code: 'network' });
      return { entries: [] };
    });
    const state = vi.fn(async (): Promise<string | null> => 'one');
    const files = vi.fn(async () => {});
    const of = { ...options({ reference }), state, files };
    const asked = async () => {
      await synchronise(of);
      return reference.mock.calls.length;
    };
    expect(await asked()).toBe(1);
    isCut = false;
    expect([await asked(), await asked(), await asked()]).toEqual([2, 2, 2]);
    state.mockResolvedValue('two');
    expect([await asked(), await asked()]).toEqual([3, 3]);
    state.mockResolvedValue(null);
    expect([await asked(), await asked(), files.mock.calls.length]).toEqual([4, 5, 4]);
  });

  it('note when all was as the server has it, also if nothing was new, and not when they were cut', async () => {
    let isCut = false;
    const reference = async () => {
      if (isCut) throw new SyncError(0, { code: 'network' });
      return { entries: [] };
    };
    let state = 'one';
    const of = (time: string) => ({ ...common, state: async () => state, now: () => time });
    const common = options({ reference });
    const noted = async (time: string) => {
      await synchronise(of(time));
      return common.store.documents.get('offline/up-to-date');
    };
    expect([await noted('first'), await noted('second')]).toEqual(['first', 'second']);
    [isCut, state] = [true, 'two'];
    expect(await noted('third')).toBe('second');
  });

  it('receive records on a device without room for a new form, say which it is, and take it once there is room', async () => {
    let isFull = true;
    const asked = vi.fn();
    const records: SyncTransport['records'] = async (_query, take) => {
      asked();
      const record = { id: 'r', form: 'visit', form_version: 1, version: 2, data: { water: 'good' } } as never;
      await take({ records: [{ record, name: '', refs: {} }], cursor: 'end', more: false });
    };
    const entries = ['common', 'definitions/visit/1', 'definitions/site/1'].map((path) => ({ path, hash: 'new' }));
    const complete = async () => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
    };
    const common = options({
      records,
      reference: async () => ({ entries }),
      read: async () => ({ data: [] }) as never,
    });
    const of = { ...common, state: async () => 'one', complete };
    const { store } = of;
    await store.documents.put('sync/reference', { common: 'old', 'definitions/visit/1': 'new' });
    await store.documents.put('sync/cursor/[["visit"],null,[],null]', 'begun');
    expect(await synchronise(of)).toMatchObject({ received: 1, noRoom: ['site'] });
    expect([formsWithoutRoom.get(), await store.documents.get('offline/without-room')]).toEqual([['site'], ['site']]);
    expect((await store.records.get('r'))?.record.data).toEqual({ water: 'good' });
    expect(await store.documents.get('offline/up-to-date')).toBeUndefined();
    isFull = false;
    await synchronise(of);
    expect([
      formsWithoutRoom.get(),
      await store.documents.get('offline/without-room'),
      asked.mock.calls.length,
    ]).toEqual([undefined, null, 2]);
    expect(await store.documents.keys('definition/site')).toEqual(['definition/site/1']);
  });

  it('say so on a device that takes nothing at all, until there is room', async () => {
    let isFull = true;
    const common = options({ reference: async () => ({ entries: [{ path: 'common', hash: 'new' }] }) });
    const { documents } = common.store;
    const change: typeof documents.change = async (all) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      return documents.change(all);
    };
    const put: typeof documents.put = async (key, value) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      return documents.put(key, value);
    };
    const store = { ...common.store, documents: { ...documents, change, put } };
    const of = { ...common, store, state: async () => 'one' };
    expect(await synchronise(of)).toMatchObject({ sent: 0, noRoom: [] });
    expect(formsWithoutRoom.get()).toEqual([]);
    isFull = false;
    await synchronise(of);
    expect(formsWithoutRoom.get()).toBeUndefined();
  });

  it('leave out what is paused, and receive a form anew whose hidden questions changed', async () => {
    const records = vi.fn<SyncTransport['records']>(async ({ ids }, take) => {
      const record = { id: 'r', form: 'visit', form_version: 1, version: 3, data: { secret: 'x' } } as never;
      await take({ records: ids ? [{ record, name: '', refs: {} }] : [], cursor: ids ? null : 'end', more: false });
    });
    const of = { ...options({ records }), paused: async () => [{ province: 'p' }] };
    const { store } = of;
    const local = { id: 'r', form: 'visit', form_version: 1, version: 3, data: {} } as never;
    await store.records.put([{ record: local, server: local, name: '', refs: {} }]);
    await store.documents.put('sync/cursor/[[],"p",[],null]', 'begun');
    const hide = (hidden: string[]) => store.documents.put('forms', { data: [{ form: 'visit', hidden }] });
    const answers = async () => (await store.records.get('r'))?.record.data;
    await hide(['secret']);
    await synchronise(of);
    expect([records.mock.calls.length, await answers()]).toEqual([0, {}]);
    await hide([]);
    await synchronise(of);
    expect([records.mock.calls[0]?.[0], await answers()]).toEqual([{ ids: ['r'] }, { secret: 'x' }]);
    await synchronise(of);
    expect(records.mock.calls.length).toBe(1);
  });

  it('pause longer after each failure, and begin at once when the network returns or a change is saved', async () => {
    let isLost = true;
    const reference = vi.fn(async () => {
      if (isLost) throw new SyncError(0, { code: 'network' });
      return { entries: [] };
    });
    const send = vi.fn(async () => ({ at: '' }));
    const of = options({ reference, send });
    runner = startRunner({ ...of, isOnline: () => true });
    await vi.advanceTimersByTimeAsync(60_000);
    const tries = reference.mock.calls.length;
    expect([tries > 2, tries < 12]).toEqual([true, true]);
    isLost = false;
    runner.wake();
    await vi.advanceTimersByTimeAsync(1);
    expect(reference.mock.calls.length).toBe(tries + 1);
    const { seq: _seq, ...removal } = { ...operation, kind: 'remove' as const };
    await of.store.operations.add(removal, { record: { id: 'r', form: 'visit' } as never, name: '', refs: {} });
    await vi.advanceTimersByTimeAsync(1);
    expect([send.mock.calls.length, (await of.store.receipts.all()).map(({ id }) => id)]).toEqual([1, ['key']]);
  });

  it('go on soon after a cut if something got through', async () => {
    let requests = 0;
    const send = vi.fn(async () => {
      requests += 1;
      if (requests % 2 === 0) throw new SyncError(0, { code: 'network' });
      return { at: '' };
    });
    const of = options({ send });
    const record = { record: { id: 'r', form: 'visit' } as never, name: '', refs: {} };
    const { seq: _seq, ...removal } = { ...operation, kind: 'remove' as const };
    for (let at = 0; at < 12; at += 1)
      await of.store.operations.add({ ...removal, id: `key-${at}`, record_id: `r-${at}` }, record);
    runner = startRunner({ ...of, isOnline: () => true });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await of.store.operations.all()).toEqual([]);
  });

  it('send what was saved while another one only received, also if that was cut', async () => {
    const send = vi.fn(async () => ({ at: '' }));
    let cut = () => {};
    const lost = new SyncError(0, { code: 'network' });
    const reference = vi.fn(() => new Promise<never>((_end, fail) => (cut = () => fail(lost))));
    const of = options({ reference, send });
    const other = synchronise({ ...of, isAsked: true });
    runner = startRunner({ ...of, isOnline: () => true });
    await vi.advanceTimersByTimeAsync(10);
    const { seq: _seq, ...removal } = { ...operation, kind: 'remove' as const };
    await of.store.operations.add(removal, { record: { id: 'r', form: 'visit' } as never, name: '', refs: {} });
    await vi.advanceTimersByTimeAsync(3000);
    expect(send).not.toHaveBeenCalled();
    cut();
    await other;
    await vi.advanceTimersByTimeAsync(2000);
    expect(send).toHaveBeenCalledTimes(1);
  });
});

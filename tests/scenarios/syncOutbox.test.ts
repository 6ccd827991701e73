/** What a device sends: corrections of what the server refused, changes of records that changed meanwhile, and what must wait. */
import { describe, expect, it } from 'vitest';
import type { RecordData } from '../../src/core/definitions/types.ts';
import { memoryStore } from '../../src/core/sync/memoryStore.ts';
import { type OutboxProgress, runOutbox } from '../../src/core/sync/outbox.ts';
import { syncRequestOf } from '../../src/core/sync/request.ts';
import { SyncError, type SyncTransport } from '../../src/core/sync/transport.ts';
import type { LocalRecord, Operation, Receipt } from '../../src/core/sync/types.ts';
import { form } from '../support/form.ts';

const FIELDS = { name: { type: 'text' }, water: { type: 'text' }, pupils: { type: 'integer' } } as const;
const { water: _water, ...FEWER } = FIELDS;
const versions = [form({ fields: FEWER }), form({ version: 2, fields: FIELDS })];
const forms = async (_form: string, from: number, to: number) =>
  versions.filter(({ version }) => version >= from && version <= to);

const DEFAULTS = { form: 'visit', record_id: 'r', parent_id: null, files: [], captured_at: '2026-05-01T00:00:00.000Z' };
const failure = { reason: 'invalid', status: 422, code: 'validation_failed', message: '', at: '' } as const;
const refusedBefore = { is: 'failed', failure } as const;
const waiting = { is: 'waiting', attempts: 0 } as const;

function change(seq: number, data: RecordData, base: RecordData | null, more: Partial<Operation> = {}): Operation {
  const kind = base ? 'update' : 'create';
  const seen = base && { version: 3, form_version: 2, state: 'submitted', data: base };
  return {
    ...DEFAULTS,
    id: `o${seq}`,
    seq,
    kind,
    body: { ...data, form_version: 2 },
    base: seen,
    state: waiting,
    ...more,
  };
}

/** A server that has the record in `data`, refuses the name "taken" and the second version of the form, and fails at "broken". */
function serverWith(data: RecordData | null, version = 3, isWithdrawn = false) {
  const sent: Record<string, unknown>[] = [];
  let now = data && { version, data };
  const view = () => ({
    ...{ id: 'r', form: 'visit', form_version: isWithdrawn ? 1 : 2, code: 'V-1', name: '', ...now },
    ...{ current_state: { id: 'submitted' }, updated_by: { id: 'me', name: '' }, created_by: { id: 'me', name: '' } },
    ...{ created_at: '', updated_at: '', captured_at: null, province: null, district: null, village: null },
    ...{ organization: null, parent: null },
  });
  const transport = {
    async send(operation: Operation) {
      const { body = {} } = syncRequestOf(operation);
      sent.push(body);
      if (now && body.version !== now.version) throw new SyncError(417, { code: 'conflict' });
      if (isWithdrawn && body.form_version === 2) throw new SyncError(403, { code: 'version_withdrawn' });
      if (body.name === 'taken') throw new SyncError(422, { code: 'validation_failed' });
      if (body.name === 'broken') throw new SyncError(500, { code: 'internal' });
      const { form_version: _v, version: _n, client_id: _c, captured_at: _t, transition: _s, ...answers } = body;
      now = { version: (now?.version ?? 0) + 1, data: answers as RecordData };
      return { record: view(), at: '' };
    },
    async records(_query: unknown, take: (page: object) => Promise<void>) {
      const record = { ...view(), state: 'submitted', updated_by: 'other' };
      await take({ records: [{ record, name: '', refs: {} }], cursor: null, more: false });
    },
  };
  return { transport: transport as unknown as SyncTransport, sent, now: () => now };
}

async function run(operations: Operation[], server: ReturnType<typeof serverWith>, receipts: Receipt[] = []) {
  const record = { id: 'r', form: 'visit', form_version: 2, version: 3, state: 'submitted', data: {} };
  const local = { record, name: '', refs: {} } as unknown as LocalRecord;
  const store = memoryStore({ records: [local], operations, receipts });
  const told: OutboxProgress[] = [];
  const onProgress = (progress: OutboxProgress) => void told.push(progress);
  const outcome = await runOutbox({ store, transport: server.transport, forms, onProgress, now: () => '' });
  return {
    outcome,
    told,
    left: await store.operations.all(),
    receipts: (await store.receipts.all()).map(({ id }) => id),
  };
}

describe('a correction of what the server refused', () => {
  it('is sent in place of the new record, and nothing is sent twice', async () => {
    const steps = [{ name: 'taken' }, { name: 'taken', pupils: 4 }, { name: 'free', pupils: 4, water: 'well' }];
    const operations = steps.map((data, at) => change(at + 1, data, at === 0 ? null : (steps[at - 1] as RecordData)));
    const server = serverWith(null);
    const { left, receipts, outcome, told } = await run(operations, server);
    expect([left, receipts, outcome.sent]).toEqual([[], ['o1'], 1]);
    expect(told).toEqual(['o1', 'o2', 'o3'].map((current, done) => ({ done, total: 3, current })));
    expect(server.now()).toEqual({ version: 1, data: steps[2] });
    expect(server.sent.map(({ name }) => name)).toEqual(['taken', 'free']);
  });

  it('may be in an earlier version of the form, if the one it was begun in was withdrawn', async () => {
    const begun = { name: 'spring', water: 'well' };
    const moved = change(2, { name: 'spring', form_version: 1 }, begun, { body: { name: 'spring', form_version: 1 } });
    const server = serverWith(null, 0, true);
    const { left } = await run([change(1, begun, null), moved], server);
    expect(left).toEqual([]);
    expect([server.now()?.data, server.sent.at(-1)?.form_version]).toEqual([{ name: 'spring' }, 1]);
  });

  it('says what the person answered to both questions, before and after', async () => {
    const server = serverWith(null);
    const first = { name: 'taken', same: 'ask', other_problems: ['a'] };
    const then = { name: 'free', same: 'save', other_problems: ['b', 'a'] };
    await run([change(1, first, null), change(2, then, { name: 'taken' })], server);
    expect(server.sent.at(-1)).toMatchObject({ name: 'free', same: 'save', other_problems: ['a', 'b'] });
  });

  it('leaves what others changed meanwhile', async () => {
    const before = { name: 'a', pupils: 1 };
    const server = serverWith({ ...before, water: 'river' }, 4);
    const wrong = { name: 'taken', pupils: 1 };
    const { left, receipts } = await run(
      [change(1, wrong, before), change(2, { name: 'b', pupils: 2 }, wrong)],
      server,
    );
    expect([left, receipts, server.now()]).toEqual([
      [],
      ['o1'],
      { version: 5, data: { name: 'b', pupils: 2, water: 'river' } },
    ]);
  });

  it('with a step is sent before the step', async () => {
    const wrong = { name: 'taken', pupils: 1 };
    const right = change(2, { name: 'b', pupils: 1 }, wrong);
    const base = { version: 1, form_version: 2, state: 'draft', data: wrong };
    const step = { ...right, base, body: { ...right.body, transition: 'submit' } };
    const server = serverWith(null);
    const { left, receipts } = await run([change(1, wrong, null), step], server);
    expect([left, receipts.sort()]).toEqual([[], ['o1', 'o2']]);
    expect(server.sent.slice(1)).toMatchObject([{ name: 'b' }, { name: 'b', transition: 'submit' }]);
  });

  it.each([
    ['o2', ['submit', undefined]],
    ['o3', [undefined, 'submit']],
  ])('leaves a step to the change that takes it: %s', async (taking, [second, third]) => {
    const wrong = { name: 'taken', pupils: 1 };
    const step = (seq: number, data: RecordData, before: RecordData, transition?: string) => {
      const one = change(seq, data, before);
      const base = { version: seq - 1, form_version: 2, state: 'draft', data: before };
      return { ...one, base, body: { ...one.body, ...(transition && { transition }) } };
    };
    const more = { ...wrong, pupils: 2 };
    const right = { ...more, name: 'free' };
    const server = serverWith(null);
    const changes = [change(1, wrong, null), step(2, more, wrong, second), step(3, right, more, third)];
    const { left, receipts } = await run(changes, server);
    expect([left, receipts.sort(), server.now()]).toEqual([[], ['o1', taking], { version: 2, data: right }]);
    expect(server.sent.at(-1)).toMatchObject({ name: 'free', transition: 'submit' });
  });

  it('that is refused too waits for the next one, and what was not corrected stays refused', async () => {
    const steps = [{ name: 'taken' }, { name: 'taken', pupils: 4 }];
    const operations = steps.map((data, at) => change(at + 1, data, at === 0 ? null : (steps[0] as RecordData)));
    const again = await run(operations, serverWith(null));
    expect(again.left.map(({ state, body }) => [state.is, body.pupils])).toEqual([
      ['failed', 4],
      ['waiting', 4],
    ]);
    const next = change(3, { name: 'free', pupils: 4 }, steps[1] as RecordData);
    const [first, second] = again.left as [Operation, Operation];
    const server = serverWith(null);
    expect((await run([{ ...first, state: waiting }, second, next], server)).left).toEqual([]);
    expect(server.now()?.data).toEqual({ name: 'free', pupils: 4 });
    const alone = await run([change(1, { name: 'taken' }, null, { state: refusedBefore })], serverWith(null));
    expect(alone.left.map(({ state }) => state.is)).toEqual(['failed']);
  });
});

describe('a change of a record that changed meanwhile', () => {
  const before = { name: 'a', pupils: 1, water: 'river' };
  const theirs = { ...before, water: 'lake' };

  it('goes over a version of this device, unless that one had taken in answers of somebody else', async () => {
    const receipt = (merged: string[]): Receipt => ({
      ...{ id: 'o1', kind: 'update', form: 'visit', record_id: 'r', name: '', code: null, version: 4, at: '', merged },
    });
    const mine = change(2, { ...before, water: 'well' }, before);
    const own = serverWith(theirs, 4);
    expect((await run([mine], own, [receipt([])])).left).toEqual([]);
    expect(own.now()?.data).toEqual({ ...before, water: 'well' });

    const merged = serverWith(theirs, 4);
    const { left, outcome } = await run([mine], merged, [receipt(['water'])]);
    expect([left.map(({ state }) => state.is), outcome.conflicts]).toEqual([['conflict'], 1]);
    expect(merged.now(), 'the answer of the other person stays').toEqual({ version: 4, data: theirs });
  });

  it('merges by itself, but a step over a record that the person did not see is decided by them', async () => {
    const plain = serverWith(theirs, 4);
    expect((await run([change(1, { ...before, pupils: 2 }, before)], plain)).left).toEqual([]);
    expect(plain.now()?.data).toEqual({ ...theirs, pupils: 2 });

    const checked = change(1, { ...before, pupils: 2 }, before);
    const server = serverWith(theirs, 4);
    const { left, outcome } = await run([{ ...checked, body: { ...checked.body, transition: 'verify' } }], server);
    expect([left.map(({ state }) => state.is), outcome.conflicts]).toEqual([['conflict'], 1]);
    expect(server.now()).toEqual({ version: 4, data: theirs });
  });

  it('is merged, and a step that was taken after it is decided by the person', async () => {
    const mine = { ...before, pupils: 2 };
    const step = change(2, mine, mine);
    const server = serverWith(theirs, 4);
    const { left, receipts } = await run(
      [change(1, mine, before), { ...step, body: { ...step.body, transition: 'verify' } }],
      server,
    );
    expect([receipts, left.map(({ id, state }) => [id, state.is])]).toEqual([['o1'], [['o2', 'conflict']]]);
    expect(server.now()).toEqual({ version: 5, data: { ...theirs, pupils: 2 } });
  });
});

describe('a change at which the server fails', () => {
  it('waits for the next run, until it was tried ten times', async () => {
    const tried = (attempts: number) =>
      run([change(1, { name: 'broken' }, null, { state: { is: 'waiting', attempts } })], serverWith(null));
    expect((await tried(8)).left[0]?.state).toEqual({ is: 'waiting', attempts: 9 });
    expect((await tried(9)).left[0]?.state).toMatchObject({ is: 'failed', failure: { status: 500 } });
  });
});

describe('what waits behind a change that was refused', () => {
  it('is what lies below its record, not what lies elsewhere', async () => {
    const before = { name: 'a' };
    const refused = change(1, { name: 'taken' }, before);
    const below = change(2, { name: 'below' }, null, { record_id: 'child', parent_id: 'r' });
    const elsewhere = change(3, { name: 'elsewhere' }, null, { record_id: 'other', parent_id: 's' });
    const server = serverWith(before);
    const { left, outcome } = await run([refused, below, elsewhere], server);
    expect(server.sent.map(({ name }) => name)).toEqual(['taken', 'elsewhere']);
    expect(left.find(({ id }) => id === 'o2')?.state).toEqual(waiting);
    expect(outcome.failed).toBeGreaterThan(0);
  });

  it('is what names the record, if that is not on the server', async () => {
    const named = { name: 'names it', water: 'r' };
    const naming = change(2, named, null, { record_id: 'other' });
    const elsewhere = change(3, { name: 'elsewhere' }, null, { record_id: 'third' });
    const fresh = serverWith(null);
    await run([change(1, { name: 'taken' }, null), naming, elsewhere], fresh);
    expect(fresh.sent.map(({ name }) => name)).toEqual(['taken', 'elsewhere']);
    const known = serverWith({ name: 'a' });
    await run([change(1, { name: 'taken' }, { name: 'a' }), naming], known);
    expect(known.sent.map(({ name }) => name)).toEqual(['taken', 'names it']);
  });
});

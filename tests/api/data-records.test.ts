/** Writing records: codes, scope, checks, conflicts, idempotency, transitions, deletion, history, the hash chain. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../src/server/db/database.ts';
import { createRecords } from '../../src/server/records/records.ts';
import { counting } from '../support/counting.ts';
import {
  BAMYAN,
  CHIEF,
  failure,
  formOf,
  KABUL,
  MONITOR,
  openWorld,
  PERSON,
  SITE,
  VISIT,
  type World,
  WRITER,
} from '../support/data-world.ts';
import { databases, type OpenedDatabase } from '../support/database.ts';

/** Girls are asked only in mixed groups. A derived field adds both numbers. */
const COUNTED = formOf(
  { form: 'counted' },
  {
    mixed: { type: 'yesno', schema: { type: 'string', enum: ['yes', 'no'] } },
    boys: { type: 'integer', schema: { type: 'integer', minimum: 0 } },
    girls: {
      type: 'integer',
      schema: { type: 'integer', minimum: 0 },
      visibleWhen: { field: 'mixed', is: { const: 'yes' } },
    },
    total: { type: 'derived', derived: { sum: ['boys', 'girls'] }, schema: { type: 'integer' } },
  },
);

/** Selects the foreign keys that no index begins with. */
const UNINDEXED_FOREIGN_KEYS = {
  postgres: sql`
    SELECT c.conrelid::regclass::text || '.' || a.attname AS name
    FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace AND NOT EXISTS (
      SELECT 1 FROM pg_index i WHERE i.indrelid = c.conrelid AND i.indkey[0] = c.conkey[1])`,
  sqlite: sql`
    SELECT m.name || '.' || f."from" AS name FROM sqlite_master m, pragma_foreign_key_list(m.name) f
    WHERE m.type = 'table' AND NOT EXISTS (
      SELECT 1 FROM pragma_index_list(m.name) i, pragma_index_info(i.name) x WHERE x.seqno = 0 AND x.name = f."from")
    AND NOT EXISTS (SELECT 1 FROM pragma_table_info(m.name) p WHERE p.pk = 1 AND p.name = f."from")`,
};

for (const kind of databases()) {
  describe(`records on ${kind.name}`, () => {
    let opened: OpenedDatabase;
    let world: World;
    beforeAll(async () => {
      opened = await kind.open();
      world = await openWorld(opened.database, [SITE, VISIT, PERSON, COUNTED]);
    });
    afterAll(async () => {
      await world?.close();
      await opened?.dispose();
    });

    const site = () => world.form('site');
    const visit = () => world.form('visit');

    it('every foreign key has an index', async () => {
      const { rows } = await UNINDEXED_FOREIGN_KEYS[opened.database.engine].execute(opened.database.kysely);
      expect(rows).toEqual([]);
    });

    it('asks every condition of a form once when a record is made or changed', async () => {
      const form = world.form('counted');
      const { validator, asked } = counting(await world.registry.validator(form));
      const spy = vi.spyOn(world.registry, 'validator').mockResolvedValue(validator);
      const once = Object.fromEntries(Object.keys(form.conditions).map((key) => [key, 1]));
      const { record } = await world.records.create(form, { mixed: 'yes', boys: 3, girls: 4 }, {}, { actor: CHIEF });
      expect(asked()).toEqual(once);
      await world.update(form, record.id, { mixed: 'no', boys: 3 }, record.version, { actor: CHIEF });
      expect(asked()).toEqual(once);
      spy.mockRestore();
    });

    it('numbers records, copies the place of the site and works out derived values', async () => {
      const parent = await world.site('Numbering');
      const first = await world.records.create(
        visit(),
        { visit_date: '2026-05-01', boys: 3, girls: 4, remarks: '' },
        { parent_id: parent },
        { actor: BAMYAN },
      );
      expect(first.record).toMatchObject({
        state: 'submitted',
        version: 1,
        parent_id: parent,
        site_id: parent,
        province_id: 'bam',
        district_id: 'bam-1',
        created_by: BAMYAN.id,
      });
      expect(first.record.code).toMatch(/^VISIT_\d+$/);
      expect(first.record.data).toEqual({
        site_id_answer: parent,
        visit_date: '2026-05-01',
        boys: 3,
        girls: 4,
        score: 7,
      });
      const second = await world.records.get(visit(), await world.visit(parent), BAMYAN);
      expect(second.record.code).not.toBe(first.record.code);
    });

    it('a hidden answer is neither stored nor counted, and counts again when it is shown', async () => {
      const counted = world.form('counted');
      const answers = { boys: 4, girls: 5, total: 99 };
      const hidden = await world.records.create(counted, { mixed: 'no', ...answers }, {}, { actor: CHIEF });
      expect(hidden.record.data).toEqual({ mixed: 'no', boys: 4, total: 4 });
      const shown = await world.update(counted, hidden.record.id, { mixed: 'yes', ...answers }, 1, {
        actor: CHIEF,
      });
      expect(shown.record.data).toEqual({ mixed: 'yes', boys: 4, girls: 5, total: 9 });
    });

    it('refuses what is wrong, naming the answer', async () => {
      const parent = await world.site('Refusals');
      const wrong = await failure(
        world.records.create(
          visit(),
          { water: 'wonderful', boys: -1, extra: 1, seen_by: 'nobody' },
          { parent_id: parent },
          { actor: CHIEF },
        ),
      );
      expect(wrong.code).toBe('validation_failed');
      expect(Object.keys(wrong.errors ?? {}).sort()).toEqual(['/boys', '/extra', '/seen_by', '/visit_date', '/water']);
      expect(
        (await failure(world.records.create(visit(), { visit_date: '2026-05-01' }, {}, { actor: CHIEF }))).code,
      ).toBe('parent_required');
      const elsewhere = await failure(
        world.records.create(
          site(),
          { title: 'Wrong place', province_id: 'bam', district_id: 'kab-1' },
          {},
          { actor: CHIEF },
        ),
      );
      expect(elsewhere.errors).toEqual({ '/district_id': [{ code: 'choice' }] });
      const { total } = await world.records.list(
        { form: visit(), filters: [], sort: [], page: 1, per_page: 5, parent_id: parent },
        CHIEF,
      );
      expect(total).toBe(0);
    });

    it('a flagged answer needs its problem', async () => {
      const parent = await world.site('Flags');
      const bad = await failure(
        world.records.create(
          visit(),
          { visit_date: '2026-05-01', water: 'bad' },
          { parent_id: parent },
          { actor: CHIEF },
        ),
      );
      expect(bad.errors?.['/water']?.[0]?.code).toBe('problem_details');
      const made = await world.records.create(
        visit(),
        {
          visit_date: '2026-05-01',
          water: 'bad',
          problems: [{ problem_type_id: '1', problem_details: 'The well is dry' }],
        },
        { parent_id: parent },
        { actor: CHIEF },
      );
      expect((made.record.data.problems as { id: string }[])[0]?.id).toMatch(/^[0-9a-f-]{36}$/);
    });

    it('invisible is not found, visible but forbidden gives the reason', async () => {
      const parent = await world.site('Scope');
      const made = await world.visit(parent);
      expect((await failure(world.records.get(visit(), made, KABUL))).code).toBe('record_not_found');
      expect(
        (await failure(world.records.transition(visit(), made, { action: 'verify' }, { actor: WRITER }))).code,
      ).toBe('role_needed');
      expect((await failure(world.update(visit(), made, {}, 1, { actor: WRITER }))).code).toBe('not_yours');
      expect(
        (
          await failure(
            world.records.create(
              site(),
              { title: 'Far away', province_id: 'kab', district_id: 'kab-1' },
              {},
              { actor: BAMYAN },
            ),
          )
        ).code,
      ).toBe('other_province');
      expect(
        (
          await failure(
            world.records.create(visit(), { visit_date: '2026-05-01' }, { parent_id: parent }, { actor: KABUL }),
          )
        ).code,
      ).toBe('validation_failed');
      const moved = await failure(
        world.update(site(), parent, { title: 'Scope', province_id: 'kab', district_id: 'kab-1' }, 1, {
          actor: BAMYAN,
        }),
      );
      expect(moved.code).toBe('other_province');
    });

    it('two writers of one version: the second gets both sides', async () => {
      const parent = await world.site('Conflict');
      const made = await world.visit(parent, { remarks: 'first' });
      const data = (remarks: string) => ({ site_id_answer: parent, visit_date: '2026-05-20', remarks });
      await world.update(visit(), made, data('mine'), 1, { actor: BAMYAN });
      const lost = await failure(world.update(visit(), made, data('theirs'), 1, { actor: CHIEF }));
      expect(lost.code).toBe('conflict');
      expect(lost.detail).toMatchObject({
        mine: { version: 1, data: { remarks: 'theirs' } },
        theirs: { version: 2, data: { remarks: 'mine' }, by: { id: BAMYAN.id, name: 'bamyan' } },
      });
      const both = await Promise.allSettled(
        [1, 2, 3, 4].map((n) => world.update(visit(), made, data(`race ${n}`), 2, { actor: CHIEF })),
      );
      expect(both.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
      expect((await world.records.history(visit(), made, CHIEF)).map((change) => change.seq)).toEqual([3, 2, 1]);
    });

    it('two writers who both read before either wrote: one change stands, the other is a conflict, and none is lost', async () => {
      const made = await world.visit(await world.site('Read by both'), { remarks: 'first' });
      const { record } = await world.records.get(visit(), made, CHIEF);
      // Each waits with its transaction until the other has read the record, too.
      const waiting: (() => void)[] = [];
      const transaction: Database['transaction'] = async (work) => {
        if (waiting.length < 2)
          await new Promise<void>((resolve) => {
            waiting.push(resolve);
            if (waiting.length === 2) for (const go of waiting) go();
          });
        return opened.database.transaction(work);
      };
      const database = { ...opened.database };
      const held = await createRecords({ database, registry: world.registry });
      await held.idle();
      database.transaction = transaction;
      const write = (remarks: string) =>
        held.records.update(visit(), made, () => ({ form: visit(), data: { ...record.data, remarks }, version: 1 }), {
          actor: CHIEF,
        });
      const both = await Promise.allSettled([write('one'), write('other')]);
      expect(waiting).toHaveLength(2);
      const [stands, ...more] = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value.record] : []));
      expect(more).toEqual([]);
      expect(both.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))).toEqual(['conflict']);
      const { record: now } = await world.records.get(visit(), made, CHIEF);
      expect([now.version, now.data.remarks]).toEqual([2, stands?.data.remarks]);
      expect((await world.records.history(visit(), made, CHIEF)).map((change) => change.seq)).toEqual([2, 1]);
    });

    it('what a writer gave up at a conflict stays in the history, and nothing else can be put there', async () => {
      const made = await world.visit(await world.site('Given up'), { remarks: 'theirs', boys: 3 });
      const { record } = await world.records.get(visit(), made, CHIEF);
      const notTaken = {
        remarks: 'mine',
        boys: 'many',
        seen_by: 'nobody-there',
        photo: ['f'],
        water: 'bad',
        round: null,
      };
      await world.records.update(
        visit(),
        made,
        () => ({ form: visit(), data: { ...record.data, boys: 4 }, version: 1, notTaken }),
        { actor: BAMYAN },
      );
      const [change] = await world.records.history(visit(), made, CHIEF);
      expect(change?.not_taken).toEqual([
        { field: 'remarks', value: 'mine' },
        { field: 'water', value: 'bad' },
      ]);
      expect((await world.records.get(visit(), made, CHIEF)).record.data).toMatchObject({ remarks: 'theirs', boys: 4 });
    });

    it('a write with a key happens once, however often it is sent', async () => {
      const parent = await world.site('Once');
      const send = (remarks: string) =>
        world.records.create(
          visit(),
          { visit_date: '2026-05-02', remarks },
          { parent_id: parent },
          { actor: BAMYAN, operation: 'key-1' },
        );
      const answers = await Promise.all([send('a'), send('a'), send('a')]);
      expect(new Set(answers.map((answer) => answer.record.id)).size).toBe(1);
      const id = answers[0]?.record.id as string;
      await world.update(visit(), id, { site_id_answer: parent, visit_date: '2026-05-02', remarks: 'later' }, 1, {
        actor: BAMYAN,
      });
      const repeated = await send('a');
      expect(repeated.record).toMatchObject({ id, version: 1, data: { remarks: 'a' } });
      expect((await failure(send('b'))).code).toBe('idempotency_mismatch');
      const parked = await opened.database.read
        .selectFrom('parked_writes')
        .selectAll()
        .where('key', '=', 'key-1')
        .execute();
      expect(JSON.parse(parked[0]?.body as string)).toMatchObject({ data: { remarks: 'b' } });
      const other = await world.records.create(
        visit(),
        { visit_date: '2026-05-03' },
        { parent_id: parent },
        { actor: CHIEF, operation: 'key-1' },
      );
      expect(other.record.id).not.toBe(id);
    });

    it('another change, step or removal under a used key is refused and kept aside, not answered with the first', async () => {
      const parent = await world.site('Used key');
      const made = await world.visit(parent, { remarks: 'first' }, WRITER);
      const context = { actor: BAMYAN, operation: 'used' };
      const data = (remarks: string) => ({ site_id_answer: parent, visit_date: '2026-05-20', remarks });
      expect((await world.update(visit(), made, data('mine'), 1, context)).record.version).toBe(2);
      const others = [
        () => world.update(visit(), made, data('something else'), 2, context),
        () => world.records.remove(visit(), made, 2, context),
      ];
      for (const other of others) expect((await failure(other())).code).toBe('idempotency_mismatch');
      const step = { actor: CHIEF, operation: 'step' };
      await world.records.transition(visit(), made, { action: 'send-back', comment: 'Look again', version: 2 }, step);
      const verified = failure(world.records.transition(visit(), made, { action: 'verify', version: 3 }, step));
      expect((await verified).code).toBe('idempotency_mismatch');
      const { record } = await world.records.get(visit(), made, CHIEF);
      expect(record).toMatchObject({ version: 3, state: 'returned', deleted_at: null, data: { remarks: 'mine' } });
      const parked = await opened.database.read
        .selectFrom('parked_writes')
        .select('body')
        .where('key', 'in', ['used', 'step'])
        .execute();
      expect(parked).toHaveLength(3);
      expect(parked.map(({ body }) => body).join()).toContain('something else');
    });

    it('an id made by the client names one record', async () => {
      const parent = await world.site('Client ids');
      const id = '0197a000-0000-7000-8000-000000000001';
      const send = (remarks: string, by = BAMYAN) =>
        world.records.create(
          visit(),
          {
            visit_date: '2026-05-02',
            remarks,
            water: 'good',
            problems: [{ problem_type_id: '2', problem_details: 'Roof leaks' }],
          },
          { parent_id: parent, id },
          { actor: by },
        );
      expect((await send('a')).record.id).toBe(id);
      expect((await send('a')).record.version).toBe(1);
      expect((await failure(send('b'))).code).toBe('idempotency_mismatch');
      expect((await failure(send('a', CHIEF))).code).toBe('idempotency_mismatch');
      expect(await world.records.history(visit(), id, CHIEF)).toHaveLength(1);
    });

    it('steps of the workflow: comment, lock, way back', async () => {
      const parent = await world.site('Steps');
      const made = await world.visit(parent, {}, WRITER);
      const move = (action: string, comment?: string, fields?: { field: string; comment: string }[]) =>
        world.records.transition(visit(), made, { action, comment, fields }, { actor: BAMYAN });
      expect((await failure(move('send-back', ' '))).code).toBe('transition_comment_required');
      expect((await failure(move('no-such-step'))).code).toBe('transition_not_possible');
      expect((await move('send-back', 'Look again', [{ field: 'water', comment: 'Which well?' }])).record.state).toBe(
        'returned',
      );
      await world.update(visit(), made, { site_id_answer: parent, visit_date: '2026-05-20', water: 'good' }, 2, {
        actor: WRITER,
      });
      expect((await move('verify')).record).toMatchObject({ state: 'verified', version: 4 });
      expect((await failure(world.update(visit(), made, {}, 4, { actor: BAMYAN }))).code).toBe('state_locked');
      expect((await failure(move('verify'))).code).toBe('transition_not_possible');
      const [last, edit, back] = await world.records.history(visit(), made, WRITER);
      expect(last).toMatchObject({
        action: 'verify',
        from_state: 'returned',
        to_state: 'verified',
        by: { name: 'bamyan' },
        changes: [],
      });
      expect(edit?.changes).toEqual([{ field: 'water', before: null, after: 'good' }]);
      expect(back).toMatchObject({ comment: 'Look again', fields: [{ field: 'water', comment: 'Which well?' }] });
    });

    it('deleting hides, restoring brings back, both are history', async () => {
      const parent = await world.site('Deleting');
      const made = await world.visit(parent);
      expect((await failure(world.records.remove(site(), parent, 1, { actor: CHIEF }))).code).toBe('has_children');
      expect((await world.records.remove(visit(), made, 1, { actor: BAMYAN })).deleted_at).not.toBeNull();
      expect((await failure(world.records.get(visit(), made, BAMYAN))).code).toBe('record_not_found');
      expect((await world.records.get(visit(), made, CHIEF)).record.deleted_at).not.toBeNull();
      const shown = () =>
        world.records.list({ form: visit(), filters: [], sort: [], page: 1, per_page: 5, parent_id: parent }, CHIEF);
      expect((await shown()).total).toBe(0);
      expect((await failure(world.records.restore(visit(), made, { actor: BAMYAN }))).code).toBe('record_not_found');
      expect((await world.records.restore(visit(), made, { actor: CHIEF })).record.deleted_at).toBeNull();
      expect((await shown()).total).toBe(1);
      expect((await world.records.history(visit(), made, CHIEF)).map((change) => change.action)).toEqual([
        'restore',
        'delete',
        'create',
      ]);
    });

    it('a removal that is sent again gets its first response, though its record cannot be seen any more', async () => {
      const visit = await world.visit(await world.site('Removed twice'));
      const remove = (operation: string) =>
        world.records.remove(world.form('visit'), visit, 1, { actor: BAMYAN, operation });
      const removed = await remove('gone');
      expect([removed.version, await remove('gone')]).toEqual([2, removed]);
      expect((await failure(remove('other'))).code).toBe('record_not_found');
      const others = world.records.remove(world.form('visit'), visit, 1, { actor: KABUL, operation: 'gone' });
      expect((await failure(others)).code).toBe('record_not_found');
    });

    it('a record is made and comes back only under a parent that is there', async () => {
      const parent = await world.site('Gone');
      const made = await world.visit(parent);
      await world.records.remove(visit(), made, undefined, { actor: CHIEF });
      await world.records.remove(site(), parent, undefined, { actor: CHIEF });
      expect((await failure(world.records.restore(visit(), made, { actor: CHIEF }))).code).toBe('parent_deleted');
      const answers = { visit_date: '2026-05-02' };
      const below = world.records.create(visit(), answers, { parent_id: parent }, { actor: CHIEF });
      expect((await failure(below)).errors).toEqual({ '/site_id_answer': [{ code: 'record_missing' }] });
      await world.records.restore(site(), parent, { actor: CHIEF });
      expect((await world.records.restore(visit(), made, { actor: CHIEF })).record.deleted_at).toBeNull();
    });

    it('a unique answer is unique, folded, among the living', async () => {
      const first = await world.site('مکتب يك');
      expect(await world.records.isUnique(site(), 'title', 'مکتب یک', undefined, CHIEF)).toBe(false);
      expect(await world.records.isUnique(site(), 'title', 'مکتب یک', first, CHIEF)).toBe(true);
      const again = await failure(world.site('مکتب  یک'));
      expect(again.errors).toEqual({ '/title': [{ code: 'unique' }] });
      await world.records.remove(site(), first, undefined, { actor: CHIEF });
      const second = await world.site('مکتب یک');
      expect((await failure(world.records.restore(site(), first, { actor: CHIEF }))).errors).toEqual({
        '/title': [{ code: 'unique' }],
      });
      await world.update(site(), second, { title: 'Other', province_id: 'bam', district_id: 'bam-1' }, 1, {
        actor: CHIEF,
      });
      expect(await world.records.isUnique(site(), 'title', 'مکتب یک', undefined, CHIEF)).toBe(true);
    });

    it('a second visit of one site on one day is asked about and never refused; who may not see the first learns only that there is one', async () => {
      const parent = await world.site('Twice');
      const day = { visit_date: '2026-04-09' };
      const make = (actor: typeof CHIEF, same?: 'ask' | 'save', more = {}) =>
        world.records.create(visit(), { ...day, ...more }, { parent_id: parent }, { actor, ...(same && { same }) });
      const { record: first } = await make(CHIEF, 'ask', { remarks: 'the first' });
      const asked = await failure(make(WRITER, 'ask'));
      expect([asked.code, asked.detail]).toEqual([
        'record_same',
        {
          duplicates: {
            records: [
              { id: first.id, code: first.code, name: first.code, at: first.created_at, by: expect.anything() },
            ],
            hidden: false,
          },
        },
      ]);
      expect((await failure(make(MONITOR, 'ask'))).detail).toEqual({ duplicates: { records: [], hidden: true } });
      const acknowledged = async (id: string) =>
        (await world.records.history(visit(), id, CHIEF)).map((change) => change.acknowledged);
      const { record: second } = await make(WRITER, 'save');
      expect(await acknowledged(second.id)).toEqual([['same']]);
      // Callers that do not ask save as ever, and say nothing.
      const { record: third } = await make(WRITER);
      expect(await acknowledged(third.id)).toEqual([undefined]);
      // An edit is asked about when it makes the record say the same, not when it says so already.
      const edit = (id: string, data: object, same: 'ask' | 'save') =>
        world.records.update(
          visit(),
          id,
          ({ record: { version } }) => ({ form: visit(), data: { site_id_answer: parent, ...data }, version }),
          { actor: CHIEF, same },
        );
      await edit(second.id, { ...day, remarks: 'the second' }, 'ask');
      await edit(second.id, { visit_date: '2026-04-10' }, 'ask');
      expect((await failure(edit(second.id, day, 'ask'))).code).toBe('record_same');
      await edit(second.id, day, 'save');
      expect((await acknowledged(second.id))[0]).toEqual(['same']);
      await Promise.all([first, third].map(({ id }) => world.records.remove(visit(), id, undefined, { actor: CHIEF })));
      await world.records.remove(visit(), second.id, undefined, { actor: CHIEF });
      await make(CHIEF, 'ask');
    });

    it('many writers at once: every code is given once, every record is there', async () => {
      const parent = await world.site('Crowd');
      const made = await Promise.all(
        Array.from({ length: 60 }, (_, n) =>
          world.records.create(visit(), { visit_date: '2026-04-01', boys: n }, { parent_id: parent }, { actor: CHIEF }),
        ),
      );
      expect(new Set(made.map((one) => one.record.code)).size).toBe(60);
      const { total } = await world.records.list(
        { form: visit(), filters: [], sort: [], page: 1, per_page: 5, parent_id: parent },
        CHIEF,
      );
      expect(total).toBe(60);
    });
  });
}

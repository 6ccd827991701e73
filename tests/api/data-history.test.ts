/**
 * The history can be verified. Every change made behind the server's back is found and named if the attacker has only the
 * database. With a copied anchor this is so even if the attacker has the key. Old revisions are adopted unchanged.
 */
import { hash } from 'node:crypto';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Insertable, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/core/json.ts';
import { adoptRecords } from '../../src/server/audit/adopt.ts';
import { readAnchors } from '../../src/server/audit/anchors.ts';
import { createSealing, type Sealing } from '../../src/server/audit/sealing.ts';
import { SEALS_START, sealEvents, sealHash } from '../../src/server/audit/seals.ts';
import { openSigner, type PublicKey, readPublicKey } from '../../src/server/audit/signer.ts';
import { verifyHistory, verifyWholeHistory } from '../../src/server/audit/verify.ts';
import type { Handle } from '../../src/server/db/database.ts';
import { findRecord } from '../../src/server/db/rows.ts';
import type { Tables } from '../../src/server/db/tables.ts';
import { CHAIN_START, nextRevision } from '../../src/server/records/history/chain.ts';
import { CHIEF, openWorld, PERSON, SITE, VISIT, type World } from '../support/data-world.ts';
import { databases, type OpenedDatabase } from '../support/database.ts';

const NOW = () => new Date('2026-06-02T00:00:00.000Z');
/** Ordered so that rows come after the rows they refer to. */
const RESTORED = ['records', 'record_revisions', 'attachments', 'events', 'seals'] as const;

/** A handle that waits for `then` after each query's rows, when its connection is free again. */
function afterRows<T extends object>(handle: T, then: (rows: readonly object[]) => Promise<void>): T {
  return new Proxy(handle, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        const result: unknown = value.apply(target, args);
        if (name === 'execute') return (result as Promise<object[]>).then(async (rows) => then(rows).then(() => rows));
        return typeof result === 'object' && result !== null && !(result instanceof Promise)
          ? afterRows(result, then)
          : result;
      };
    },
  });
}

for (const kind of databases()) {
  describe(`history on ${kind.name}`, () => {
    let opened: OpenedDatabase;
    let world: World;
    let db: Handle;
    let sealing: Sealing;
    let key: PublicKey;
    let keyFile: string;
    let anchorFile: string;
    let erasureFile: string;
    /** A person with three revisions, to whom nothing refers. */
    let person: string;
    let visit: string;
    let site: string;

    beforeAll(async () => {
      opened = await kind.open();
      world = await openWorld(opened.database, [SITE, VISIT, PERSON]);
      db = opened.database.kysely;
      keyFile = join(opened.config.dataDir, 'audit/key.pem');
      anchorFile = join(opened.config.dataDir, 'audit/anchors.jsonl');
      erasureFile = join(opened.config.dataDir, 'audit/erasures.jsonl');
      sealing = await createSealing({ database: opened.database, keyFile, anchorFile, erasureFile, now: NOW });
      key = (await readPublicKey(keyFile)) as PublicKey;
      const by = { actor: CHIEF };
      const file = { hash: 'a'.repeat(64), name: 'p.jpg', media_type: 'image/jpeg', size: 9, created_by: CHIEF.id };
      const rest = {
        width: null,
        height: null,
        record_id: null,
        form: null,
        field: null,
        created_at: '2026-06-01T00:00:00Z',
      };
      await db
        .insertInto('attachments')
        .values({ id: 'photo-1', ...file, ...rest })
        .execute();
      site = await world.site('Chain');
      visit = await world.visit(site, { remarks: 'one', photo: ['photo-1'] });
      const given = { site_id_answer: site, visit_date: '2026-05-20', photo: ['photo-1'] };
      await world.update(world.form('visit'), visit, { ...given, remarks: 'two' }, 1, by);
      await world.records.transition(
        world.form('visit'),
        visit,
        { action: 'verify' },
        {
          actor: { ...CHIEF, id: 'user-second-chief' },
        },
      );
      const made = await world.records.create(world.form('person'), { given: 'Zarmina', province_id: 'bam' }, {}, by);
      person = made.record.id;
      for (const family of ['Ahmadi', 'Karimi'])
        await world.update(
          world.form('person'),
          person,
          { given: 'Zarmina', family, province_id: 'bam' },
          undefined,
          by,
        );
      await db
        .insertInto('events')
        .values({
          at: '2026-06-01T00:00:00Z',
          user_id: CHIEF.id,
          action: 'login',
          form: null,
          record_id: null,
          province_id: null,
          detail: '{}',
        })
        .execute();
      // The site moves. The records below it follow without a new revision.
      const { record } = await world.records.get(world.form('site'), site, CHIEF);
      await world.update(world.form('site'), site, { ...record.data, province_id: 'kab', district_id: 'kab-1' }, 1, by);
      await sealing.seal();
    });
    afterAll(async () => {
      await world?.close();
      await opened?.dispose();
    });

    const check = async (keys: PublicKey[] = [key]) =>
      verifyWholeHistory(db, { keys, anchors: await readAnchors(anchorFile) });

    it('holds after writing, moving and sealing, and names what waits for its seal', async () => {
      const report = await check();
      expect(report).toMatchObject({ breaks: [], areSignaturesChecked: true, unsealed: { events: 0 }, records: 3 });
      expect(
        (await db.selectFrom('records').select('province_id').where('id', '=', visit).executeTakeFirst())?.province_id,
      ).toBe('kab');
      const later = await world.visit(site);
      expect((await check()).unsealed).toEqual({ events: 1, since: expect.any(String) });
      await sealing.seal();
      expect((await check()).unsealed.events).toBe(0);
      expect(later).toBeTruthy();
    });

    // PostgreSQL uses the partial index by its condition alone. SQLite needs the column first.
    it.runIf(kind.name === 'sqlite')('asks an index for what waits, however long the history is', async () => {
      const plan = await sql<{ detail: string }>`EXPLAIN QUERY PLAN
        SELECT * FROM events WHERE seal IS NULL ORDER BY id LIMIT 2000`.execute(db);
      expect(plan.rows.map(({ detail }) => detail)).toEqual(['SEARCH events USING INDEX events_unsealed (seal=?)']);
    });

    it('holds while a server seals and saves between its reads', async () => {
      const slices = verifyHistory(db, { keys: [key] });
      const { seals } = await check();
      for (let report = await slices.next(); report.value.seals < seals; ) report = await slices.next();
      // It has found no later seal, and looks next for events that no seal contains.
      await slices.next();
      const given = { given: 'Zarmina', province_id: 'bam' };
      const { record } = await world.records.create(world.form('person'), given, {}, { actor: CHIEF });
      await sealing.seal();
      expect((await check()).seals).toBe(seals + 1);
      let last = await slices.next();
      while (!last.done) last = await slices.next();
      expect(last.value.breaks).toEqual([]);

      // Somebody saves as soon as the record is read and before its revisions are.
      let saves = 0;
      const save = async (rows: readonly object[]) => {
        if (saves > 0 || !rows.some((row) => 'state' in row && 'id' in row && row.id === record.id)) return;
        saves += 1;
        await world.update(world.form('person'), record.id, { ...given, family: 'Karimi' }, 1, { actor: CHIEF });
      };
      expect((await verifyWholeHistory(afterRows(db, save), { keys: [key] })).breaks).toEqual([]);
      expect(saves).toBe(1);
      await sealing.seal();
    });

    it('a file of an answer is part of what is proved', async () => {
      const { record } = await db
        .selectFrom('record_revisions')
        .select('record')
        .where('record_id', '=', visit)
        .where('seq', '=', 3)
        .executeTakeFirstOrThrow();
      expect(JSON.parse(record ?? '')).toMatchObject({ files: { 'photo-1': 'a'.repeat(64) }, form: 'visit' });
    });

    type Tampering = [what: string, change: () => Promise<unknown>, found: object];
    const setRecord = (id: () => string, set: Partial<Insertable<Tables['records']>>) => () =>
      db.updateTable('records').set(set).where('id', '=', id()).execute();
    const setRevision = (seq: number, set: Partial<Insertable<Tables['record_revisions']>>) => () =>
      db.updateTable('record_revisions').set(set).where('record_id', '=', person).where('seq', '=', seq).execute();
    const removePerson = async () => {
      await db.deleteFrom('record_revisions').where('record_id', '=', person).execute();
      await db.deleteFrom('records').where('id', '=', person).execute();
    };
    const rewind = async () => {
      await db.deleteFrom('record_revisions').where('record_id', '=', person).where('seq', '=', 3).execute();
      const { hash, answers } = await db
        .selectFrom('record_revisions')
        .select(['hash', 'answers'])
        .where('record_id', '=', person)
        .where('seq', '=', 2)
        .executeTakeFirstOrThrow();
      const family = (JSON.parse(answers ?? '{}') as Record<string, [string]>).family?.[0];
      await setRecord(() => person, {
        version: 2,
        hash,
        data: JSON.stringify({ given: 'Zarmina', family, province_id: 'bam' }),
      })();
    };
    const rewindWithEvent = async () => {
      await rewind();
      await db.deleteFrom('events').where('record_id', '=', person).where('seq', '=', 3).execute();
    };
    /** Rewrites the last revision with another text and author, and recalculates everything possible without the key. */
    const forge = async () => {
      const record = await findRecord(db, person);
      const [second, third] = await db
        .selectFrom('record_revisions')
        .selectAll()
        .where('record_id', '=', person)
        .where('seq', '>', 1)
        .orderBy('seq')
        .execute();
      if (!record || !second || !third) throw new Error('the person has three revisions');
      const data = { ...record.data, family: 'Forged' };
      const before = { version: 2, hash: second.hash, state: record.state, data: { ...record.data, family: 'Ahmadi' } };
      const forged = nextRevision(
        before,
        { ...record, data, updated_by: 'user-kabul' },
        { ...third, by_id: 'user-kabul', by_name: 'kabul' },
      );
      await setRevision(3, forged)();
      await setRecord(() => person, { hash: forged.hash, data: JSON.stringify(data), updated_by: 'user-kabul' })();
      await db
        .updateTable('events')
        .set({ hash: forged.hash, user_id: 'user-kabul' })
        .where('record_id', '=', person)
        .where('seq', '=', 3)
        .execute();
    };
    const reseal = async () => {
      await forge();
      await db.deleteFrom('seals').execute();
      await db.updateTable('events').set({ seal: null }).execute();
      await sealEvents(opened.database, await openSigner(join(opened.config.dataDir, 'another.pem')), NOW);
    };
    const TAMPERINGS: Tampering[] = [
      [
        'an answer of a revision',
        async () => {
          const { answers } = await db
            .selectFrom('record_revisions')
            .select('answers')
            .where('record_id', '=', person)
            .where('seq', '=', 2)
            .executeTakeFirstOrThrow();
          await setRevision(2, { answers: answers?.replace('Ahmadi', 'Akhtari') ?? null })();
        },
        { about: 'record', seq: 2, reason: 'revision_changed' },
      ],
      [
        'an answer taken out as if it had been erased',
        setRevision(2, { answers: '{"family":{"erased":"x"}}' }),
        { seq: 2, reason: 'revision_changed' },
      ],
      ['the author', setRevision(2, { by_name: 'somebody else' }), { seq: 2, reason: 'revision_changed' }],
      ['the time', setRevision(2, { at: '2020-01-01T00:00:00.000Z' }), { seq: 2, reason: 'revision_changed' }],
      [
        'a revision made to look like an old one',
        setRevision(2, { answers: null, patch: '[]' }),
        { seq: 2, reason: 'revision_changed' },
      ],
      [
        'the answers of the record',
        setRecord(() => person, { data: '{"given":"Zarmina","family":"Akhtari","province_id":"bam"}' }),
        { reason: 'answers', names: ['family'] },
      ],
      ['the state', setRecord(() => person, { state: 'verified' }), { reason: 'rewound' }],
      ['the province', setRecord(() => person, { province_id: 'kab' }), { reason: 'columns', names: ['province_id'] }],
      [
        'the province that followed the site',
        setRecord(() => visit, { province_id: 'bam' }),
        { reason: 'columns', names: ['province_id'] },
      ],
      [
        'the creator',
        setRecord(() => person, { created_by: 'user-kabul' }),
        { reason: 'columns', names: ['created_by'] },
      ],
      ['the code', setRecord(() => visit, { code: 'VISIT_999' }), { reason: 'columns', names: ['code'] }],
      [
        'the day it was made',
        setRecord(() => person, { created_at: '2020-01-01T00:00:00.000Z' }),
        { reason: 'columns', names: ['created_at'] },
      ],
      [
        'a deletion mark',
        setRecord(() => person, { deleted_at: '2026-06-01T00:00:00.000Z' }),
        { reason: 'columns', names: ['deleted_at'] },
      ],
      [
        'the hash of a file',
        () =>
          db
            .updateTable('attachments')
            .set({ hash: 'b'.repeat(64) })
            .where('id', '=', 'photo-1')
            .execute(),
        { reason: 'files', names: ['photo-1'] },
      ],
      [
        'the last revision',
        () => db.deleteFrom('record_revisions').where('record_id', '=', person).where('seq', '=', 3).execute(),
        { reason: 'revision_missing', seq: 3 },
      ],
      [
        'a revision in between',
        () => db.deleteFrom('record_revisions').where('record_id', '=', person).where('seq', '=', 2).execute(),
        { reason: 'revision_missing', seq: 2 },
      ],
      ['the whole record', removePerson, { about: 'record', reason: 'missing' }],
      [
        'the whole record with its events',
        async () => {
          await removePerson();
          await db.deleteFrom('events').where('record_id', '=', person).execute();
        },
        { about: 'event', reason: 'missing' },
      ],
      ['a record rewound by one version', rewind, { reason: 'revision_missing', seq: 3 }],
      ['a record rewound with its event', rewindWithEvent, { about: 'event', reason: 'missing' }],
      [
        'a login that was taken out',
        () => db.deleteFrom('events').where('action', '=', 'login').execute(),
        { about: 'event', reason: 'missing' },
      ],
      [
        'a login of somebody else',
        () => db.updateTable('events').set({ user_id: 'user-kabul' }).where('action', '=', 'login').execute(),
        { about: 'event', reason: 'changed' },
      ],
      ['a chain recomputed with another text and author', forge, { about: 'event', reason: 'changed' }],
      [
        'a seal',
        () => db.updateTable('seals').set({ at: '2020-01-01T00:00:00.000Z' }).where('number', '=', 1).execute(),
        { about: 'seal', reason: 'changed' },
      ],
      [
        'a seal with its hash',
        async () => {
          const seal = await db.selectFrom('seals').selectAll().where('number', '=', 1).executeTakeFirstOrThrow();
          const changed = { ...seal, at: '2020-01-01T00:00:00.000Z' };
          await db
            .updateTable('seals')
            .set({ ...changed, hash: sealHash(changed) })
            .where('number', '=', 1)
            .execute();
        },
        { about: 'seal', reason: 'signature' },
      ],
      [
        'the last seal, its events unsealed',
        async () => {
          const { number } = await db
            .selectFrom('seals')
            .select('number')
            .orderBy('number', 'desc')
            .executeTakeFirstOrThrow();
          await db.deleteFrom('seals').where('number', '=', number).execute();
          await db.updateTable('events').set({ seal: null }).where('seal', '=', number).execute();
        },
        { about: 'anchor', reason: 'missing' },
      ],
      [
        'an event put in as if it had been sealed',
        () =>
          db
            .insertInto('events')
            .values({
              at: '2026-06-01T00:00:00Z',
              user_id: 'x',
              action: 'login',
              form: null,
              record_id: null,
              province_id: null,
              detail: null,
              seal: 1,
            })
            .execute(),
        { about: 'event', reason: 'not_in_seal' },
      ],
      ['everything sealed anew with another key', reseal, { about: 'seal', reason: 'unknown_key' }],
    ];

    it.each(TAMPERINGS)('finds %s, and names it', async (_what, change, found) => {
      await sealing.close();
      const rows = new Map<string, object[]>();
      for (const table of RESTORED) rows.set(table, await db.selectFrom(table).selectAll().execute());
      expect((await check()).breaks).toEqual([]);
      await change();
      expect((await check()).breaks).toContainEqual(expect.objectContaining(found));
      await db.transaction().execute(async (trx) => {
        for (const table of ['seals', 'events'] as const) await trx.deleteFrom(table).execute();
        for (const table of ['attachments', 'record_revisions'] as const)
          await trx.deleteFrom(table).where('record_id', 'in', [person, visit]).execute();
        for (const table of RESTORED)
          for (const row of rows.get(table) ?? [])
            await trx
              .insertInto(table)
              .values(row as never)
              .onConflict((conflict) =>
                table === 'records' ? conflict.column('id').doUpdateSet(row as never) : conflict.doNothing(),
              )
              .execute();
      });
      expect((await check()).breaks).toEqual([]);
    });

    it('with an anchor copied elsewhere not even the key hides what was cut out', async () => {
      const elsewhere = join(opened.config.dataDir, 'copied.jsonl');
      copyFileSync(anchorFile, elsewhere);
      const seals = await db.selectFrom('seals').selectAll().execute();
      const events = await db.selectFrom('events').selectAll().execute();
      await db.deleteFrom('seals').execute();
      await db.deleteFrom('events').where('action', '=', 'login').execute();
      await db.updateTable('events').set({ seal: null }).execute();
      await sealEvents(opened.database, await openSigner(keyFile), NOW);
      expect((await verifyWholeHistory(db, { keys: [key] })).breaks).toEqual([]);
      const told = await verifyWholeHistory(db, { keys: [key], anchors: await readAnchors(elsewhere) });
      expect(told.breaks).toContainEqual(expect.objectContaining({ about: 'anchor', reason: 'missing' }));
      await db.deleteFrom('seals').execute();
      await db.deleteFrom('events').execute();
      for (const event of events) await db.insertInto('events').values(event).execute();
      for (const seal of seals) await db.insertInto('seals').values(seal).execute();
      expect((await check()).breaks).toEqual([]);
    });

    it('the key lies beside the database and not in it; seals go on under the same one', async () => {
      expect(readFileSync(keyFile, 'utf8')).toContain('PRIVATE KEY');
      const [first, ...more] = await db.selectFrom('seals').selectAll().orderBy('number').execute();
      expect(first?.previous_hash).toBe(SEALS_START);
      expect(new Set([first, ...more].map((seal) => seal?.signer))).toEqual(new Set([key.id]));
      expect((await readPublicKey(`${keyFile}.pub`))?.id).toBe(key.id);
    });

    it('two servers that seal at once make one order and seal everything once', async () => {
      for (let round = 0; round < 5; round += 1) {
        await Promise.all(Array.from({ length: 4 }, () => world.visit(site)));
        await Promise.all([
          sealing.seal(),
          createSealing({ database: opened.database, keyFile, anchorFile, erasureFile, now: NOW }).then((other) =>
            other.seal(),
          ),
        ]);
      }
      await sealing.seal();
      expect(await check()).toMatchObject({ breaks: [], unsealed: { events: 0 } });
    });

    it('takes in records whose revisions are of the old kind, as they are, and then finds what is changed in them', async () => {
      const record = await findRecord(db, person);
      if (!record) throw new Error('the person is there');
      const id = `${person.slice(0, -4)}0old`;
      const data = { given: 'Old', family: 'Record', province_id: 'bam' };
      const [template] = await db
        .selectFrom('record_revisions')
        .selectAll()
        .where('record_id', '=', person)
        .orderBy('seq')
        .execute();
      if (!template) throw new Error('the person has a revision');
      const { answers: _answers, record: _record, hash: _hash, ...kept } = template;
      const old = {
        ...kept,
        record_id: id,
        patch: JSON.stringify(Object.entries(data).map(([name, value]) => ({ op: 'add', path: `/${name}`, value }))),
        previous_hash: CHAIN_START,
      };
      const revisionHash = hash('sha256', `${CHAIN_START}\n${canonicalJson(old)}\n${canonicalJson(data)}`);
      await db
        .insertInto('records')
        .values({ ...record, id, version: 1, hash: revisionHash, data: JSON.stringify(data) })
        .execute();
      await db
        .insertInto('record_revisions')
        .values({ ...old, hash: revisionHash, answers: null, record: null })
        .execute();
      expect((await check()).breaks).toContainEqual({ about: 'record', id, seq: 1, reason: 'revision_unlogged' });
      await db.deleteFrom('settings').where('key', '=', 'history.adopted').execute();
      expect(await adoptRecords(opened.database, NOW)).toBe(1);
      await sealing.seal();
      expect((await check()).breaks).toEqual([]);
      expect(await world.records.history(world.form('person'), id, CHIEF)).toMatchObject([
        { changes: [{ field: 'given', before: null, after: 'Old' }, {}, {}] },
      ]);
      await db.updateTable('records').set({ created_by: 'user-kabul' }).where('id', '=', id).execute();
      expect((await check()).breaks).toEqual([{ about: 'record', id, reason: 'columns', names: ['created_by'] }]);
      await db.updateTable('records').set({ created_by: record.created_by }).where('id', '=', id).execute();
      await world.update(world.form('person'), id, { ...data, family: 'Goes on' }, 1, { actor: CHIEF });
      expect((await check()).breaks).toEqual([]);
    });

    it('seals a long backlog in parts, and stops after one when it is told to', async () => {
      await sealing.seal();
      const event = { at: '2026-06-02T00:00:00Z', user_id: CHIEF.id, action: 'export', form: null, record_id: null };
      const rows = Array.from({ length: 500 }, () => ({ ...event, province_id: null, detail: '{}' }));
      for (let n = 0; n < 9; n += 1) await db.insertInto('events').values(rows).execute();
      const signer = await openSigner(keyFile);
      expect(await sealEvents(opened.database, signer, NOW, AbortSignal.abort())).toHaveLength(1);
      expect((await check()).unsealed.events).toBe(2500);
      await sealing.seal();
      expect(await check()).toMatchObject({ breaks: [], unsealed: { events: 0 } });
      const last = await db.selectFrom('seals').select('count').orderBy('number', 'desc').limit(2).execute();
      expect(last.map(({ count }) => count)).toEqual([500, 2000]);
    });
  });
}

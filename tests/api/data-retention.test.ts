/**
 * Answers about people are erased by rule: from the record, its whole history, the search index and stored requests.
 * Deleted records are removed for good. The history stays valid and gives the reason, and a restored backup erases again.
 */
import { hash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Retention } from '../../src/core/definitions/types.ts';
import { canonicalJson } from '../../src/core/json.ts';
import { appendErasures, readErasures, repeatErasures } from '../../src/server/audit/erasures.ts';
import { createSealing } from '../../src/server/audit/sealing.ts';
import { verifyWholeHistory } from '../../src/server/audit/verify.ts';
import type { Handle } from '../../src/server/db/database.ts';
import { applyRetention } from '../../src/server/jobs/retention.ts';
import { CHAIN_START } from '../../src/server/records/history/chain.ts';
import { CHIEF, formOf, openWorld, PERSON, SITE, VISIT, type World } from '../support/data-world.ts';
import { databases, type OpenedDatabase } from '../support/database.ts';

const SECRET = 'Gulalai Whose Name Was Told In Confidence';
const PHONE = '0799 555 666';

const COMPLAINT = formOf(
  {
    form: 'grievance',
    name: ['subject'],
    list: { columns: ['subject', 'teller'], search: ['subject', 'teller'] } as never,
  },
  {
    subject: { required: true },
    teller: { restricted: true },
    proof: { type: 'file', restricted: true, schema: { type: 'array', items: { type: 'string' } } },
    witnesses: {
      type: 'table',
      columns: {
        role: { id: 'q_grievance_role', type: 'text', label: { en: 'Role', fa: 'نقش', ps: 'ونډه' } },
        phone: {
          id: 'q_grievance_phone',
          type: 'text',
          label: { en: 'Phone', fa: 'تلیفون', ps: 'تلیفون' },
          restricted: true,
        },
      },
      schema: {
        type: 'array',
        items: {
          type: 'object',
          additionalProperties: false,
          properties: { role: { type: 'string' }, phone: { type: 'string' } },
        },
      },
    },
  },
);

const text = (en: string) => ({ en, fa: en, ps: en });
const RULES: Retention = {
  rules: [
    {
      id: 'tellers',
      title: text('Who told it is erased'),
      forms: ['grievance'],
      anonymise: { answers: 'restricted', afterDays: 100, since: 'changed' },
      purgeDeleted: { afterDays: 100 },
    },
  ],
};

for (const kind of databases()) {
  describe(`retention on ${kind.name}`, () => {
    let opened: OpenedDatabase;
    let world: World;
    let db: Handle;
    let id: string;
    let gone: string;
    let young: string;
    const log = { info: () => undefined, warn: () => undefined };
    const form = () => world.form('grievance');
    const by = { actor: CHIEF };

    const later = (days: number) => () => new Date(Date.parse('2026-06-01T08:00:00.000Z') + days * 86_400_000);
    const apply = (days: number) => {
      const { database, registry, erase } = world;
      return applyRetention({ database, registry, erase, now: later(days), log });
    };
    /** Returns every text in the database, from tables and indexes. */
    const everything = async (): Promise<string> => {
      const parts: unknown[] = [];
      const tables = [
        'records',
        'record_revisions',
        'operations',
        'parked_writes',
        'events',
        'unique_values',
        'attachments',
      ] as const;
      for (const table of tables) parts.push(await db.selectFrom(table).selectAll().execute());
      parts.push(
        await db
          .selectFrom('p_grievance' as 'records')
          .selectAll()
          .execute(),
      );
      return JSON.stringify(parts);
    };

    beforeAll(async () => {
      opened = await kind.open();
      world = await openWorld(opened.database, [SITE, VISIT, PERSON, COMPLAINT]);
      (world.registry.common() as { retention: Retention }).retention = RULES;
      db = opened.database.kysely;
      const file = {
        hash: 'c'.repeat(64),
        name: 'p.pdf',
        media_type: 'application/pdf',
        size: 9,
        created_by: CHIEF.id,
      };
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
        .values({ id: 'proof-1', ...file, ...rest })
        .execute();
      const witnesses = [{ role: 'Neighbour', phone: PHONE }, { role: 'Clerk' }];
      const told = { subject: 'Land', teller: SECRET, witnesses, proof: ['proof-1'] };
      id = (await world.records.create(form(), told, {}, { ...by, operation: 'key-1' })).record.id;
      const changed = { ...told, teller: `${SECRET} Khan` };
      const notTaken = { teller: `${SECRET} Jan` };
      await world.records.update(form(), id, () => ({ form: form(), data: changed, version: 1, notTaken }), by);
      await world.records.transition(
        form(),
        id,
        { action: 'verify' },
        {
          actor: { ...CHIEF, id: 'user-second-chief' },
        },
      );
      gone = (await world.records.create(form(), { subject: 'A double', teller: SECRET }, {}, by)).record.id;
      await world.records.remove(form(), gone, undefined, by);
    });
    afterAll(async () => {
      await world?.close();
      await opened?.dispose();
    });

    it('does nothing before the time', async () => {
      expect(await apply(50)).toEqual({ erased: 0, purged: 0 });
      expect(await everything()).toContain(SECRET);
    });

    it('erases values and salts everywhere, leaves the rest, and does it once', async () => {
      young = (await world.records.create(form(), { subject: 'Young', teller: 'Somebody else' }, {}, by)).record.id;
      await db.updateTable('records').set({ updated_at: '2026-09-01T00:00:00.000Z' }).where('id', '=', young).execute();
      const before = await db.selectFrom('record_revisions').select('answers').where('record_id', '=', id).execute();
      const salts = before.flatMap(({ answers }) => {
        const kept = JSON.parse(answers ?? '{}') as Record<string, [unknown, string] | null>;
        return ['teller', '!teller', 'witnesses'].flatMap((name) => kept[name]?.[1] ?? []);
      });
      expect(salts.length).toBe(4);
      expect(await apply(120)).toEqual({ erased: 1, purged: 1 });
      await world.idle();
      const left = await everything();
      for (const one of [SECRET, PHONE, ...salts]) expect(left).not.toContain(one);
      expect(left).toContain('Somebody else');
      const { record } = await world.records.get(form(), id, CHIEF);
      expect(record.data).toEqual({ subject: 'Land', witnesses: [{ role: 'Neighbour' }, { role: 'Clerk' }] });
      expect(record.state).toBe('verified');
      const proof = await db.selectFrom('attachments').selectAll().where('id', '=', 'proof-1').executeTakeFirst();
      expect(proof, 'left to the sweep of unattached uploads').toMatchObject({ record_id: null });
      expect(await apply(130)).toEqual({ erased: 0, purged: 0 });
    });

    it('the history still reads, and says what was erased', async () => {
      const [erased, , second, first] = await world.records.history(form(), id, CHIEF);
      expect(erased).toMatchObject({ action: 'erase', by: { name: 'Amanat' } });
      expect(second?.changes).toEqual([{ field: 'teller', before: null, after: null, erased: true }]);
      expect(first?.changes).toContainEqual({ field: 'subject', before: null, after: 'Land' });
      expect(first?.changes).toContainEqual({ field: 'teller', before: null, after: null, erased: true });
    });

    it('the chain holds by its commitments; what is erased without a rule is still found', async () => {
      await db
        .updateTable('records')
        .set({
          updated_at: (
            await db
              .selectFrom('record_revisions')
              .select('at')
              .where('record_id', '=', young)
              .executeTakeFirstOrThrow()
          ).at,
        })
        .where('id', '=', young)
        .execute();
      const folder = join(opened.config.dataDir, 'audit');
      const files = {
        keyFile: join(folder, 'key.pem'),
        anchorFile: join(folder, 'anchors.jsonl'),
        erasureFile: join(folder, 'erasures.jsonl'),
      };
      const sealing = await createSealing({ database: opened.database, ...files, now: later(120) });
      await sealing.seal();
      const report = await verifyWholeHistory(db);
      expect(report).toMatchObject({ breaks: [], purged: 1 });
      expect(report.erased).toBeGreaterThan(2);
      const told = await readErasures(files.erasureFile);
      expect(told.map(({ action, record_id }) => [action, record_id])).toEqual([
        ['purged', gone],
        ['erased', id],
      ]);
      expect(readFileSync(files.erasureFile, 'utf8')).not.toContain(SECRET);
      expect(await appendErasures(db, files.erasureFile), 'told once').toBe(0);

      const { answers } = await db
        .selectFrom('record_revisions')
        .select('answers')
        .where('record_id', '=', young)
        .executeTakeFirstOrThrow();
      const kept = JSON.parse(answers ?? '{}') as Record<string, [unknown, string]>;
      const [value, salt] = kept.teller as [unknown, string];
      const commitment = hash('sha256', `${salt}\n${canonicalJson(value)}`);
      const hidden = JSON.stringify({ ...kept, teller: { erased: commitment } });
      await db.updateTable('record_revisions').set({ answers: hidden }).where('record_id', '=', young).execute();
      expect((await verifyWholeHistory(db)).breaks).toEqual([
        { about: 'record', id: young, seq: 1, reason: 'revision_changed' },
      ]);
      await db.updateTable('record_revisions').set({ answers }).where('record_id', '=', young).execute();
    });

    it('a store restored from before erases again what the file tells', async () => {
      const folder = join(opened.config.dataDir, 'audit');
      const copied = join(opened.config.dataDir, 'elsewhere');
      mkdirSync(copied);
      copyFileSync(join(folder, 'erasures.jsonl'), join(copied, 'erasures.jsonl'));
      const older = await kind.open();
      const before = await openWorld(older.database, [SITE, VISIT, PERSON, COMPLAINT]);
      try {
        const told = { subject: 'Land', teller: SECRET };
        await before.records.create(before.form('grievance'), told, { id }, by);
        const erasures = await readErasures(join(copied, 'erasures.jsonl'));
        expect(await repeatErasures(before.erase, erasures)).toBe(1);
        expect(await repeatErasures(before.erase, erasures), 'once').toBe(0);
        const rows = await older.database.kysely.selectFrom('record_revisions').select('answers').execute();
        expect(JSON.stringify(rows)).not.toContain(SECRET);
        expect((await verifyWholeHistory(older.database.kysely)).breaks).toEqual([]);
      } finally {
        await before.close();
        await older.dispose();
      }
    });

    it('answers of revisions of the old kind go too, and the report says that it was a rule', async () => {
      const old = `${id.slice(0, -4)}0old`;
      const data = { subject: 'Long ago', teller: SECRET };
      const record = await db.selectFrom('records').selectAll().where('id', '=', young).executeTakeFirstOrThrow();
      const [template] = await db.selectFrom('record_revisions').selectAll().where('record_id', '=', young).execute();
      if (!template) throw new Error('there is a revision');
      const { answers: _answers, record: _record, hash: _hash, ...kept } = template;
      const patch = JSON.stringify(
        Object.entries(data).map(([name, value]) => ({ op: 'add', path: `/${name}`, value })),
      );
      const revision = { ...kept, record_id: old, patch, previous_hash: CHAIN_START };
      const revisionHash = hash('sha256', `${CHAIN_START}\n${canonicalJson(revision)}\n${canonicalJson(data)}`);
      await db
        .insertInto('records')
        .values({ ...record, id: old, version: 1, hash: revisionHash, data: JSON.stringify(data) })
        .execute();
      await db
        .insertInto('record_revisions')
        .values({ ...revision, hash: revisionHash, answers: null, record: null })
        .execute();
      await db.deleteFrom('settings').where('key', '=', 'history.adopted').execute();
      const folder = join(opened.config.dataDir, 'audit');
      const files = {
        keyFile: join(folder, 'key.pem'),
        anchorFile: join(folder, 'anchors.jsonl'),
        erasureFile: join(folder, 'erasures.jsonl'),
      };
      const sealing = await createSealing({ database: opened.database, ...files, now: later(121) });
      await sealing.seal();
      expect((await verifyWholeHistory(db)).breaks).toEqual([]);
      expect(await world.erase.answers(old, { names: ['teller'] }, { actor: CHIEF, rule: 'asked for' })).toBe(true);
      expect(await everything()).not.toContain(SECRET);
      expect((await verifyWholeHistory(db)).breaks).toEqual([]);
    });
  });
}

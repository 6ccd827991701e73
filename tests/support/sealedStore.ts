/**
 * A small store with something of everything that the seals cover, closed, to be copied and tampered with: records with a file,
 * people, grants, sessions, definitions, published parts, choices, places, decisions, settings. It has three seals, the last one
 * of which is about a login alone.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { Accounts } from '../../src/server/accounts/accounts.ts';
import { RESCUE_KEY } from '../../src/server/accounts/rescueKey.ts';
import { adoptRows } from '../../src/server/audit/coveredRows.ts';
import { createSealing } from '../../src/server/audit/sealing.ts';
import { changeCovered, ROWS_CHANGED } from '../../src/server/db/coveredRows.ts';
import { writeSetting } from '../../src/server/db/storedSettings.ts';
import { publishCommonPart } from '../../src/server/definitions/commonParts.ts';
import { storeMediaContent } from '../../src/server/definitions/mediaStore.ts';
import { liftRestriction } from '../../src/server/definitions/restrictions.ts';
import { retireForm } from '../../src/server/definitions/retiredForms.ts';
import { startVersion } from '../../src/server/definitions/versionStarts.ts';
import { withdrawVersion } from '../../src/server/definitions/withdrawnVersions.ts';
import { saveBorders } from '../../src/server/reference/borders/borders.ts';
import { placeEdit } from '../../src/server/reference/referenceEdits.ts';
import { readSettings, type Settings } from '../../src/server/settings/settings.ts';
import { CHIEF, openWorld } from './data-world.ts';
import type { MadeStore, OpenedDatabase, TestDatabase } from './database.ts';
import { CHEAP } from './server.ts';

const AT = '2026-06-01T07:30:00.000Z';

export interface SealedStore extends MadeStore {
  /** Ids of an account, of a visit with two revisions and a file, and of a person to whom nothing refers. */
  ids: Record<'user' | 'visit' | 'person', string>;
  /** Path of the visit's file below the data folder. */
  photo: string;
  dispose(): Promise<void>;
}

export function settingsOf({ dataDir, databaseUrl }: MadeStore): Settings {
  return readSettings({ DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) });
}

export async function makeSealedStore(kind: TestDatabase): Promise<SealedStore> {
  const opened = await kind.open();
  const { database, config } = opened;
  const { auditKeyFile: keyFile, auditAnchorFile: anchorFile } = settingsOf(config);
  const sealing = async () => {
    const erasureFile = join(config.dataDir, 'audit/erasures.jsonl');
    const own = await createSealing({ database, keyFile, anchorFile, erasureFile, now: () => new Date() });
    await own.seal();
    await own.close();
  };
  await adoptRows(database);
  const world = await openWorld(database);
  const { id: user, accounts } = await addAccount(opened);
  const photo = await addPhoto(opened);
  const site = await world.site('Chain');
  const visit = await world.visit(site, { remarks: 'one', photo: ['photo-1'] });
  const given = { site_id_answer: site, visit_date: '2026-05-20', photo: ['photo-1'], remarks: 'two' };
  await world.update(world.form('visit'), visit, given, 1, { actor: CHIEF });
  const made = await world.records.create(
    world.form('person'),
    { given: 'Zarmina', province_id: 'bam' },
    {},
    { actor: CHIEF },
  );
  await sealing();
  await addDecisions(opened);
  await sealing();
  // Lets SQLite put what is written so far into the file, of which a test takes an older copy.
  if (kind.name === 'sqlite') await sql`VACUUM INTO ${join(config.dataDir, 'older.db')}`.execute(database.kysely);
  await accounts.sessions.open(user, 'a test');
  await sealing();
  if (kind.name === 'sqlite') await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(database.kysely);
  await world.close();
  const { dataDir, databaseUrl } = config;
  const ids = { user, visit, person: made.record.id };
  return { dataDir, databaseUrl, ids, photo, dispose: opened.dispose };
}

async function addAccount({ database }: OpenedDatabase) {
  const log = pino({ level: 'silent' });
  const options = { sessionDays: 14, sessionMaxDays: 90, now: () => new Date(), log, passwordCost: CHEAP };
  const accounts = new Accounts(database, options);
  const grants = [{ role: 'writer', programme: 'testing', province_id: 'bam' }];
  const { account } = await accounts.administration.create({ username: 'writer', name: 'Writer', grants }, 'console');
  const closed = { username: 'closed', name: 'Closed', disabled: true };
  await accounts.administration.create(closed, 'console');
  return { id: account.id, accounts };
}

async function addPhoto({ database, config }: OpenedDatabase): Promise<string> {
  const content = 'what was photographed';
  const hash = createHash('sha256').update(content).digest('hex');
  const folder = join('files', hash.slice(0, 2));
  mkdirSync(join(config.dataDir, folder), { recursive: true });
  writeFileSync(join(config.dataDir, folder, hash), content);
  const file = { hash, name: 'p.jpg', media_type: 'image/jpeg', size: content.length, created_by: CHIEF.id };
  const rest = { width: null, height: null, record_id: null, form: null, field: null, created_at: AT };
  await database.transaction((trx) =>
    trx
      .insertInto('attachments')
      .values({ id: 'photo-1', ...file, ...rest })
      .execute(),
  );
  return join(folder, hash);
}

/** Adds a row of every other kind. */
async function addDecisions({ database }: OpenedDatabase): Promise<void> {
  const by = { at: AT, by_id: CHIEF.id };
  const content = { departments: [], bar: [], note: 'published' } as never;
  await publishCommonPart(database, { part: 'navigation', content, note: null, ...by }, undefined);
  await database.transaction(async (trx) => {
    await liftRestriction(trx, { form: 'visit', question: 'q_visit_remarks', reason: 'a test', ...by });
    await retireForm(trx, { form: 'person', from_day: '2030-01-01', reason: 'a test', ...by });
    await withdrawVersion(trx, { form: 'visit', version: 9, reason: 'a test', ...by });
    await startVersion(trx, { form: 'visit', version: 9, from_day: '2030-01-01', reason: null, ...by });
    await changeCovered(trx, [{ kind: 'setting', of: [RESCUE_KEY] }], () => writeSetting(trx, RESCUE_KEY, 'public'));
  });
  const edit = placeEdit({ database, at: AT, by: CHIEF.id });
  await saveBorders(edit, 'borders.json', [{ level: 'province', codes: ['AF10'], points: 4, content: '{}' } as never]);
  await storeMediaContent(database, Buffer.from('a picture'), { extension: 'png', at: AT, by: null });
}

/** Fills a store as an older version did: with rows, and without events about them. */
export async function makeOlder({ database }: OpenedDatabase): Promise<void> {
  const world = await openWorld(database);
  world.registry.close();
  await database.kysely.deleteFrom('events').where('action', '=', ROWS_CHANGED).execute();
}

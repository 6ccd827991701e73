/**
 * What `verify` finds. Each kind of tampering is tried on a copy of one store: by SQL, as somebody with the database's password
 * would do it, or on the disk. The table says what was done and what the command must answer; it exits with 1 each time.
 */
import { copyFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { adoptRows } from '../../src/server/audit/coveredRows.ts';
import { openSigner } from '../../src/server/audit/signer.ts';
import { changeCovered } from '../../src/server/db/coveredRows.ts';
import { type Database, withDatabase } from '../../src/server/db/open.ts';
import { backupCommand } from '../../src/server/jobs/backupCommand.ts';
import { checkHistory } from '../../src/server/jobs/nightly.ts';
import { restoreBackup } from '../../src/server/jobs/restore.ts';
import { verifyCommand } from '../../src/server/jobs/verify.ts';
import type { Settings } from '../../src/server/settings/settings.ts';
import { anyDatabase } from '../support/database.ts';
import { makeOlder, makeSealedStore, type SealedStore, settingsOf } from '../support/sealedStore.ts';

interface Copy {
  settings: Settings;
  path(name: string): string;
  store: SealedStore;
}

/** Statements, where `:user`, `:visit` and `:person` stand for ids; or what is done on the disk. */
type Work = string | ((copy: Copy) => void | Promise<void>);

const session = `'s-new', 'forged', ':user', '2026-01-01', '2099-01-01', NULL, NULL, NULL`;
const event = `'2026-06-01T00:00:00Z', '', 'login', '{}', 1`;

const KINDS: [name: string, work: Work, found: RegExp][] = [
  [
    'an answer is rewritten',
    "UPDATE records SET data = replace(data, 'two', 'xxx') WHERE id = ':visit'",
    /^record .*: answers \(remarks\)/m,
  ],
  [
    'a record is moved to another province',
    "UPDATE records SET province_id = 'kab' WHERE id = ':visit'",
    /^record .*: columns \(province_id\)/m,
  ],
  [
    'a record is verified without a step',
    "UPDATE records SET state = 'verified' WHERE id = ':visit'",
    /^record .*: rewound/m,
  ],
  [
    'a record is removed',
    "DELETE FROM record_revisions WHERE record_id = ':person'; DELETE FROM records WHERE id = ':person'",
    /^record .*: missing/m,
  ],
  [
    'a record is set back by its last revision',
    "DELETE FROM record_revisions WHERE record_id = ':visit' AND seq = 2; UPDATE records SET version = 1 WHERE id = ':visit'",
    /^record .*, revision 2: revision missing/m,
  ],
  [
    'an earlier revision says something else',
    "UPDATE record_revisions SET answers = replace(answers, 'one', 'xxx') WHERE record_id = ':visit' AND seq = 1",
    /^record .*, revision 1: revision changed/m,
  ],
  [
    'a revision is put under another name',
    "UPDATE record_revisions SET by_id = 'somebody' WHERE record_id = ':visit' AND seq = 2",
    /^record .*, revision 2: revision changed/m,
  ],
  [
    'a record is added',
    "INSERT INTO records (id, form, form_version, code, state, name, version, created_by, created_at, edited_by, updated_by, updated_at, hash, data) SELECT 'new', form, form_version, NULL, state, 'New', version, created_by, created_at, edited_by, updated_by, updated_at, hash, data FROM records WHERE id = ':person'; INSERT INTO record_revisions SELECT 'new', seq, action, at, by_id, by_name, device_id, captured_at, form_version, from_state, to_state, comment, fields, patch, previous_hash, hash, answers, record FROM record_revisions WHERE record_id = ':person'",
    /^record new, revision 1: revision changed/m,
  ],
  [
    'a record’s file is exchanged for another',
    "UPDATE attachments SET hash = '0000' WHERE id = 'photo-1'",
    /^record .*: files \(photo-1\)/m,
  ],
  ['an event is rewritten', "UPDATE events SET user_id = 'other' WHERE seal = 1", /^event \d+: changed/m],
  ['an event is removed', 'DELETE FROM events WHERE id = (SELECT min(id) FROM events)', /^event \d+: missing/m],
  [
    'an event is slipped under a seal',
    `INSERT INTO events (at, user_id, action, detail, seal) VALUES (${event})`,
    /^event \d+: not in seal/m,
  ],
  ['a seal is rewritten', "UPDATE seals SET at = '2020-01-01' WHERE number = 1", /^seal 1: changed/m],
  ['a seal is removed', 'DELETE FROM seals WHERE number = 2', /^seal 2: missing/m],
  [
    'the newest seal is removed with its events',
    'DELETE FROM events WHERE seal = 3; DELETE FROM seals WHERE number = 3',
    /^anchor 3: missing/m,
  ],
  ['a signature is forged', "UPDATE seals SET signature = 'AAAA' WHERE number = 1", /^seal 1: signature/m],
  [
    'somebody gets the rights of an administrator',
    "INSERT INTO grants VALUES ('g-new', ':user', 'chief', NULL, NULL, '2026-01-01')",
    /^grant .*\/g-new: unlogged \(writer\)/m,
  ],
  [
    'a grant is widened to all provinces',
    "UPDATE grants SET province_id = NULL WHERE user_id = ':user'",
    /^grant .*: changed \(writer\)/m,
  ],
  ['a grant is taken away', "DELETE FROM grants WHERE user_id = ':user'", /^grant .*: missing \(writer\)/m],
  [
    'an account is added',
    "INSERT INTO users (id, username, username_key, name, password_hash, created_at, updated_at) VALUES ('u-new', 'ghost', 'ghost', 'Ghost', 'x', 'x', 'x')",
    /^account u-new: unlogged \(ghost\)/m,
  ],
  [
    'a password is replaced',
    "UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE username = 'closed') WHERE id = ':user'",
    /^account .*: changed \(writer\)/m,
  ],
  [
    'a closed account is opened',
    "UPDATE users SET disabled = 0 WHERE username = 'closed'",
    /^account .*: changed \(closed\)/m,
  ],
  [
    'a session is added, which is a login as somebody',
    `INSERT INTO sessions (id, token_hash, user_id, created_at, expires_at, last_seen_at, revoked_at, device) VALUES (${session})`,
    /^session .*\/s-new: unlogged \(writer\)/m,
  ],
  [
    'a session is given another token',
    "UPDATE sessions SET token_hash = 'forged' WHERE user_id = ':user'",
    /^session .*: changed \(writer\)/m,
  ],
  [
    'every definition is rewritten',
    "UPDATE definitions SET definition = replace(definition, 'q_visit_remarks', 'q_visit_other')",
    /^definition visit\/1: changed/m,
  ],
  [
    'the contract of a version is rewritten',
    "UPDATE definitions SET schema = replace(schema, '5000', '9000') WHERE form = 'visit'",
    /^definition visit\/1: changed/m,
  ],
  ['a version is removed', "DELETE FROM definitions WHERE form = 'person'", /^definition person\/1: missing/m],
  [
    'a published part is rewritten',
    "UPDATE common_versions SET content = replace(content, 'published', 'forged')",
    /^common part navigation\/1: changed/m,
  ],
  [
    'permissions are published without a publication',
    "INSERT INTO common_versions VALUES ('permissions', 1, '{}', NULL, '2026-01-01', 'somebody', NULL)",
    /^common part permissions\/1: unlogged/m,
  ],
  [
    'a choice gets another name',
    "UPDATE choices SET name_en = 'Forged' WHERE id = '1'",
    /^choice problem-type\.testing\/1: changed/m,
  ],
  [
    'a district is put into another province',
    "UPDATE places SET parent_id = 'kab' WHERE id = 'bam-1'",
    /^place bam-1: changed/m,
  ],
  ['borders are rewritten', "UPDATE place_borders SET content = '[]'", /^borders province: changed/m],
  [
    'a restriction is lifted',
    "INSERT INTO lifted_restrictions VALUES ('visit', 'q_visit_photo', '2026-01-01', 'somebody', 'forged')",
    /^lifted restriction visit\/q_visit_photo: unlogged/m,
  ],
  ['a retired form takes records again', 'DELETE FROM retired_forms', /^retired form person: missing/m],
  [
    'a withdrawn version takes records again',
    'DELETE FROM withdrawn_versions',
    /^withdrawn version visit\/9: missing/m,
  ],
  [
    'a version is used from another day on',
    "UPDATE version_starts SET from_day = '2026-01-01'",
    /^start of a version visit\/9: changed/m,
  ],
  [
    'the rescue key is exchanged',
    "UPDATE settings SET value = 'of somebody else' WHERE key = 'rescue.key'",
    /^setting rescue\.key: changed/m,
  ],
  [
    'records are made to be taken in again',
    "DELETE FROM settings WHERE key = 'history.adopted'",
    /^setting history\.adopted: missing/m,
  ],
  [
    'a picture of a definition is exchanged',
    "UPDATE definition_media SET content = 'AAAA'",
    /^picture or sound .*: changed/m,
  ],
  [
    'the events about rows are removed, so that all are taken in again',
    "DELETE FROM events WHERE action IN ('rows_changed', 'rows_adopted')",
    /^event \d+: missing/m,
  ],
  [
    'an uploaded file has another content on the disk',
    ({ path, store }) => writeFileSync(path(store.photo), 'forged'),
    /^file .*: changed/m,
  ],
  ['an uploaded file is gone from the disk', ({ path, store }) => rmSync(path(store.photo)), /^file .*: missing/m],
  ['the anchors are removed', ({ path }) => rmSync(path('audit/anchors.jsonl')), /^anchors .*anchors\.jsonl: missing/m],
  ['the key is removed', ({ path }) => rmSync(path('audit/key.pem')), /^key .*key\.pem: missing/m],
  [
    'the key is exchanged',
    async ({ path, settings }) => {
      rmSync(path('audit/key.pem'));
      await openSigner(settings.auditKeyFile);
    },
    /^seal 1: unknown key/m,
  ],
];

/** Only of the embedded database. */
const IN_FILE: typeof KINDS = [
  [
    'an older copy of the database is put back',
    ({ path }) => {
      for (const name of ['amanat.db', 'amanat.db-wal', 'amanat.db-shm']) rmSync(path(name), { force: true });
      copyFileSync(path('older.db'), path('amanat.db'));
    },
    /^anchor 3: missing/m,
  ],
];

for (const kind of anyDatabase()) {
  // The command opens connections of its own, which an in-memory database cannot have.
  const suite = kind.name === 'pglite' ? describe.skip : describe;
  suite(`tampering on ${kind.name}`, () => {
    let store: SealedStore;
    beforeAll(async () => {
      store = await makeSealedStore(kind);
    });
    afterAll(() => store?.dispose());
    afterEach(() => vi.restoreAllMocks());

    /** Does the work on a copy of the store. */
    const onCopy = async (work: (copy: Copy) => Promise<void>): Promise<void> => {
      const { config, dispose } = await kind.copy(store);
      try {
        await work({ settings: settingsOf(config), path: (name) => join(config.dataDir, name), store });
      } finally {
        await dispose();
      }
    };

    const tamper = async (copy: Copy, work: Work): Promise<void> => {
      if (typeof work !== 'string') return work(copy);
      const text = work.replaceAll(/:(user|visit|person)\b/g, (_, name: keyof SealedStore['ids']) => store.ids[name]);
      const { dataDir, databaseUrl } = copy.settings;
      await withDatabase({ dataDir, databaseUrl }, async ({ kysely }: Database) => {
        for (const statement of text.split('; ')) {
          const { numAffectedRows } = await sql.raw(statement).execute(kysely);
          expect(Number(numAffectedRows), statement).toBeGreaterThan(0);
        }
      });
    };

    /** Runs the command. Returns its exit status and what it printed. */
    const verified = async ({ settings }: Copy, args = ['--files']): Promise<[status: number, printed: string]> => {
      const lines: string[] = [];
      const print = (line: string) => void lines.push(line);
      vi.spyOn(console, 'error').mockImplementation(print);
      vi.spyOn(console, 'log').mockImplementation(print);
      const status = await verifyCommand(settings, args);
      vi.restoreAllMocks();
      return [status, lines.join('\n')];
    };

    it('is not found where there is none', () =>
      onCopy(async (copy) => {
        const [status, printed] = await verified(copy);
        expect([status, printed]).toEqual([0, expect.stringContaining('everything is intact')]);
        expect(printed).toMatch(/1 files were read/);
        expect(printed).not.toMatch(/not checked|no event covers/);
      }));

    const kinds = kind.name === 'sqlite' ? [...KINDS, ...IN_FILE] : KINDS;
    it.each(kinds)('%s', (_name, work, found) =>
      onCopy(async (copy) => {
        await tamper(copy, work);
        const [status, printed] = await verified(copy);
        expect(printed).toMatch(found);
        expect(status).toBe(1);
      }),
    );

    const opened = <T>({ settings: { dataDir, databaseUrl } }: Copy, work: (database: Database) => Promise<T>) =>
      withDatabase({ dataDir, databaseUrl }, work);
    const password = "UPDATE users SET password_hash = 'forged' WHERE id = ':user'";

    it('a password that was replaced is still found after the account was changed properly', () =>
      onCopy(async (copy) => {
        await tamper(copy, password);
        const { user } = store.ids;
        await opened(copy, (database) =>
          database.transaction((trx) =>
            changeCovered(trx, [{ kind: 'account', of: [user] }], () =>
              trx.updateTable('users').set({ password_hash: 'proper' }).where('id', '=', user).execute(),
            ),
          ),
        );
        expect(await verified(copy)).toEqual([1, expect.stringMatching(/^account .*: changed \(writer\)/m)]);
      }));

    it('the nightly check names it too', () =>
      onCopy(async (copy) => {
        await tamper(copy, password);
        const errors: unknown[][] = [];
        const log = { info: () => undefined, error: (...given: unknown[]) => void errors.push(given) } as never;
        const { auditKeyFile: keyFile, auditAnchorFile: anchorFile } = copy.settings;
        const { signal } = new AbortController();
        await opened(copy, (database) =>
          checkHistory({ database, keyFile, anchorFile, now: () => new Date(), log, signal }),
        );
        expect(JSON.stringify(errors)).toMatch(/account [^:]*: changed \(writer\)/);
      }));

    it('a backup leaves out a file with another content, says so, and can be restored', () =>
      onCopy(async (copy) => {
        writeFileSync(copy.path(store.photo), 'forged');
        const folder = copy.path('backup');
        const lines: string[] = [];
        vi.spyOn(console, 'log').mockImplementation(() => undefined);
        vi.spyOn(console, 'warn').mockImplementation(() => undefined);
        vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line));
        expect(await backupCommand([folder], copy.settings)).toBe(1);
        vi.restoreAllMocks();
        expect(lines.join()).toMatch(/The content of 1 files is not what was uploaded/);
        expect(existsSync(join(folder, store.photo))).toBe(false);
        const { config, dispose } = await kind.copy(undefined);
        try {
          expect((await restoreBackup(config, folder)).files).toBe(0);
        } finally {
          await dispose();
        }
      }));

    it('a store of an older version is taken in once, and then nothing is taken in again', async () => {
      const older = await kind.open();
      try {
        const { database, config } = older;
        await makeOlder(older);
        const copy: Copy = { settings: settingsOf(config), path: (name) => join(config.dataDir, name), store };
        expect(await verified(copy, [])).toEqual([0, expect.stringMatching(/no event covers yet: account, grant/)]);
        expect([(await adoptRows(database)) > 5, await adoptRows(database)]).toEqual([true, 0]);
        expect(await verified(copy, [])).toEqual([0, expect.not.stringMatching(/no event covers/)]);
        await database.kysely.updateTable('choices').set({ name_en: 'Forged' }).execute();
        expect(await adoptRows(database)).toBe(0);
        expect(await verified(copy, [])).toEqual([1, expect.stringMatching(/^choice .*: changed/m)]);
      } finally {
        await older.dispose();
      }
    });
  });
}

/** A version published at run time becomes files, files become a published version, and both give the same bytes. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadSources } from '../../src/core/contract/read.ts';
import { schemaPathOf } from '../../src/core/definitions/files.ts';
import { LOCK_PATH } from '../../src/core/definitions/freeze.ts';
import { mediaFolder } from '../../src/core/definitions/media.ts';
import { statusPath } from '../../src/core/definitions/words/status.ts';
import { addDays, kabulDay } from '../../src/core/text/dates.ts';
import { ROWS_CHANGED } from '../../src/server/db/coveredRows.ts';
import { diskIo } from '../../src/server/definitions/definitionFiles.ts';
import { mediaHash } from '../../src/server/definitions/mediaFiles.ts';
import { createFormRegistry } from '../../src/server/definitions/registry.ts';
import { contractHash } from '../../src/server/definitions/store.ts';
import { formsCommand } from '../../src/server/jobs/forms/forms.ts';
import { anyDatabase } from '../support/database.ts';
import { ADVICE, inCopy, productFiles, ROOT } from '../support/definitions.ts';
import { inFull } from '../support/inFull.ts';
import { PASSWORD, startTestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const plain = [...(await productFiles).values()].filter((one) => one.kind === 'form' && one.frozen === undefined);
/** A shipped form whose contract refers to the common types, so that the test covers kept references. */
const some = plain.find((one) => {
  const schema = readFileSync(join(ROOT, schemaPathOf(one.path)), 'utf8');
  return (one.json as Json).kind === 'sheet' && schema.includes('../common/types.schema.json#');
}) as (typeof plain)[number];
const name = some.form as string;
const version = (some.json as Json).version as number;
const MEDIA = mediaFolder(some.path);

/** A content that no store has yet. */
function pictureOf(file: string): Buffer {
  return Buffer.concat([readFileSync(join(ROOT, 'forms/examples/media/tap.png')), Buffer.from(file)]);
}

async function run(root: string, store: object, ...args: string[]) {
  const lines: string[] = [];
  const code = await formsCommand(args, { root, print: (line) => lines.push(line), store: store as never });
  return { code, lines };
}

/** Starts the next version in a folder and adds a question, in canonical form. */
async function nextVersion(root: string, added = 'has_garden'): Promise<void> {
  expect((await run(root, {}, 'new-version', name)).code).toBe(0);
  const at = { form: join(root, some.path), schema: join(root, schemaPathOf(some.path)) };
  const definition = JSON.parse(readFileSync(at.form, 'utf8')) as Json;
  const schema = JSON.parse(readFileSync(at.schema, 'utf8')) as Json;
  const label = { en: 'Is there a garden?', fa: 'آیا باغ دارد؟', ps: 'ایا باغ لري؟' };
  const picture = `${added.replaceAll('_', '-')}.png`;
  definition.fields[added] = { id: `q_${added}_new`, type: 'yesno', label, media: { image: picture, alt: label } };
  definition.mediaFiles = { ...definition.mediaFiles, [picture]: mediaHash(pictureOf(picture)) };
  mkdirSync(join(root, MEDIA), { recursive: true });
  writeFileSync(join(root, MEDIA, picture), pictureOf(picture));
  definition.changes.note = label;
  definition.sections[0].fields.push(added);
  schema.properties[added] = { $ref: '../common/types.schema.json#/$defs/yesNo' };
  writeFileSync(at.form, JSON.stringify(definition));
  writeFileSync(at.schema, JSON.stringify(schema));
  expect((await run(root, {}, 'format')).code).toBe(0);
}

/** A day to come, in Kabul. */
const soon = () => addDays(kabulDay(new Date()), 3) as string;

const textsOf = (root: string, paths: string[]) => paths.map((path) => readFileSync(join(root, path), 'utf8'));

for (const kind of anyDatabase()) {
  // A command cannot open an in-memory database a second time.
  if (kind.name === 'pglite') continue;
  inFull(`the same bytes both ways on ${kind.name}`, { timeout: 120_000 }, async () => {
    const opened = await kind.open();
    await opened.database.close();
    const { dataDir, databaseUrl } = opened.config;
    const store = { dataDir, databaseUrl };
    try {
      await inCopy((root) =>
        inCopy(async (target) => {
          await nextVersion(root);
          expect(await run(root, store, 'import', name, '--from', root)).toEqual({
            code: 0,
            lines: [`Published ${name} version ${version + 1}.`],
          });
          expect((await run(root, store, 'import', name)).lines).toEqual([
            `The store: ${name} version ${version + 1} was already published.`,
          ]);

          const { code, lines } = await run(target, store, 'export', name);
          expect(code).toBe(0);
          const folder = some.path.split('/').slice(0, -1).join('/');
          const frozen = `${folder}/frozen/${name}.v${version}.form.json`;
          const written = [some.path, schemaPathOf(some.path), frozen, schemaPathOf(frozen)];
          const states = ['fa', 'ps'].map((language) => statusPath(language, some.path));
          expect([...lines].sort()).toEqual([...written, ...states, `${MEDIA}/has-garden.png`, LOCK_PATH].sort());
          expect(readFileSync(join(target, MEDIA, 'has-garden.png'))).toEqual(pictureOf('has-garden.png'));
          expect(textsOf(target, written)).toEqual(textsOf(root, written));
          expect((await run(target, store, 'check')).lines).toEqual([ADVICE, 'All definition files are in order.']);
          expect((await run(target, store, 'export', name)).lines).toEqual([`${name}: files already up to date.`]);

          // A folder that holds nothing yet, not even the meta schemas.
          const empty = join(target, 'empty');
          expect((await run(target, store, 'export', name, '--to', empty)).code).toBe(0);
          expect(textsOf(empty, [schemaPathOf(some.path)])).toEqual(textsOf(root, [schemaPathOf(some.path)]));

          // What lacks in a contract follows from the questions. One that changed under the same number is refused.
          const schema = JSON.parse(readFileSync(join(root, schemaPathOf(some.path)), 'utf8')) as Json;
          const importWith = (property: object | undefined) => {
            const properties = { ...schema.properties, has_garden: property };
            writeFileSync(join(root, schemaPathOf(some.path)), JSON.stringify({ ...schema, properties }));
            return run(root, store, 'import', name);
          };
          expect((await importWith(undefined)).lines).toEqual([
            `The store: ${name} version ${version + 1} was already published.`,
          ]);
          const refused = await importWith({ ...schema.properties.has_garden, enum: ['yes'] });
          expect(refused.code).toBe(1);
          expect(refused.lines).toEqual([
            expect.stringContaining(
              `${some.path} /version: The stored fields of version ${version + 1} are already published`,
            ),
          ]);
          expect((await run(root, store, 'import', 'nowhere')).code).toBe(2);
          expect((await run(root, store, 'export', 'nowhere')).code).toBe(2);

          // Texts corrected at run time survive the next start. A file wins again when its own text changes.
          const shipped = await loadSources(diskIo(ROOT));
          const correct = structuredClone(shipped.forms.find(({ definition }) => definition.form === name)) as Json;
          correct.definition.title.en = 'Corrected at run time';
          const title = async (sources = shipped) => {
            const database = await opened.reopen();
            const registry = await createFormRegistry({ database, sources, poll: false });
            const title = registry.form(name, version)?.definition.title.en;
            await database.close();
            return title;
          };
          const database = await opened.reopen();
          const registry = await createFormRegistry({ database, sources: shipped, poll: false });
          await registry.publish(correct, { by: 'somebody' });
          const events = await database.read
            .selectFrom('events')
            .selectAll()
            .where('action', '!=', ROWS_CHANGED)
            .orderBy('id')
            .execute();
          expect(events.map(({ action, form, user_id, detail }) => [action, form, user_id, detail])).toEqual([
            ['definition_published', name, 'console', `{"version":${version + 1}}`],
            ['definition_published', name, 'somebody', `{"version":${version}}`],
          ]);
          await database.close();
          expect(await title()).toBe('Corrected at run time');
          const newer = { ...shipped, forms: shipped.forms.map((one) => structuredClone(one)) };
          for (const one of newer.forms as Json[])
            if (one.definition.form === name) one.definition.title.en = 'New in the release';
          expect(await title(newer)).toBe('New in the release');
        }),
      );
    } finally {
      await opened.dispose();
    }
  });
  it(`a running server gets every version through its API, on ${kind.name}`, { timeout: 120_000 }, async () => {
    const server = await startTestServer(kind.name);
    const asked = ['--server', server.base, '--user', 'mande'];
    const hashes = async () => {
      const { data } = await server.person('mande').must('GET', `definitions/${name}/versions`);
      return Object.fromEntries(data.map((one: Json) => [one.version, one.hash]));
    };
    try {
      await inCopy(async (root) => {
        const importing = (...args: string[]) => run(root, {}, 'import', name, ...args);
        await nextVersion(root);
        await nextVersion(root, 'has_well');
        process.env.AMANAT_PASSWORD = PASSWORD;
        const before = await hashes();
        expect(await importing(...asked, '--starts', soon())).toEqual({
          code: 0,
          lines: [
            `Published ${name} version ${version + 1}.`,
            `Published ${name} version ${version + 2}, for new records from ${soon()}.`,
          ],
        });
        const { data } = await server.person('mande').must('GET', `definitions/${name}/versions`);
        const starts = data.map((one: Json) => [one.version, one.start?.from]).slice(0, 2);
        expect(starts).toEqual([
          [version + 2, soon()],
          [version + 1, undefined],
        ]);
        const { forms: sources } = await loadSources(diskIo(root));
        const own = sources.filter(({ definition }) => definition.form === name);
        const local = Object.fromEntries(own.map((source) => [source.definition.version, contractHash(source)]));
        expect(await hashes()).toEqual({ ...before, ...local });
        for (const file of ['has-garden.png', 'has-well.png'])
          await server.person('mande').must('GET', `definitions/media/${mediaHash(pictureOf(file))}`);
        const again = await importing(...asked);
        expect(again.lines).toEqual([`The server: ${name} version ${version + 2} was already published.`]);
        const events = await server.services.database.read
          .selectFrom('events')
          .select(['user_id', 'detail'])
          .where('action', '=', 'definition_published')
          .orderBy('id')
          .execute();
        const mande = server.person('mande').id;
        expect(events).toEqual([1, 2].map((more) => ({ user_id: mande, detail: `{"version":${version + more}}` })));

        const schemaPath = join(root, schemaPathOf(some.path));
        const schema = JSON.parse(readFileSync(schemaPath, 'utf8')) as Json;
        schema.required.push('nothing');
        writeFileSync(schemaPath, JSON.stringify(schema));
        const refused = await importing(...asked);
        expect([refused.code, refused.lines.join()]).toEqual([
          1,
          expect.stringContaining(`${schemaPathOf(some.path)} /required/`),
        ]);

        const failing = (...args: string[]) => expect(importing(...args)).rejects;
        await failing('--server', 'http://127.0.0.1:1', '--user', 'mande').toThrow(
          /127\.0\.0\.1:1 cannot be reached: /,
        );
        await failing('--server', 'somewhere', '--user', 'mande').toThrow(/somewhere is no address/);
        await failing('--server', server.base).toThrow(/--server needs --user/);
        await failing('--server', server.base, '--user', 'focal.bamyan').toThrow(/refuses: .*dministrator/);
        const other = createServer((_request, response) => response.end('{"hello":"world"}'));
        await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
        const { port } = other.address() as { port: number };
        await failing('--server', `http://127.0.0.1:${port}`, '--user', 'mande').toThrow(
          /as this version of Amanat does/,
        );
        other.close();
        process.env.AMANAT_PASSWORD = 'not the password';
        await failing(...asked).toThrow(/refuses: .*password/);
        delete process.env.AMANAT_PASSWORD;
        await failing(...asked).toThrow(/set AMANAT_PASSWORD to the password of mande/);
        const { databaseUrl, dataDir } = server.services.settings;
        if (!databaseUrl)
          await expect(run(root, { dataDir }, 'import', name)).rejects.toThrow(/through the running one: --server/);
      });
    } finally {
      delete process.env.AMANAT_PASSWORD;
      await server.stop();
    }
  });

  it(`the newest version waits for the day that is named, on ${kind.name}`, { timeout: 120_000 }, async () => {
    const opened = await kind.open();
    await opened.database.close();
    const { dataDir, databaseUrl } = opened.config;
    const yesterday = addDays(kabulDay(new Date()), -1) as string;
    try {
      await inCopy(async (root) => {
        const importing = (...args: string[]) => run(root, { dataDir, databaseUrl }, 'import', name, ...args);
        await nextVersion(root);
        await nextVersion(root, 'has_well');
        await expect(importing('--starts', '1405-10-01x')).rejects.toThrow(/needs a day of the Gregorian calendar/);
        await expect(importing('--starts', yesterday)).rejects.toThrow(/This day is over/);
        expect((await importing('--starts', soon())).lines).toEqual([
          `Published ${name} version ${version + 2}, for new records from ${soon()}.`,
        ]);
        const database = await opened.reopen();
        const sources = await loadSources(diskIo(ROOT));
        const registry = await createFormRegistry({ database, sources, poll: false });
        expect([registry.form(name)?.version, registry.captureForm(name)?.version]).toEqual([version + 2, version + 1]);
        expect(registry.turns(name).map((turn) => turn.from)).toEqual(['', soon()]);
        await database.close();
      });
    } finally {
      await opened.dispose();
    }
  });

  // Whole matrix only: the tests above bring every version to a store too.
  inFull(`a second store gets every version, with the same hashes, on ${kind.name}`, { timeout: 120_000 }, async () => {
    const [first, second] = [await kind.open(), await kind.open()];
    const storeOf = async ({ database, config: { dataDir, databaseUrl } }: typeof first) => {
      await database.close();
      return { dataDir, databaseUrl };
    };
    const hashes = async (opened: typeof first) => {
      const database = await opened.reopen();
      const rows = await database.read
        .selectFrom('definitions')
        .select(['version', 'hash'])
        .where('form', '=', name)
        .where('version', '>', version)
        .orderBy('version')
        .execute();
      await database.close();
      return rows;
    };
    try {
      await inCopy(async (root) => {
        const stores = [await storeOf(first), await storeOf(second)] as const;
        await nextVersion(root);
        expect((await run(root, stores[0], 'import', name)).code).toBe(0);
        await nextVersion(root, 'has_well');
        expect((await run(root, stores[0], 'import', name)).lines).toEqual([
          `Published ${name} version ${version + 2}.`,
        ]);
        expect((await run(root, stores[1], 'import', name)).lines).toEqual([
          `Published ${name} version ${version + 1}.`,
          `Published ${name} version ${version + 2}.`,
        ]);
        expect(await hashes(second)).toEqual(await hashes(first));
        expect(await hashes(second)).toHaveLength(2);
      });
    } finally {
      await first.dispose();
      await second.dispose();
    }
  });
}

it('publishing never makes a new store by accident', async () => {
  await inCopy(async (root) => {
    const dataDir = join(root, 'nothing-here');
    await expect(run(root, { dataDir }, 'import', name)).rejects.toThrow(/holds no database; set DATA_DIR/);
    expect(existsSync(dataDir)).toBe(false);
  });
});

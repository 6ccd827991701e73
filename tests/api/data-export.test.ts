/**
 * What was made on the designer's screen becomes files: a running server gives the same bytes as its store does, they pass the
 * check, and another store that takes them in gives them again.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mediaHash } from '../../src/server/definitions/mediaFiles.ts';
import { formsCommand } from '../../src/server/jobs/forms/forms.ts';
import { anyDatabase } from '../support/database.ts';
import { ADVICE, inCopy, ROOT } from '../support/definitions.ts';
import { expectRefusal } from '../support/refusal.ts';
import { PASSWORD, startTestServer, type TestServer } from '../support/server.ts';
import { springSource } from '../support/wells.ts';
import type { Json } from './http-stage.ts';

const DRAFTS = 'definitions/drafts';
const SHIPPED = 'media-appearance';
const picture = Buffer.concat([readFileSync(join(ROOT, 'forms/examples/media/tap.png')), Buffer.from('spring')]);
const says = (en: string) => ({ en, fa: 'آیا چشمه سایه دارد؟', ps: 'چینه سیوری لري؟' });

/** Returns every file below a folder, by path. */
function filesIn(root: string): Record<string, string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const paths = entries.map((one) => join(one.parentPath, one.name).slice(root.length + 1)).sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path)).toString('base64')]));
}

/** Returns the files that are not those of the product. */
function changedIn(root: string): Record<string, string> {
  const product = { ...filesOf('forms'), ...filesOf('schemas'), ...filesOf('locales') };
  return Object.fromEntries(Object.entries(filesIn(root)).filter(([path, content]) => product[path] !== content));
}

function filesOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filesIn(join(ROOT, folder))).map(([path, content]) => [`${folder}/${path}`, content]),
  );
}

/** States of words name who gave them and when, which is another in each store. */
const definitionsOf = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !path.startsWith('locales/status/')));

async function run(root: string, store: object, ...args: string[]) {
  const lines: string[] = [];
  const code = await formsCommand(args, { root, print: (line) => lines.push(line), store: store as never });
  return { code, lines };
}

// A command cannot open an in-memory database a second time.
// On both databases in the full run: the files are made by the same code from rows that both give alike.
describe.each(anyDatabase())('what was published on $name', (kind) => {
  let server: TestServer;
  const from = (...args: string[]) => [...args, '--server', server.base, '--user', 'mande'];
  const mande = () => server.person('mande');
  const store = () => {
    const { dataDir, databaseUrl } = server.services.settings;
    return { dataDir, databaseUrl };
  };

  /** Publishes a definition by way of a draft, as the designer does. Words with `states` are signed off. */
  async function publishDraft(source: Json, states: string[] = []): Promise<void> {
    let { data: draft } = await mande().must('POST', DRAFTS, source);
    if (states.length > 0) {
      const { texts } = await mande().must('GET', `${DRAFTS}/${draft.id}/words`);
      const cells = states.map((pointer) => {
        const words = texts.find((one: Json) => one.pointer === pointer).words.fa;
        return { pointer, language: 'fa', was: words, words, state: 'approved' };
      });
      await mande().must('PUT', `${DRAFTS}/${draft.id}/words`, { version: draft.version, cells });
      draft = (await mande().must('GET', `${DRAFTS}/${draft.id}`)).data;
    }
    await mande().must('POST', `${DRAFTS}/${draft.id}/publish`, { version: draft.version, note: 'Shade is asked too' });
  }

  /** Publishes the next version of a form with one more question. */
  async function publishNext(form: string): Promise<void> {
    const { data: draft, definition } = await mande().must('POST', DRAFTS, { from: { form } });
    definition.fields.shade = {
      id: `q_${form.replaceAll('-', '_')}_shade`,
      type: 'yesno',
      label: says('Is there shade?'),
    };
    definition.sections[0].fields.push('shade');
    await mande().must('DELETE', `${DRAFTS}/${draft.id}`);
    await publishDraft({ definition }, ['/fields/shade/label']);
  }

  beforeAll(async () => {
    server = await startTestServer(kind.name);
    process.env.AMANAT_PASSWORD = PASSWORD;
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(picture)]), 'spring.png');
    await mande().must('POST', 'definitions/media', body);
    const { definition } = springSource(1);
    definition.mediaFiles = { 'spring.png': mediaHash(picture) };
    definition.fields.name.media = { image: 'spring.png', alt: says('A spring') };
    await publishDraft({ definition }, ['/title']);
    await publishNext('test-spring');
    await publishNext(SHIPPED);
    const { data, content } = await mande().must('GET', 'definitions/common/navigation');
    content.departments.find(({ id }: Json) => id === 'schools').items.splice(1, 1);
    await mande().must('POST', 'definitions/common/navigation', { content, hash: data.hash });
    const { en, fa, ps } = says('Shady pool');
    const village = { name_en: en, name_fa: fa, name_ps: ps, parent: 'green', extra: { level: 'village' } };
    await server.person('admin').must('POST', 'master-tables/example-villages', village);
  }, 120_000);
  afterAll(async () => {
    delete process.env.AMANAT_PASSWORD;
    await server?.stop();
  });

  it('comes out of the server as out of its store, passes the check, and goes into another store', {
    timeout: 240_000,
  }, async () => {
    await inCopy((one) =>
      inCopy(async (other) => {
        const asked = await run(one, {}, ...from('export', 'all'));
        expect(asked.code).toBe(0);
        expect(await run(other, store(), 'export', 'all')).toEqual(asked);
        const files = changedIn(one);
        expect(changedIn(other)).toEqual(files);
        expect(Object.keys(files)).toEqual(
          [
            'forms/communication/frozen/media-appearance.v1.form.json',
            'forms/communication/media-appearance.form.json',
            'forms/common/choices/example-villages.json',
            'forms/common/navigation.json',
            'forms/schools/frozen/test-spring.v1.form.json',
            'forms/schools/media/spring.png',
            'forms/schools/test-spring.form.json',
            ...['fa', 'ps'].flatMap((language) =>
              ['communication', 'schools'].map((folder) => `locales/status/${language}/${folder}.json`),
            ),
            'schemas/communication/frozen/media-appearance.v1.schema.json',
            'schemas/communication/media-appearance.schema.json',
            'schemas/contracts.lock.json',
            'schemas/schools/frozen/test-spring.v1.schema.json',
            'schemas/schools/test-spring.schema.json',
          ].sort(),
        );
        const states = JSON.parse(readFileSync(join(one, 'locales/status/fa/schools.json'), 'utf8'));
        const stateAt = (path: string, pointer: string) => states[`forms/schools/${path}.form.json`][pointer];
        const signed = { state: 'approved', by: 'Test Evaluator', at: expect.any(String), en: expect.any(String) };
        expect(stateAt('test-spring', '/title')).toEqual(signed);
        expect(stateAt('test-spring', '/fields/shade/label')).toEqual(signed);
        expect(stateAt('test-spring', '/plural').state).toBe('draft');
        expect(stateAt('frozen/test-spring.v1', '/title')).toEqual(signed);

        const again = await run(one, {}, ...from('export', 'test-spring'));
        expect(again).toEqual({ code: 0, lines: ['test-spring: files already up to date.'] });
        const same = ['forms/common/choices/example-villages.json', 'forms/common/navigation.json'];
        expect(await run(one, {}, ...from('export', 'common'))).toEqual({
          code: 0,
          lines: expect.arrayContaining(same.map((path) => `${path}: already up to date.`)),
        });
        expect(await run(one, {}, ...from('diff', 'choices.example-villages'))).toEqual({
          code: 0,
          lines: ['choices.example-villages', 'The two versions are the same.'],
        });
        // The check of all files takes long, and is the same on both databases.
        if (kind.name === 'sqlite')
          expect((await run(one, store(), 'check')).lines).toEqual([ADVICE, 'All definition files are in order.']);

        const second = await kind.open();
        try {
          await second.database.close();
          const { dataDir, databaseUrl } = second.config;
          for (const form of ['test-spring', SHIPPED])
            expect((await run(one, { dataDir, databaseUrl }, 'import', form)).code).toBe(0);
          await inCopy(async (third) => {
            expect((await run(third, { dataDir, databaseUrl }, 'export', 'all')).code).toBe(0);
            const own = Object.entries(definitionsOf(files)).filter(([path]) => !path.startsWith('forms/common/'));
            expect(definitionsOf(changedIn(third))).toEqual(Object.fromEntries(own));
          });
        } finally {
          await second.dispose();
        }
      }),
    );
  });

  it('comes out of both into a folder that holds nothing yet', { timeout: 120_000 }, async () => {
    const [one, other] = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'amanat-export-'))) as [string, string];
    try {
      for (const named of ['test-spring', SHIPPED, 'navigation']) {
        const asked = await run(ROOT, {}, ...from('export', named, '--to', one));
        expect(asked.code).toBe(0);
        expect(await run(ROOT, store(), 'export', named, '--to', other)).toEqual(asked);
      }
      expect(filesIn(other)).toEqual(filesIn(one));
      expect(Object.keys(filesIn(one))).toContain('forms/schools/frozen/test-spring.v1.form.json');
    } finally {
      for (const folder of [one, other]) rmSync(folder, { recursive: true });
    }
  });

  it('is for who may publish, and says in one sentence what does not work', { timeout: 120_000 }, async () => {
    const focal = server.person('focal.bamyan');
    for (const path of ['definitions', 'definitions/test-spring', 'definitions/common'])
      expectRefusal(await focal.call('GET', `${path}?written=1`), 'role_needed');
    expectRefusal(await mande().call('GET', 'definitions/nowhere?written=1'), 'record_not_found');
    expect((await focal.must('GET', 'definitions/test-spring')).written_versions).toBeUndefined();

    const exported = (...args: string[]) => run(ROOT, {}, 'export', ...args);
    expect(await run(ROOT, {}, ...from('export', 'nowhere'))).toEqual({
      code: 2,
      lines: ['No version of nowhere was published at run time; its files are what there is.'],
    });
    expect(await run(ROOT, {}, ...from('export', 'permissions'))).toEqual({
      code: 2,
      lines: ['Nothing of this was published or added at run time; the files are what there is.'],
    });
    const failing = (...args: string[]) => expect(exported('test-spring', ...args)).rejects;
    await failing('--server', server.base, '--user', 'focal.bamyan').toThrow(/^http:\S+ refuses: .*dministrator/);
    await failing('--server', server.base).toThrow(/^--server needs --user/);
    await failing('--server', 'http://127.0.0.1:1', '--user', 'mande').toThrow(
      /^http:\/\/127\.0\.0\.1:1 cannot be reached: /,
    );
    const stranger = createServer((_request, response) => response.end('{"hello":"world"}'));
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
    await failing('--server', address, '--user', 'mande').toThrow(/does not answer as this version of Amanat does/);
    stranger.close();
    process.env.AMANAT_PASSWORD = 'not the password';
    await failing('--server', server.base, '--user', 'mande').toThrow(/^http:\S+ refuses: .*password/);
    process.env.AMANAT_PASSWORD = PASSWORD;
  });
});

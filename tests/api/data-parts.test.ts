/** What all forms share and was published at run time is compared with its files, and written into them. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readFiles } from '../../src/core/definitions/files.ts';
import { sourcesOf } from '../../src/core/definitions/load.ts';
import { withDatabase } from '../../src/server/db/open.ts';
import { publishCommonPart } from '../../src/server/definitions/commonParts.ts';
import { diskIo } from '../../src/server/definitions/definitionFiles.ts';
import { formsCommand } from '../../src/server/jobs/forms/forms.ts';
import { hiddenPartWarnings } from '../../src/server/jobs/forms/parts.ts';
import { loadChoices, type StoredChoice, seedChoices } from '../../src/server/reference/choices.ts';
import { ADVICE, inCopy } from '../support/definitions.ts';
import { ANY_DATABASE, PASSWORD, startTestServer } from '../support/server.ts';

const NAVIGATION = 'forms/common/navigation.json';
const LIST = 'forms/common/choices/test-depth.json';
const VILLAGES = 'forms/common/choices/example-villages.json';
const village = (en: string) => ({
  name_en: en,
  name_fa: `${en} فارسی`,
  name_ps: `${en} پښتو`,
  parent: 'green',
  extra: { level: 'village' },
});
const WORDS = { en: 'Depth', fa: 'ژرفا', ps: 'ژوروالی' };

/** Returns the items of the list as a new store serves them. */
async function servedFrom(root: string) {
  const { common } = sourcesOf(await readFiles(diskIo(root)));
  const dataDir = mkdtempSync(join(tmpdir(), 'amanat-parts-'));
  try {
    return await withDatabase({ dataDir, databaseUrl: undefined }, async (database) => {
      await seedChoices(database, common.choices);
      return (await loadChoices(database.read)).get('example-villages')?.map(withoutTime);
    });
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

function withoutTime({ updated_at: _, ...item }: StoredChoice) {
  return item;
}

it.each(ANY_DATABASE)(
  'is compared and exported, and a changed file is not overwritten, on %s',
  async (kind) => {
    const server = await startTestServer(kind);
    const { registry, database } = server.services;
    const content = structuredClone(registry.common().navigation);
    content.departments.find(({ id }) => id === 'schools')?.items.splice(1, 1);
    const list = { list: 'test-depth', title: WORDS, items: [{ id: 'deep', label: WORDS }] };
    for (const [part, published] of Object.entries({ navigation: content, 'choices.test-depth': list })) {
      const decision = { part, at: server.services.now().toISOString(), by_id: server.person('admin').id, note: null };
      await publishCommonPart(database, { ...decision, content: published }, registry.commonParts().get(part));
    }
    await registry.refresh();
    const admin = server.person('admin');
    const added = (
      await admin.must('POST', 'master-tables/example-villages', { ...village('Pool'), aliases: ['Basin'] })
    ).data;
    const green = server.services.registry.choice('example-villages', 'green-apple-spring');
    await admin.must('PUT', 'master-tables/example-villages/green-apple-spring', village('Apple well'));
    const doubled = (await admin.must('POST', 'master-tables/example-villages', village('Pond'))).data;
    await admin.must('POST', `master-tables/example-villages/${doubled.id}/merge`, { into: added.id });
    await admin.must('POST', `master-tables/example-villages/${added.id}/retire`);
    const villages = registry.choices('example-villages');
    expect(green?.name_en).not.toBe('Apple well');
    const { dataDir, databaseUrl } = server.services.settings;
    const store = { dataDir, databaseUrl };
    try {
      await inCopy(async (root) => {
        const run = async (...args: string[]) => {
          const lines: string[] = [];
          const print = (line: string) => void lines.push(line);
          return { code: await formsCommand(args, { root, print, store }), lines };
        };
        const gone = [
          'navigation',
          '- Menu line removed: School monitoring visits  (/departments/2/items/1)',
          '    - CBM-S',
        ];
        process.env.AMANAT_PASSWORD = PASSWORD;
        expect((await run('diff', 'navigation', '--server', server.base, '--user', 'mande')).lines).toEqual(gone);
        await server.release();
        expect((await run('diff', 'navigation')).lines).toEqual(gone);
        expect((await run('diff', 'permissions')).code).toBe(2);
        expect((await run('diff', 'common')).lines).toEqual([
          ...gone,
          'choices.example-villages',
          '~ Option text changed: Invented villages  (/items/5/label)',
          ...Array(3).fill(expect.stringMatching(/^ {4}- /)),
          ...Array(3).fill(expect.stringMatching(/^ {4}\+ .*Apple well/)),
          '+ Option added: Invented villages  (/items/305)',
          '    + Pool',
          '+ Option added: Invented villages  (/items/306)',
          '    + Pond',
          'choices.test-depth',
          '+ Option added: Depth  (/items/0)',
          '    + Depth',
        ]);
        expect((await run('export', 'common')).lines.sort()).toEqual([VILLAGES, LIST, NAVIGATION]);
        expect((await run('export', 'choices.example-villages')).lines).toEqual([`${VILLAGES}: already up to date.`]);
        expect(await servedFrom(root)).toEqual(villages.map(withoutTime));
        expect(JSON.parse(readFileSync(join(root, NAVIGATION), 'utf8'))).toEqual(content);
        expect(JSON.parse(readFileSync(join(root, LIST), 'utf8'))).toEqual(list);
        expect(await run('format', '--check')).toEqual({ code: 0, lines: [] });
        expect((await run('export', 'navigation')).lines).toEqual([`${NAVIGATION}: already up to date.`]);
        expect((await run('diff', 'navigation')).lines).toEqual(['navigation', 'The two versions are the same.']);

        const changed = { ...content, quick: [] };
        writeFileSync(join(root, NAVIGATION), JSON.stringify(changed));
        await run('format');
        const hidden = expect.stringMatching(
          `^${NAVIGATION} has changed since version 1 of navigation was published on .* hidden`,
        );
        expect(await hiddenPartWarnings(store, root)).toEqual([hidden]);
        // The check of all files takes long, and is the same on both databases.
        if (kind === 'sqlite')
          expect((await run('check')).lines).toEqual([ADVICE, 'All definition files are in order.', hidden]);
        expect(await run('export', 'navigation')).toEqual({ code: 1, lines: [hidden] });
        expect(JSON.parse(readFileSync(join(root, NAVIGATION), 'utf8'))).toEqual(changed);
        const aside = join(root, 'aside');
        expect(await run('export', 'navigation', '--to', aside)).toEqual({ code: 0, lines: [NAVIGATION] });
        expect(JSON.parse(readFileSync(join(aside, NAVIGATION), 'utf8'))).toEqual(content);
      });
    } finally {
      delete process.env.AMANAT_PASSWORD;
      await server.stop();
    }
  },
  120_000,
);

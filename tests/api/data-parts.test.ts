/** What all forms share and was published at run time is compared with its files, and written into them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publishCommon } from '../../src/server/definitions/commonParts.ts';
import { forms } from '../../src/server/jobs/forms.ts';
import { hiddenParts } from '../../src/server/jobs/formsParts.ts';
import { inCopy } from '../support/definitions.ts';
import { DATABASES, PASSWORD, startTestServer } from '../support/server.ts';

const NAVIGATION = 'forms/common/navigation.json';
const LIST = 'forms/common/choices/test-depth.json';
const WORDS = { en: 'Depth', fa: 'ژرفا', ps: 'ژوروالی' };

it.each(DATABASES)(
  'is compared and exported, and a changed file is not overwritten, on %s',
  async (kind) => {
    const server = await startTestServer(kind);
    const { registry, database } = server.services;
    const content = structuredClone(registry.common().navigation);
    content.departments.find(({ id }) => id === 'schools')?.items.splice(1, 1);
    const list = { list: 'test-depth', title: WORDS, items: [{ id: 'deep', label: WORDS }] };
    for (const [part, published] of Object.entries({ navigation: content, 'choices.test-depth': list })) {
      const decision = { part, at: new Date().toISOString(), by_id: server.person('admin').id, note: null };
      await publishCommon(database, { ...decision, content: published }, registry.commonParts().get(part));
    }
    await registry.refresh();
    const { dataDir, databaseUrl } = server.services.settings;
    const store = { dataDir, databaseUrl };
    try {
      await inCopy(async (root) => {
        const run = async (...args: string[]) => {
          const lines: string[] = [];
          const print = (line: string) => void lines.push(line);
          return { code: await forms(args, { root, print, store }), lines };
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
          'choices.test-depth',
          '+ Option added: Depth  (/items/0)',
          '    + Depth',
        ]);
        expect(await run('export', 'common')).toEqual({ code: 0, lines: [NAVIGATION, LIST] });
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
        expect(await hiddenParts(store, root)).toEqual([hidden]);
        // The check of all files takes long, and is the same on both databases.
        if (kind === 'sqlite')
          expect((await run('check')).lines).toEqual(['All definition files are in order.', hidden]);
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

/** The first form of README, copied out of it: the check has nothing to say, and its records can be stored. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSources } from '../../src/core/contract/read.ts';
import { diskIo } from '../../src/server/definitions/definitionFiles.ts';
import { formsCommand } from '../../src/server/jobs/forms/forms.ts';
import { ADVICE, inCopy, ROOT } from '../support/definitions.ts';
import { ANY_DATABASE, startTestServer } from '../support/server.ts';

/** Writes each file that README names right before its text. Returns the paths. */
function writeExample(root: string): string[] {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  return [...readme.matchAll(/`((?:forms|schemas)\/\S+\.json)`[^`]*```json\n(.*?)```/gs)].map(
    ([, path = '', text = '']) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
      return path;
    },
  );
}

describe.each(ANY_DATABASE)('the first form of README, on %s', (database) => {
  it('passes the check as it stands there, and stores records', { timeout: 180_000 }, async () => {
    await inCopy(async (root) => {
      const run = async (...args: string[]) => {
        const lines: string[] = [];
        return { code: await formsCommand(args, { root, print: (line) => lines.push(line) }), lines };
      };
      expect(writeExample(root)).toEqual(['forms/wells/well-visit.form.json']);
      const unlocked = 'schemas/contracts.lock.json /well-visit@1: Version 1 of “well-visit” is in order';
      expect((await run('check')).lines).toEqual([ADVICE, expect.stringContaining(unlocked), '1 error.']);
      const { code, lines } = await run('done');
      expect([code, ...lines.slice(-2)]).toEqual([
        0,
        'Types and the state of translations are written in the repository only: there is no codegen/ here.',
        'well-visit@1 locked',
      ]);
      expect(lines).toContain(
        'schemas/wells/well-visit.schema.json: Added to the stored fields: “visit_date”, “water”, “repair_needed”.',
      );
      expect(await run('check')).toEqual({ code: 0, lines: [ADVICE, 'All definition files are in order.'] });

      const server = await startTestServer(database, { sources: await loadSources(diskIo(root)) });
      try {
        const admin = server.person('admin');
        const answers = { visit_date: '2026-11-20', water: 'bad' };
        expect((await admin.call('POST', 'well-visits', answers)).body.errors).toHaveProperty('/repair_needed');
        const stored = await admin.must('POST', 'well-visits', { ...answers, repair_needed: 'The pump' });
        expect(stored.code).toBe('WV_1');
        const { data } = await admin.must('GET', 'well-visits');
        expect(data).toMatchObject([{ code: 'WV_1', water: 'bad' }]);
      } finally {
        await server.stop();
      }
    });
  });
});

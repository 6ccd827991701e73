/** A report made by screen becomes a file, a file becomes a published report, and both are the same bytes. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { formsCommand } from '../../src/server/jobs/forms/forms.ts';
import { ADVICE, inCopy } from '../support/definitions.ts';
import { ANY_DATABASE, PASSWORD, startTestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const FILE = 'forms/schools/pupils.report.json';
const PART = 'reports.pupils';
const text = (en: string) => ({ en, fa: `${en} به دری`, ps: `${en} په پښتو` });
const count = { id: 'n', of: 'count', forms: ['school'], undated: true };

/** In no canonical order. */
const REPORT: Json = {
  blocks: [{ measures: [count], title: text('Schools'), show: 'numbers', id: 'all' }],
  filters: ['provinces'],
  path: '/reports/pupils',
  title: text('Pupils'),
  kind: 'other',
  programme: 'schools',
  report: 'pupils',
};
const SHIFTS = { id: 'shifts', show: 'bars', title: text('Shifts'), by: { field: 'school_shifts' }, measures: [count] };

function write(root: string, content: object | string): void {
  mkdirSync(dirname(join(root, FILE)), { recursive: true });
  writeFileSync(join(root, FILE), typeof content === 'string' ? content : JSON.stringify(content));
}

const fileIn = (root: string) => readFileSync(join(root, FILE), 'utf8');

it.each(ANY_DATABASE)(
  'a report goes from file to server to file and back, on %s',
  { timeout: 240_000 },
  async (kind) => {
    const server = await startTestServer(kind);
    const mande = server.person('mande');
    const { dataDir, databaseUrl } = server.services.settings;
    const asked = ['--server', server.base, '--user', 'mande'];
    const runIn =
      (root: string) =>
      async (...args: string[]) => {
        const lines: string[] = [];
        const print = (line: string) => void lines.push(line);
        return { code: await formsCommand(args, { root, print, store: { dataDir, databaseUrl } }), lines };
      };
    process.env.AMANAT_PASSWORD = PASSWORD;
    try {
      await inCopy((one) =>
        inCopy(async (other) => {
          const [run, runThere] = [runIn(one), runIn(other)];
          write(one, REPORT);
          expect(await run('format', '--check')).toEqual({ code: 1, lines: [expect.stringContaining(FILE)] });
          expect((await run('format')).code).toBe(0);
          expect(await run('format', '--check')).toEqual({ code: 0, lines: [] });

          expect(await run('import', PART, ...asked)).toEqual({ code: 0, lines: [`Published ${PART}.`] });
          expect(await run('import', PART, ...asked)).toEqual({
            code: 0,
            lines: [`The server: ${PART} is served like that already.`],
          });
          const there = await mande.must('GET', `definitions/common/${PART}`);
          expect(there.text).toBe(fileIn(one));
          expect((await mande.must('GET', 'reports/pupils/result')).data.blocks.length).toBe(1);

          const changed = { ...there.content, title: text('All pupils'), blocks: [...there.content.blocks, SHIFTS] };
          await mande.must('POST', `definitions/common/${PART}`, { content: changed, hash: there.data.hash });
          const difference = [
            '~ Report text changed: All pupils  (/title)',
            ...Array(3).fill(expect.stringMatching(/^ {4}- .*Pupils/)),
            ...Array(3).fill(expect.stringMatching(/^ {4}\+ .*All pupils/)),
            '+ Block added: Shifts  (/blocks/1)',
          ];
          expect((await run('diff', PART, ...asked)).lines).toEqual([PART, ...difference]);
          const byScreen = (await mande.must('GET', `definitions/common/${PART}`)).text;

          await server.release();
          expect((await run('diff', 'reports')).lines).toEqual([PART, ...difference]);
          expect(await runThere('export', 'reports')).toEqual({ code: 0, lines: [FILE] });
          expect(fileIn(other)).toBe(byScreen);
          expect((await runThere('export', PART)).lines).toEqual([`${FILE}: already up to date.`]);
          expect((await runThere('diff', PART)).lines).toEqual([PART, 'The two versions are the same.']);
          expect(await runThere('format', '--check')).toEqual({ code: 0, lines: [] });
          // The check of all files takes long, and is the same on both databases.
          if (kind === 'sqlite')
            expect((await runThere('check')).lines).toEqual([ADVICE, 'All definition files are in order.']);

          // The store takes what was changed in the file, and gives the same bytes back.
          write(other, { ...JSON.parse(byScreen), title: text('Pupils again') });
          await runThere('format');
          expect(await runThere('import', PART)).toEqual({ code: 0, lines: [`Published ${PART}.`] });
          expect((await runThere('import', PART)).lines).toEqual([`The store: ${PART} is served like that already.`]);
          const aside = join(other, 'aside');
          expect((await runThere('export', PART, '--to', aside)).lines).toEqual([FILE]);
          expect(fileIn(aside)).toBe(fileIn(other));

          write(other, { ...REPORT, blocks: [{ ...SHIFTS, by: { field: 'shifts_of_school' } }] });
          const refused = await runThere('import', PART);
          expect(refused).toEqual({
            code: 1,
            lines: [expect.stringMatching(`^${FILE} /blocks/0/measures/0: There is no`)],
          });
          for (const [wrong, sentence] of [
            ['{ "report": "pupils", ', `${FILE}:1:23: This is not valid JSON (line 1, column 23).`],
            ['null', expect.stringContaining(FILE)],
          ]) {
            write(other, wrong);
            expect(await runThere('import', PART)).toEqual({ code: 1, lines: [sentence, '1 error.'] });
          }
          rmSync(join(other, FILE));
          expect(await runThere('import', PART)).toEqual({ code: 2, lines: [`Report missing: ${PART} in ${other}.`] });
          expect((await runThere('import', 'navigation')).code).toBe(2);
        }),
      );
    } finally {
      delete process.env.AMANAT_PASSWORD;
      await server.stop();
    }
  },
);

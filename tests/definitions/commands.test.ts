import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourcesOf } from '../../src/core/definitions/load.ts';
import { isRowForm } from '../../src/core/definitions/rows.ts';
import type { FormDefinition } from '../../src/core/definitions/types.ts';
import { formsCommand } from '../../src/server/jobs/forms/forms.ts';
import { ADVICE, inCopy, productFiles, ROOT, writeJson } from '../support/definitions.ts';
import { constants } from '../support/form.ts';
import { inFull } from '../support/inFull.ts';

const files = await productFiles;
// A form with one version, to which no other form refers.
const some = sourcesOf(files).forms.find(({ definition }) => definition.form === 'media-appearance')
  ?.definition as FormDefinition;
const path = [...files.values()].find((file) => file.kind === 'form' && file.form === some.form)?.path as string;
const schemaPath = path.replace('forms/', 'schemas/').replace('.form.', '.schema.');

async function run(root: string, ...args: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const code = await formsCommand(args, { root, print: (line) => lines.push(line) });
  return { code, lines: lines.filter((line) => line !== ADVICE) };
}
const USAGE = expect.stringMatching(/^forms check/);
const read = (root: string, file: string): FormDefinition & Record<string, never> =>
  JSON.parse(readFileSync(join(root, file), 'utf8'));

/** Each case reads, checks and rewrites a copy of all definition files several times. */
const PATIENCE = { timeout: 180_000 };

describe('the forms command', PATIENCE, () => {
  it('says how it is used', async () => {
    await inCopy(async (root) => {
      expect(await run(root)).toMatchObject({ code: 0, lines: [expect.stringContaining('forms check')] });
      expect(await run(root, 'fly')).toMatchObject({ code: 2, lines: ['There is no command “forms fly”.\n', USAGE] });
      for (const slip of ['chek', 'chekc', 'checkk', 'ceck'])
        expect(await run(root, slip)).toEqual({
          code: 2,
          lines: [`There is no command “forms ${slip}”. Did you mean “forms check”?\n`, expect.any(String)],
        });
      // What a command needs and was not named is no slip.
      expect(await run(root, 'export')).toMatchObject({ code: 2, lines: [USAGE] });
      expect(await run(root, 'diff', 'nowhere')).toEqual({
        code: 2,
        lines: ['No form named “nowhere”. Run forms check to see the files.'],
      });
    });
  });

  it('brings a file back to its canonical form, and only that file', async () => {
    await inCopy(async (root) => {
      const canonical = readFileSync(join(root, path), 'utf8');
      writeJson(root, path, Object.fromEntries(Object.entries(read(root, path)).reverse()));
      expect((await run(root, 'format', '--check')).code).toBe(1);
      expect(await run(root, 'check')).toEqual({
        code: 1,
        lines: [`${path}: This does not match the definitions. Run npm run amanat -- forms done.`, '1 error.'],
      });
      expect(await run(root, 'format')).toEqual({ code: 0, lines: [path] });
      expect(readFileSync(join(root, path), 'utf8')).toBe(canonical);
    });
  });

  it('writes the contract of simple questions, keeps what is there, and never changes a published one', async () => {
    await inCopy(async (root) => {
      const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
      const texts = [...readme.matchAll(/`(\S+\.json)`[^`]*```json\n(.*?)```/gs)].map(([, , text = '']) =>
        JSON.parse(text),
      );
      const definition = texts.find((one) => one.form !== undefined);
      const form = 'forms/wells/well-visit.form.json';
      const contract = 'schemas/wells/well-visit.schema.json';
      writeJson(root, form, definition);
      expect(await run(root, 'sync', 'well-visit')).toEqual({
        code: 0,
        lines: [`${contract}: Added to the stored fields: “visit_date”, “water”, “repair_needed”.`],
      });
      const written = readFileSync(join(root, contract), 'utf8');
      const { properties, ...head } = read(root, contract) as Record<string, unknown>;
      expect(properties).toEqual({
        visit_date: { $ref: '../common/types.schema.json#/$defs/date' },
        water: { type: 'string', enum: constants.ratings.map(({ value }) => value) },
        repair_needed: { $ref: '../common/types.schema.json#/$defs/longText' },
      });
      expect(head).toMatchObject({ title: 'WellVisit', type: 'object', additionalProperties: false });
      expect((await run(root, 'sync', 'well-visit')).lines).toEqual([`${contract}: nothing to add.`]);
      expect(readFileSync(join(root, contract), 'utf8')).toBe(written);
      const label = { en: 'Well', fa: 'چاه', ps: 'څاه' };
      const options = [{ value: 'deep', label }];
      const changed = structuredClone(definition);
      Object.assign(changed.fields, {
        kinds: { id: 'q_kinds', type: 'multi', label, options },
        point: { id: 'q_point', type: 'geopoint', label, bind: { latitude: 'north', longitude: 'east' } },
        parts: { id: 'q_parts', type: 'table', label, columns: {} },
        site: { id: 'q_site', type: 'record', label, record: { forms: ['well-visit'] } },
      });
      writeJson(root, form, changed);
      expect(await run(root, 'sync', 'well-visit')).toEqual({
        code: 0,
        lines: [`${contract}: Added to the stored fields: “kinds”, “north”, “east”, “parts”, “site”.`],
      });
      const shared = (name: string) => ({ $ref: `../common/types.schema.json#/$defs/${name}` });
      expect(read(root, contract).properties).toEqual({
        ...(properties as object),
        kinds: { type: 'array', items: { type: 'string', enum: ['deep'] }, uniqueItems: true },
        north: shared('latitude'),
        east: shared('longitude'),
        parts: {
          type: 'array',
          items: { type: 'object', additionalProperties: false, properties: {} },
          maxItems: 100,
        },
        site: shared('id'),
      });

      writeJson(root, form, definition);
      writeFileSync(join(root, contract), written);
      expect((await run(root, 'done')).lines.at(-1)).toBe('well-visit@1 locked');
      expect(await run(root, 'check')).toEqual({ code: 0, lines: ['All definition files are in order.'] });

      const frozen = readFileSync(join(root, schemaPath), 'utf8');
      const added_later = { id: 'q_new', type: 'integer', label };
      const published = read(root, path);
      writeJson(root, path, { ...published, fields: { ...published.fields, added_later } });
      expect(await run(root, 'sync', some.form)).toMatchObject({
        code: 1,
        lines: [expect.stringContaining('is published, so its contract stays')],
      });
      expect(readFileSync(join(root, schemaPath), 'utf8')).toBe(frozen);
      expect(await run(root, 'sync', 'nowhere')).toEqual({
        code: 2,
        lines: ['No form named “nowhere”. Run forms check to see the files.'],
      });
    });
  });

  inFull(
    'locks contracts, refuses a change under an old number, and starts the next version',
    {
      timeout: 120_000,
    },
    async () => {
      await inCopy(async (root) => {
        expect((await run(root, 'freeze')).code).toBe(0);
        expect(await run(root, 'check')).toMatchObject({ code: 0 });

        // Adds a question without a new version number.
        const definition = read(root, path) as never as Record<string, Record<string, unknown>> & {
          sections: { fields: string[] }[];
        };
        const schema = read(root, schemaPath) as never as { properties: Record<string, unknown> };
        const label = { en: 'Is there a garden?', fa: 'آیا باغ دارد؟', ps: 'ایا باغ لري؟' };
        const addQuestion = (): void => {
          definition.fields = { ...definition.fields, has_garden: { id: 'q_has_garden_new', type: 'yesno', label } };
          definition.sections[0]?.fields.push('has_garden');
          schema.properties.has_garden = { type: 'string', enum: ['yes', 'no'] };
          writeJson(root, path, definition);
          writeJson(root, schemaPath, schema);
        };
        const untouched = { definition: structuredClone(definition), schema: structuredClone(schema) };
        addQuestion();
        await run(root, 'format');
        expect(await run(root, 'check')).toEqual({
          code: 1,
          lines: [
            `schemas/contracts.lock.json /${some.form}@${some.version}: The stored fields of ${some.form} version ${some.version} were published and have changed. Make version ${some.version + 1} instead (forms new-version ${some.form}).`,
            '1 error.',
          ],
        });

        // Adds the same question in the next version.
        writeJson(root, path, untouched.definition);
        writeJson(root, schemaPath, untouched.schema);
        expect((await run(root, 'new-version', some.form)).code).toBe(0);
        const kept = path.replace(/([^/]+)\.form\.json$/, `frozen/$1.v${some.version}.form.json`);
        expect(existsSync(join(root, kept))).toBe(true);
        expect(read(root, path)).toMatchObject({ version: some.version + 1, changes: { from: some.version } });
        const next = read(root, path) as never as typeof definition;
        Object.assign(definition, { version: next.version, changes: { ...next.changes, note: label } });
        writeJson(root, path, definition);
        writeJson(root, schemaPath, schema);
        await run(root, 'format');
        const keptKey = `${some.form}@${some.version}`;
        const unlocked = (version: number) =>
          `schemas/contracts.lock.json /${some.form}@${version}: Version ${version} of “${some.form}” is in order`;
        expect((await run(root, 'check')).lines).toEqual([
          expect.stringContaining(unlocked(some.version)),
          expect.stringContaining(unlocked(some.version + 1)),
          '2 errors.',
        ]);
        expect(await run(root, 'done')).toEqual({
          code: 0,
          lines: [
            expect.stringContaining('no codegen/ here'),
            `${keptKey} locked`,
            `${some.form}@${some.version + 1} locked`,
          ],
        });
        expect(await run(root, 'check')).toEqual({ code: 0, lines: ['All definition files are in order.'] });

        const { lines } = await run(root, 'diff', some.form);
        const newest = some.version + 1;
        expect(lines).toEqual([
          `${some.form} ${some.version} → ${newest}: ${label.en}`,
          `+ Question added: ${label.en}  (/fields/has_garden)`,
          expect.stringMatching(/^ {4}\+ /),
          `+ Answer type: ${label.en}  (/fields/has_garden/type)`,
          '    + yesno',
        ]);
        expect((await run(root, 'diff', some.form, '--language', 'pa')).lines[1]).toContain(label.ps);
        expect(await run(root, 'diff', some.form, String(some.version), '99')).toEqual({
          code: 2,
          lines: [`There is no version 99 of ${some.form}, only ${some.version}, ${newest}.`],
        });
        expect(await run(root, 'diff', some.form, '--git', 'nosuch')).toEqual({
          code: 2,
          lines: [`git knows no revision nosuch with definitions in ${root}.`],
        });

        // Words of the version before change only as a recorded correction.
        const earlier = read(root, kept) as never as { title: { en: string } };
        writeJson(root, kept, { ...earlier, title: { ...earlier.title, en: 'Corrected' } });
        const refused = [
          expect.stringMatching(new RegExp(`^schemas/contracts.lock.json /${keptKey}: .*freeze --corrected`)),
        ];
        await run(root, 'format');
        expect(await run(root, 'check')).toEqual({ code: 1, lines: [...refused, '1 error.'] });
        expect((await run(root, 'done')).code).toBe(1);
        expect(await run(root, 'freeze', '--corrected')).toEqual({ code: 0, lines: [`${keptKey} locked`] });
        expect(await run(root, 'check')).toMatchObject({ code: 0 });
      });
    },
  );

  it('refuses to write a file of which a key would be lost', async () => {
    await inCopy(async (root) => {
      const text = readFileSync(join(root, path), 'utf8');
      const twice = text.replace('"version"', '"form": "other",\n  "version"');
      writeFileSync(join(root, path), twice);
      const line = twice.split('\n').findIndex((one) => one.includes('"other"')) + 1;
      const said = `${path}:${line}:3: The key “form” is used a second time here (line ${line}, column 3). Only one of the two would count.`;
      expect(await run(root, 'check')).toEqual({ code: 1, lines: [said, '1 error.'] });
      expect(await run(root, 'format')).toEqual({ code: 1, lines: [said, '1 error.'] });
      expect(readFileSync(join(root, path), 'utf8')).toBe(twice);
    });
  });

  it('writes any version for react-jsonschema-form, in one language', async () => {
    await inCopy(async (root) => {
      const store = { dataDir: join(root, 'no-data') };
      const run = async (...args: string[]) => {
        const lines: string[] = [];
        const code = await formsCommand(['export', '--rjsf', ...args], {
          root,
          store,
          print: (line) => lines.push(line),
        });
        return { code, lines };
      };
      expect(await run()).toMatchObject({ code: 2, lines: [expect.stringContaining('--rjsf')] });
      expect(await run('nowhere')).toEqual({
        code: 2,
        lines: ['No form named “nowhere”. Run forms check to see the files.'],
      });
      expect(await run(`${some.form}@99`)).toMatchObject({ code: 2 });

      const frozen = [...files.values()].find(
        (file) => file.kind === 'form' && file.frozen === 1 && !isRowForm(file.json as FormDefinition),
      )?.json as FormDefinition;
      const { lines } = await run(`${frozen.form}@1`, '--language', 'pa');
      const old = JSON.parse(lines[0] as string);
      expect(old).toMatchObject({ form: frozen.form, version: 1, language: 'ps' });
      expect(old.uiSchema).toMatchObject({ 'ui:title': frozen.title.ps });
      expect(old.uiSchema['ui:order'].sort()).toEqual(Object.keys(old.schema.properties).sort());
      expect(JSON.parse((await run(frozen.form)).lines[0] as string).version).toBeGreaterThan(1);

      const folder = join(root, 'exported');
      const written = await run(some.form, '--to', folder);
      expect(written.lines).toEqual(
        ['schema', 'uiSchema.en', 'rules'].map((part) => join(folder, `${some.form}.v${some.version}.${part}.json`)),
      );
      expect(written.lines.map((file) => existsSync(file))).toEqual([true, true, true]);
    });
  });
});

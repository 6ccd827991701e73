/** A workbook whose 500 questions ask a list of 250 villages is published: its contract has the codes once, and means each of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSources } from '../../src/core/contract/read.ts';
import { compileForm } from '../../src/core/definitions/compile.ts';
import type { FormSource } from '../../src/core/definitions/types.ts';
import { importXlsformSheets, readUploadedSheets } from '../../src/server/api/admin/xlsform/xlsform.ts';
import { createFormRegistry } from '../../src/server/definitions/registry.ts';
import { shippedFiles } from '../../src/server/services.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { xlsxOf } from '../support/xlsx.ts';
import type { Json } from './http-stage.ts';

const many = (count: number, of: (at: number) => string[]) => Array.from({ length: count }, (_, at) => of(at));
const workbook = () =>
  xlsxOf([
    {
      title: 'survey',
      lines: [['type', 'name', 'label'], ...many(500, (at) => ['select_one v', `q${at}`, `Q ${at}`])],
    },
    { title: 'choices', lines: [['list_name', 'name', 'label'], ...many(250, (at) => ['v', `v${at}`, `V ${at}`])] },
    {
      title: 'settings',
      lines: [
        ['form_title', 'form_id'],
        ['Long', 'long-lists'],
      ],
    },
  ]);

describe.each(DATABASES)('a list that many questions ask, on %s', { timeout: 240_000 }, (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
  });
  afterAll(() => server?.stop());

  it('is published, checked in every question, read again, and begun as the next version', async () => {
    const mande = server.person('mande');
    const read = await importXlsformSheets(
      await readUploadedSheets({ bytes: await workbook(), name: 'long.xlsx' }),
      'long.xlsx',
      'en',
    );
    const definition = { ...read.definition, programme: 'schools' };
    await mande.must('POST', 'definitions', { definition, schema: read.schema });

    const view: Json = await mande.must('GET', 'definitions/long-lists');
    expect(Object.values(view.schema.$defs)).toEqual([{ enum: many(250, (at) => [`v${at}`]).flat() }]);
    expect(view.schema.properties.q499).toMatchObject({ type: 'string', $ref: expect.any(String) });
    expect(JSON.stringify(view.schema).length).toBeLessThan(50_000);
    // A device compiles what it gets.
    expect(compileForm(view as FormSource).fields.get('q499')?.schema).toEqual({
      type: 'string',
      enum: view.schema.$defs[Object.keys(view.schema.$defs)[0] as string].enum,
    });

    const admin = server.person('admin');
    const base = view.definition.api.base;
    await admin.must('POST', base, { q0: 'v249', q499: 'v0' });
    const refused = await admin.call('POST', base, { q0: 'v250', q499: 'v0' });
    expect(refused.body.errors).toHaveProperty('/q0');

    const { database: store } = server.services;
    const row = await store.read
      .selectFrom('definitions')
      .select('schema')
      .where('form', '=', 'long-lists')
      .executeTakeFirstOrThrow();
    expect(row.schema.length).toBeLessThan(50_000);
    const again = await createFormRegistry({
      database: store,
      sources: await loadSources(shippedFiles),
      now: server.services.now,
    });
    const form = again.form('long-lists');
    expect(form?.contract).toEqual(server.services.registry.form('long-lists')?.contract);
    expect(form && again.hash(form)).toBe(view.hash);

    const { data: draft } = await mande.must('POST', 'definitions/drafts', { from: { form: 'long-lists' } });
    // It has the same contract, so nothing but its number is new.
    const checked = await mande.call('POST', `definitions/drafts/${draft.id}/check`);
    expect(checked.body.issues.map(({ code }: Json) => code)).toEqual(['version_same']);
  });
});

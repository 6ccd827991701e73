/**
 * Publishing prepares before it stores: what cannot be served is refused, and nothing of it stays. What is stored all the same
 * (older data, a restored backup) is passed over and named; everything else is served, and a publication of others works.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSources } from '../../src/core/contract/read.ts';
import type { FormSource } from '../../src/core/definitions/types.ts';
import type { Database } from '../../src/server/db/database.ts';
import { NotServable } from '../../src/server/definitions/compileServable.ts';
import { createFormRegistry } from '../../src/server/definitions/registry.ts';
import { formsCommand } from '../../src/server/jobs/forms/forms.ts';
import { verifyCommand } from '../../src/server/jobs/verify.ts';
import { shippedFiles } from '../../src/server/services.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { springSource, wellSource } from '../support/wells.ts';
import type { Json } from './http-stage.ts';

/** Puts a version into the store as older data or a backup might have it. */
async function put(database: Database, form: string, version: number, definition: string, schema = '{}') {
  const row = { form, version, definition, schema, hash: `${form} ${version}`, text_hash: definition.slice(0, 60) };
  const rest = {
    written: null,
    file_hash: null,
    origin: 'published',
    published_at: '2026-01-01T00:00:00.000Z',
    published_by: null,
  };
  await database.kysely
    .insertInto('definitions')
    .values({ ...row, ...rest } as never)
    .execute();
}

const named = (source: FormSource, form: string): Json =>
  JSON.parse(JSON.stringify(source).replaceAll('test-well', form).replaceAll('test/well', `test/${form}`));

describe.each(DATABASES)('definitions that cannot be served on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
  });
  afterAll(() => server?.stop());

  const stored = async (form: string) => {
    const rows = await server.services.database.read
      .selectFrom('definitions')
      .select('version')
      .where('form', '=', form)
      .execute();
    return rows.map(({ version }) => version);
  };

  it('are refused with nothing stored, whoever publishes', { timeout: 60_000 }, async () => {
    const { registry } = server.services;
    const source = wellSource(1);
    source.definition.sections[0]?.fields.push('toString');
    await expect(registry.publish(source)).rejects.toThrow(NotServable);
    const lost = wellSource(1);
    lost.definition.workflow = 'toString';
    await expect(registry.publish(lost)).rejects.toThrow('there is no workflow toString');
    // More columns than a table of either database may have.
    const wide = wellSource(1);
    const properties = wide.schema.properties as Json;
    for (let at = 0; at < 2100; at += 1) {
      wide.definition.fields[`text_${at}`] = { id: `q_wide_${at}`, type: 'text', label: wide.definition.title };
      wide.definition.sections[0]?.fields.push(`text_${at}`);
      properties[`text_${at}`] = { type: 'string', maxLength: 10 };
    }
    wide.definition.list.columns = Object.keys(wide.definition.fields) as [string];
    await expect(registry.publish(wide)).rejects.toThrow(NotServable);
    expect(await stored('test-well')).toEqual([]);
    expect(registry.unserved()).toEqual([]);
    await registry.publish(wellSource(1));
    expect(await stored('test-well')).toEqual([1]);
  });

  it('are passed over when they are stored, and named to who publishes', { timeout: 120_000 }, async () => {
    const { services } = server;
    const { database: db, registry } = services;
    const unknown: Json = named(wellSource(1), 'brick-field');
    unknown.definition.sections[0].fields.push('toString');
    await put(db, 'brick-field', 1, JSON.stringify(unknown.definition), JSON.stringify(unknown.schema));
    await put(db, 'brick-json', 1, '{"form":', '{}');
    const contract: Json = named(wellSource(1), 'brick-contract');
    contract.schema.properties.name.pattern = '(';
    await put(db, 'brick-contract', 1, JSON.stringify(contract.definition), JSON.stringify(contract.schema));
    await put(
      db,
      'test-well',
      2,
      JSON.stringify({ ...wellSource(2).definition, sections: 5 }),
      JSON.stringify(wellSource(2).schema),
    );
    await db.kysely
      .insertInto('common_versions')
      .values({
        part: 'navigation',
        version: 1,
        content: '[1',
        at: '2026-01-01T00:00:00.000Z',
        by_id: 'console',
        note: null,
        file_hash: null,
      } as never)
      .execute();
    await registry.changed();
    const all = ['brick-contract@1', 'brick-field@1', 'brick-json@1', 'navigation@1', 'test-well@2'];
    const names = () => registry.unserved().map(({ name, version }) => `${name}@${version}`);
    expect(names()).toEqual(all);

    const again = await createFormRegistry({ database: db, sources: await loadSources(shippedFiles), poll: false });
    expect(again.unserved(), 'another server that starts').toEqual(registry.unserved());
    again.close();

    const ready = await fetch(`${server.base}/api/ready`);
    expect([ready.status, (await ready.json()) as Json]).toEqual([
      200,
      {
        status: 'ready',
        checks: { database: 'ok', migrations: 'ok', disk: 'ok', definitions: 'degraded' },
        unserved: all,
      },
    ]);
    const mande = server.person('mande');
    for (const language of ['en', 'fa', 'ps']) {
      const { body } = await mande.call('GET', 'definitions', undefined, { 'accept-language': language });
      expect(body.unserved.map(({ served }: Json) => served)).toEqual([null, null, null, 0, 1]);
      for (const { message, name } of body.unserved) expect(message).toContain(name);
    }
    expect((await server.person('focal.bamyan').must('GET', 'definitions')).unserved).toBeUndefined();

    const admin = server.person('admin');
    expect((await admin.must('GET', 'definitions/test-well')).version).toBe(1);
    expect((await admin.must('POST', 'test/wells', { name: 'A well' })).code).toMatch(/^WELL_/);
    expect((await admin.must('POST', 'definitions', springSource(1))).version).toBe(1);
    const menu = await admin.must('GET', 'definitions/common/navigation');
    await admin.must('POST', 'definitions/common/navigation', {
      content: menu.content,
      hash: menu.data.hash,
      note: 'As it was',
    });
    expect(names()).toEqual(all.filter((name) => !name.startsWith('navigation')));
  });

  it('are named by verify, and withdrawn from the command line', { timeout: 120_000 }, async () => {
    const { settings, registry } = server.services;
    /** Returns what `verify` names as not served. It also names the rows that were put in without the server. */
    const named = async () => {
      const said: string[] = [];
      const error = console.error;
      console.error = (line: string) => void said.push(line);
      try {
        expect(await verifyCommand(settings, [])).toBe(1);
      } finally {
        console.error = error;
      }
      return said.filter((line) => line.includes('cannot be served')).map((line) => line.split(' ')[0]);
    };
    expect(await named()).toEqual(expect.arrayContaining(['brick-json@1', 'test-well@2']));
    const printed: string[] = [];
    const withdraw = (named: string) =>
      formsCommand(['withdraw', named, '--reason', 'Cannot be served'], {
        store: settings,
        print: (line) => void printed.push(line),
      });
    for (const one of registry.unserved()) expect(await withdraw(`${one.name}@${one.version}`)).toBe(0);
    expect(await withdraw('nothing@1')).toBe(2);
    await expect(withdraw('test-spring@1')).rejects.toThrow('the only version');
    await registry.refresh();
    expect(registry.unserved()).toEqual([]);
    expect(((await (await fetch(`${server.base}/api/ready`)).json()) as Json).checks.definitions).toBe('ok');
    expect(await named()).toEqual([]);
  });
});

/** Every form's export, opened and saved by LibreOffice as a workbook and as CSV, comes back without a change. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompiledForm } from '../../src/core/definitions/types.ts';
import { Answerer } from '../support/everyForm.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const FULL = process.env.AMANAT_FULL === '1';
const hasOffice = FULL && spawnSync('soffice', ['--version']).status === 0;
const WHY = FULL ? 'no soffice here' : 'whole matrix only';
/** What the office is told to write: the last number makes it keep UTF-8 and quote texts. */
const WAYS = { xlsx: 'xlsx', csv: 'csv:Text - txt - csv (StarCalc):44,34,76,1' } as const;

describe.skipIf(!hasOffice)(`LibreOffice (${WHY})`, { timeout: 900_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'amanat-office-'));
  let server: TestServer;
  let forms: readonly CompiledForm[];
  const token = () => ({ authorization: `Bearer ${server.tokens.admin}` });
  beforeAll(async () => {
    server = await startTestServer('sqlite');
    const keeper = server.person('admin');
    const province =
      [...server.services.registry.places().values()].find(({ level }) => level === 'province')?.id ?? '';
    const answerer = new Answerer(server, keeper, province, 1000, true);
    forms = answerer.forms().filter(({ definition }) => definition.kind !== 'log');
    for (const form of forms)
      for (const seed of [1, 2])
        await keeper.must('POST', `${form.definition.api.base}/store`, await answerer.answers(form, keeper, seed));
  }, 300_000);
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(Object.entries(WAYS))('as %s', async (kind, filter) => {
    const from = join(folder, `from-${kind}`);
    const to = join(folder, `to-${kind}`);
    mkdirSync(from);
    for (const { form, definition } of forms) {
      const answer = await fetch(`${server.base}/api/${definition.api.base}/export?all=1&format=${kind}`, {
        headers: token(),
      });
      writeFileSync(join(from, `${form}.${kind}`), Buffer.from(await answer.arrayBuffer()));
    }
    const files = forms.map(({ form }) => join(from, `${form}.${kind}`));
    const read = kind === 'csv' ? ['--infilter=Text - txt - csv (StarCalc):44,34,76,1'] : [];
    const office = [
      '--headless',
      `-env:UserInstallation=file://${folder}/profile`,
      ...read,
      '--convert-to',
      filter,
      '--outdir',
      to,
    ];
    const { status, stderr } = spawnSync('soffice', [...office, ...files], { encoding: 'utf8', timeout: 400_000 });
    expect(status, stderr).toBe(0);
    const changed: Record<string, Json> = {};
    for (const { form, definition } of forms) {
      const body = new FormData();
      body.append('file', new Blob([readFileSync(join(to, `${form}.${kind}`))]), `${form}.${kind}`);
      const path = `${server.base}/api/${definition.api.base}/upload/preview`;
      const answer = await fetch(path, { method: 'POST', headers: token(), body });
      const { meta, corrections, errors, ...rest } = (await answer.json()) as Json;
      if (answer.status !== 200 || meta.changed > 0 || meta.errors > 0 || meta.unchanged !== meta.records)
        changed[form] = answer.status === 200 ? { meta, corrections, errors } : rest;
    }
    expect(changed).toEqual({});
  });
});

/** Every form's export, also its tables on sheets of their own, opened and saved by LibreOffice as a workbook and as CSV, comes back without a change. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompiledForm } from '../../src/core/definitions/types.ts';
import { everyNode } from '../../src/core/records/restricted.ts';
import { Answerer } from '../support/everyForm.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const FULL = process.env.AMANAT_FULL === '1';
const hasOffice = FULL && spawnSync('soffice', ['--version']).status === 0;
const WHY = FULL ? 'no soffice here' : 'whole matrix only';
/** What the office is told to write: the last number makes it keep UTF-8 and quote texts. */
const WAYS = { xlsx: 'xlsx', csv: 'csv:Text - txt - csv (StarCalc):44,34,76,1' } as const;

/** Tables and changes of state, each on a sheet of its own. */
const FURTHER = '&tables=1&transitions=1';

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

  /** Returns the files of an export: the workbook, or a file of CSV for each sheet, by the names that the upload gets. */
  const exported = async (
    form: CompiledForm,
    kind: keyof typeof WAYS,
    query: string,
  ): Promise<[string, Uint8Array][]> => {
    const format = kind === 'csv' && query ? 'zip' : kind;
    const path = `${server.base}/api/${form.definition.api.base}/export?all=1&format=${format}${query}`;
    const answer = await fetch(path, { headers: token() });
    expect(answer.status, path).toBe(200);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    return format === 'zip' ? Object.entries(unzipSync(bytes)) : [[`${form.form}.${kind}`, bytes]];
  };
  const upload = async (form: CompiledForm, files: readonly [string, Uint8Array][]) => {
    const [first = ['', new Uint8Array()]] = files;
    const [name, bytes] = files.length > 1 ? [`${form.form}.zip`, zipSync(Object.fromEntries(files))] : first;
    const body = new FormData();
    body.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
    const path = `${server.base}/api/${form.definition.api.base}/upload/preview`;
    const answer = await fetch(path, { method: 'POST', headers: token(), body });
    return { status: answer.status, body: (await answer.json()) as Json };
  };
  const hasTables = ({ fields }: CompiledForm) => [...everyNode(fields.values())].some(({ columns }) => columns);

  it.each([
    ['xlsx', ''],
    ['csv', ''],
    ['xlsx', FURTHER],
    ['csv', FURTHER],
  ] as const)('as %s%s', async (kind, query) => {
    const wanted = query ? forms.filter(hasTables) : forms;
    expect(wanted.length).toBeGreaterThan(5);
    const [from, to] = ['from', 'to'].map((way) => mkdtempSync(join(folder, way))) as [string, string];
    const sheets = new Map<CompiledForm, { name: string; file: string }[]>();
    for (const form of wanted) {
      const parts = await exported(form, kind, query);
      // Names of sheets have any letters, so the office gets numbers.
      const named = parts.map(([name], n) => ({ name, file: `${form.form}.${n}.${kind}` }));
      for (const [n, [, bytes]] of parts.entries()) writeFileSync(join(from, named[n]?.file ?? ''), bytes);
      sheets.set(form, named);
    }
    const files = [...sheets.values()].flat().map(({ file }) => join(from, file));
    const read = kind === 'csv' ? ['--infilter=Text - txt - csv (StarCalc):44,34,76,1'] : [];
    const office = [
      '--headless',
      `-env:UserInstallation=file://${folder}/profile`,
      ...read,
      '--convert-to',
      WAYS[kind],
      '--outdir',
      to,
    ];
    const { status, stderr } = spawnSync('soffice', [...office, ...files], { encoding: 'utf8', timeout: 400_000 });
    expect(status, stderr).toBe(0);
    const changed: Record<string, Json> = {};
    for (const [form, parts] of sheets) {
      const saved = parts.map(({ name, file }): [string, Uint8Array] => [name, readFileSync(join(to, file))]);
      const { status: answered, body } = await upload(form, saved);
      const { meta, corrections, errors, left_out, ...rest } = body;
      const isSame = answered === 200 && meta.changed === 0 && meta.errors === 0 && meta.unchanged === meta.records;
      if (!isSame || (query && left_out.length > 0))
        changed[form.form] = answered === 200 ? { meta, corrections, errors, left_out } : rest;
    }
    expect(changed).toEqual({});
  });
});

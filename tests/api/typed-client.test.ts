/** An external client: a public tool generates types from the OpenAPI document, and a program that uses them compiles. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { ROOT } from '../support/definitions.ts';
import { startTestServer } from '../support/server.ts';

const OLDER = pathToFileURL(join(ROOT, 'tests/support/olderTypescript.mjs')).href;

const CLIENT = `
import type { components, paths } from './api.ts';

type Answer<Path extends keyof paths, Method extends keyof paths[Path]> =
  paths[Path][Method] extends { responses: { 200: { content: { 'application/json': infer Body } } } } ? Body : never;

export const token: Answer<'/auth/login', 'post'>['access_token'] = 'secret';

export function namesOf(page: Answer<'/schools', 'get'>): string[] {
  return page.data.map((row) => \`\${row.name} \${row.current_state.label.fa} \${row.data.monitoring_start_date ?? ''}\`);
}

export function refusal(error: components['schemas']['ErrorResponse']): string {
  return error.code === 'conflict' ? \`\${error.theirs?.by?.name}\` : error.message;
}

export function stateOf(shown: Answer<'/schools/{id}', 'get'>): string | undefined {
  // @ts-expect-error a key that no school answers
  shown.nonsense;
  return shown.formsCount?.monitoring === 0 ? undefined : shown.currentState.name;
}

type Query<Path extends keyof paths> = paths[Path]['get'] extends { parameters: { query?: infer Given } } ? NonNullable<Given> : never;

export const asked: Query<'/schools'> = { page: 2, per_page: 20, sort: '-code', after: 'cursor', filters: '[]' };
export const file: Query<'/schools/export'> = { format: 'parquet', labels: 'codes', ids: ['a'], codebook: '1' };
// @ts-expect-error a format that there is not
export const wrong: Query<'/schools/export'> = { format: 'pdf' };

export function nextOf({ meta }: Answer<'/schools', 'get'>): Query<'/schools'> | undefined {
  return meta.next_cursor === null || meta.current_page >= meta.last_page
    ? undefined
    : { page: meta.current_page + 1, after: meta.next_cursor };
}

export const body: paths['/schools/store']['post']['requestBody']['content']['application/json'] = {
  name: 'School',
  type: 'mixed',
  level: 'primary',
  province_id: '10',
  district_id: '1001',
  monitoring_status: 'on-going',
  client_id: 'chosen',
};
`;

describe('a typed client', { timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'amanat-client-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    expect(status, `${args.join(' ')}\n${stdout}\n${stderr}`).toBe(0);
  };
  const tool = (path: string) => join(ROOT, 'node_modules', path);

  it('is generated from the document and compiles', async () => {
    const server = await startTestServer('sqlite');
    writeFileSync(join(folder, 'openapi.json'), await (await fetch(`${server.base}/api/openapi.json`)).text());
    await server.stop();
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    writeFileSync(join(folder, 'client.ts'), CLIENT);
    const made = ['openapi.json', '-o', 'api.ts', '--default-non-nullable=false'];
    run('--import', OLDER, tool('openapi-typescript/bin/cli.js'), ...made);
    const as = [
      '--strict',
      '--skipLibCheck',
      '--target',
      'es2022',
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
    ];
    run(tool('typescript/bin/tsc'), '--noEmit', '--allowImportingTsExtensions', ...as, 'client.ts');
  });
});

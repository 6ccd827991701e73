/** An external client: a public tool generates types from the OpenAPI document, and a program that uses them compiles. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestServer } from '../support/server.ts';

/** README names the generator and its version. It needs this TypeScript. */
const TOOLS = ['openapi-typescript@7.13.0', 'typescript@5.9.3'];

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

// Downloads packages, which takes minutes. Everyday changes rarely break it.
describe.skipIf(process.env.AMANAT_FULL !== '1')('a typed client (whole matrix only)', { timeout: 600_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'amanat-client-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const run = (command: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
    expect(status, `${command} ${args.join(' ')}\n${stdout}\n${stderr}`).toBe(0);
  };

  it('is generated from the document and compiles', async () => {
    const server = await startTestServer('sqlite');
    writeFileSync(join(folder, 'openapi.json'), await (await fetch(`${server.base}/api/openapi.json`)).text());
    await server.stop();
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    writeFileSync(join(folder, 'client.ts'), CLIENT);
    run('npm', 'install', '--no-audit', '--no-fund', ...TOOLS);
    const tool = (path: string) => join('node_modules', path);
    run(
      process.execPath,
      tool('openapi-typescript/bin/cli.js'),
      'openapi.json',
      '-o',
      'api.ts',
      '--default-non-nullable=false',
    );
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
    run(process.execPath, tool('typescript/bin/tsc'), '--noEmit', '--allowImportingTsExtensions', ...as, 'client.ts');
  });
});

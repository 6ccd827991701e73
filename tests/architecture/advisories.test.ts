/** `npm run advisories` against registries of our own: one that answers, and one that does not. */
import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';

let registry: Server | undefined;
afterEach(() => registry?.close());

/** Runs the command with a registry that knows these advisories. Without them it refuses the question. */
async function advisories(known?: Record<string, string>): Promise<{ code: number | null; out: string }> {
  registry = createServer((request, response) => {
    request.resume();
    const isAsked = known && request.url?.endsWith('/advisories/bulk');
    const found = Object.entries(known ?? {}).map(([name, severity], at) => [
      name,
      [
        {
          id: at + 1,
          url: 'about:blank',
          title: 'A hole',
          severity,
          vulnerable_versions: '*',
          cwe: [],
          cvss: { score: 0 },
        },
      ],
    ]);
    response.writeHead(isAsked ? 200 : known ? 404 : 405, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isAsked ? Object.fromEntries(found) : {}));
  });
  await new Promise<void>((resolve) => registry?.listen(0, '127.0.0.1', resolve));
  const { port } = registry.address() as AddressInfo;
  const env = { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_audit_level: '' };
  const child = spawn(process.execPath, ['--import', 'tsx', 'codegen/advisories.ts'], { env });
  let out = '';
  child.stdout.on('data', (part) => (out += part));
  child.stderr.on('data', (part) => (out += part));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, out };
}

// npm itself takes its time on a busy machine.
describe('what is known against the packages of the product', { timeout: 180_000 }, () => {
  it('fails for one of high severity that a bundle holds, also if it is a development dependency', async () => {
    const { code, out } = await advisories({ fastify: 'high', vitest: 'critical', qs: 'moderate' });
    expect(out).toContain('fastify: high');
    expect(out).toContain('qs: moderate');
    expect(out, 'tools are in no bundle').not.toContain('vitest');
    expect(code).toBe(1);
  });

  it('says so in one line where the registry does not answer, and stops nothing', async () => {
    const { code, out } = await advisories();
    expect(out.trim().split('\n')).toEqual([expect.stringMatching(/^The registry does not say .*: not checked\.$/)]);
    expect(code).toBe(0);
  });
});

/** A packed release, unpacked like an operator does: it installs only what it needs, and it starts. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../support/definitions.ts';

// Builds everything and downloads packages, which takes minutes. Everyday changes rarely break it.
describe.skipIf(process.env.AMANAT_FULL !== '1')('a packed release (whole matrix only)', { timeout: 600_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'amanat-release-'));
  let release: string;
  const run = (command: string, args: string[], cwd: string) => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
    expect(status, `${command} ${args.join(' ')}\n${stdout}\n${stderr}`).toBe(0);
    return stdout;
  };
  beforeAll(() => {
    run('npm', ['run', 'pack'], ROOT);
    const archive = readdirSync(join(ROOT, 'dist')).find((name) => /^amanat-.*\.tar\.gz$/.test(name)) as string;
    run('tar', ['-xzf', join(ROOT, 'dist', archive)], folder);
    release = join(folder, archive.replace(/\.tar\.gz$/, ''));
    run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], release);
  }, 600_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has no sources and installs no tool of the build', () => {
    for (const name of ['src', 'tests', 'codegen', 'node_modules/vite', 'node_modules/tsx', 'node_modules/react'])
      expect(existsSync(join(release, name)), name).toBe(false);
    for (const name of ['dist/app/index.html', 'OPERATIONS.md', 'deploy', 'node_modules/libsql'])
      expect(existsSync(join(release, name)), name).toBe(true);
  });

  it('checks its definitions, starts, answers and stops', async () => {
    run(process.execPath, ['dist/server/main.js', 'forms', 'check'], release);
    const child = spawn(process.execPath, ['dist/server/main.js', 'serve'], {
      cwd: release,
      env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'warn', METRICS_TOKEN: 'a-token-of-the-tests' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const base = await new Promise<string>((resolve, reject) => {
      let said = '';
      child.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const [, address] = /is ready on (\S+)/.exec(said) ?? [];
        if (address) resolve(address);
      });
      void ended.then((status) => reject(new Error(`it ended with ${status}`)));
    });
    try {
      for (const path of ['/', '/schools', '/api/health', '/api/ready', '/api/openapi.json'])
        expect([path, (await fetch(base + path)).status]).toEqual([path, 200]);
      const figures = await fetch(`${base}/metrics`, { headers: { authorization: 'Bearer a-token-of-the-tests' } });
      expect(await figures.text()).toContain('nodejs_eventloop_lag_seconds');
    } finally {
      child.kill('SIGTERM');
    }
    expect(await ended).toBe(0);
  });
});

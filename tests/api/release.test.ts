/** A packed release, unpacked like an operator does: it installs only what it needs, and it starts. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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
    const { base, ended } = await started(child);
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

  // Mounts need Linux and its administrator.
  it.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)('runs as its container would', async () => {
    const image = containerOf(readFileSync(join(release, 'deploy/Dockerfile'), 'utf8'));
    const data = join(folder, 'data');
    mkdirSync(data, { mode: 0o700 });
    chownSync(data, NOBODY, NOBODY);
    chmodSync(folder, 0o755);
    // What `docker run --read-only --tmpfs /tmp -v …:/data --cap-drop ALL --security-opt no-new-privileges` does.
    const enter = `mount --make-rprivate / && mount --bind "$0" "$0" && mount --bind . . && mount -t tmpfs tmpfs /mnt && mount -o remount,bind,ro / && mount -o remount,bind,ro "$PWD" && cd . &&
      exec setpriv --reuid ${NOBODY} --regid ${NOBODY} --clear-groups --no-new-privs --bounding-set=-all "$@"`;
    const env = { ...image.env, PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', DATA_DIR: data, TMPDIR: '/mnt' };
    const child = spawn('/usr/bin/unshare', ['--mount', 'sh', '-c', enter, data, ...image.command], {
      cwd: release,
      env,
    });
    const { base, ended } = await started(child);
    try {
      const touch = (name: string) => spawnSync('touch', [`/proc/${child.pid}/root${name}`]).status === 0;
      expect([touch(join(data, 'x')), touch(join(release, 'x'))]).toEqual([true, false]);
      const [program = '', ...args] = image.health;
      const PORT = new URL(base).port;
      expect(spawnSync(program, args, { env: { ...env, PORT } }).status).toBe(0);
      expect(spawnSync(program, args, { env: { ...env, PORT: '9' } }).status).toBe(1);
    } finally {
      child.kill(image.stop);
    }
    expect(await ended).toBe(0);
    expect(readdirSync(data)).toContain('amanat.db');
  });
});

/** A user without rights. */
const NOBODY = 65_534;

/** Reads from a Dockerfile what its container runs with. */
function containerOf(dockerfile: string) {
  const after = (word: string) =>
    new RegExp(`^${word} (.*)$`, 'm').exec(dockerfile.replaceAll(/\\\n\s*/g, ''))?.[1] ?? '';
  return {
    env: Object.fromEntries(
      after('ENV')
        .split(' ')
        .map((pair) => pair.split('=')),
    ) as Record<string, string>,
    command: JSON.parse(after('CMD')) as string[],
    health: JSON.parse(after('HEALTHCHECK').replace(/^.* CMD /, '')) as string[],
    stop: after('STOPSIGNAL') as NodeJS.Signals,
  };
}

/** Waits until a server says its address. Throws if it ends before. */
async function started(child: ChildProcess) {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.stderr?.pipe(process.stderr);
  const base = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const [, address] = /is ready on (\S+)/.exec(said) ?? [];
      if (address) resolve(address);
    });
    void ended.then((status) => reject(new Error(`it ended with ${status}`)));
  });
  return { base, ended };
}

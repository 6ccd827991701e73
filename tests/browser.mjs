/**
 * Finds the browsers of the journeys, or installs them from the distribution's packages: Chromium, and its headless shell, which
 * is the same engine without windows and a quarter faster. With them comes PgBouncer, before which a server is started.
 * `node tests/browser.mjs` only installs them.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const SHELLS = ['/usr/bin/chromium-headless-shell'];
const PGBOUNCER = '/usr/sbin/pgbouncer';

const find = (paths) => paths.find((path) => path && existsSync(path));

/** Returns the paths of the browser and, where there is one, of the shell. */
export function browsers() {
  const found = { browser: find([process.env.CHROMIUM, ...BROWSERS]), shell: find(SHELLS) };
  // Who names a browser wants that one.
  return process.env.CHROMIUM ? { browser: found.browser } : found;
}

export function installBrowsers() {
  const { browser, shell } = browsers();
  const missing = [
    ...(process.env.CHROMIUM || (browser && shell) ? [] : ['chromium', 'chromium-headless-shell']),
    ...(existsSync(PGBOUNCER) ? [] : ['pgbouncer']),
  ];
  if (missing.length === 0) return;
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`installing ${missing.join(', ')} of the distribution`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => spawnSync('apt-get', [...args, '-qq'], { stdio: ['ignore', 'ignore', 'inherit'], env });
  apt('update');
  // One by one: not every distribution has the shell, and the journeys run without it too.
  for (const name of missing) apt('install', '-y', '--no-install-recommends', name);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) installBrowsers();

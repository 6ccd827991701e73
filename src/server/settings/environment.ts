/**
 * Sources of settings: the environment, and the file in `AMANAT_SETTINGS` (`NAME=value` lines). `NAME_FILE` names a file
 * with the value of one setting, for secrets. The environment takes precedence over the settings file.
 */
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { SETTINGS, SettingError } from './settings.ts';

const FILE = '_FILE';

/** Adds values from files to `env`. Throws SettingError. */
export function loadEnvironment(env: NodeJS.ProcessEnv): void {
  const known = new Set(SETTINGS.map(({ name }) => name));
  if (env.AMANAT_SETTINGS) {
    const path = env.AMANAT_SETTINGS;
    for (const [name, value] of Object.entries(parseEnv(textOf(path, 'AMANAT_SETTINGS')))) {
      const plain = name.endsWith(FILE) ? name.slice(0, -FILE.length) : name;
      if (!known.has(plain))
        throw new SettingError(`${path} sets ${name}, which is no setting. There are: ${[...known].join(', ')}`);
      // A value in the environment, as `NAME` or `NAME_FILE`, takes precedence over both forms in the file.
      if (!env[plain] && !env[plain + FILE]) env[name] = value;
    }
  }
  for (const name of known) {
    const path = env[name + FILE];
    if (!path) continue;
    if (env[name]) throw new SettingError(`${name} and ${name}${FILE} are both set. Keep one of them`);
    env[name] = textOf(path, name + FILE).trim();
    if (!env[name]) throw new SettingError(`The file ${path}, which ${name}${FILE} names, is empty`);
  }
}

function textOf(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new SettingError(`The file ${path}, which ${name} names, cannot be read (${(error as Error).message})`);
  }
}

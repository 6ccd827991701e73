/**
 * Keeps locales/status.json: for each text, by file and JSON Pointer, the hash of the English it was translated from and
 * the state of each translation (`translationStatus.ts`). States that people set (checked, approved) stay as long as the
 * English stays. With --check nothing is written and any difference fails.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { renewed, type Status } from './translationStatus.ts';

const root = new URL('..', import.meta.url);
const target = new URL('locales/status.json', root);

/** Paths of all JSON files below a folder, sorted. */
function files(folder: string): string[] {
  return readdirSync(new URL(`${folder}/`, root))
    .sort()
    .flatMap((name) => {
      const path = `${folder}/${name}`;
      if (statSync(new URL(path, root)).isDirectory()) return files(path);
      return name.endsWith('.json') ? [path] : [];
    });
}

/** Every text of a definition file: objects with the three languages. */
function definitionTexts(value: unknown, pointer = ''): [string, string][] {
  if (typeof value !== 'object' || value === null) return [];
  const { en, fa, ps } = value as Record<string, unknown>;
  if (typeof en === 'string' && typeof fa === 'string' && typeof ps === 'string') return [[pointer, en]];
  return Object.entries(value).flatMap(([key, inner]) => definitionTexts(inner, `${pointer}/${escaped(key)}`));
}

/** Every leaf of a namespace of interface words. */
function interfaceTexts(value: unknown, pointer = ''): [string, string][] {
  if (typeof value === 'string') return [[pointer, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => interfaceTexts(inner, `${pointer}/${escaped(key)}`));
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
const json = (path: string): unknown => JSON.parse(readFileSync(new URL(path, root), 'utf8'));

function renew(old: Status): Status {
  const texts: [string, [string, string][]][] = [
    ...files('forms').map((path): [string, [string, string][]] => [path, definitionTexts(json(path))]),
    ...files('locales/en').map((path): [string, [string, string][]] => [path, interfaceTexts(json(path))]),
  ];
  const status: Status = {};
  for (const [path, found] of texts) {
    if (found.length === 0) continue;
    status[path] = renewed(
      old[path] ?? {},
      found.map(([pointer, en]) => [pointer, hash(en)]),
    );
  }
  return status;
}

/** One text per line, so that a changed text is a changed line. */
function written(status: Status): string {
  const lines = Object.entries(status).map(([path, entries]) => {
    const inner = Object.entries(entries).map(
      ([pointer, { en, fa, ps }]) => `    ${JSON.stringify(pointer)}: { "en": "${en}", "fa": "${fa}", "ps": "${ps}" }`,
    );
    return `  ${JSON.stringify(path)}: {\n${inner.join(',\n')}\n  }`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}

const before = existsSync(target) ? readFileSync(target, 'utf8') : '{}';
const after = written(renew(JSON.parse(before) as Status));
if (process.argv.includes('--check')) {
  if (after !== before) {
    console.error('locales/status.json does not know the texts as they are; run npm run translations');
    process.exit(1);
  }
} else {
  writeFileSync(target, after);
}

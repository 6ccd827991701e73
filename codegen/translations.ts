/**
 * Keeps locales/status/<language>/<folder>.json: for each text, by file and JSON Pointer, the hash of the English it was
 * translated from and the state of the translation (`translationStatus.ts`). States that people set (checked, approved)
 * stay as long as the English stays. With --check nothing is written and any difference fails.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { renewed, type Status } from './translationStatus.ts';

const root = new URL('..', import.meta.url);
const TARGET = 'locales/status';

/** Paths of all JSON files below a folder, sorted. */
function files(folder: string): string[] {
  if (!existsSync(new URL(`${folder}/`, root))) return [];
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

/** The folder whose translators work together: a folder of definitions, or all interface words. */
const folderOf = (path: string): string => (path.startsWith('forms/') ? (path.split('/')[1] as string) : 'interface');

/** The English of every text, by file. */
function currentTexts(): [path: string, texts: [string, string][]][] {
  const found: [string, [string, string][]][] = [
    ...files('forms').map((path): [string, [string, string][]] => [path, definitionTexts(json(path))]),
    ...files('locales/en').map((path): [string, [string, string][]] => [path, interfaceTexts(json(path))]),
  ];
  return found.filter(([, texts]) => texts.length > 0);
}

/** One text per line, so that a changed text is a changed line. */
function written(status: Status): string {
  const lines = Object.entries(status).map(([path, entries]) => {
    const inner = Object.entries(entries).map(
      ([pointer, { en, state }]) => `    ${JSON.stringify(pointer)}: { "en": "${en}", "state": "${state}" }`,
    );
    return `  ${JSON.stringify(path)}: {\n${inner.join(',\n')}\n  }`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** What the status files should hold, by path. */
function statusFiles(before: ReadonlyMap<string, string>): Map<string, string> {
  const texts = currentTexts();
  const folders = [...new Set(texts.map(([path]) => folderOf(path)))];
  return new Map(
    ['fa', 'ps'].flatMap((language) =>
      folders.map((folder): [string, string] => {
        const target = `${TARGET}/${language}/${folder}.json`;
        const old = JSON.parse(before.get(target) ?? '{}') as Status;
        const own = texts.filter(([path]) => folderOf(path) === folder);
        const status = own.map(([path, found]) => [
          path,
          renewed(
            old[path] ?? {},
            found.map(([pointer, en]) => [pointer, hash(en)]),
          ),
        ]);
        return [target, written(Object.fromEntries(status))];
      }),
    ),
  );
}

const before = new Map(files(TARGET).map((path) => [path, readFileSync(new URL(path, root), 'utf8')]));
const after = statusFiles(before);
const different = [...after].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
const stale = [...before.keys()].filter((path) => !after.has(path));
if (process.argv.includes('--check')) {
  if (different.length + stale.length > 0) {
    console.error(`${[...different, ...stale].join(', ')} do not match the texts; run npm run amanat -- forms done`);
    process.exit(1);
  }
} else {
  for (const path of different) {
    mkdirSync(new URL('.', new URL(path, root)), { recursive: true });
    writeFileSync(new URL(path, root), after.get(path) as string);
  }
  for (const path of stale) rmSync(new URL(path, root));
}

/**
 * Writes locales/status/<language>/<folder>.json: for each text, by file and JSON Pointer, the hash of the English it was
 * translated from and the state of the translation (`translationStatus.ts`). States that people set (checked, approved)
 * stay until the English changes. With --check it writes nothing and fails on any difference.
 */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { MEDIA_POINTER } from '../src/core/definitions/media.ts';
import { getOwn } from '../src/core/getOwn.ts';
import { renewed, type Status } from './translationStatus.ts';

const root = new URL('..', import.meta.url);
const TARGET = 'locales/status';

/** Returns the paths of all JSON files below a folder, sorted. */
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

/** Returns every text of a definition file. A text is an object with the three languages. */
function definitionTexts(value: unknown, pointer = ''): [string, string][] {
  if (typeof value !== 'object' || value === null || MEDIA_POINTER.test(pointer)) return [];
  const { en, fa, ps } = value as Record<string, unknown>;
  if (typeof en === 'string' && typeof fa === 'string' && typeof ps === 'string') return [[pointer, en]];
  return Object.entries(value).flatMap(([key, inner]) => definitionTexts(inner, `${pointer}/${escaped(key)}`));
}

/** Returns every text of a namespace of interface words. */
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

/** Returns the folder that one group of translators works on: a folder of definitions, or all interface words. */
const folderOf = (path: string): string => (path.startsWith('forms/') ? (path.split('/')[1] as string) : 'interface');

/** Returns the English of every text, by file. */
function currentTexts(): [path: string, texts: [string, string][]][] {
  const found: [string, [string, string][]][] = [
    ...files('forms').map((path): [string, [string, string][]] => [path, definitionTexts(json(path))]),
    ...files('locales/en').map((path): [string, [string, string][]] => [path, interfaceTexts(json(path))]),
  ];
  return found.filter(([, texts]) => texts.length > 0);
}

/** Writes one text a line, so that a changed text is one changed line in git. */
function written(status: Status): string {
  const lines = Object.entries(status).map(([path, entries]) => {
    const inner = Object.entries(entries).map(
      ([pointer, { en, state }]) => `    ${JSON.stringify(pointer)}: { "en": "${en}", "state": "${state}" }`,
    );
    return `  ${JSON.stringify(path)}: {\n${inner.join(',\n')}\n  }`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** Returns the expected content of the status files, by path. */
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
            getOwn(old, path) ?? {},
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

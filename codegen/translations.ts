/**
 * Writes locales/status/<language>/<folder>.json: for each text, by file and JSON Pointer, the hash of the source it was
 * translated from (English, or the first language of a form that names its own) and the state of the translation
 * (`core/definitions/words/status.ts`). States that people set (`forms words`) stay until the source changes. With --check it
 * writes nothing and fails on any difference.
 */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { MEDIA_POINTER } from '../src/core/definitions/media.ts';
import { languagesOf } from '../src/core/definitions/texts.ts';
import {
  formatStatus,
  HASH_DIGITS,
  statusPath,
  type TranslationStatus,
  translatedInto,
  updatedStatus,
} from '../src/core/definitions/words/status.ts';
import { getOwn } from '../src/core/json.ts';

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

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, HASH_DIGITS);
const json = (path: string): object => JSON.parse(readFileSync(new URL(path, root), 'utf8'));

/** Languages that all definitions and the interface are translated into. */
const TRANSLATED = ['fa', 'ps'];

interface TextFile {
  path: string;
  /** Into which it is translated. */
  languages: readonly string[];
  /** JSON Pointer and source of each text that has words in the language. */
  texts(language: string): [string, string][];
}

/** Returns every file with texts. Those that several languages share are read once. */
function textFiles(): TextFile[] {
  const shared = (path: string, texts: [string, string][]): TextFile => ({
    path,
    languages: TRANSLATED,
    texts: () => texts,
  });
  return [
    ...files('forms').map((path): TextFile => {
      const definition = json(path);
      if (!path.endsWith('.form.json')) return shared(path, definitionTexts(definition));
      const texts = (language: string) =>
        translatedInto(definition, language).map(({ pointer, source }): [string, string] => [pointer, source]);
      return { path, languages: languagesOf(definition).slice(1), texts };
    }),
    ...files('locales/en').map((path) => shared(path, interfaceTexts(json(path)))),
  ];
}

/** Returns the expected content of the status files, by path. */
function statusFiles(before: ReadonlyMap<string, string>): Map<string, string> {
  const after = new Map<string, TranslationStatus>();
  for (const { path, languages, texts } of textFiles())
    for (const language of languages) {
      const own = texts(language);
      if (own.length === 0) continue;
      const target = statusPath(language, path);
      const old = JSON.parse(before.get(target) ?? '{}') as TranslationStatus;
      const status = updatedStatus(
        getOwn(old, path) ?? {},
        own.map(([pointer, source]) => [pointer, hash(source)]),
      );
      after.set(target, { ...after.get(target), [path]: status });
    }
  return new Map([...after].map(([target, status]) => [target, formatStatus(status)]));
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

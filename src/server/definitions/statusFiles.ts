/** Reads and writes `locales/status/<language>/<folder>.json`, which keep the state of each translation in the files. */
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { languagesOf, type TextAt } from '../../core/definitions/texts.ts';
import {
  formatStatus,
  HASH_DIGITS,
  type StatusEntry,
  statusPath,
  type TextState,
  type TranslationStatus,
  translatedInto,
  updatedStatus,
} from '../../core/definitions/words/status.ts';
import { getOwn } from '../../core/json.ts';

const hashOf = (source: string) => hash('sha256', source).slice(0, HASH_DIGITS);

function readStatus(root: string, target: string): TranslationStatus {
  const file = join(root, target);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as TranslationStatus) : {};
}

/** Returns the state of a translation in the files, by text and language, of one form's file. */
export function translationStatesInFiles(
  root: string,
  path: string,
  languages: readonly string[],
): (text: TextAt, language: string) => TextState | undefined {
  const [source = '', ...others] = languages;
  const entries = new Map(
    others.map((language) => [language, getOwn(readStatus(root, statusPath(language, path)), path) ?? {}]),
  );
  return ({ pointer, text }, language) => {
    const entry = getOwn(entries.get(language), pointer);
    if (!entry) return undefined;
    const { en, ...state } = entry;
    return en === hashOf(getOwn(text, source) ?? '') ? state : { state: 'stale' };
  };
}

/** States that people gave to translations of a form: by language, then by JSON Pointer. */
type GivenStates = ReadonlyMap<string, ReadonlyMap<string, TextState>>;

/** Writes the states of a form's translations after its file was changed. Returns the paths of what changed. */
export function writeTranslationStates(root: string, path: string, definition: object, given: GivenStates): string[] {
  const written: string[] = [];
  for (const language of languagesOf(definition).slice(1)) {
    const target = statusPath(language, path);
    const status = readStatus(root, target);
    const known: Record<string, StatusEntry> = { ...getOwn(status, path) };
    const texts = translatedInto(definition, language).map(({ pointer, source }) => [pointer, hashOf(source)] as const);
    for (const [pointer, en] of texts) {
      const state = given.get(language)?.get(pointer);
      if (state) known[pointer] = { en, ...state };
    }
    const next = inOrder({ ...status, [path]: updatedStatus(known, texts) });
    if (formatStatus(next) === formatStatus(status)) continue;
    mkdirSync(dirname(join(root, target)), { recursive: true });
    writeFileSync(join(root, target), formatStatus(next));
    written.push(target);
  }
  return written;
}

/** Sorts by path as folders are read, so that the file is the same whoever writes it. */
function inOrder(status: TranslationStatus): TranslationStatus {
  const key = (path: string) => path.replaceAll('/', '\0');
  return Object.fromEntries(Object.entries(status).sort(([a], [b]) => (key(a) < key(b) ? -1 : 1)));
}

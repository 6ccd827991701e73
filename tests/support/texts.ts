/** Every text of the interface and of the definitions, in the three languages. */
import { readdirSync, readFileSync } from 'node:fs';

export type Language = 'en' | 'fa' | 'ps';
export type Text = Record<Language, string>;
/** Texts by place: file and key of the interface, file and pointer of a definition. */
export type Texts = ReadonlyMap<string, Text>;

const root = new URL('../../', import.meta.url);
export const json = (path: string): unknown => JSON.parse(readFileSync(new URL(path, root), 'utf8'));

function flat(value: unknown, at = ''): [string, string][] {
  if (typeof value === 'string') return [[at, value]];
  return Object.entries(value as object).flatMap(([key, inner]) => flat(inner, at ? `${at}.${key}` : key));
}

const namespaces = readdirSync(new URL('locales/en', root));
const byLanguage = (language: Language) =>
  new Map(
    namespaces.flatMap((file) =>
      flat(json(`locales/${language}/${file}`)).map(([key, words]) => [`${file.slice(0, -5)}:${key}`, words] as const),
    ),
  );
type Words = ReturnType<typeof byLanguage>;
const [en, fa, ps] = (['en', 'fa', 'ps'] as const).map(byLanguage) as [Words, Words, Words];

export const interfaceTexts: Texts = new Map(
  [...en].map(([key, words]) => [key, { en: words, fa: fa.get(key) ?? '', ps: ps.get(key) ?? '' }]),
);

function definitionTexts(value: unknown, at: string): [string, Text][] {
  if (typeof value !== 'object' || value === null) return [];
  const text = value as Partial<Text>;
  if (typeof text.en === 'string' && typeof text.fa === 'string' && typeof text.ps === 'string')
    return [[at, text as Text]];
  return Object.entries(value).flatMap(([key, inner]) => definitionTexts(inner, `${at}/${key}`));
}

export const definitions: Texts = new Map(
  readdirSync(new URL('forms', root), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json') && !/\/frozen\/|^demo\/|glossary\.json$/.test(path))
    .flatMap((path) => definitionTexts(json(`forms/${path}`), path.slice(0, -5))),
);

export const unfilled = (words: string) => words.replaceAll(/\{\{[^}]*\}\}|\{[^}]*\}/g, '…');
export const one = (words: Partial<Text>): Text => ({ en: '', fa: '', ps: '', ...words });

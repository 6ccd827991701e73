/** The product's own texts, read from the product's files. Page objects find buttons by them in any language. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Language } from './stage.ts';

const root = new URL('../..', import.meta.url).pathname;
const files = new Map<string, unknown>();

function json(path: string): unknown {
  const known = files.get(path) ?? JSON.parse(readFileSync(root + path, 'utf8'));
  files.set(path, known);
  return known;
}

/** Returns a text of locales/<language>/<namespace>.json. Parameters are inserted unchanged. */
export function words(
  language: Language,
  namespace:
    | 'app'
    | 'form'
    | 'errors'
    | 'server'
    | 'admin'
    | 'gallery'
    | 'certificates'
    | 'corrections'
    | 'export'
    | 'mande'
    | 'offline'
    | 'views'
    | 'workbook'
    | 'record'
    | 'definitions'
    | 'permissions'
    | 'offline',
  key: string,
  params: Record<string, unknown> = {},
): string {
  let found = json(`locales/${language}/${namespace}.json`);
  for (const part of key.split('.')) found = (found as Record<string, unknown> | undefined)?.[part];
  if (typeof found !== 'string') throw new Error(`locales/${language}/${namespace}.json has no ${key}`);
  return found.replace(/\{\{\s*(\w+)[^}]*\}\}/g, (_whole, name: string) => String(params[name] ?? ''));
}

/** Returns the text as a pattern that accepts anything for each parameter. */
export function wordsWith(language: Language, namespace: 'app' | 'form' | 'errors' | 'server', key: string): RegExp {
  const open = '\u0000';
  const sentence = words(language, namespace, key, new Proxy({}, { get: () => open }));
  return new RegExp(
    sentence
      .split(open)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*'),
  );
}

interface Text {
  en: string;
  fa: string;
  ps: string;
}

interface FormFile {
  title: Text;
  plural: Text;
  new?: Text;
  paths: { list: string; record: string; create?: string[] };
  list: { search?: string[] };
  sections: { id: string; title: Text; fields: string[] }[];
  fields: Record<string, { type: string; label: Text; short?: Text }>;
}

/** Returns the definition of a form. */
export function definition(form: string): FormFile {
  for (const folder of readdirSync(`${root}forms`)) {
    const path = `forms/${folder}/${form}.form.json`;
    try {
      return json(path) as FormFile;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' && (error as NodeJS.ErrnoException).code !== 'ENOTDIR')
        throw error;
    }
  }
  throw new Error(`no form ${form}`);
}

/** Returns the property names of a form's rating questions, in the order of the definition. */
export function ratings(form: string): string[] {
  return Object.entries(definition(form).fields)
    .filter(([, field]) => field.type === 'rating')
    .map(([name]) => name);
}

/** Returns the label of a workflow transition. */
export function stepLabel(workflow: string, action: string, language: Language): string {
  const file = json(`forms/common/workflows/${workflow}.json`) as { transitions: { action: string; label: Text }[] };
  const step = file.transitions.find((one) => one.action === action);
  if (!step) throw new Error(`${workflow} has no step ${action}`);
  return step.label[language];
}

/** Returns the label of a workflow state. */
export function stateLabel(workflow: string, id: string, language: Language): string {
  const file = json(`forms/common/workflows/${workflow}.json`) as { states: { id: string; label: Text }[] };
  const state = file.states.find((one) => one.id === id);
  if (!state) throw new Error(`${workflow} has no state ${id}`);
  return state.label[language];
}

/** Returns the label of a department. */
export function department(id: string, language: Language): string {
  const file = json('forms/common/navigation.json') as { departments: { id: string; title: Text; heading?: Text }[] };
  const found = file.departments.find((one) => one.id === id);
  if (!found) throw new Error(`no department ${id}`);
  return (found.heading ?? found.title)[language];
}

/** Returns the forms in a department's menu, in order. */
export function menu(id: string): string[] {
  const file = json('forms/common/navigation.json') as { departments: { id: string; items: { form?: string }[] }[] };
  return file.departments.find((one) => one.id === id)?.items.flatMap(({ form }) => form ?? []) ?? [];
}

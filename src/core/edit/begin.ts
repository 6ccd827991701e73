/** A new form, from a template or from another form. */
import type { Text } from '../definitions/types.ts';
import { getOwn, isObject } from '../json.ts';
import { LANGUAGES } from '../text/languages.ts';
import type { DraftFields } from './draft.ts';
import { freeName, GENERATED_NAME } from './names.ts';

/** A definition without what makes it one form: its name, paths, and the ids of its questions. */
export type FormTemplate = Record<string, unknown>;

export interface NewForm {
  /** Name in files and addresses, such as latrine-check. */
  form: string;
  /** What one record is called, in the language of whoever writes. */
  title: string;
  language: string;
  programme: string;
}

/** Keys of a form that no copy of it has. */
const OWN = new Set([
  'form',
  'version',
  'title',
  'plural',
  'new',
  'description',
  'paths',
  'api',
  'changes',
  'migrate',
  'import',
  'quick',
]);

/** Returns the definition of a new form. Its source language is that of whoever writes; translations may follow. */
export function newFormDefinition(
  template: FormTemplate,
  { form, title, language, programme }: NewForm,
): Record<string, unknown> {
  const kept = Object.fromEntries(Object.entries(template).filter(([key]) => !OWN.has(key)));
  const languages = Array.isArray(kept.languages) ? (kept.languages as string[]) : [...LANGUAGES];
  const ordered = [language, ...languages.filter((one) => one !== language)];
  const said: Text = { [language]: title };
  return {
    $schema: '../../schemas/meta/form.schema.json',
    form,
    version: 1,
    ...kept,
    programme,
    ...(ordered.join() !== LANGUAGES.join() && { languages: ordered }),
    words: 'advice',
    title: said,
    plural: said,
    code: { pattern: `${codeOf(form)}_{seq}` },
    paths: { list: `/${form}`, record: `/${form}/:id`, create: [`/${form}/create`] },
    api: { base: form },
    fields: withNewFormIds(begunIn(language, (kept.fields ?? {}) as DraftFields), form.replaceAll('-', '_'), new Set()),
    changes: { from: 0, note: said },
  };
}

/** Returns the letters with which codes begin: LC for latrine-check. */
function codeOf(form: string): string {
  const initials = form.split('-').map((part) => part[0] ?? '');
  return (initials.length > 1 ? initials.join('') : form.slice(0, 3)).toUpperCase();
}

/** A question that nobody has named yet begins in the language of whoever writes; its other languages are still to come. */
function begunIn(language: string, fields: DraftFields): DraftFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const words = getOwn((field.label ?? {}) as Record<string, string>, language);
      return [name, GENERATED_NAME.test(name) && words ? { ...field, label: { [language]: words } } : field];
    }),
  );
}

/** Gives questions, columns and rows the ids of the new form. */
export function withNewFormIds(fields: DraftFields, around: string, taken: Set<string>): DraftFields {
  const id = (name: string) => {
    const free = freeName(`q_${around}_${name}`.toLowerCase(), taken);
    taken.add(free);
    return free;
  };
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { rows, columns } = field;
      const own = { ...field, id: id(name) };
      return [
        name,
        {
          ...own,
          ...(Array.isArray(rows) && { rows: rows.map((row) => ({ ...row, id: id(`${name}_${row.name}`) })) }),
          ...(isObject(columns) && { columns: withNewFormIds(columns as DraftFields, `${around}_${name}`, taken) }),
        },
      ];
    }),
  ) as DraftFields;
}

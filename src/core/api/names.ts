/**
 * Names with ids, as dropdowns and records carry them: `{id, name, name_en, name_fa, name_ps}`. Also those of the options that the
 * filters of every list have.
 */
import type { CompiledForm } from '../definitions/types.ts';
import type { NamedItem } from '../generated/api.ts';
import { formatRecordName } from '../records/name.ts';
import type { Registry } from '../records/registry.ts';
import { defaultCalendar } from '../text/dates.ts';
import { inThreeLanguages, type Language, pickText, type Text } from '../text/languages.ts';

export type Named = NamedItem & { [extra: string]: unknown };

/** From a text of a definition. */
export function namedFromText(id: string, text: Text, language: Language): Named {
  const { en, fa, ps } = inThreeLanguages(text);
  return { id, name: pickText(text, language), name_en: en, name_fa: fa, name_ps: ps };
}

/** From a row with the three names. Keeps the other properties. */
export function namedRow<T extends { id: string; name_en: string; name_fa: string; name_ps: string }>(
  row: T,
  language: Language,
): Named & T {
  return { ...row, name: row[`name_${language}`] || row.name_en };
}

/** From a row, but with only its id and names. */
export function namedItem(row: Omit<NamedItem, 'name'>, language: Language): Named {
  const { id, name_en, name_fa, name_ps } = row;
  return namedRow({ id, name_en, name_fa, name_ps }, language);
}

/** From a row, in one language only, as lists have them. */
export function namedInOne(row: Omit<NamedItem, 'name'>, language: Language): { id: string; name: string } {
  return { id: row.id, name: row[`name_${language}`] || row.name_en };
}

/** For a record: `name` as it is stored, which may hold a day or a choice, and the others as people read it. */
export function namedRecord(id: string, name: string): Named {
  const shown = (language: Language) => formatRecordName(name, { language, calendar: defaultCalendar(language) });
  return { id, name, name_en: shown('en'), name_fa: shown('fa'), name_ps: shown('ps') };
}

/** For a thing with one name in all languages, such as a person. */
export function namedPlainly(id: string, name: string): Named {
  return { id, name, name_en: name, name_fa: name, name_ps: name };
}

type Definitions = Pick<Registry, 'choices' | 'provinces' | 'workflow'>;

/** Options of the filters that every list has, in one language. */
export function listFilterOptions(registry: Definitions, form: CompiledForm, language: Language) {
  return {
    provinces: registry.provinces().map((place) => namedInOne(place, language)),
    organizations: registry.choices('organization').map((item) => namedInOne(item, language)),
    status: registry
      .workflow(form)
      .states.map(({ id, label, variant, icon }) => ({ id, name: pickText(label, language), variant, icon })),
  };
}

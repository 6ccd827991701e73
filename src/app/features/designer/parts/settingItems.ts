/** What a setting can name, with the words that people know it by. */
import { useTranslation } from 'react-i18next';
import type { Field } from '../../../../core/definitions/types.ts';
import { fieldAt, nameInPath, siblingFields } from '../../../../core/edit/draft.ts';
import { currentOptions, storesNothing, storesOnly, takesOptions } from '../../../../core/edit/kinds.ts';
import type { SettingSource } from '../../../../core/edit/settings.ts';
import { FIELD_TYPES } from '../../../../core/form/types/index.ts';
import { isObject } from '../../../../core/json.ts';
import { useCommon } from '../../../data/queries.ts';
import { text } from '../../../data/words.ts';
import type { SelectItem } from '../../drafting/fields.tsx';
import { useDesigner } from '../context.ts';
import { useChoiceLists } from './choiceLists.ts';

type Fields = Readonly<Record<string, Field>>;

const asItems = (fields: Fields, is: (field: Field) => boolean): SelectItem[] =>
  Object.entries(fields)
    .filter(([, field]) => is(field))
    .map(([value, field]) => ({ value, label: text(field.short ?? field.label) || value }));

/** Days of the form and of its tables, to any depth. */
function daysIn(fields: Fields, before = '', words = ''): SelectItem[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const label = `${words}${text(field.short ?? field.label) || name}`;
    if (field.columns) return daysIn(field.columns as Fields, `${before}${name}.`, `${label} › `);
    return storesOnly(field, 'day') ? [{ value: `${before}${name}`, label }] : [];
  });
}

/** What the engine knows of each record besides its answers. */
const OF_ENGINE = ['index', 'status', 'code', 'date', 'province', 'district', 'created_at', 'created_by', 'updated_at'];

/** `path` is that of the question whose setting it is; undefined for the form's. */
export function useSettingItems(path: string | undefined): (of: SettingSource) => SelectItem[] {
  const { t } = useTranslation('designer');
  const { draft, forms, constants } = useDesigner();
  const { definition } = draft;
  const roles = useCommon().data?.roles ?? [];
  const lists = useChoiceLists(true);
  const fields = definition.fields as Fields;
  const { [nameInPath(path ?? '')]: _own, ...beside } = siblingFields(draft, path ?? '') as Fields;
  const columns = (path !== undefined && (fieldAt(draft, path)?.columns as Fields | undefined)) || {};
  const isStored = (field: Field) => !storesNothing(field);
  const words = (given: unknown, value: string) => (isObject(given) && text(given as never)) || value;
  const objects = (given: unknown) => (Array.isArray(given) ? given.filter(isObject) : []);
  const below = isObject(definition.api) && isObject(definition.api.formTypes) ? definition.api.formTypes : {};
  const items: Record<SettingSource, () => SelectItem[]> = {
    daysBeside: () => asItems(beside, (field) => storesOnly(field, 'day')),
    optionsBeside: () => asItems(beside, (field) => takesOptions(field) || currentOptions(field, constants).length > 0),
    questions: () => asItems(fields, (field) => isStored(field) && !field.columns),
    days: () => daysIn(fields),
    options: () => asItems(fields, (field) => currentOptions(field, constants).length > 0),
    derived: () => asItems(fields, ({ derived }) => derived !== undefined),
    records: () => asItems(fields, ({ record }) => record !== undefined),
    logs: () => asItems(fields, ({ type }) => FIELD_TYPES[type].repeats === true),
    sections: () => definition.sections.map(({ id, title }) => ({ value: id, label: words(title, id) })),
    columns: () => asItems(columns, isStored),
    topics: () =>
      objects(definition.topics).map(({ id, label }) => ({ value: String(id), label: words(label, String(id)) })),
    forms: () => forms.map(({ form, plural }) => ({ value: form, label: words(plural, form) })),
    lists: () => lists.map(({ list, title }) => ({ value: list, label: words(title, list) })),
    roles: () => roles.map(({ id, label }) => ({ value: id, label: words(label, id) })),
    tables: () => asItems(fields, (field) => field.columns !== undefined),
    times: () => asItems(fields, (field) => storesOnly(field, 'time')),
    sources: () => [
      ...OF_ENGINE.map((value) => ({ value, label: t(`list.sources.${value}`, { defaultValue: value }) })),
      ...asItems(fields, (field) => isStored(field) && !field.columns),
    ],
    below: () => Object.keys(below).map((value) => ({ value, label: value })),
  };
  return (of) => items[of]();
}

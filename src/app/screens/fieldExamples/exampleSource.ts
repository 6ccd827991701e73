/** Data source of the inputs over the example data. It sends no requests. */

import type { FieldNode } from '../../../core/definitions/types.ts';
import { nodeAtPath } from '../../../core/form/types/question.ts';
import { getOwn } from '../../../core/json.ts';
import { todayInKabul } from '../../widgets/environment.tsx';
import { localOptions } from '../../widgets/localOptions.ts';
import { memoryFiles } from '../../widgets/memoryFiles.ts';
import type { OptionPage, WidgetSource } from '../../widgets/source.ts';
import { exampleFile } from './exampleFiles.ts';
import { exampleData, exampleForms, exampleRulesOf } from './exampleForms.ts';

const files = memoryFiles();
export const exampleFiles = files.keeper;

const MEDIA = '../../../../forms/examples/media';
const media = import.meta.glob<string>('../../../../forms/examples/media/*', {
  query: '?no-inline',
  import: 'default',
  eager: true,
});

export const exampleSource: WidgetSource = {
  provinces: async () => exampleData.provinces,
  borders: async () => ({}),
  districts: async (province) => getOwn(exampleData.districts, province) ?? [],
  villages: async (district) => getOwn(exampleData.villages, district) ?? [],
  places: async (ids) => exampleData.provinces.filter((place) => ids.includes(place.id)),
  choices: async (list) => getOwn(exampleData.choices, list) ?? [],
  options: async (question) => {
    const form = exampleForms.find((one) => one.form === question.form);
    const node = form && nodeAtPath(form, question.field);
    const items = node ? itemsOf(node) : [];
    return form
      ? localOptions(form, exampleRulesOf(form), { today: todayInKabul() }, question, items)
      : { data: [], next: null };
  },
  lookup: async () => [],
  upload: files.upload,
  media: async (_hash, name) => (await fetch(media[`${MEDIA}/${name}`] ?? '')).blob(),
  fileBlob: async (id) => files.find(id) ?? exampleFile(id),
};

/** Items of lists have their attributes; records have none. */
function itemsOf({ def: { choices, record, person } }: FieldNode): OptionPage['data'] {
  if (choices !== undefined) return (getOwn(exampleData.choices, choices) ?? []) as OptionPage['data'];
  const named: readonly string[] | undefined = (record ?? person)?.forms;
  const records = named
    ? named.flatMap((form) => getOwn(exampleData.records, form) ?? [])
    : (exampleData.records.staff ?? []);
  return records.map((item) => ({ ...item, attributes: { value: item.id } }));
}

/** Data source of the inputs over the example data. It sends no requests. */
import { nodeAtPath } from '../../../core/form/types/question.ts';
import { fold } from '../../../core/text/fold.ts';
import { today } from '../../widgets/environment.tsx';
import { localOptions } from '../../widgets/localOptions.ts';
import { memoryFiles } from '../../widgets/memoryFiles.ts';
import type { OptionPage, PickItem, WidgetSource } from '../../widgets/source.ts';
import { exampleFile } from './exampleFiles.ts';
import { exampleData, exampleForms, rulesOf } from './exampleForms.ts';

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
  districts: async (province) => exampleData.districts[province] ?? [],
  villages: async (district) => exampleData.villages[district] ?? [],
  places: async (ids) => exampleData.provinces.filter((place) => ids.includes(place.id)),
  choices: async (list) => exampleData.choices[list] ?? [],
  options: async (question) => {
    const form = exampleForms.find((one) => one.form === question.form);
    const list = form && nodeAtPath(form, question.field)?.def.choices;
    const items = (exampleData.choices[list ?? ''] ?? []) as OptionPage['data'];
    return form ? localOptions(form, rulesOf(form), { today: today() }, question, items) : { data: [], next: null };
  },
  lookup: async () => [],
  records: async ({ forms, text }) => {
    const all =
      forms.length > 0 ? forms.flatMap((form) => exampleData.records[form] ?? []) : (exampleData.records.staff ?? []);
    return all.filter((item) => fold(textOf(item)).includes(fold(text)));
  },
  upload: files.upload,
  media: async (_hash, name) => (await fetch(media[`${MEDIA}/${name}`] ?? '')).blob(),
  fileBlob: async (id) => files.find(id) ?? exampleFile(id),
};

function textOf(item: PickItem): string {
  return [item.name, item.name_fa, item.name_ps, item.code].filter(Boolean).join(' ');
}

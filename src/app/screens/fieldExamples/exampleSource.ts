/** Data source of the inputs over the example data. It sends no requests. */
import { fold } from '../../../core/text/fold.ts';
import { memoryFiles } from '../../widgets/memoryFiles.ts';
import type { PickItem, WidgetSource } from '../../widgets/source.ts';
import { exampleFile } from './exampleFiles.ts';
import { exampleData } from './exampleForms.ts';

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
  districts: async (province) => exampleData.districts[province] ?? [],
  villages: async (district) => exampleData.villages[district] ?? [],
  places: async (ids) => exampleData.provinces.filter((place) => ids.includes(place.id)),
  choices: async (list) => exampleData.choices[list] ?? [],
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

/** The data source of the inputs, backed by the API. */
import type { FormEntry, FoundRecord, RecordView } from '../../core/generated/api.ts';
import { sendFile } from '../data/files.ts';
import { source } from '../data/source.ts';
import type { Named } from '../data/types.ts';
import { recordName } from '../data/words.ts';
import type { OptionPage, PickItem, WidgetSource } from './source.ts';

export function onlineWidgetSource(forms: FormEntry[]): WidgetSource {
  const entryOf = (form: string) => forms.find((one) => one.form === form);
  return {
    provinces: source.provinces,
    districts: source.districts,
    borders: source.borders,
    villages: source.villages,
    places: source.places,
    choices: source.masterTable,
    options: async (question, signal) => (await source.searchOptions(question, signal)) as unknown as OptionPage,
    lookup: async (path, id) => (await source.lookup(path, id)).map(pickItem),
    async records(question) {
      // No forms given means all forms of people.
      const asked =
        question.forms.length > 0
          ? question.forms
          : forms.filter((one) => one.kind === 'person').map((one) => one.form);
      const { text, roles, province, where } = question;
      // The record lookup can filter by role and put a province first. The lists below use neither.
      if (!where && (roles || province)) {
        const found = await source.findRecords({
          forms: asked,
          text,
          ...(roles && { roles }),
          ...(province && { near: province }),
        });
        return found.map(foundItem);
      }
      const answers = await Promise.all(
        asked.flatMap((form) => {
          const entry = entryOf(form);
          return entry
            ? [
                source.list(entry.api, {
                  ...(text && { text }),
                  ...(where && {
                    filters: Object.entries(where).map(([field, value]) => ({ field, op: 'eq', value })),
                  }),
                  per_page: 20,
                }),
              ]
            : [];
        }),
      );
      return answers.flatMap(({ data }) => data.map(recordItem)).slice(0, 20);
    },
    async position(form, id) {
      const entry = entryOf(form);
      if (!entry) return undefined;
      const { record } = await source.record(entry.api, id);
      const { definition } = await source.definition(form, record.form_version);
      const point = Object.values(definition.fields).find((field) => field.type === 'geopoint');
      const latitude = record.data[point?.bind?.latitude ?? 'latitude'];
      const longitude = record.data[point?.bind?.longitude ?? 'longitude'];
      if (!point || typeof latitude !== 'number' || typeof longitude !== 'number') return undefined;
      return { id, name: recordName(record.name || record.code) || id, latitude, longitude };
    },
    upload: sendFile,
    fileBlob: async (id, size) => (await source.file(id, size)).blob,
    media: async (hash) => (await source.definitionMedia(hash)).blob,
  };
}

function pickItem(named: Named): PickItem {
  return { ...named, name: named.name ?? named.name_en ?? named.id };
}

function foundItem({ id, name, code, province }: FoundRecord): PickItem {
  return { id, name, code, detail: detailOf(province?.name, code) };
}

function recordItem(record: RecordView): PickItem {
  return {
    id: record.id,
    name: recordName(record.name || record.code) || record.id,
    code: record.code,
    detail: detailOf(record.province?.name, record.code),
  };
}

function detailOf(province: string | null | undefined, code: string | null): string | null {
  return [province, code].filter(Boolean).join(' · ') || null;
}

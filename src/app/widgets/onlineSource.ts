/** The data source of the inputs, backed by the API. */

import type { FormEntry } from '../../core/generated/api.ts';
import { getOwn } from '../../core/json.ts';
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
    async options(question, signal) {
      const { data, next } = (await source.searchOptions(question, signal)) as unknown as OptionPage;
      return { data: data.map((one) => ({ ...one, name: recordName(one.name) })), next };
    },
    lookup: async (path, id) => (await source.lookup(path, id)).map(pickItem),
    async position(form, id) {
      const entry = entryOf(form);
      if (!entry) return undefined;
      const { record } = await source.record(entry.api, id);
      const { definition } = await source.definition(form, record.form_version);
      const point = Object.values(definition.fields).find((field) => field.type === 'geopoint');
      const latitude = getOwn(record.data, point?.bind?.latitude ?? 'latitude');
      const longitude = getOwn(record.data, point?.bind?.longitude ?? 'longitude');
      if (!point || typeof latitude !== 'number' || typeof longitude !== 'number') return undefined;
      return { id, name: recordName(record.name || record.code) || id, latitude, longitude };
    },
    async positions(form, province) {
      const entry = entryOf(form);
      const found = entry?.kind === 'site' ? await source.positions(entry.api, province) : [];
      return found.map((one) => ({ ...one, name: recordName(one.name) }));
    },
    upload: (...given) => source.uploadFile(...given),
    fileBlob: async (id, size) => (await source.file(id, size)).blob,
    media: async (hash) => (await source.definitionMedia(hash)).blob,
  };
}

function pickItem(named: Named): PickItem {
  return { ...named, name: named.name ?? named.name_en ?? named.id };
}

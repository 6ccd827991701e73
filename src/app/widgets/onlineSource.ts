/** What inputs ask, answered by the app's data source. */

import { sendFile } from '../data/files.ts';
import type { DataSource } from '../data/source.ts';
import type { FormEntry, Named, RecordView } from '../data/types.ts';
import type { PickItem, RecordQuestion, WidgetSource } from './source.ts';

export function onlineWidgetSource(source: DataSource, forms: FormEntry[]): WidgetSource {
  const entryOf = (form: string) => forms.find((one) => one.form === form);
  const known = new Map<string, Promise<string[]>>();
  // Rows of a list carry answers; what names a record is in its definition.
  const nameFields = (form: string) => {
    let fields = known.get(form);
    if (!fields) {
      fields = source.definition(form).then((view) => view.definition.name ?? []);
      fields.catch(() => known.delete(form));
      known.set(form, fields);
    }
    return fields;
  };
  return {
    provinces: async () => (await source.provinces()).map(pickItem),
    districts: async (province) => (await source.districts(province)).map(pickItem),
    villages: async (district) => (await source.villages(district)).map(pickItem),
    places: async (ids) => (await source.places(ids)).map(pickItem),
    choices: async (list) => (await source.masterTable(list)).map(pickItem),
    lookup: async (path, id) => (await source.lookup(path, id)).map(pickItem),
    async records(question) {
      // No form named: all people.
      const asked =
        question.forms.length > 0
          ? question.forms
          : forms.filter((one) => one.kind === 'person').map((one) => one.form);
      const answers = await Promise.all(
        asked.flatMap((form) => {
          const entry = entryOf(form);
          return entry
            ? [
                Promise.all([
                  source.list(entry.api, {
                    ...(question.text && { text: question.text }),
                    ...(question.where && {
                      filters: Object.entries(question.where).map(([field, value]) => ({ field, op: 'eq', value })),
                    }),
                    per_page: 20,
                  }),
                  nameFields(form),
                ]),
              ]
            : [];
        }),
      );
      return inOrder(
        answers.flatMap(([answer, fields]) => answer.data.map((record) => recordItem(record, fields))),
        question,
      ).slice(0, 20);
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
      return { id, name: record.name || record.code || id, latitude, longitude };
    },
    upload: sendFile,
    fileBlob: async (id, size) => (await source.file(id, size)).blob,
  };
}

function pickItem(named: Named): PickItem {
  return { ...named, name: named.name ?? named.name_en ?? named.id };
}

interface RecordItem extends PickItem {
  province?: string | undefined;
  roles: unknown[];
}

function recordItem(record: RecordView, nameFields: string[]): RecordItem {
  const role = record.data.role ?? record.data.roles;
  return {
    id: record.id,
    name:
      nameFields
        .map((field) => record.data[field])
        .filter(Boolean)
        .join(' ') ||
      record.name ||
      record.code ||
      record.id,
    code: record.code,
    detail: [record.province?.name, record.code].filter(Boolean).join(' · ') || null,
    province: record.province?.id,
    roles: Array.isArray(role) ? role : role === undefined ? [] : [role],
  };
}

/** People of the wanted roles, those of the wanted province first. */
function inOrder(items: RecordItem[], { roles, province }: RecordQuestion): PickItem[] {
  const fitting = roles
    ? items.filter((item) => item.roles.length === 0 || item.roles.some((role) => roles.includes(String(role))))
    : items;
  return province
    ? [...fitting].sort((a, b) => Number(b.province === province) - Number(a.province === province))
    : fitting;
}

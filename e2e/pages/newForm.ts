/** A form that a journey publishes while the server runs: a place, and the journey's own questions. */
import type { Field, FormSource, JsonSchema } from '../../src/core/definitions/types.ts';

type Words = { en: string; fa: string; ps: string };

export function newForm(
  form: string,
  title: Words,
  fields: Record<string, Omit<Field, 'id'>>,
  properties: Record<string, JsonSchema>,
): FormSource {
  const own = Object.entries(fields).map(([name, field]) => [
    name,
    { id: `q_${form}_${name}`.replace(/-/g, '_'), ...field },
  ]);
  return {
    definition: {
      form,
      version: 1,
      kind: 'record',
      programme: 'schools',
      title,
      plural: title,
      place: 'place',
      code: { pattern: 'NEW_{seq}' },
      paths: { list: `/${form}s`, record: `/${form}s/:id`, create: [`/${form}s/create`] },
      api: { base: `${form}s` },
      workflow: 'verified-record',
      sections: [{ id: 'all', title, fields: ['place', ...Object.keys(fields)] }],
      fields: {
        place: {
          id: `q_${form}_place`.replace(/-/g, '_'),
          type: 'place',
          label: { en: 'Place', fa: 'محل', ps: 'ځای' },
          bind: { province: 'province_id', district: 'district_id' },
        },
        ...Object.fromEntries(own),
      },
      list: { columns: ['index', 'status', 'code'] },
      changes: { from: 0, note: title },
    },
    schema: {
      type: 'object',
      required: ['province_id', ...Object.keys(properties)],
      additionalProperties: false,
      properties: { province_id: { type: 'string' }, district_id: { type: 'string' }, ...properties },
    },
  } as unknown as FormSource;
}

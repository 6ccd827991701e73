/** A small form in two versions, to publish while a server runs. */
import type { FormSource } from '../../src/core/definitions/types.ts';
import type { Json } from '../api/http-stage.ts';

const words = (en: string) => ({ en, fa: `${en} دری`, ps: `${en} پښتو` });

/** Version 2 has one more question, and it is required. */
export function wellSource(version: number): FormSource {
  const second = version > 1;
  return {
    definition: {
      form: 'test-well',
      version,
      kind: 'site',
      programme: 'schools',
      title: words('Well'),
      plural: words('Wells'),
      code: { pattern: 'WELL_{seq}' },
      name: ['name'],
      paths: { list: '/test/wells', record: '/test/wells/:id' },
      api: {
        base: 'test/wells',
        also: ['test-wells'],
        record: 'well',
        create: { depths: 'options:depth', editData: 'record' },
        show: { 'around.sections': 'sections' },
      },
      workflow: 'verified-record',
      sections: [{ id: 'all', title: words('All'), fields: second ? ['name', 'depth', 'water'] : ['name', 'depth'] }],
      fields: {
        name: { id: 'q_well_name', type: 'text', label: words('Name') },
        depth: {
          id: 'q_well_depth',
          type: 'choice',
          label: words('Depth'),
          options: [
            { value: 'deep', label: words('Deep') },
            { value: 'flat', label: words('Flat') },
          ],
        },
        ...(second && { water: { id: 'q_well_water', type: 'yesno' as const, label: words('Water') } }),
      },
      list: { columns: ['index', 'status', 'name', 'depth'], filters: ['depth'], sort: 'name' },
      changes: { from: version - 1, note: words('Version') },
    },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      required: second ? ['name', 'water'] : ['name'],
      additionalProperties: false,
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 100 },
        depth: { type: 'string', enum: ['deep', 'flat'] },
        ...(second && { water: { type: 'string', enum: ['yes', 'no'] } }),
      },
    },
  };
}

/** A form like the well, with texts that pass every check. */
export function springSource(version: number): Json {
  const spring = { en: 'Spring', fa: 'چشمه', ps: 'چینه' };
  const text = JSON.stringify(wellSource(version))
    .replaceAll('test-well', 'test-spring')
    .replaceAll('test/well', 'test/spring')
    .replaceAll('q_well', 'q_spring')
    .replaceAll('WELL_', 'SPRING_');
  return JSON.parse(text, (_key, value) => (typeof value?.fa === 'string' ? spring : value));
}

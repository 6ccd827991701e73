/** Kitchens and visits to them, published while the server runs. The second version of the visit changes each of its questions. */
import type { Field, FormSource, JsonSchema } from '../../src/core/definitions/types.ts';

type Words = { en: string; fa: string; ps: string };

const KITCHEN = { en: 'Kitchen', fa: 'آشپزخانه', ps: 'پخلنځی' };
const VISIT = { en: 'Kitchen visit', fa: 'بازدید آشپزخانه', ps: 'د پخلنځي لیدنه' };
const DAY = { en: 'Day', fa: 'روز', ps: 'ورځ' };
const MEALS = { en: 'Meals given out', fa: 'غذای توزیع‌شده', ps: 'وېشل شوي خواړه' };
const CLEAN = { en: 'Cleanliness', fa: 'پاکی', ps: 'پاکوالی' };
export const HOW_CLEAN = { en: 'How clean is it?', fa: 'چقدر پاک است؟', ps: 'څومره پاک دی؟' };
export const WATER = { en: 'Where the water comes from', fa: 'منبع آب', ps: 'د اوبو سرچینه' };
export const KEEPER = { en: 'Name of the keeper', fa: 'نام مسئول', ps: 'د مسوول نوم' };
const COOK = { en: 'Name of the cook', fa: 'نام آشپز', ps: 'د اشپز نوم' };
export const WHY = { en: 'Nobody used it.', fa: 'کسی از آن استفاده نمی‌کرد.', ps: 'چا نه کاراوه.' };

export const RIVER = { en: 'Spring or river', fa: 'چشمه یا دریا', ps: 'چینه یا سیند' };

const SOURCES: Record<string, Words> = {
  tap: { en: 'Tap', fa: 'نل آب', ps: 'د اوبو نل' },
  river: RIVER,
  spring: { en: 'Spring', fa: 'چشمه', ps: 'چینه' },
  stream: { en: 'River', fa: 'دریا', ps: 'سیند' },
};

const id = { type: 'string', minLength: 1, maxLength: 64 };
const text = { type: 'string', minLength: 1, maxLength: 250 };
const count = { type: 'integer', minimum: 0 };
const rates = { type: 'string', enum: ['excellent', 'good', 'fair', 'bad', 'na'] };

function source(definition: object, required: string[], properties: Record<string, JsonSchema>): FormSource {
  return {
    definition: { programme: 'schools', workflow: 'verified-record', ...definition },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      required,
      additionalProperties: false,
      properties,
    },
  } as unknown as FormSource;
}

export const KITCHENS = source(
  {
    form: 'kitchen',
    version: 1,
    kind: 'site',
    title: KITCHEN,
    plural: KITCHEN,
    name: ['name'],
    place: 'place',
    code: { pattern: 'KITCHEN_{seq}' },
    paths: { list: '/kitchens', record: '/kitchens/:id' },
    api: { base: 'kitchens', formTypes: { visits: { form: 'kitchen-visit' } } },
    rates: { form: 'kitchen-visit' },
    sections: [{ id: 'all', title: KITCHEN, fields: ['name', 'place'] }],
    fields: {
      name: { id: 'q_kitchen_name', type: 'text', label: KITCHEN },
      place: {
        id: 'q_kitchen_place',
        type: 'place',
        label: { en: 'Place', fa: 'محل', ps: 'ځای' },
        bind: { province: 'province_id', district: 'district_id' },
      },
    },
    list: { columns: ['index', 'code', 'name'] },
    detail: {
      tabs: [
        { id: 'visits', title: VISIT, show: 'children', type: 'visits' },
        { id: 'rates', show: 'rates' },
      ],
    },
    changes: { from: 0, note: KITCHEN },
  },
  ['name', 'province_id'],
  { name: text, province_id: { type: 'string' }, district_id: { type: 'string' } },
);

/** Version 2 adds a question that must be answered, rewords one, renames one, splits an option in two and removes a question. */
export function kitchenVisit(version: 1 | 2): FormSource {
  const isNew = version === 2;
  const meals = isNew ? 'portions' : 'meals';
  const sources = isNew ? ['tap', 'spring', 'stream'] : ['tap', 'river'];
  const own: Record<string, Omit<Field, 'id'> & { id: string }> = {
    kitchen_id: { id: 'q_visit_kitchen', type: 'record', label: KITCHEN, record: { forms: ['kitchen'] } },
    day: { id: 'q_visit_day', type: 'date', label: DAY },
    [meals]: { id: 'q_visit_meals', type: 'integer', label: MEALS },
    clean: { id: 'q_visit_clean', type: 'rating', label: isNew ? HOW_CLEAN : CLEAN },
    water: {
      id: 'q_visit_water',
      type: 'choice',
      label: WATER,
      options: sources.map((value) => ({ value, label: SOURCES[value] })) as Field['options'],
    },
    ...(isNew
      ? { cook: { id: 'q_visit_cook', type: 'text', label: COOK } }
      : { keeper: { id: 'q_visit_keeper', type: 'text', label: KEEPER } }),
  };
  const asked = Object.keys(own);
  const answers = asked.slice(1);
  return source(
    {
      form: 'kitchen-visit',
      version,
      kind: 'record',
      title: VISIT,
      plural: VISIT,
      parent: { forms: ['kitchen'], field: 'kitchen_id', param: 'kitchen_id' },
      date: 'day',
      code: { pattern: 'VISIT_{seq}' },
      paths: {
        list: '/kitchen-visits',
        record: '/kitchen-visits/:id',
        create: ['/kitchens/:parent/visit', '/kitchen-visits/create'],
        figures: '/kitchen-visits/figures',
      },
      api: { base: 'kitchen-visits' },
      sections: [{ id: 'all', title: VISIT, fields: asked }],
      fields: own,
      list: {
        columns: ['index', 'code', { field: 'parent.name', label: KITCHEN }, ...answers],
        filters: ['water', 'clean'],
      },
      figures: {
        title: VISIT,
        items: [
          { id: 'meals', show: 'average', title: MEALS, of: meals },
          { id: 'water', show: 'bars', title: WATER, by: 'water' },
        ],
      },
      import: { path: '/kitchen-visits/upload', fields: asked, key: ['kitchen_id', 'day'] },
      ...(isNew && { migrate: { drop: { keeper: WHY }, map: { water: { river: null } } } }),
      changes: { from: version - 1, note: VISIT },
    },
    ['kitchen_id', ...answers.filter((name) => name !== 'keeper')],
    {
      kitchen_id: id,
      day: { type: 'string', format: 'date' },
      [meals]: count,
      clean: rates,
      water: { type: 'string', enum: sources },
      ...(isNew ? { cook: text } : { keeper: text }),
    },
  );
}

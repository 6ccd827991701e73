import { describe, expect, it } from 'vitest';
import { FIELD_TYPES } from '../../src/core/form/types/index.ts';
import { propertyKindOf } from '../../src/core/form/types/question.ts';
import { form, words } from '../support/form.ts';
import { fill } from '../support/sheet.ts';

const spec = {
  name: { type: 'text' },
  depth: { type: 'integer' },
  built: { type: 'year' },
  visited: { type: 'date' },
  at: { type: 'datetime' },
  cost: { type: 'money', bind: { amount: 'cost', currency: 'cost_currency' } },
  fence: { type: 'yesno' },
  clean: { type: 'yes-no-dontknow' },
  water: { type: 'rating' },
  kind: { type: 'choice', options: [{ value: 'open', label: words('Open well') }] },
  donor: { type: 'choice', choices: 'donor' },
  uses: {
    type: 'multi',
    options: [
      { value: 'drink', label: words('Drinking') },
      { value: 'wash', label: words('Washing') },
    ],
  },
  people: {
    type: 'counts',
    rows: [
      { id: 'q_men', name: 'men', label: words('Men') },
      { id: 'q_women', name: 'women', label: words('Women') },
    ],
  },
  where: { type: 'place', bind: { province: 'province_id', district: 'district_id', village: 'village_id' } },
  point: { type: 'geopoint', bind: { latitude: 'latitude', longitude: 'longitude' } },
  monitor: { type: 'person', person: { forms: ['staff'] } },
  helpers: { type: 'person', person: { forms: ['staff'], multiple: true } },
  photo: { type: 'image' },
  lines: { type: 'table', columns: { item: { type: 'text' } } },
  hint: { type: 'note' },
} as const;

const filled = {
  name: 'Chahardeh',
  depth: 1200,
  built: 1998,
  visited: '2026-11-20',
  at: '2026-11-20T08:05:00.000Z',
  cost: 1500.5,
  cost_currency: 'AFN',
  fence: 'yes',
  clean: 'dontknow',
  water: 'excellent',
  kind: 'open',
  donor: '7',
  uses: ['drink', 'wash'],
  men: 3,
  women: 4,
  province_id: 'p1',
  district_id: 'd1',
  latitude: 34.81667,
  longitude: 67.81667,
  monitor: 'u1',
  helpers: ['u1', 'u2'],
  photo: ['f1', 'f2'],
  lines: [{ item: 'Rope' }],
};
const refs = {
  'donor:7': { name_en: 'Fund', name_fa: 'صندوق', name_ps: 'صندوق' },
  p1: { name_en: 'Bamyan', name_fa: 'بامیان', name_ps: 'بامیان' },
  d1: { name_en: 'Yakawlang', name_fa: 'یکاولنگ', name_ps: 'یکاولنګ' },
  u1: { name: 'Gul Ahmad' },
};

describe('an answer in words', () => {
  it.each([
    [
      'en',
      {
        name: 'Chahardeh',
        depth: '1,200',
        built: '1998',
        visited: '20 November 2026',
        at: '20 November 2026 12:35',
        cost: '1,500.50 AFN',
        fence: 'Yes',
        clean: "Don't know",
        water: 'Excellent',
        kind: 'Open well',
        donor: 'Fund',
        uses: 'Drinking, Washing',
        people: 'Men: 3, Women: 4',
        where: 'Yakawlang, Bamyan',
        point: '34.81667, 67.81667',
        monitor: 'Gul Ahmad',
        helpers: 'Gul Ahmad, u2',
        photo: '2',
        lines: '1',
        hint: '',
      },
    ],
    [
      'fa',
      {
        depth: '۱٬۲۰۰',
        built: '۱۹۹۸',
        visited: '۲۹ عقرب ۱۴۰۵',
        at: '۲۹ عقرب ۱۴۰۵ ۱۲:۳۵',
        cost: '۱٬۵۰۰٫۵۰ افغانی',
        fence: 'بلی',
        clean: 'نمی‌دانم',
        water: 'عالی',
        kind: 'Open well دری',
        donor: 'صندوق',
        people: 'Men دری: ۳، Women دری: ۴',
        where: 'یکاولنگ، بامیان',
        point: '34.81667, 67.81667',
        photo: '۲',
      },
    ],
    ['ps', { visited: '۲۹ لړم ۱۴۰۵', fence: 'هو', water: 'ډېر ښه', kind: 'Open well پښتو', where: 'یکاولنګ، بامیان' }],
  ] as const)('in %s', async (language, expected) => {
    const sheet = await fill({ fields: structuredClone(spec) as never });
    Object.assign(sheet.data, filled);
    const drawn = Object.fromEntries(Object.keys(expected).map((name) => [name, sheet.text(name, language, refs)]));
    expect(drawn).toEqual(expected);
  });

  it('is empty where nothing was answered, for every type', async () => {
    const sheet = await fill({ fields: structuredClone(spec) as never });
    for (const [name, node] of sheet.form.fields) {
      expect([name, sheet.text(name), FIELD_TYPES[node.type].isEmpty(node, {})]).toEqual([name, '', true]);
    }
  });
});

describe('what a question holds', () => {
  it('follows the type, for each stored part', () => {
    const compiled = form({ fields: structuredClone(spec) as never });
    const parts = [...compiled.fields.values()].flatMap((node) =>
      node.properties.map((property) => `${property}:${propertyKindOf(node, property)}`),
    );
    expect(parts).toEqual([
      'name:text',
      'depth:integer',
      'built:integer',
      'visited:day',
      'at:instant',
      'cost:number',
      'cost_currency:option',
      'fence:option',
      'clean:option',
      'water:option',
      'kind:option',
      'donor:item',
      'uses:options',
      'men:integer',
      'women:integer',
      'province_id:place',
      'district_id:place',
      'village_id:place',
      'latitude:number',
      'longitude:number',
      'monitor:record',
      'helpers:records',
      'photo:files',
      'lines:rows',
    ]);
  });
});

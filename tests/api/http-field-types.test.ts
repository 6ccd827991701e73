/** Answers of types beyond the plain ones: stored, filtered, sorted and exported like those. */
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { geometrySchema } from '../../src/core/form/types/places/shape.ts';
import { constants } from '../support/form.ts';
import { type Media, SAMPLES } from '../support/media.ts';
import { expectRefusal } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { springSource } from '../support/wells.ts';
import type { Json } from './http-stage.ts';

const label = { en: 'Spring', fa: 'چشمه', ps: 'چینه' };
const codes = ['books', 'chairs', 'water'];
const options = codes.map((value) => ({ value, label: { en: value, fa: `${value} دری`, ps: `${value} پښتو` } }));

/** A spring with a question of each type. */
function source(): Json {
  const made = springSource(1);
  const add = (name: string, field: object, contract: object) => {
    made.definition.fields[name] = { id: `q_spring_${name}`, label: { ...label, en: name }, ...field };
    made.definition.sections[0].fields.push(name);
    made.definition.list.columns.push(name);
    made.definition.list.filters.push(name);
    made.schema.properties[name] = contract;
  };
  add('flow', { type: 'range' }, { type: 'number', minimum: 0, maximum: 5, multipleOf: 0.1 });
  const items = { type: 'string', enum: codes };
  add('needs', { type: 'rank', options }, { type: 'array', items, uniqueItems: true, maxItems: 2 });
  const lacks = [...options, { value: 'none', label, exclusive: true }];
  const many = { type: 'array', items: { type: 'string', enum: [...codes, 'none'] }, uniqueItems: true };
  add('lacks', { type: 'multi', options: lacks }, many);
  add('agreed', { type: 'acknowledge' }, { type: 'string', enum: ['yes'] });
  add('canal', { type: 'geotrace' }, geometrySchema('LineString', constants));
  const files = { type: 'array', items: { type: 'string' } };
  add('field', { type: 'geoshape' }, geometrySchema('Polygon', constants));
  for (const kind of KINDS) {
    made.definition.fields[kind] = { id: `q_spring_${kind}`, label: { ...label, en: kind }, type: kind };
    made.definition.sections[0].fields.push(kind);
    made.schema.properties[kind] = files;
  }
  add('tag', { type: 'barcode' }, { type: 'string', minLength: 1, maxLength: 40 });
  return made;
}

const LINE = {
  type: 'LineString',
  coordinates: [
    [69.1, 34.5],
    [69.2, 34.6],
  ],
};

/** A square whose sides have this many degrees. */
const square = (side: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [69, 34],
      [69 + side, 34],
      [69 + side, 34 + side],
      [69, 34 + side],
      [69, 34],
    ],
  ],
});

const KINDS: Media[] = ['image', 'audio', 'video'];
const SENTENCES: Record<Media, string> = {
  image: 'Choose a photo: nothing else can be added here.',
  audio: 'Choose a sound recording: nothing else can be added here.',
  video: 'Choose a film: nothing else can be added here.',
};

const ANSWERS: Json[] = [
  {
    name: 'One',
    flow: 0.3,
    needs: ['water', 'books'],
    lacks: ['none'],
    agreed: true,
    tag: '۴۷۱۱-A',
    canal: LINE,
    field: square(0.01),
  },
  { name: 'Two', flow: 2.5, needs: ['chairs'], lacks: ['books', 'water'], field: square(0.002) },
  { name: 'Three' },
];

describe.each(ANY_DATABASE)('types beyond the plain ones on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
    const admin = server.person('admin');
    await admin.must('POST', 'definitions', source());
    for (const answers of ANSWERS) await admin.must('POST', 'test/springs', answers);
  });
  afterAll(() => server?.stop());

  const names = async (query: string): Promise<string[]> => {
    const { data }: Json = await server.person('admin').must('GET', `test/springs?${query}`);
    return data.map(({ data: answers }: Json) => answers.name);
  };
  const found = async (filters: Json) => (await names(`filters=${JSON.stringify(filters)}`)).sort();

  it('are refused with a sentence that says what is wrong', async () => {
    const wrong = { name: 'Four', flow: 0.25, needs: codes, lacks: ['books', 'none'], agreed: 'no' };
    const { status, body } = await server.person('admin').call('POST', 'test/springs', wrong);
    expect([status, body.errors]).toEqual([
      422,
      {
        '/flow': [expect.objectContaining({ code: 'multiple', message: 'Enter a multiple of 0.1.' })],
        '/agreed': [expect.objectContaining({ code: 'choice' })],
        '/needs': [expect.objectContaining({ code: 'too_many' })],
        '/lacks': [
          expect.objectContaining({
            code: 'exclusive_option',
            message: 'You cannot choose “Spring” together with other answers. Keep one or the other.',
          }),
        ],
      },
    ]);
  });

  it.each([
    ['an endless line', { ...LINE, coordinates: Array.from({ length: 6_000 }, () => [69.1, 34.5]) }, 'points_many'],
    ['lists in lists', { ...LINE, coordinates: JSON.parse(`${'['.repeat(50)}${']'.repeat(50)}`) }, 'shape'],
    [
      'no numbers',
      {
        ...LINE,
        coordinates: [
          [null, 34.5],
          ['x', {}],
        ],
      },
      'shape',
    ],
    ['another geometry', { type: 'Point', coordinates: [69.1, 34.5] }, 'shape'],
    ['a text', 'LINESTRING(NaN 34.5, 69.1 1e999)', 'shape'],
  ])('are refused as a line: %s', async (_what, canal, code) => {
    const { status, body } = await server.person('admin').call('POST', 'test/springs', { name: 'Five', canal });
    expect([status, body.errors?.['/canal']]).toEqual([422, [expect.objectContaining({ code })]]);
  });

  it('are listed and shown as they are stored', async () => {
    const { data }: Json = await server.person('admin').must('GET', 'test/springs?filters={"tag":"4711-A"}');
    expect(data[0].data.canal).toEqual(LINE);
  });

  it.each(KINDS)('are files of the kind %s only, at the upload and at the save', async (kind) => {
    const admin = server.person('admin');
    const upload = (of: Media, query = '') => {
      const parts = new FormData();
      parts.append('file', new Blob([new Uint8Array(SAMPLES[of])]), 'sample.png');
      return admin.call('POST', `files${query}`, parts);
    };
    const saved: Json[] = [];
    for (const of of KINDS) {
      const named = await upload(of, `?form=test-spring&field=${kind}`);
      const { body } = await upload(of);
      saved.push([named.body.code, await admin.call('POST', 'test/springs', { name: of, [kind]: [body.id] })]);
    }
    const code = `file_not_${kind}`;
    const refused = [code, { status: 422, body: { errors: { [`/${kind}`]: [{ code, message: SENTENCES[kind] }] } } }];
    expect(saved).toMatchObject(KINDS.map((of) => (of === kind ? [undefined, { status: 200 }] : refused)));
    for (const { id } of saved.flatMap(([, { body }]) => body))
      if (id) await admin.must('DELETE', `test/springs/${id}`);
  });

  it('are filtered and sorted', async () => {
    expect(await found({ needs: ['water'] })).toEqual(['One']);
    expect(await found({ needs: ['books', 'chairs'] })).toEqual(['One', 'Two']);
    expect(await found({ from_flow: 1 })).toEqual(['Two']);
    expect(await found({ agreed: 'yes' })).toEqual(['One']);
    expect(await found({ tag: '4711-A' })).toEqual(['One']);
    expect(await names('sort=-flow')).toEqual(['Two', 'One', 'Three']);
  });

  it('are, on the map, ordered by length and area and found by whether they are drawn', async () => {
    expect(await names('sort=field')).toEqual(['Three', 'Two', 'One']);
    expect((await names('sort=-canal'))[0]).toBe('One');
    const [isDrawn, isLarge] = [
      [{ field: 'field', op: 'empty', value: false }],
      [{ field: 'field', op: 'gte', value: 500_000 }],
    ];
    expect(await found(isDrawn)).toEqual(['One', 'Two']);
    expect(await found([{ field: 'canal', op: 'empty', value: true }])).toEqual(['Three', 'Two']);
    expect(await found(isLarge)).toEqual(['One']);
    const unfit = await server
      .person('admin')
      .call('GET', 'test/springs?filters=[{"field":"field","op":"contains","value":"9"}]');
    expectRefusal(unfit, 'bad_filter');
  });

  it('are exported as they are shown', async () => {
    const csv: string = await server.person('admin').must('GET', 'test/springs/export?format=csv&sort=-flow');
    const [headings = [], ...lines]: string[][] = parse(csv, { bom: true });
    const cell = (line: string[] | undefined, heading: string) => line?.[headings.indexOf(heading)];
    const two = lines.find((line) => cell(line, 'flow') === '2.5');
    const one = lines.find((line) => cell(line, 'flow') === '0.3');
    expect([cell(one, 'needs'), cell(one, 'lacks')]).toEqual(['1. water, 2. books', 'Spring']);
    expect([cell(one, 'canal'), cell(two, 'canal')]).toEqual(['LINESTRING(69.1 34.5, 69.2 34.6)', '']);
    expect([cell(one, 'agreed'), cell(one, 'tag')]).toEqual(['Yes', '4711-A']);
    expect([cell(two, 'needs'), cell(two, 'lacks')]).toEqual(['1. chairs', 'books, water']);
  });
});

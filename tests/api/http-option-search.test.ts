/** Options that the server searches: pages, folded words, filters, the same verdict at a save, and nothing that somebody may not see. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FormSource } from '../../src/core/definitions/types.ts';
import type { ErrorCode } from '../../src/core/errors/catalogue.ts';
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const words = (en: string) => ({ en, fa: `${en} دری`, ps: `${en} پښتو` });
const id = { type: 'string', maxLength: 64 };
const LIST = 'example-villages';

function sourceOf(form: string, fields: Json, properties: Json, more: Json = {}): FormSource {
  return {
    definition: {
      form,
      version: 1,
      kind: 'record',
      programme: 'schools',
      title: words(form),
      plural: words(form),
      paths: { list: `/${form}`, record: `/${form}/:id` },
      api: { base: form },
      workflow: 'verified-record',
      sections: [{ id: 'all', title: words('All'), fields: Object.keys(fields) }],
      fields: Object.fromEntries(
        Object.entries(fields).map(([name, field]) => [
          name,
          { id: `q_${form}_${name}`, label: words(name), ...(field as object) },
        ]),
      ),
      list: { columns: Object.keys(fields), filters: more.filters ?? [] },
      ...(more.definition as object),
      changes: { from: 0, note: words('First') },
    },
    schema: { type: 'object', additionalProperties: false, properties },
  } as unknown as FormSource;
}

const PLOT = sourceOf(
  'test-plot',
  {
    name: { type: 'text' },
    kind: { type: 'text' },
    owner: { type: 'text', restricted: true },
    place: { type: 'place', bind: { province: 'province_id' } },
  },
  { name: id, kind: id, owner: id, province_id: id },
  { filters: ['kind'], definition: { name: ['name'], place: 'place' } },
);

const CLAIM = sourceOf(
  'test-claim',
  {
    valley: { type: 'choice', choices: LIST, filter: 'option.level == "valley"' },
    village: { type: 'choice', choices: LIST, filter: 'option.parent == valley' },
    long: { type: 'choice', choices: LIST, 'ui:widget': 'search' },
    kind: { type: 'text' },
    plot: {
      type: 'record',
      record: { forms: ['test-plot'] },
      filter: 'option.kind == kind && option.status == "submitted"',
    },
    any: { type: 'record', record: { forms: ['test-plot'] } },
    owned: { type: 'record', record: { forms: ['test-plot'] }, filter: 'option.owner == kind' },
    secret: { type: 'text', restricted: true },
    told: { type: 'choice', choices: LIST, filter: 'option.parent == secret' },
    stays: {
      type: 'table',
      columns: {
        village: {
          id: 'q_claim_stay',
          type: 'choice',
          label: words('Village'),
          choices: LIST,
          filter: 'option.parent == valley',
        },
      },
    },
    province: { type: 'multi', places: 'province', filter: 'option.value != kind' },
  },
  {
    ...Object.fromEntries(
      ['valley', 'village', 'long', 'kind', 'plot', 'any', 'owned', 'secret', 'told'].map((name) => [name, id]),
    ),
    stays: {
      type: 'array',
      maxItems: 9,
      items: { type: 'object', additionalProperties: false, properties: { village: id } },
    },
    province: { type: 'array', items: id },
  },
  { definition: { import: { path: '/test-claim/upload', fields: ['valley', 'village'] } } },
);

describe.each(DATABASES)('options searched on %s', (database) => {
  let server: TestServer;
  const plots: Record<string, string> = {};
  const as = (who: string) => server.person(who);
  const search = (body: Json, who = 'admin') =>
    as(who).call('POST', 'lookup/options', { form: 'test-claim', version: 1, ...body });
  const names = async (body: Json, who?: string): Promise<string[]> =>
    (await search(body, who)).body.data.map(({ name, id }: Json) => (body.ids ? id : name));
  const store = (answers: Json, who = 'admin') => as(who).call('POST', 'test-claim/store', answers);
  const refused = async (answers: Json, who?: string) => Object.keys((await store(answers, who)).body.errors ?? {});

  beforeAll(async () => {
    server = await startTestServer(database);
    await server.services.registry.publish(PLOT);
    await server.services.registry.publish(CLAIM);
    const provinces = [...server.services.registry.places().values()].filter(({ level }) => level === 'province');
    for (const [name, province, kind, owner] of [
      ['One', 'Bamyan', 'dry', 'Ali'],
      ['Two', 'Bamyan', 'wet', 'Sima'],
      ['Three', 'Kabul', 'dry', 'Ali'],
    ]) {
      const province_id = provinces.find(({ name_en }) => name_en === province)?.id;
      plots[name as string] = (
        await as('admin').must('POST', 'test-plot/store', { name, kind, owner, province_id })
      ).id;
    }
  });
  afterAll(() => server?.stop());

  it('come a page at a time, by words in any spelling, and by id', async () => {
    const first = (await search({ field: 'long' })).body;
    expect([first.data.length, first.data[0].id]).toEqual([50, 'green']);
    const seen = [...first.data];
    for (let next = first.next; next !== null; ) {
      const { body } = await search({ field: 'long', after: next });
      seen.push(...body.data);
      next = body.next;
    }
    expect(new Set(seen.map((item: Json) => item.id)).size).toBe(server.services.registry.choices(LIST).length);
    // The yeh of an Arabic keyboard.
    const typed = 'چشمه سيب';
    expect(await names({ field: 'village', answers: { valley: 'red' }, text: typed })).toEqual([
      'Apple spring, red valley',
    ]);
    expect(await names({ field: 'village', answers: { valley: 'red' }, ids: ['green-plane-hill'] })).toEqual([
      'green-plane-hill',
    ]);
    expect(await names({ field: 'village', text: 'apple' }), 'while the valley is not answered').toEqual([]);
    expect(await names({ field: 'stays.village', answers: { valley: 'red' }, text: 'plane tree hill' })).toEqual([
      'Plane tree hill, red valley',
    ]);
  });

  it('carry what the filter reads, and nothing else', async () => {
    const { data } = (await search({ field: 'village', answers: { valley: 'red' }, text: 'apple spring' })).body;
    expect(data[0].attributes).toEqual({ value: 'red-apple-spring', parent: 'red' });
  });

  it.each<[body: Json, code: ErrorCode]>([
    [{}, 'bad_body'],
    [{ field: 'village', answers: 'red' }, 'bad_body'],
    [{ field: 'village', version: 7 }, 'record_not_found'],
    [{ field: 'kind' }, 'record_not_found'],
    [{ field: 'stays.nothing' }, 'record_not_found'],
    [{ form: 'no-form', field: 'village' }, 'record_not_found'],
    [{ field: 'long', near: 7 }, 'bad_body'],
    ...['long', 'plot'].flatMap((field) =>
      ['x', '50', '1', '0 x!', '0 fifty', '1000 0'].map((after): [Json, ErrorCode] => [
        { field, answers: { kind: 'dry' }, after },
        'validation_failed',
      ]),
    ),
  ])('refuses %j', async (body, code) => {
    expectRefusal(await search(body), code, undefined, body);
  });

  it('include what was added to the list at run time', async () => {
    const spring = {
      name_en: 'Late spring',
      name_fa: 'چشمهٔ دیر',
      name_ps: 'وروسته چینه',
      parent: 'red',
      level: 'village',
    };
    const { id } = (await as('admin').must('POST', `master-tables/${LIST}`, spring)).data;
    expect(await names({ field: 'village', answers: { valley: 'red' }, text: 'late' })).toEqual(['Late spring']);
    expect(await names({ field: 'village', answers: { valley: 'green' }, text: 'late' })).toEqual([]);
    expect(await names({ field: 'valley', text: 'late' })).toEqual([]);
    expect(await refused({ valley: 'red', village: id })).toEqual([]);
    expect(await refused({ valley: 'green', village: id })).toEqual(['/village']);
  });

  it('are judged the same when an answer is stored', async () => {
    expect(await refused({ valley: 'red', village: 'red-apple-hill', stays: [{ village: 'red-grape-mill' }] })).toEqual(
      [],
    );
    const wrong = {
      valley: 'red',
      village: 'green-apple-hill',
      stays: [{ village: 'red-grape-mill' }, { village: 'white-grape-mill' }],
    };
    expect(await refused(wrong)).toEqual(['/village', '/stays/1/village']);
    expect(await refused({ village: 'green-apple-hill' })).toEqual(['/village']);
    expect(await refused({ valley: 'red-apple-hill' })).toEqual(['/valley']);
    const [province] = [...server.services.registry.places().values()].filter(({ level }) => level === 'province');
    expect(await refused({ kind: province?.id, province: [province?.id] })).toEqual(['/province']);
    expect(await refused({ kind: 'dry', plot: plots.One })).toEqual([]);
    expect(await refused({ kind: 'wet', plot: plots.One })).toEqual(['/plot']);
  });

  it('are judged the same in an upload', async () => {
    const body = new FormData();
    const rows = ['valley,village', 'red,red-apple-hill', 'red,green-apple-hill'].join('\n');
    body.append('file', new Blob([rows], { type: 'text/csv' }), 'claims.csv');
    const answer = await fetch(`${server.base}/api/test-claim/upload/preview`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.tokens.admin}` },
      body,
    });
    const preview = (await answer.json()) as Json;
    expect(preview.rows.map(({ errors }: Json) => errors.length)).toEqual([0, 1]);
  });

  it('stay where they are when a record changed by itself, until an answer that the filter reads changes', async () => {
    const plot = (await as('admin').must('POST', 'test-plot/store', { name: 'Four', kind: 'dry' })).id;
    const made = (await store({ kind: 'dry', plot })).body.id;
    await as('admin').must('PUT', `test-plot/${plot}`, { name: 'Four', kind: 'wet' });
    const change = (answers: Json) => as('admin').call('PUT', `test-claim/${made}`, { kind: 'dry', plot, ...answers });
    expect((await change({ valley: 'red' })).status).toBe(200);
    expect((await change({ kind: 'stony' })).body.errors).toHaveProperty('/plot');
    expect((await change({ kind: 'wet' })).status).toBe(200);
  });

  it('are those that the own lists show', async () => {
    const dry = { field: 'plot', answers: { kind: 'dry' } };
    expect(await names(dry)).toEqual(['One', 'Three']);
    expect(await names(dry, 'coordinator.bamyan')).toEqual(['One']);
    expect(await names({ ...dry, ids: [plots.Three] }, 'coordinator.bamyan')).toEqual([]);
    expect(await names({ ...dry, text: 'thr' })).toEqual(['Three']);
    expect(await names({ field: 'plot' }), 'while the kind is not answered').toEqual([]);
  });

  it('come from the province of the record first, then by name, page by page', async () => {
    const { id: near } = [...server.services.registry.places().values()].find(
      ({ name_en }) => name_en === 'Kabul',
    ) as Json;
    expect(await names({ field: 'plot', answers: { kind: 'dry' }, near })).toEqual(['Three', 'One']);
    const all: string[] = [];
    for (let next: string | undefined = ''; next !== undefined; ) {
      const { body } = await search({ field: 'any', near, ...(next && { after: next }) });
      all.push(...body.data.map(({ name }: Json) => name));
      next = body.next ?? undefined;
    }
    expect([all[0], new Set(all).size]).toEqual(['Three', all.length]);
    expect(all.slice(1)).toEqual(['Four', 'One', 'Two']);
    expect(await names({ field: 'any', near }, 'coordinator.bamyan')).toEqual(['Four', 'One', 'Two']);
  });

  it('tell no restricted answer of the other form', async () => {
    const owned = { field: 'owned', answers: { kind: 'Ali' } };
    expect(await names(owned, 'coordinator.bamyan')).toEqual(['One']);
    const { body } = await search(owned, 'mande');
    expect(body).toEqual({ data: [], next: null });
    const named = await search({ ...owned, ids: [plots.One] }, 'mande');
    expect(named.body.data[0].attributes).toEqual({ value: plots.One, owner: null });
    // Neither does a save: right and wrong guesses are refused alike.
    expect(await refused({ kind: 'Ali', owned: plots.One }, 'mande')).toEqual(['/owned']);
    expect(await refused({ kind: 'Sima', owned: plots.One }, 'mande')).toEqual(['/owned']);
  });

  it('tell no restricted answer of the record to whoever edits the rest', async () => {
    const made = (await store({ secret: 'red', told: 'red-apple-hill' })).body.id;
    const guess = async (told: string, version: number) =>
      (await as('mande').call('PUT', `test-claim/${made}`, { told, version })).status;
    expect([await guess('green-apple-hill', 1), await guess('red-apple-mill', 2)]).toEqual([200, 200]);
    const own = await as('admin').call('PUT', `test-claim/${made}`, { secret: 'red', told: 'green-apple-mill' });
    expect(own.body.errors, 'those who read it are told').toHaveProperty('/told');
  });

  it('need a login', async () => {
    expectRefusal(await refusalOf(fetch(`${server.base}/api/lookup/options`, { method: 'POST' })), 'unauthorized');
  });
});

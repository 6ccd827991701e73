/** A health center over HTTP: its rates, records and problems, and both names of its quarterly sheets. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompiledForm, RecordData } from '../../src/core/definitions/types.ts';
import { Answerer } from '../support/everyForm.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';
import type { Person } from './permissions-cast.ts';

describe.each(ANY_DATABASE)('a health center on %s', (database) => {
  let server: TestServer;
  let admin: Person;
  let center: string;
  let answerer: Answerer;

  const form = (name: string) => server.services.registry.form(name) as CompiledForm;
  const make = async (name: string, given: RecordData = {}): Promise<string> => {
    const answers = await answerer.answers(form(name), admin, 1, given);
    return (await admin.must('POST', `${form(name).definition.api.base}/store`, answers)).id;
  };
  const rated = (rate: string) =>
    Object.fromEntries(
      [...form('health-center-rating').fields.values()].flatMap(({ type, name }) =>
        type === 'rating' ? [[name, rate]] : [],
      ),
    );

  beforeAll(async () => {
    server = await startTestServer(database);
    admin = server.person('admin');
    const places = [...server.services.registry.places().values()];
    answerer = new Answerer(server, admin, places.find(({ name_en }) => name_en === 'Bamyan')?.id as string);
    center = await make('health-center');
    for (const rate of ['good', 'excellent'])
      await make('health-center-rating', { health_center_id: center, monitoring_date: '2026-04-10', ...rated(rate) });
  });
  afterAll(() => server?.stop());

  it('answers the average of every question its monitorings rated', async () => {
    const ask = async (year: number): Promise<Json[]> =>
      (await admin.must('GET', `health-centers/${center}/rates?fromDate=${year}-01-01&toDate=${year}-12-31`)).rates;
    const rates = await ask(2026);
    expect(rates.map(({ field }) => field).sort()).toEqual(Object.keys(rated('good')).sort());
    for (const rate of rates) expect(rate, rate.field).toMatchObject({ average: 3.5, count: 2 });
    for (const rate of await ask(2020)) expect(rate, rate.field).toMatchObject({ average: null, count: 0 });
  });

  it('answers its forms by type, the first page where none is named', async () => {
    const path = `health-centers/${center}/forms?form_type=monitoring`;
    const plain = await admin.must('GET', path);
    expect(plain.data).toHaveLength(2);
    expect(plain.meta.current_page).toBe(1);
    expect(await admin.must('GET', `${path}&page=1`)).toEqual(plain);
    expect((await admin.must('GET', `${path}&page=2`)).data).toEqual([]);
  });

  it('its problems are downloaded as a workbook', async () => {
    const response = await fetch(`${server.base}/api/health-centers/${center}/problems?download=1&localSuffix=fa`, {
      headers: { authorization: `Bearer ${server.tokens.admin}` },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('spreadsheetml');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 2).toString(), 'a ZIP file').toBe('PK');
  });

  it('its quarterly monitorings answer under both documented names', async () => {
    const id = await make('health-center-quarterly', { health_center_id: center });
    const [first, second] = await Promise.all(
      ['health-centers-rates-quarterly', 'health-centers-quarterly-rates'].map(async (path) => ({
        list: (await admin.must('GET', path)).data,
        one: await admin.must('GET', `${path}/${id}`),
        empty: await admin.must('GET', `${path}/create?health_center_id=${center}`),
      })),
    );
    expect(first?.list.map((row: Json) => row.id)).toEqual([id]);
    expect(second).toEqual(first);
    expect((await admin.call('DELETE', `health-centers-quarterly-rates/${id}`)).status).toBe(200);
    expect((await admin.must('GET', 'health-centers-rates-quarterly')).data).toEqual([]);
  });
});

/** A list returns what is stored at that moment, even if the same list was requested just before. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/refusal.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { wellSource } from '../support/wells.ts';
import { type Json, prepareStage, ratingAnswers, type Stage, schoolAnswers } from './http-stage.ts';
import { newPerson, type Person } from './permissions-cast.ts';

describe.each(DATABASES)('answers of lists on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  beforeAll(async () => {
    server = await startTestServer(database);
    stage = await prepareStage(server);
  });
  afterAll(() => server?.stop());

  const list = (username: string, query = ''): Promise<Json> =>
    server.person(username).must('GET', `schools-rates${query}`);

  it('a new record is there at once, and every page counts it', async () => {
    const before = await list('focal.bamyan');
    expect(await list('focal.bamyan')).toEqual(before);
    const { id } = await server.person('focal.bamyan').must('POST', 'schools-rates/store', ratingAnswers(stage));
    const after = await list('focal.bamyan');
    expect(after.meta.total).toBe(before.meta.total + 1);
    expect(after.data.map((row: Json) => row.id)).toContain(id);
    expect((await list('coordinator.kabul')).data, 'another province').toEqual([]);
  });

  it('a list takes page and filters as JSON text, and answers its rows with what they are a part of', async () => {
    const focal = server.person('focal.bamyan');
    for (const number of [1, 2, 3]) await focal.must('POST', 'schools', schoolAnswers(stage, `Paged school ${number}`));
    const ask = (page?: number, text = '') => {
      const query = new URLSearchParams({
        filters: JSON.stringify([{ field: 'name', op: 'contains', value: 'paged school' }]),
        sort: 'name',
        ...(page && { page: String(page), per_page: '2' }),
        ...(text && { filters: text }),
      });
      return focal.call('GET', `schools?${query}`);
    };
    const [first, second] = [(await ask(1)).body, (await ask(2)).body];
    const names = ({ data }: Json) => data.map(({ name }: Json) => name);
    expect([names(first), names(second)]).toEqual([['Paged school 1', 'Paged school 2'], ['Paged school 3']]);
    expect(Object.keys(first).sort()).toEqual(['data', 'meta']);
    expect(first.meta).toMatchObject({ current_page: 1, per_page: 2, last_page: 2, total: 3 });
    expect(second.meta).toMatchObject({ current_page: 2, per_page: 2, last_page: 2, total: 3 });
    expect((await ask(1, '{"name":')).body.code).toBe('bad_filter');
  });

  it('amounts are added up by currency over all pages, within scope, without restricted ones', async () => {
    const made = wellSource(1);
    const currencies = server.services.registry.common().constants.currencies.map(({ value }) => value);
    const parts = (name: string) => ({ amount: `${name}_amount`, currency: `${name}_currency` });
    for (const name of ['cost', 'bribe']) {
      made.definition.fields[name] = {
        id: `q_well_${name}`,
        type: 'money',
        label: { en: name, fa: name, ps: name },
        bind: parts(name),
        ...(name === 'bribe' && { restricted: true }),
      };
      made.definition.sections[0]?.fields?.push(name);
      const properties = made.schema.properties as Json;
      properties[`${name}_amount`] = { type: 'number' };
      properties[`${name}_currency`] = { type: 'string', enum: currencies };
    }
    await server.services.registry.publish(made);
    await server.services.idle();
    const manager = server.person('manager.schools');
    const [one, two] = currencies as [string, string];
    for (const [name, amount, currency] of [
      ['first well', 0.1, one],
      ['second well', 0.2, one],
      ['third', 1_000_000_000, two],
      ['fourth', null, two],
    ] as const) {
      const cost = amount === null ? {} : { cost_amount: amount, cost_currency: currency };
      await manager.must('POST', 'test-wells', { name, ...cost, bribe_amount: 7, bribe_currency: one });
    }
    const totals = (who: string, query: string) => server.person(who).must('GET', `test-wells/totals?${query}`);
    const groups = [
      { currency: one, count: 2, total: 0.3 },
      { currency: two, count: 1, total: 1_000_000_000 },
    ];
    const bribes = { amount: 'bribe_amount', groups: [{ currency: one, count: 4, total: 28 }] };
    const both = 'per_page=1&columns=cost_amount,bribe';
    expect((await totals('manager.schools', both)).data).toEqual([{ amount: 'cost_amount', groups }, bribes]);
    expect((await totals('finance', both)).data, 'a restricted amount').toEqual([{ amount: 'cost_amount', groups }]);
    expect((await totals('focal.bamyan', both)).data[0].groups, 'wells without a province').toEqual(groups);
    expect((await totals('finance', `${both}&text=first`)).data[0].groups).toEqual([
      { ...groups[0], count: 1, total: 0.1 },
    ]);
    const filters = JSON.stringify([{ field: 'cost_currency', op: 'eq', value: two }]);
    expect((await totals('finance', `${both}&filters=${filters}`)).data[0].groups).toEqual([groups[1]]);
    expect(await totals('finance', 'columns=name,constructor,__proto__')).toEqual({ data: [], partial: false });
    const hidden = encodeURIComponent(JSON.stringify([{ field: 'bribe_amount', op: 'gte', value: 1 }]));
    expectRefusal(
      await server.person('finance').call('GET', `test-wells/totals?${both}&filters=${hidden}`),
      'bad_filter',
    );
  });

  it('rows carry the answers that the reader chose as columns, and unknown names are left out', async () => {
    await server.person('focal.bamyan').must('POST', 'schools-rates/store', ratingAnswers(stage));
    expect((await list('focal.bamyan')).data[0].data).not.toHaveProperty('cleanliness');
    const { data } = await list('focal.bamyan', '?columns=code,cleanliness,no_such_answer');
    expect(data[0].data.cleanliness).toBe('fair');
  });

  it('a form says which mass actions somebody may do with some of its records', async () => {
    const bulkOf = async (username: string) =>
      (await server.person(username).must('GET', 'definitions')).data.find((one: Json) => one.form === 'school-rating')
        .may.bulk;
    expect(await bulkOf('coordinator.kabul')).toContain('verify');
    expect((await bulkOf('focal.bamyan')) ?? []).not.toContain('verify');
  });

  it('whoever names no size of a page gets the one of the server, and as many rows', async () => {
    const focal = server.person('focal.bamyan');
    for (let number = 0; number < 21; number += 1)
      await focal.must('POST', 'schools', schoolAnswers(stage, `S${number}`));
    const { data, meta } = await focal.must('GET', 'schools');
    expect(meta).toMatchObject({ per_page: 20, current_page: 1 });
    expect(data).toHaveLength(meta.per_page);
    expect(meta.last_page).toBe(Math.ceil(meta.total / meta.per_page));
  });

  it('no page has more than 200 rows: more is refused, not cut', async () => {
    const focal = server.person('focal.bamyan');
    expect((await focal.must('GET', 'schools?per_page=200')).meta.per_page).toBe(200);
    for (const size of ['201', '999999999', '0', '-1', '1.5', '1e3', '9999999999'])
      expect((await focal.call('GET', `schools?per_page=${size}`)).body.code, size).toBe('bad_filter');
  });

  it('each reader gets what they may do and their own language', async () => {
    const row = (answer: Json) => answer.data.find((one: Json) => one.id === stage.rating);
    const focal = row(await list('focal.bamyan'));
    const coordinator = row(await list('coordinator.bamyan'));
    expect(coordinator.recordScope).not.toEqual(focal.recordScope);
    const dari = await fetch(`${server.base}/api/schools-rates`, {
      headers: { authorization: `Bearer ${server.tokens['focal.bamyan']}`, 'accept-language': 'fa' },
    });
    expect([focal.province.name, row(await dari.json()).province.name]).toEqual(['Bamyan', 'بامیان']);
  });

  it('who reported something finds it in the list in every state, and nothing of the others', async () => {
    const admin = server.person('admin');
    const grant = (role: string) => ({ role, programme: 'schools', province_id: stage.province });
    const monitor = await newPerson(server.base, admin, grant('local-monitor'));
    const analyst = await newPerson(server.base, admin, { role: 'analyst', programme: null, province_id: null });
    const focal = server.person('focal.bamyan');
    const risk = (title: string) => ({
      title,
      category: server.services.registry.choices('risk-category')[0]?.id,
      identified_date: '2026-03-01',
      province_id: stage.province,
      description: 'The road may be closed in winter',
      likelihood: '2',
      impact: '3',
      stage: 'open',
    });
    const ids = async (person: Person) =>
      (await person.must('GET', 'registered-risks')).data.map(({ id }: Json) => id).sort();
    const own = (await monitor.must('POST', 'registered-risks/store', risk('Road'))).id;
    const other = (await focal.must('POST', 'registered-risks/store', risk('Bridge'))).id;
    expect((await analyst.call('POST', 'registered-risks/store', risk('Well'))).body.code).toBe('role_needed');
    expect([await ids(monitor), await ids(focal)]).toEqual([[own], [other]]);
    expect(await ids(analyst)).toEqual([own, other].sort());
    expectRefusal(await monitor.call('GET', `registered-risks/${other}`), 'record_not_found');
    const step = { record_id: own, action: 'verify', comment: 'Seen' };
    await admin.must('POST', 'registered-risks/change-record-status', step);
    expect(await ids(monitor)).toEqual([own]);
    const seen = await monitor.must('GET', `registered-risks/${own}`);
    expect([seen.recordScope.view, seen.recordScope.edit]).toEqual([true, undefined]);
    const forms = (await monitor.must('GET', 'definitions')).data;
    const may = (form: string) => forms.find((one: Json) => one.form === form)?.may ?? {};
    expect([may('risk'), may('complaint')]).toEqual([{ create: true, view: true, correct: true }, {}]);
  });

  it('a form that one may never see is refused with who may, and is not shown as empty', async () => {
    const focal = server.person('focal.bamyan');
    const grant = { role: 'finance-officer', programme: null, province_id: null };
    const finance = await newPerson(server.base, server.person('admin'), grant);
    const visits = await finance.call('GET', 'schools-rates');
    expect([visits.status, visits.body.code, visits.body.data]).toEqual([403, 'view_role_needed', undefined]);
    const { roles } = await focal.must('GET', 'common');
    expect(visits.body.message).toContain(roles.find(({ id }: Json) => id === 'focal-point').label.en);
    const mines = await focal.call('GET', 'mine-sites');
    expect([mines.status, mines.body.code]).toEqual([403, 'other_programme']);
    const forms = (await focal.must('GET', 'definitions')).data;
    expect(new Set(forms.map(({ may }: Json) => may.view))).toEqual(new Set([true, undefined]));
    for (const { form, api, may } of forms) {
      const { status, body } = await focal.call('GET', `${api.base}?per_page=1`);
      if (may.view) expect([form, status]).toEqual([form, 200]);
      else expectRefusal({ status, body }, 'other_programme', undefined, form);
    }
  });

  it('a row carries what the record itself shows', async () => {
    const focal = server.person('focal.bamyan');
    const row = (await list('focal.bamyan', '?fields=all')).data.find((one: Json) => one.id === stage.rating);
    const shown = await focal.must('GET', `schools-rates/${stage.rating}`);
    const record = Object.values(shown).find((one: Json) => one?.id === stage.rating) as Json;
    const { why_not: _row, columns: _columns, ...rest } = row;
    // The address of the scan, the device and the list of ratings are only given for a single record.
    const { why_not: _record, columns: _none, download_url, device_id, ratings, ...same } = record;
    expect([download_url, device_id, ratings.length]).toEqual([null, null, 16]);
    // A row has the names in the reader's language only.
    const { id, label, variant, icon } = same.current_state;
    const named = (place: Json) => place && { id: place.id, name: place.name };
    expect(rest).toEqual({
      ...same,
      current_state: { id, label: { en: label.en }, variant, icon },
      province: named(same.province),
      district: named(same.district),
      village: named(same.village),
      organization: named(same.organization),
    });
  });

  it('another name of the school, of a person and of an account shows in the rows that name them', async () => {
    const admin = server.person('admin');
    const rowOf = async () => {
      const answer = await list('focal.bamyan');
      return { row: answer.data.find((one: Json) => one.id === stage.rating), refs: answer.meta.refs };
    };
    await rowOf();
    const school = await admin.must('GET', `schools/${stage.school}`);
    const { version } = Object.values(school).find((one: Json) => one?.id === stage.school) as Json;
    await admin.must('PUT', `schools/${stage.school}`, {
      ...schoolAnswers(stage, 'مکتب نو'),
      version,
    });
    await server.services.idle();
    const renamed = await rowOf();
    expect(renamed.row.parent.name).toBe('مکتب نو');
    expect(Object.keys(renamed.refs), 'what the row says is not said again').toEqual([stage.monitor]);
    await admin.must('PUT', `local-monitors/${stage.monitor}`, {
      first_name: 'Monitor',
      last_name: 'Two',
      province_id: stage.province,
      district_id: stage.district,
      phone: '0700000001',
    });
    expect((await rowOf()).refs[stage.monitor].name).toBe('Monitor Two');
    await server.services.accounts.administration.update(
      server.person('focal.bamyan').id,
      { name: 'Another Name' },
      'test',
    );
    expect((await rowOf()).row.created_by.name).toBe('Another Name');
  });

  it('what another process writes into the database is seen too', async () => {
    await list('focal.bamyan');
    const { kysely } = server.services.database;
    await kysely
      .updateTable('records')
      .set({ version: 7, device_id: 'elsewhere' })
      .where('id', '=', stage.rating)
      .execute();
    const row = (await list('focal.bamyan')).data.find((one: Json) => one.id === stage.rating);
    expect(row.version).toBe(7);
  });

  it('a packed answer holds the same', async () => {
    const ask = (encoding: string) =>
      fetch(`${server.base}/api/schools-rates`, {
        headers: { authorization: `Bearer ${server.tokens['focal.bamyan']}`, 'accept-encoding': encoding },
      });
    const [packed, plain] = [await ask('gzip'), await ask('identity')];
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(packed.headers.get('vary')).toMatch(/accept-encoding/i);
    expect(await packed.json()).toEqual(await plain.json());
  });
});

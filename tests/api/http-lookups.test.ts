/** Lookups of pickers: places and records by folded text, names by id, and nothing that the user may not see. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, type Stage } from './http-stage.ts';

describe.each(DATABASES)('lookups on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  const as = (user: string) => server.person(user);
  const get = async (user: string, path: string): Promise<Json> => as(user).must('GET', path);

  beforeAll(async () => {
    server = await startTestServer(database);
    stage = await prepareStage(server);
  });
  afterAll(() => server?.stop());

  it('finds places of every level by any spelling, with what they lie in', async () => {
    const district = server.services.registry.place(stage.district);
    // The Arabic yeh and kaf of another keyboard find the Dari letters.
    const typed = (district?.name_fa ?? '').replaceAll('ی', 'ي').replaceAll('ک', 'ك').slice(0, 5);
    const { data } = await get('focal.bamyan', `lookup/places?level=district&text=${encodeURIComponent(typed)}`);
    const found = data.find((place: Json) => place.id === stage.district);
    expect(found).toMatchObject({ level: 'district', name_fa: district?.name_fa, above: [stage.province] });
  });

  it('stays within the province that is named', async () => {
    const { data } = await get('focal.bamyan', `lookup/places?within=${stage.province}&level=district`);
    expect(data.length).toBeGreaterThan(1);
    expect(new Set(data.map((place: Json) => place.parent_id))).toEqual(new Set([stage.province]));
    const none = await get('focal.bamyan', 'lookup/places?text=zzzzqq');
    expect(none).toEqual({ data: [], total: 0 });
  });

  it.each(['level=galaxy', `within=${'a,'.repeat(300)}`])('refuses %s', async (query) => {
    const answer = await as('focal.bamyan').call('GET', `lookup/places?${query.slice(0, 2000)}`);
    expectRefusal(answer, 'bad_filter');
    expect(answer.body.code).toBe('bad_filter');
  });

  it('finds records of several forms by folded words, and names them by id', async () => {
    const words = encodeURIComponent('نمونه');
    const { data } = await get('coordinator.bamyan', `lookup/records?forms=school,local-monitor&text=${words}`);
    expect(data.map((row: Json) => row.id)).toContain(stage.school);
    const named = await get('coordinator.bamyan', `lookup/records?forms=school&ids=${stage.school}`);
    expect(named.data).toEqual([
      expect.objectContaining({ id: stage.school, form: 'school', name: expect.stringContaining('بامیان') }),
    ]);
    expect(named.data[0].province.id).toBe(stage.province);
  });

  it('finds the few people of a role among very many, those of the province first', async () => {
    const admin = as('admin');
    const province = (name: string) =>
      [...server.services.registry.places().values()].find((place) => place.name_en === name)?.id as string;
    const person = (first_name: string, role: string, name: string) =>
      admin.must('POST', 'staff', { first_name, last_name: 'Picker', role, province_id: province(name) });
    await person('Zalmai', 'integrity-leader', 'Kabul');
    await person('Zarghuna', 'integrity-leader', 'Bamyan');
    await person('Zia', 'integrity-champion', 'Kabul');
    // These are first in the sort order, and newer.
    for (let n = 0; n < 45; n += 1) await person(`Ahmad ${n}`, 'focal-point', n % 2 ? 'Kabul' : 'Bamyan');
    const ask = async (query: string) =>
      (await get('admin', `lookup/records?forms=staff&${query}`)).data.map((row: Json) => row.name) as string[];
    const leaders = await ask('roles=integrity-leader,integrity-champion');
    expect(leaders).toEqual(['Zalmai Picker', 'Zarghuna Picker', 'Zia Picker']);
    expect(await ask(`roles=integrity-leader,integrity-champion&near=${province('Bamyan')}`)).toEqual([
      'Zarghuna Picker',
      'Zalmai Picker',
      'Zia Picker',
    ]);
    expect(await ask('roles=integrity-leader&text=zargh')).toEqual(['Zarghuna Picker']);
    const near = await ask(`near=${province('Kabul')}`);
    expect(near).toHaveLength(30);
    expect(
      near.slice(0, 24).every((name) => /^(Ahmad \d*[13579]|Zalmai|Zia) Picker$/.test(name)),
      near.join(),
    ).toBe(true);
    expect(await ask('roles=king')).toEqual([]);
    // Forms whose people have no role are not filtered by role.
    const monitors = await get('admin', 'lookup/records?forms=local-monitor&roles=integrity-leader');
    expect(monitors.data.map((row: Json) => row.id)).toContain(stage.monitor);
    const shown = await get('volunteer.bamyan', 'staff?per_page=100');
    const seen = new Set((shown.data as Json[]).map((row) => row.id));
    const found = await get('volunteer.bamyan', 'lookup/records?forms=staff&roles=integrity-leader');
    expect(
      found.data.filter((row: Json) => !seen.has(row.id)),
      'nobody the list does not show',
    ).toEqual([]);
  });

  it('names nothing to people who may not see it', async () => {
    const { data } = await get('coordinator.kabul', `lookup/records?forms=school&ids=${stage.school}`);
    expect(data).toEqual([]);
  });

  it('needs a login', async () => {
    const response = await fetch(`${server.base}/api/lookup/places`);
    expectRefusal(await refusalOf(response), 'unauthorized');
  });
});

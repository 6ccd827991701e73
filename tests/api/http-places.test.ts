/** Places as administrators manage them: villages, spellings, points, merged duplicates, retired ones. Records follow. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, type Stage, schoolAnswers } from './http-stage.ts';

const names = (en: string, fa: string, ps: string) => ({ name_en: en, name_fa: fa, name_ps: ps });

describe.each(ANY_DATABASE)('places on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  beforeAll(async () => {
    server = await startTestServer(database);
    stage = await prepareStage(server);
  });
  afterAll(() => server?.stop());

  const admin = () => server.person('admin');
  const add = async (en: string, fa: string, ps: string, more: Json = {}): Promise<Json> =>
    (await admin().must('POST', 'admin/places', { parent_id: stage.district, ...names(en, fa, ps), ...more })).data;
  const villages = async (): Promise<string[]> =>
    (await admin().must('GET', `district/${stage.district}/villages`)).data.map((one: Json) => one.id);
  const lookedUp = async (text: string): Promise<string[]> =>
    (await server.person('focal.bamyan').must('GET', `lookup/places?text=${encodeURIComponent(text)}`)).data.map(
      (one: Json) => one.id,
    );
  const school = async (name: string, village_id: string): Promise<string> =>
    (await admin().must('POST', 'schools/store', { ...schoolAnswers(stage, name), village_id })).id;
  const found = async (filters: Json): Promise<string[]> =>
    (await admin().must('GET', `schools?filters=${JSON.stringify(filters)}`)).data.map((row: Json) => row.id).sort();

  it('a village is added with its spellings, and found by every one of them at once', async () => {
    const made = await add('Sang Safid', 'سنگ سفید', 'سپین ډبر', {
      aliases: ['Sangi Sefid', 'سنگِ سپید'],
      pcode: 'af1001-x',
      latitude: '۳۴٫۸',
      longitude: 67.8,
    });
    expect(made).toMatchObject({ level: 'village', pcode: 'AF1001-X', latitude: 34.8, longitude: 67.8, below: 0 });
    expect(made.above.map(({ id }: Json) => id)).toEqual([stage.district, stage.province]);
    expect(await villages()).toContain(made.id);
    for (const spelling of ['sangi sefid', 'سنگ سپید', 'سنگ سفيد', 'سپین ډبر'])
      expect(await lookedUp(spelling), spelling).toEqual([made.id]);
    const searched = await admin().must('GET', `admin/places?text=${encodeURIComponent('سپید')}`);
    expect(searched.data.map(({ id }: Json) => id)).toEqual([made.id]);
  });

  it('districts of a province and villages of a district are those that lie in it, and no other', async () => {
    const made = await add('Dara', 'دره', 'دره یې');
    const places = [...server.services.registry.places().values()];
    const within = (parent: string) => places.flatMap((place) => (place.parent_id === parent ? place.id : [])).sort();
    const focal = server.person('focal.bamyan');
    const asked = async (path: string) => (await focal.must('GET', path)).data.map(({ id }: Json) => id).sort();
    expect(within(stage.province).length).toBeGreaterThan(1);
    expect(await asked(`province/${stage.province}/districts`)).toEqual(within(stage.province));
    expect(await asked(`district/${stage.district}/villages`)).toEqual(within(stage.district));
    expect(within(stage.district)).toContain(made.id);
    const other = within(stage.province).find((id) => id !== stage.district);
    expect(await asked(`district/${other}/villages`)).not.toContain(made.id);
  });

  it('what is missing, taken or outside the country is refused field by field', async () => {
    const { status, body } = await admin().call('POST', 'admin/places', {
      parent_id: stage.district,
      name_en: 'SANG safid',
      name_fa: 'نام دیگر',
      latitude: 12,
      longitude: 67,
      pcode: 'AF1001-X',
    });
    expect([
      status,
      Object.entries<Json>(body.errors)
        .map(([at, [{ code }]]) => `${at} ${code}`)
        .sort(),
    ]).toEqual([422, ['/latitude latitude_bound', '/name_en unique', '/name_ps required', '/pcode unique']]);
    const village = await add('Lonely', 'تنها', 'یوازې');
    for (const parent_id of [village.id, 'unheard', undefined])
      expect((await admin().call('POST', 'admin/places', { parent_id, ...names('x', 'ی', 'ۍ') })).status).not.toBe(200);
  });

  it('every place is reached page by page, each once, with the total', async () => {
    const all = [...server.services.registry.places().values()].filter(({ parent_id }) => parent_id === stage.province);
    const seen: string[] = [];
    for (let page = 1, last = 1; page <= last; page += 1) {
      const path = `admin/places?parent=${stage.province}&per_page=3&page=${page}`;
      const { data, meta } = await admin().must('GET', path);
      expect(meta).toMatchObject({ per_page: 3, current_page: page, total: all.length, capped: false });
      last = meta.last_page;
      seen.push(...data.map(({ id }: Json) => id));
    }
    expect([seen.length, new Set(seen).size]).toEqual([all.length, all.length]);
    expect((await admin().must('GET', 'admin/places?per_page=3&page=999')).data.length).toBeGreaterThan(0);
    for (const query of ['page=0', 'per_page=many'])
      expect((await admin().call('GET', `admin/places?${query}`)).body.code).toBe('bad_filter');
  });

  it('a rename is shown in records and lists; who saw an older state is told so', async () => {
    const village = await add('Old name', 'نام کهنه', 'زوړ نوم');
    const id = await school('Of a renamed village', village.id);
    const changed = { ...village, ...names('New name', 'نام نو', 'نوی نوم') };
    await admin().must('PUT', `admin/places/${village.id}`, changed);
    await server.services.idle();
    expect((await admin().must('GET', `schools/${id}`)).refs[village.id].name_fa).toBe('نام نو');
    expect((await admin().call('PUT', `admin/places/${village.id}`, changed)).body.code).toBe('conflict');
  });

  it('doubles are merged: records stay as they are, are found under the one that stands for them, and come apart', async () => {
    const right = await add('Dahan Baz', 'دهن باز', 'دهن باز ښه');
    const double = await add('Dahan-e Baaz', 'دهان باز', 'دهان باز');
    const [a, b] = [await school('Right village', right.id), await school('Double village', double.id)];
    const merged = await admin().must('POST', `admin/places/${double.id}/merge`, { into: right.id });
    expect(merged.data.aliases).toEqual(['Dahan-e Baaz', 'دهان باز']);
    await server.services.idle();
    expect(await found({ village_id: right.id })).toEqual([a, b].sort());
    expect(await found({ village_id: double.id }), 'a link from before').toEqual([a, b].sort());
    expect(await villages()).not.toContain(double.id);
    expect(await lookedUp('دهان باز')).toEqual([right.id]);
    const shown = await admin().must('GET', `schools/${b}`);
    expect(shown.refs[double.id].name_en).toBe('Dahan Baz');
    const { version, data } = Object.values<Json>(shown).find((part) => part?.id === b);
    expect(data.village_id, 'what was recorded is not touched').toBe(double.id);
    await admin().must('PUT', `schools/${b}`, { ...data, version, name: 'Still saved' });
    expect(await found({ village_id: right.id })).toEqual([a, b].sort());
    for (const into of [double.id, stage.district, undefined])
      expectRefusal(await admin().call('POST', `admin/places/${double.id}/merge`, { into }), 'choice', '/into');
    await admin().must('POST', `admin/places/${double.id}/restore`);
    await server.services.idle();
    expect(await found({ village_id: right.id })).toEqual([a]);
    expect(await found({ village_id: double.id })).toEqual([b]);
  });

  it('a retired village is offered no more and stays with its records; provinces stay', async () => {
    const village = await add('Left behind', 'متروک', 'پاتې');
    const id = await school('Of a left village', village.id);
    await admin().must('POST', `admin/places/${village.id}/retire`);
    expect(await villages()).not.toContain(village.id);
    expect((await admin().must('GET', `schools/${id}`)).refs[village.id].name_en).toBe('Left behind');
    const within = async (query: string) =>
      (await admin().must('GET', `admin/places?parent=${stage.district}${query}`)).data.map((one: Json) => one.id);
    expect(await within('')).not.toContain(village.id);
    expect(await within('&all=1')).toContain(village.id);
    await admin().must('POST', `admin/places/${village.id}/restore`);
    expect(await villages()).toContain(village.id);
    for (const action of ['retire', 'merge'])
      expectRefusal(
        await admin().call('POST', `admin/places/${stage.province}/${action}`, {}),
        'forbidden',
        undefined,
        action,
      );
  });

  it('only those who keep places may; the log says who changed what', async () => {
    for (const who of ['coordinator.bamyan', 'manager.schools', 'finance'])
      for (const [method, path] of [
        ['GET', 'admin/places'],
        ['POST', 'admin/places'],
        ['PUT', `admin/places/${stage.district}`],
        ['GET', 'admin/places/history'],
      ] as const)
        expectRefusal(
          await server.person(who).call(method, path, method === 'GET' ? undefined : {}),
          'forbidden',
          undefined,
          who,
        );
    expect((await server.person('mande').call('GET', 'admin/places')).status).toBe(200);
    const events = (await admin().must('GET', 'admin/places/history')).data as Json[];
    expect(new Set(events.map(({ action }) => action))).toEqual(
      new Set(['place_added', 'place_changed', 'place_retired', 'place_restored', 'place_merged', 'place_separated']),
    );
    expect(events.find(({ action }) => action === 'place_merged')).toMatchObject({
      by: { id: admin().id },
      into: 'Dahan Baz',
    });
  });
});

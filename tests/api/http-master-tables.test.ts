/** Reference data as administrators manage it: added, renamed, ordered, retired, merged. Lists follow every change. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatRecordName } from '../../src/core/records/name.ts';
import { LANGUAGES } from '../../src/core/text/languages.ts';
import { seedChoices } from '../../src/server/reference/choices.ts';
import { expectRefusal } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, type Stage, schoolAnswers } from './http-stage.ts';

const names = (en: string, fa: string, ps: string) => ({ name_en: en, name_fa: fa, name_ps: ps });

describe.each(ANY_DATABASE)('master tables on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  beforeAll(async () => {
    server = await startTestServer(database);
    stage = await prepareStage(server);
  });
  afterAll(() => server?.stop());

  const admin = () => server.person('admin');
  const items = async (list: string, all = true): Promise<Json[]> =>
    (await admin().must('GET', `master-tables/${list}${all ? '?all=1' : ''}`)).data;
  const add = async (list: string, en: string, fa: string, ps: string): Promise<Json> =>
    (await admin().must('POST', `master-tables/${list}`, names(en, fa, ps))).data;
  const school = async (name: string, organization_id: string): Promise<string> =>
    (await admin().must('POST', 'schools/store', { ...schoolAnswers(stage, name), organization_id })).id;
  const found = async (query: string): Promise<string[]> =>
    (await admin().must('GET', `schools?${query}`)).data.map((row: Json) => row.id).sort();
  const idle = async () => {
    await server.services.projector.idle();
    await server.services.idle();
  };

  it('adds entries, refuses what is missing or there already, and lets forms choose them', async () => {
    const made = await add('organization', 'Light Foundation', 'بنیاد نور', 'د رڼا بنسټ');
    expect(made).toMatchObject({ name: 'Light Foundation', merged_into: null, aliases: [] });
    const { status, body } = await admin().call('POST', 'master-tables/organization', {
      name_en: 'LIGHT foundation',
      name_fa: 'نام دیگر',
      valid_to: 'soon',
    });
    expect([
      status,
      Object.entries<Json>(body.errors)
        .map(([at, [{ code }]]) => `${at} ${code}`)
        .sort(),
    ]).toEqual([422, ['/name_en unique', '/name_ps required', '/valid_to date']]);
    await school('Chosen', made.id);
    expect(await items('organization', false)).toContainEqual(expect.objectContaining({ id: made.id }));
    expectRefusal(await admin().call('POST', 'master-tables/unheard', names('a', 'b', 'c')), 'record_not_found');
  });

  it('a rename is shown wherever records name the entry, also in lists sorted and searched by it', async () => {
    const one = await add('school-type', 'Zamir kind', 'نوع ضمیر', 'د ضمیر ډول');
    const two = await add('school-type', 'Mirwais kind', 'نوع میرویس', 'د میرویس ډول');
    const of = async (type: string): Promise<string> =>
      (await admin().must('POST', 'schools/store', { ...schoolAnswers(stage, `Of ${type}`), type })).id;
    const [a, b] = [await of(one.id), await of(two.id)];
    const rows = async (query: string) =>
      (await admin().must('GET', `schools?${query}`)).data.map((row: Json) => row.id);
    const sorted = () => rows(`filters={"type":["${one.id}","${two.id}"]}&sort=type`);
    expect(await sorted()).toEqual([b, a]);
    expect(await rows('text=Zamir')).toEqual([a]);
    const changed = { ...one, ...names('Ahmad kind', 'نوع احمد', 'د احمد ډول'), aliases: ['Old name'] };
    const saved = await admin().must('PUT', `master-tables/school-type/${one.id}`, changed);
    expect(saved.data).toMatchObject({ name: 'Ahmad kind', aliases: ['Old name'] });
    await idle();
    expect(await sorted()).toEqual([a, b]);
    expect(await rows('text=Zamir')).toEqual([]);
    expect(await rows('text=احمد')).toEqual([a]);
    expect((await admin().must('GET', `schools/${a}`)).refs[`school-type:${one.id}`].name_fa).toBe('نوع احمد');
    const late = await admin().call('PUT', `master-tables/school-type/${one.id}`, changed);
    expect([late.status, late.body.code]).toEqual([417, 'conflict']);
  });

  it('a record that is named by an entry has its name in each language, is found by each, and follows a rename', async () => {
    const one = await add('organization', 'Bridge Council', 'شورای پل', 'د پله شورا');
    const { id } = await admin().must('POST', 'ip/initial/store', {
      partner: one.id,
      contract_sign_date: '2026-03-01',
      province_id: stage.province,
    });
    const list = (text: string) => admin().must('GET', `ip/initial?text=${encodeURIComponent(text)}`);
    const named = async (text: string): Promise<string[]> =>
      (await list(text)).data.filter((row: Json) => row.id === id).map((row: Json) => row.name);
    const shown = (stored: string | undefined) =>
      LANGUAGES.map((language) => formatRecordName(stored ?? '', { language, calendar: 'gregorian' }));
    expect(shown((await named('bridge'))[0])).toEqual([
      'Bridge Council · March 2026',
      'شورای پل · مارچ ۲۰۲۶',
      'د پله شورا · مارچ ۲۰۲۶',
    ]);
    for (const word of ['پل', 'پله']) expect(await named(word)).toHaveLength(1);
    await admin().must('PUT', `master-tables/organization/${one.id}`, {
      ...one,
      ...names('Hill Council', 'شورای تپه', 'د غونډۍ شورا'),
    });
    await idle();
    expect(await named('bridge')).toEqual([]);
    expect(shown((await named('غونډۍ'))[0])[2]).toBe('د غونډۍ شورا · مارچ ۲۰۲۶');
    // What somebody typed is the same for every reader, also with the sign that stands between languages.
    const typed = await school('One /\u2063 Two /\u2063 Three', '1');
    const { data } = await admin().must('GET', 'schools?text=Three');
    const read = shown(data.find((row: Json) => row.id === typed).name);
    expect(new Set(read)).toEqual(new Set(['One / Two / Three']));
  });

  it('keeps the order people gave, and edits, when the files are taken in again', async () => {
    const before = await items('organization');
    const ids = before.map(({ id }) => id).reverse();
    await admin().must('POST', 'master-tables/organization/order', { ids });
    expect((await items('organization')).map(({ id }) => id)).toEqual(ids);
    expectRefusal(
      await admin().call('POST', 'master-tables/organization/order', { ids: [ids[0], ids[0]] }),
      'bad_body',
    );
    const first = before.find(({ id }) => id === '1') as Json;
    await admin().must('PUT', 'master-tables/organization/1', { ...first, name_en: 'Renamed by a person' });
    const files = structuredClone(server.services.registry.common().choices) as Json;
    files.organization.items[0].label.en = 'Renamed by a file';
    files.organization.items[1].label.en = 'Only the file knows';
    files.organization.items.push({ id: 'new', label: { en: 'New', fa: 'نو', ps: 'نوی' } });
    await seedChoices(server.services.database, files);
    await server.services.registry.changed();
    const after = await items('organization');
    expect(after.map(({ id }) => id)).toEqual([...ids, 'new']);
    expect(after.find(({ id }) => id === '1')?.name_en).toBe('Renamed by a person');
    expect(after.find(({ id }) => id === files.organization.items[1].id)?.name_en).toBe('Only the file knows');
  });

  it('a retired entry is not offered, stays with its records, and can come back', async () => {
    const one = await add('organization', 'Closing Office', 'دفتر بسته', 'تړل شوی دفتر');
    const record = await school('Of a closed office', one.id);
    await admin().must('POST', `master-tables/organization/${one.id}/retire`);
    expect((await items('organization', false)).map(({ id }) => id)).not.toContain(one.id);
    const shown = await admin().must('GET', `schools/${record}`);
    expect(shown.refs[`organization:${one.id}`].name_en).toBe('Closing Office');
    const { version, data } = Object.values<Json>(shown).find((part) => part?.id === record);
    await admin().must('PUT', `schools/${record}`, { ...data, version, name: 'Still of it' });
    await admin().must('POST', `master-tables/organization/${one.id}/restore`);
    expect((await items('organization', false)).map(({ id }) => id)).toContain(one.id);
  });

  it('doubles are merged: records stay as they are and are found, filtered and named by what stands for them', async () => {
    const right = await add('organization', 'Hope Union', 'اتحادیه امید', 'د هیلې ټولنه');
    const double = await add('organization', 'Hope Unoin', 'اتحادیهٔ امید ۲', 'د هیلې ټولنه ۲');
    const [a, b] = [await school('Right', right.id), await school('Double', double.id)];
    const merged = await admin().must('POST', `master-tables/organization/${double.id}/merge`, { into: right.id });
    expect(merged.data.aliases).toEqual(['Hope Unoin', 'اتحادیهٔ امید ۲', 'د هیلې ټولنه ۲']);
    await idle();
    expect(await found(`filters={"organization":"${right.id}"}`)).toEqual([a, b].sort());
    expect(await found(`filters={"organization":"${double.id}"}`), 'a link from before').toEqual([a, b].sort());
    expect((await items('organization', false)).map(({ id }) => id)).not.toContain(double.id);
    const shown = await admin().must('GET', `schools/${b}`);
    expect(shown.refs[`organization:${double.id}`].name_en).toBe('Hope Union');
    const kept = await server.services.database.read
      .selectFrom('records')
      .select('data')
      .where('id', '=', b)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(kept.data).organization_id, 'what was recorded is not touched').toBe(double.id);
    for (const into of [double.id, 'unheard', undefined])
      expectRefusal(
        await admin().call('POST', `master-tables/organization/${double.id}/merge`, { into }),
        'choice',
        '/into',
      );
    expect((await admin().call('PUT', `master-tables/organization/${double.id}`, double)).body.code).toBe(
      'item_merged',
    );

    await admin().must('POST', `master-tables/organization/${double.id}/restore`);
    await idle();
    expect(await found(`filters={"organization":"${right.id}"}`)).toEqual([a]);
    expect(await found(`filters={"organization":"${double.id}"}`)).toEqual([b]);
  });

  it('entries carry their parent and the attributes of the list, checked, changed and logged', {
    timeout: 60_000,
  }, async () => {
    const list = 'test-wells';
    const title = { en: 'Wells', fa: 'چاه‌ها', ps: 'څاګانې' };
    const valley = await add('example-villages', 'New valley', 'درهٔ نو', 'نوې دره');
    const attributes = {
      depth: { type: 'number', label: title },
      covered: { type: 'boolean' },
      kind: { type: 'string' },
    };
    // An item may belong to one that is in no file.
    const first = { id: 'first', label: title, parent: valley.id };
    await admin().must('POST', `definitions/common/choices.${list}`, {
      content: { list, title, parentList: 'example-villages', attributes, items: [first] },
    });
    const table = (await admin().must('GET', 'master-tables')).data.find((one: Json) => one.list === list);
    expect(table).toMatchObject({ parent_list: 'example-villages', attributes });

    const well = { ...names('Deep', 'ژرف', 'ژور'), parent: valley.id, depth: '۱۲٫۵', covered: false, kind: ' dug ' };
    const { data: made } = await admin().must('POST', `master-tables/${list}`, well);
    expect(made).toMatchObject({ parent: valley.id, depth: 12.5, covered: false, kind: 'dug' });
    const wrong = {
      ...names('Other', 'دیگر', 'بل'),
      parent: 'first',
      depth: 'deep',
      covered: 'yes',
      kind: 'x'.repeat(251),
    };
    const { status, body } = await admin().call('POST', `master-tables/${list}`, wrong);
    expect([status, Object.entries<Json>(body.errors).map(([at, [{ code }]]) => `${at} ${code}`)]).toEqual([
      422,
      ['/parent choice', '/depth decimal', '/covered type', '/kind max_length'],
    ]);
    await admin().must('PUT', `master-tables/${list}/${made.id}`, { ...made, parent: 'red', depth: '', covered: true });
    const [event] = (await admin().must('GET', `master-tables/${list}/history`)).data;
    expect(event.detail).toEqual({
      before: { parent: valley.id, extra: { depth: 12.5, covered: false, kind: 'dug' } },
      after: { parent: 'red', extra: { covered: true, kind: 'dug' } },
    });
    const kept = (await items(list, false)).find(({ id }) => id === made.id) as Json;
    expect([kept.parent, kept.depth, kept.covered, kept.kind]).toEqual(['red', undefined, true, 'dug']);
    // Neither itself nor what is below it.
    const below = await admin().must('POST', 'master-tables/example-villages', {
      ...names('Below', 'پایین آن', 'لاندې'),
      parent: valley.id,
    });
    for (const parent of [valley.id, below.data.id])
      expect(
        (await admin().call('PUT', `master-tables/example-villages/${valley.id}`, { ...valley, parent })).body.errors,
      ).toEqual({
        '/parent': [expect.objectContaining({ code: 'choice' })],
      });
    const bank = { ...names('Bank', 'بانک', 'بانک'), parent: 'first' };
    expect((await admin().call('POST', 'master-tables/bank', bank)).body.errors).toHaveProperty('/parent');
  });

  it('a problem type that a question asks for stays', async () => {
    const needed = (await items('problem-type.schools')).find(({ code }) => code === 'water') as Json;
    const refused = await admin().call('POST', `master-tables/problem-type.schools/${needed.id}/retire`);
    expect([refused.status, refused.body.code]).toEqual([422, 'item_needed']);
    // The error names the first form that requires it. Several do.
    expect(refused.body.message).toMatch(/School monitoring|Quarterly school visit/);
  });

  it('administrators keep all lists, managers those of their programme, others read', async () => {
    const tables = async (who: string) => (await server.person(who).must('GET', 'master-tables')).data as Json[];
    const kept = async (who: string) =>
      (await tables(who)).filter((table) => table.may.edit).map((table) => table.programme);
    expect((await kept('admin')).length).toBe((await tables('admin')).length);
    expect(new Set(await kept('manager.schools'))).toEqual(new Set(['schools']));
    expect(await kept('coordinator.bamyan')).toEqual([]);
    const manager = server.person('manager.schools');
    await manager.must('POST', 'master-tables/school-type', names('Night school', 'مکتب شبانه', 'د شپې ښوونځی'));
    for (const [method, path, body] of [
      ['POST', 'master-tables/organization', names('x', 'ی', 'ۍ')],
      ['PUT', 'master-tables/organization/1', names('x', 'ی', 'ۍ')],
      ['POST', 'master-tables/organization/order', { ids: [] }],
      ['POST', 'master-tables/organization/1/retire', {}],
      ['POST', 'master-tables/organization/1/restore', {}],
      ['POST', 'master-tables/organization/1/merge', { into: '3' }],
      ['GET', 'master-tables/organization/history', undefined],
    ] as const)
      expectRefusal(await manager.call(method, path, body), 'forbidden', undefined, `${method} ${path}`);
  });

  it('the activity log says who changed what and when', async () => {
    const history = async (list: string) => (await admin().must('GET', `master-tables/${list}/history`)).data as Json[];
    expect(new Set((await history('organization')).map((event) => event.action))).toEqual(
      new Set([
        'choice_added',
        'choice_changed',
        'choice_retired',
        'choice_restored',
        'choice_merged',
        'choice_separated',
        'choices_ordered',
      ]),
    );
    const renamed = (await history('school-type')).find((event) => event.detail.after?.name_en === 'Ahmad kind');
    expect(renamed).toMatchObject({
      by: { id: admin().id, name: 'Test Administrator' },
      detail: { before: { name_en: 'Zamir kind', aliases: [] }, after: { aliases: ['Old name'] } },
    });
    expect(Date.parse(renamed?.at)).not.toBeNaN();
  });
});

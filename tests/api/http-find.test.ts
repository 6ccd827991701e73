/** The search for records, places and accounts: folded, bounded, and nothing outside of what the person may see. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, ratingAnswers, type Stage, schoolAnswers } from './http-stage.ts';

describe.each(DATABASES)('finding on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  const find = async (user: string, q: string): Promise<Json> =>
    server.person(user).must('GET', `find?q=${encodeURIComponent(q)}`);
  const idsFor = async (user: string, q: string): Promise<string[]> =>
    (await find(user, q)).records.map(({ id }: Json) => id);
  const store = (name: string) =>
    server.person('focal.bamyan').must('POST', 'schools/store', schoolAnswers(stage, name)) as Promise<Json>;

  beforeAll(async () => {
    server = await startTestServer(database);
    stage = await prepareStage(server);
  });
  afterAll(() => server?.stop());

  it('finds a site by its name in any spelling, before the visits that are named after it, and by code', async () => {
    // The Arabic kaf and teh marbuta of another keyboard, without the hamza of the stored name.
    const { records } = await find('focal.bamyan', 'مكتب نمونه');
    expect(records.map(({ form }: Json) => form).slice(0, 2)).toEqual(['school', 'school-rating']);
    expect(records[0]).toMatchObject({ id: stage.school, province: { id: stage.province, name_en: 'Bamyan' } });
    const code = String(records[0].code);
    const persian = code.toLowerCase().replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)] as string);
    expect((await idsFor('focal.bamyan', persian))[0]).toBe(stage.school);
    const bare = code.replace(/\W|_/g, '').toLowerCase();
    const apart = code.replace(/\W|_/g, ' ').replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] as string);
    for (const typed of [bare, apart, code.replaceAll('_', '-')]) {
      expect((await idsFor('focal.bamyan', typed))[0], typed).toBe(stage.school);
      expect(await idsFor('focal.kabul', typed), typed).toEqual([]);
    }
    const people = await find('focal.bamyan', 'monitor one');
    expect(people.records[0]).toMatchObject({ id: stage.monitor, form: 'local-monitor', name: 'Monitor One' });
  });

  it('finds a problem by the code it has at its site, for those who see one of its visits', async () => {
    const focal = server.person('focal.bamyan');
    const { problemTypes } = await focal.must('GET', `schools-rates/create?school_id=${stage.school}`);
    const typeOf = (name: string) => problemTypes.find(({ code }: Json) => code === name);
    const problem = (name: string) => ({
      problem_type_id: typeOf(name).id,
      problem_details: 'Seen at the gate',
      date_identified: '2026-03-01',
      identified_by_id: [stage.monitor],
    });
    // The examples have a type of this id too, with another name.
    const named = ['security', 'toilets'];
    const visit = await focal.must('POST', 'schools-rates/store', {
      ...ratingAnswers(stage, '2026-03-02'),
      ...Object.fromEntries(named.map((name) => [name, 'bad'])),
      problems: named.map(problem),
    });
    const log = await focal.must('GET', `schools/${stage.school}/problems`);
    expect(log.data.map((one: Json) => one.name_en).sort()).toEqual(named.map((name) => typeOf(name).name_en).sort());
    const second = log.data.find(({ code }: Json) => code === 'P-2');
    const problems = async (user: string, q: string) => (await find(user, q)).problems as Json[];
    for (const typed of ['P-2', 'p2', 'P–۲', `نمونهٔ P-٢`])
      expect(await problems('focal.bamyan', typed), typed).toEqual([
        expect.objectContaining({
          id: second.id,
          code: 'P-2',
          open: true,
          name_en: second.name_en,
          site: expect.objectContaining({ id: stage.school, form: 'school' }),
        }),
      ]);
    expect(await problems('focal.bamyan', 'P-2 elsewhere')).toEqual([]);
    for (const [user, typed] of [
      ['focal.kabul', 'P-2'],
      ['focal.bamyan', 'P-22'],
      ['focal.bamyan', 'P-9999999999'],
      ['finance', 'P-2'],
    ] as const)
      expect(await problems(user, typed), `${user} ${typed}`).toEqual([]);
    // The log of the site takes the code for itself, not for the beginning of P-20.
    const asked = await focal.must('GET', `schools/${stage.school}/problems?text=p2`);
    expect(asked.data.map(({ code }: Json) => code)).toEqual(['P-2']);
    await server.person('admin').must('DELETE', `schools-rates/${visit.id}`);
    expect(await problems('focal.bamyan', 'P-2'), 'its only visit is deleted').toEqual([]);
  });

  it('shows a few of each form and says that there are more', async () => {
    const made = [];
    for (let n = 1; n <= 6; n += 1) made.push((await store(`Plentiful ${n}`)).id as string);
    made.push((await store('Very plentiful')).id as string);
    const found = await find('focal.bamyan', 'plentiful');
    expect(found.records).toHaveLength(4);
    expect(found.more).toEqual(['school']);
    // Names that begin with the word come first, the whole name before all.
    expect(found.records.every(({ name }: Json) => name.startsWith('Plentiful'))).toBe(true);
    expect((await idsFor('focal.bamyan', 'plentiful 3'))[0]).toBe(made[2]);
  });

  it('never names what lies outside: other provinces, other roles, deleted records, restricted answers', async () => {
    const school = await store('Hiddenbrook');
    expect(await idsFor('focal.bamyan', 'hiddenbrook')).toEqual([school.id]);
    for (const stranger of ['focal.kabul', 'coordinator.kabul'])
      expect(await find(stranger, 'hiddenbrook'), stranger).toEqual({
        records: [],
        more: [],
        problems: [],
        places: [],
        accounts: [],
      });
    // By its code, which is looked up apart.
    const code = (await find('focal.bamyan', 'hiddenbrook')).records[0].code as string;
    expect(await idsFor('focal.kabul', code)).toEqual([]);
    expect(await idsFor('focal.bamyan', code)).toEqual([school.id]);
    const admin = server.person('admin');
    await admin.must('DELETE', `schools/${school.id}`);
    for (const user of ['admin', 'focal.bamyan'])
      for (const q of ['hiddenbrook', code]) expect(await idsFor(user, q), `${user} ${q}`).toEqual([]);
    // A phone number is an answer, not a name: lists find it, this does not, whoever asks.
    expect(await idsFor('admin', '0700000001')).toEqual([]);
  });

  it('names to everybody only what they can open', async () => {
    for (const user of ['manager.schools', 'coordinator.kabul', 'focal.bamyan', 'volunteer.bamyan', 'finance'])
      for (const q of ['one', 'نمونه', 'cbms', '2026', 'مک'])
        for (const { form, id } of (await find(user, q)).records) {
          const base = server.services.registry.form(form)?.definition.api.base;
          const { status } = await server.person(user).call('GET', `${base}/${id}`);
          expect(status, `${user} ${q} ${form}`).toBe(200);
        }
  });

  it('finds places where the person works, accounts only for administrators', async () => {
    const places = async (user: string, q: string) => (await find(user, q)).places.map(({ name_en }: Json) => name_en);
    expect(await places('focal.bamyan', 'bamyan')).toContain('Bamyan');
    expect(await places('focal.bamyan', 'kabul')).toEqual([]);
    expect(await places('admin', 'kabul')).toContain('Kabul');
    expect((await find('admin', 'focal.bam')).accounts).toEqual([
      expect.objectContaining({ username: 'focal.bamyan' }),
    ]);
    expect((await find('coordinator.bamyan', 'focal.bam')).accounts).toEqual([]);
  });

  it('takes hostile words as words', async () => {
    for (const q of [
      '%%',
      '__',
      "'; --",
      '"" OR',
      '\\\\',
      '__proto__',
      'constructor',
      'a\u0000b',
      '*"NEAR(',
      'P-1 %',
      'p-1 __proto__',
    ])
      expect(Array.isArray((await find('focal.bamyan', q)).records), q).toBe(true);
    expect(await idsFor('focal.bamyan', '%_')).toEqual([]);
    const person = server.person('focal.bamyan');
    for (const bad of ['', '?q=', '?q=a', '?q=%20a%20', '?q=ab&q=cd', '?q=%00%00%00'])
      expect(await person.call('GET', `find${bad}`), bad).toMatchObject({ status: 400, body: { code: 'bad_filter' } });
    expect((await find('focal.bamyan', 'long '.repeat(700))).records).toEqual([]);
    expectRefusal(await refusalOf(fetch(`${server.base}/api/find?q=school`)), 'unauthorized');
  });
});

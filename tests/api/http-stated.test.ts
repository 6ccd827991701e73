/** Stated rules about single responses and bodies of some forms, over HTTP, with valid answers made from the forms. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordData } from '../../src/core/definitions/types.ts';
import { Answerer } from '../support/everyForm.ts';
import { expectRefusal } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, ratingAnswers, type Stage } from './http-stage.ts';

describe.each(ANY_DATABASE)('as the documents state on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  let answerer: Answerer;
  let seed = 0;
  beforeAll(async () => {
    server = await startTestServer(database);
    stage = await prepareStage(server);
    answerer = new Answerer(server, server.person('admin'), stage.province);
  });
  afterAll(() => server?.stop());

  const valid = async (name: string, given: RecordData = {}): Promise<[base: string, data: RecordData]> => {
    const form = server.services.registry.form(name);
    if (!form) throw new Error(`there is no form ${name}`);
    seed += 1;
    const data = await answerer.answers(form, server.person('admin'), seed, given);
    return [form.definition.api.base, data];
  };
  const make = async (name: string, given: RecordData = {}): Promise<Json> =>
    server.person('admin').must('POST', ...(await valid(name, given)));
  const get = (path: string): Promise<Json> => server.person('admin').must('GET', path);

  it('events of a health center are those that name it', async () => {
    const center = (await make('health-center')).id;
    const other = (await make('health-center')).id;
    const event = (await make('cbm-event', { initial_recording: center })).id;
    await make('cbm-event', { initial_recording: other });
    const { data, meta } = await get(`health-centers/${center}/forms?form_type=event`);
    expect([data.map(({ id }: Json) => id), meta.total, meta.current_page]).toEqual([[event], 1, 1]);
    expect((await get(`health-centers/${center}`)).formsCount).toMatchObject({ event: 1, monitoring: 0 });
    const list = await get('health-centers?counts=1');
    const row = list.data.find(({ id }: Json) => id === center);
    expect(list.meta.counts?.[center] ?? row.counts).toEqual({ event: 1 });
  });

  it('a new event begins with the site that the link names, if it may be seen', async () => {
    const center = await make('health-center');
    const at = `cbm-events/create?initial_recording=${center.id}`;
    const { defaults, refs } = await get(at);
    expect(defaults.initial_recording).toBe(center.id);
    expect(refs[center.id]).toMatchObject({ form: 'health-center' });
    expect((await get('cbm-events/create')).defaults).not.toHaveProperty('initial_recording');
    const event = (await make('cbm-event')).id;
    for (const id of [event, '019729cd-0000-7000-8000-000000000000'])
      expectRefusal(
        await server.person('admin').call('GET', `cbm-events/create?initial_recording=${id}`),
        'record_not_found',
      );
    const kabul = server.person('focal.kabul');
    await kabul.must('GET', 'cbm-events/create');
    expectRefusal(await kabul.call('GET', `cbm-events/create?initial_recording=${stage.school}`), 'record_not_found');
  });

  it.each(['school-quarterly', 'health-center-quarterly'])(
    'a %s is changed under `monitoring_id`, with what it was answered',
    async (name) => {
      const made = await make(name);
      const form = server.services.registry.form(name);
      const { base = '', record = '' } = form?.definition.api ?? {};
      const answered = (await get(`${base}/${made.id}`))[record];
      const body = { ...answered, ...answered.data, id: undefined, monitoring_id: made.id, version: 1 };
      const changed = await server.person('admin').must('POST', `${base}/store`, body);
      expect(changed).toMatchObject({ id: made.id, version: 2 });
      expect((await get(`${base}/${made.id}`))[record].data).toEqual(answered.data);
    },
  );

  it('a list sorted by province is sorted by the next field within a province, whatever the districts', async () => {
    const districts: Json[] = (await get(`province/${stage.province}/districts`)).data.slice(0, 3);
    const days = ['2026-03-02', '2026-03-01', '2026-03-03'];
    for (const [at, day] of days.entries())
      await make('school', {
        name: 'Sorted',
        district_id: districts[at]?.id,
        village_id: null,
        monitoring_start_date: day,
      });
    const filters = encodeURIComponent(JSON.stringify([{ field: 'name', op: 'eq', value: 'Sorted' }]));
    const found = async (sort: string) =>
      (await get(`schools?filters=${filters}&sort=${sort}`)).data.map((row: Json) => row.monitoring_start_date);
    const sorted = days.toSorted();
    expect(await found('province,monitoring_start_date')).toEqual(sorted);
    expect(await found('-province,-monitoring_start_date')).toEqual(sorted.toReversed());
  });

  it('a project has weekly monitorings, and no quarterly ones', async () => {
    const project = (await make('project')).id;
    await make('project-weekly', { cbmi_project_id: project });
    const total = async (type: string) => (await get(`projects/${project}/forms?form_type=${type}`)).meta.total;
    expect([await total('monitoring'), await total('quarterly')]).toEqual([1, 0]);
    expect((await get(`projects/${project}`)).formsCount).toMatchObject({ monitoring: 1, quarterly: 0 });
  });

  it('a saved research report answers its title', async () => {
    const [base, data] = await valid('research-report');
    const made = await server.person('admin').must('POST', `${base}/store`, data);
    expect(made.title).toBe(data.title);
  });

  it('isMobile says whether a device made the record', async () => {
    const focal = server.person('focal.bamyan');
    const by = async (more: Json, day: string) =>
      (await focal.must('POST', 'schools-rates/store', { ...ratingAnswers(stage, day), ...more })).id;
    const phone = await by({ device_id: 'device-7', isMobile: true }, '2026-05-11');
    const desk = await by({}, '2026-05-12');
    const said = async (id: string) => {
      const { isMobile, device_id } = (await get(`schools-rates/${id}`)).monitoring;
      return [isMobile, device_id];
    };
    expect([await said(phone), await said(desk)]).toEqual([
      [true, 'device-7'],
      [false, null],
    ]);
  });

  it('a visit answers its ratings as a list, and its problems with the names of their type and people', async () => {
    const focal = server.person('focal.bamyan');
    const problem = {
      id: '0197a2d4-0000-7000-8000-00000000a001',
      problem_type_id: 'water',
      date_identified: '2026-05-10',
      problem_details: 'The pump is broken.',
      problem_status_id: 'ongoing',
      identified_by_id: [stage.monitor],
    };
    const visit = { ...ratingAnswers(stage, '2026-05-13'), water: 'bad', problems: [problem] };
    const { id } = await focal.must('POST', 'schools-rates/store', visit);
    const { monitoring, ratingCategories } = await get(`schools-rates/${id}`);
    const asked = ratingCategories.flatMap((category: Json) =>
      category.questions.map((one: Json) => ({ category: category.id, id: one.id, rate: one.rate })),
    );
    expect(monitoring.ratings).toEqual(asked);
    expect(asked.filter(({ rate }: Json) => rate === 'bad')).toHaveLength(1);
    const [shown] = monitoring.problems;
    expect(shown).toMatchObject({ ...problem, name: shown.name_en });
    expect(shown.name_fa).toMatch(/\p{Script=Arabic}/u);
    expect(shown.identified_by.map(({ name }: Json) => typeof name)).toEqual(['string']);
    expect(monitoring.data.problems).toEqual([problem]);
    // What was read can be sent back. An answer that was emptied does not come back from its group.
    const admin = server.person('admin');
    const body = { ...monitoring, ...monitoring.data, security: null, monitoring_id: id, id: undefined };
    await admin.must('POST', 'schools-rates/store', body);
    const { security: _emptied, ...rest } = monitoring.data;
    expect((await get(`schools-rates/${id}`)).monitoring.data).toEqual(rest);
  });

  it('a question with a choice and a remark answers the pair', async () => {
    const form = server.services.registry.form('mine-monitoring');
    const [remark, { remarkOf = '' } = {}] = [...(form?.fields ?? [])]
      .map(([name, { def }]) => [name, def] as const)
      .find(([, def]) => def.remarkOf) ?? [''];
    const [base, data] = await valid('mine-monitoring', { [remarkOf]: 'partly', [remark]: 'Only two helmets' });
    const { id } = await server.person('admin').must('POST', base, data);
    const shown = (await get(`${base}/${id}`))[form?.definition.api.record ?? 'data'];
    expect(shown.answers[remarkOf]).toEqual({ choice_id: 'partly', text: 'Only two helmets' });
  });

  it('the groups of questions hold questions only', async () => {
    const groups = async (path: string, key: string) =>
      (await get(path))[key].flatMap((group: Json) => group.questions.map((one: Json) => one.type));
    for (const path of ['courts-criminal-monitorings/create', 'courts-civil-monitorings/create'])
      expect(new Set(await groups(path, 'questionCategories')).has('record'), path).toBe(false);
    expect(await groups('cbm-events/create', 'questions')).not.toContain('date');
    const project = await get('ibp-projects/create');
    expect(project.infoQuestions[0]).toEqual({ question: 'What does the service offer, and to whom?' });
    expect(project.suggestStakeholders).toContainEqual({ stakeholder: 'Community elders' });
  });

  it.each(['school-rating', 'school-quarterly', 'project-weekly', 'health-center-rating', 'health-center-quarterly'])(
    'the scan of a %s has its download link',
    async (name) => {
      const text = `scan of ${name}\n`;
      const parts = new FormData();
      parts.append('file', new Blob([text], { type: 'text/csv' }), 'scan.csv');
      const { id: file } = await server.person('admin').must('POST', 'files', parts);
      const [base, data] = await valid(name, { scan: [file] });
      const key = server.services.registry.form(name)?.definition.api.record as string;
      const { id } = await server.person('admin').must('POST', base, data);
      const { download_url, scan } = (await get(`${base}/${id}`))[key];
      expect(scan).toEqual([file]);
      const headers = { authorization: `Bearer ${server.tokens.admin}` };
      expect(await (await fetch(`${server.base}${download_url}`, { headers })).text()).toBe(text);
      const { scan: _none, ...without } = (await valid(name))[1];
      const bare = await server.person('admin').must('POST', base, without);
      expect((await get(`${base}/${bare.id}`))[key].download_url).toBeNull();
    },
  );

  it.each([
    ['partner-initial', 'initial', 10],
    ['partner-implementation', 'implementation', 9],
  ])('logs of %s are pairs of a question from 1 and an option', async (name, key, questions) => {
    const form = server.services.registry.form(name);
    const multi = [...(form?.fields.values() ?? [])].find((node) => node.type === 'multi' && node.def.choices);
    const [one, other] = server.services.registry.choices(multi?.def.choices ?? '');
    const [base, data] = await valid(name, { [multi?.name ?? '']: [one?.id, other?.id] });
    const made = await server.person('admin').must('POST', base, data);
    const { logs } = await get(`${base}/${made.id}`);
    const numbers = [...new Set(logs.map(({ question_id }: Json) => question_id))];
    expect(numbers).toEqual(Array.from({ length: questions }, (_, at) => at + 1));
    const number = logs.find(({ option_id }: Json) => option_id === other?.id).question_id;
    const pairs = logs.filter(({ question_id }: Json) => question_id === number);
    expect(pairs.map(({ option_id }: Json) => option_id)).toEqual([one?.id, other?.id]);

    // The same pairs make the same record, sent as JSON or form-encoded.
    const numbered = new Set(
      Object.entries(form?.aliases ?? {}).flatMap(([alias, stored]) => (alias.startsWith('logs.') ? [stored] : [])),
    );
    const rest = Object.fromEntries(Object.entries((await valid(name))[1]).filter(([field]) => !numbered.has(field)));
    const stored = (answer: Json) =>
      Object.fromEntries(Object.entries(answer[key].data).filter(([field]) => numbered.has(field)));
    const again = await server.person('admin').must('POST', base, { ...rest, logs });
    expect(stored(await get(`${base}/${again.id}`))).toEqual(stored(await get(`${base}/${made.id}`)));
    const unknown = { ...rest, logs: [{ question_id: 77, option_id: 'yes' }] };
    const refused = await server.person('admin').call('POST', base, unknown);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['/logs/0/question_id']]);
  });

  it.each(['social-audit', 'social-audit-event'])(
    'a participant row of a %s may come back with the ids it has in the documents',
    async (name) => {
      const plain = { participant_type_id: '1', male: 3, female: 4 };
      const [base, data] = await valid(name, { participants: [plain] });
      const row = { id: 7, social_audit_id: 12, ...plain };
      const { id } = await server.person('admin').must('POST', base, { ...data, participants: [row] });
      const key = server.services.registry.form(name)?.definition.api.record ?? 'data';
      const [kept] = (await get(`${base}/${id}`))[key].participants;
      expect(kept).toMatchObject(plain);
      const odd = { ...data, participants: [{ ...row, colour: 'red' }] };
      expectRefusal(await server.person('admin').call('POST', base, odd), 'unknown_field', '/participants/0/colour');
    },
  );

  it('rates of a project are narrowed by `filter` as by `filters`', async () => {
    const project = (await make('project')).id;
    for (const day of ['2026-02-03', '2026-05-03'])
      await make('project-weekly', { cbmi_project_id: project, monitoring_date: day });
    const narrowed = encodeURIComponent(JSON.stringify([{ field: 'monitoring_date', op: 'gte', value: '2026-04-01' }]));
    const sheets = async (query: string) => (await get(`projects/${project}/rates${query}`)).sheets;
    expect(await Promise.all(['', `?filter=${narrowed}`, `?filters=${narrowed}`].map(sheets))).toEqual([2, 1, 1]);
  });

  it('a problem comes back as it was answered: its people and status by name, its category, who takes care of it', async () => {
    const [type] = server.services.registry.choices('problem-type.schools');
    const problem = {
      problem_type_id: type?.id,
      problem_details: 'Sample problem',
      identified_by: [{ id: stage.monitor, name: 'Monitor One' }],
      trouble_shooter: { id: stage.staff, name: 'Staff One' },
      problem_status: { id: 'ongoing', name: 'On-going' },
    };
    const sheet = { ...ratingAnswers(stage, '2026-06-02'), problems: [problem] };
    const { id } = await server.person('focal.bamyan').must('POST', 'schools-rates/store', sheet);
    const [stored] = (await get(`schools-rates/${id}`)).monitoring.data.problems;
    expect(stored).toMatchObject({ identified_by_id: [stage.monitor], trouble_shooter_id: stage.staff });
    const { data } = await get(`schools/${stage.school}/problems`);
    const answered = data.find((one: Json) => one.problem_details === 'Sample problem');
    const section = server.services.registry.form('school-rating')?.sections.find((one) => one.id === type?.category);
    expect(answered).toMatchObject({
      identified_by: [{ id: stage.monitor, name: 'Monitor One' }],
      trouble_shooter: { id: stage.staff, name: 'Staff One' },
      category_title: section?.def.title,
    });
    expect(section?.def.title?.en).toMatch(/[A-Z]/);
  });
});

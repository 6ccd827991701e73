/**
 * Every id in a response has its name beside it: on an empty sheet, a stored one and one being edited. Problems return who
 * identified, advocated and solved them. People who enter sheets and people who receive them are two lists.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, ratingAnswers, type Stage, schoolAnswers } from './http-stage.ts';

describe.each(ANY_DATABASE)('names beside ids on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  beforeAll(async () => {
    server = await startTestServer(database);
    stage = await prepareStage(server);
  });
  afterAll(() => server?.stop());

  it('names the people and types of problems a new sheet takes over', async () => {
    const focal = server.person('focal.bamyan');
    const form = server.services.registry.form('school-rating');
    const types = form?.definition.problems?.types ?? '';
    const type = server.services.registry.choices(types)[0];
    const sheet = await focal.must('POST', 'schools-rates/store', {
      ...ratingAnswers(stage, '2026-06-10'),
      problems: [
        {
          problem_type_id: type?.id,
          problem_details: 'The well is dry',
          identified_by_id: [stage.monitor],
          trouble_shooter_id: stage.staff,
        },
      ],
    });
    const names = {
      [stage.monitor]: { name: 'Monitor One' },
      [stage.staff]: { name: 'Staff One' },
      [`${types}:${type?.id}`]: { name_en: type?.name_en },
    };
    const empty = await focal.must('GET', `schools-rates/create?cbms_school_id=${stage.school}`);
    const ongoing = Object.entries(form?.definition.api.create ?? {}).find(([, from]) => from === 'problems:ongoing');
    const carried = (ongoing?.[0] ?? '').split('.').reduce((found, key) => found?.[key], empty);
    expect(carried).toMatchObject([{ identified_by_id: [stage.monitor], trouble_shooter_id: stage.staff }]);
    expect(empty.refs).toMatchObject({ ...names, [stage.school]: { form: 'school' } });
    expect((await focal.must('GET', `schools-rates/${sheet.id}`)).refs).toMatchObject(names);
    expect((await focal.must('GET', `schools-rates/${stage.rating}?edit=1`)).refs, 'a sheet before it').toMatchObject(
      names,
    );
  });

  it('answers ids that nothing can have with the mistake of each', async () => {
    const nul = '\0';
    const admin = server.person('admin');
    const record = await admin.call('POST', 'examples-references/store', {
      observer: [nul],
      team: [nul, 'x'],
      school: nul,
    });
    expectRefusal(record, 'validation_failed');
    expect(Object.keys(record.body.errors)).toEqual(expect.arrayContaining(['/observer', '/team']));
    const file = await admin.call('POST', 'examples-files/store', { sheet: nul, photos: [nul] });
    expectRefusal(file, 'required', '/photos');
    const sheet = await admin.call('POST', 'schools-rates/store', {
      ...ratingAnswers(stage, '2026-06-11'),
      problems: [{ id: nul, problem_details: 'A', identified_by_id: [nul], trouble_shooter_id: nul }],
    });
    expectRefusal(sheet, 'required', '/problems/0/problem_type_id');
  });

  it('a problem answers lists of who identified, advocated and solved it, its id and its name in three languages', async () => {
    const focal = server.person('focal.bamyan');
    const school = (await focal.must('POST', 'schools', schoolAnswers(stage, 'A well that fails'))).id;
    const colleague = async (first_name: string) =>
      (
        await server.person('admin').must('POST', 'staff', {
          first_name,
          last_name: 'Two',
          role: 'focal-point',
          province_id: stage.province,
        })
      ).id;
    const [advocate, solver] = [await colleague('Advocate'), await colleague('Solver')];
    const form = server.services.registry.form('school-rating');
    const type = server.services.registry.choices(form?.definition.problems?.types ?? '').at(-1);
    const visit = (day: string, more: Json) =>
      focal.must('POST', 'schools-rates/store', {
        ...ratingAnswers({ ...stage, school }, day),
        problems: [{ problem_type_id: type?.id, problem_details: 'It is dry', date_identified: '2026-06-11', ...more }],
      });
    const ongoing = async (language = 'en'): Promise<Json[]> => {
      const path = `schools-rates/create?cbms_school_id=${school}`;
      return (await focal.call('GET', path, undefined, { 'accept-language': language })).body.onGoingProblems;
    };
    const known = async (): Promise<Json[]> => (await focal.must('GET', `schools/${school}/problems`)).data;

    await visit('2026-06-11', { identified_by_id: [stage.monitor] });
    const [found] = await known();
    expect(found.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(found).toMatchObject({ identified_by_id: [stage.monitor], advocated_by_id: [], solved_by_id: [] });
    const named = { name_en: type?.name_en, name_fa: type?.name_fa, name_ps: type?.name_ps };
    expect(new Set(Object.values(named)).size, 'three words').toBe(3);
    expect(found).toMatchObject({ ...named, name: type?.name_en });
    expect(await ongoing('fa')).toMatchObject([{ id: found.id, ...named, name: type?.name_fa }]);
    expect(await ongoing('ps')).toMatchObject([{ id: found.id, name: type?.name_ps }]);

    const { id } = found;
    await visit('2026-07-11', { id, identified_by_id: [stage.monitor], advocated_by_id: [advocate] });
    expect(await ongoing(), 'taken over with who found it alone').toMatchObject([
      { id, identified_by_id: [stage.monitor] },
    ]);
    expect((await ongoing())[0].advocated_by_id ?? []).toEqual([]);
    await visit('2026-08-11', { id, problem_status_id: 'solved', date_solved: '2026-08-01', solved_by_id: [solver] });
    expect(await known()).toMatchObject([
      { id, identified_by_id: [stage.monitor], advocated_by_id: [advocate], solved_by_id: [solver] },
    ]);
    expect(await ongoing(), 'a solved one is not taken over').toEqual([]);
  });

  it('the status of a problem is one of the answered list; another one is refused', async () => {
    const focal = server.person('focal.bamyan');
    const { problemStatuses, problemTypes } = await focal.must('GET', `schools-rates/create?school_id=${stage.school}`);
    expect(problemStatuses).toMatchObject([
      { id: 'ongoing', name: 'On-going', open: true },
      { id: 'advocated', name: 'Under advocacy', open: true },
      { id: 'solved', name: 'Solved', open: false },
      { id: 'dropped', name: 'Not pursued', open: false },
    ]);
    const store = (problem_status_id: string) =>
      focal.call('POST', 'schools-rates/store', {
        ...ratingAnswers(stage, '2026-06-12'),
        problems: [{ problem_type_id: problemTypes[0].id, problem_details: 'A door is missing', problem_status_id }],
      });
    for (const { id } of problemStatuses) expect((await store(id)).status, id).toBe(200);
    const { status, body } = await store('forgotten');
    expect([status, Object.keys(body.errors)]).toEqual([422, ['/problems/0/problem_status_id']]);
  });

  it('local monitors and provincial staff are two lists of people; staff receive and collect the sheets', async () => {
    const focal = server.person('focal.bamyan');
    for (const path of ['schools-surveys', 'schools-rates', 'schools-quarterly']) {
      const { localMonitors, provincialStaff } = await focal.must('GET', `${path}/create?school_id=${stage.school}`);
      const ids = (list: Json[]) => list.map(({ id }) => id);
      expect(ids(localMonitors), path).toContain(stage.monitor);
      expect(ids(localMonitors), path).not.toContain(stage.staff);
      expect(ids(provincialStaff), path).toContain(stage.staff);
      expect(ids(provincialStaff), path).not.toContain(stage.monitor);
    }
    for (const [person, errors] of [
      [stage.staff, undefined],
      [stage.monitor, ['/received_by_id']],
    ] as const) {
      const answers = { ...ratingAnswers(stage, '2026-06-13'), received_by_id: person };
      const { body } = await focal.call('POST', 'schools-rates/store', answers);
      expect(body.errors && Object.keys(body.errors), 'who received the sheet').toEqual(errors);
    }
  });

  it('a new survey answers its types and questions by name and value', async () => {
    const { surveyTypes, questionCategories } = await server
      .person('focal.bamyan')
      .must('GET', `schools-surveys/create?school_id=${stage.school}`);
    expect(surveyTypes).toMatchObject([
      { value: 'baseline', name: 'Baseline' },
      { value: 'endline', name: 'Endline' },
      { value: 'annual', name: 'Annual' },
    ]);
    const asked = questionCategories.flatMap(({ questions }: Json) => questions);
    const general = server.services.registry.form('school-survey')?.sections.find(({ id }) => id === 'general');
    expect(asked.map(({ field }: Json) => field)).toEqual(general?.fields.map(({ name }) => name));
    expect(asked).toHaveLength(7);
    for (const { name } of asked) expect(name).toMatch(/\S/);
  });
});

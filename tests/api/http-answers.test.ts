/** Responses in their documented shapes, and what forms get from each other: remarks, groups of names, lookups. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompiledForm } from '../../src/core/definitions/types.ts';
import { Answerer } from '../support/everyForm.ts';
import { expectRefusal } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, type Stage } from './http-stage.ts';

const MINE_KEYS = ['monitoring', 'mineSites', 'questionCategories', 'localMonitors', 'provincialStaff', 'recordScope'];
const SURVEY_KEYS = ['survey', 'surveyTypes', 'questionCategories', 'localMonitors', 'recordScope'];
/** The same call under several names: base, form, and the keys of its responses, the record first. */
const REPEATED: [base: string, form: string, keys: string[]][] = [
  ['mine-site-monitorings', 'mine-monitoring', MINE_KEYS],
  ['mine-site-annual-monitorings', 'mine-annual', MINE_KEYS],
  ['mine-site-quarterly-monitorings', 'mine-quarterly', MINE_KEYS],
  ['mine-site-surveys', 'mine-survey', MINE_KEYS],
  ['projects-surveys', 'project-survey', SURVEY_KEYS],
  ['courts-surveys', 'court-survey', SURVEY_KEYS],
];

describe.each(ANY_DATABASE)('documented answers on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  let mine: Json;
  let answerer: Answerer;
  beforeAll(async () => {
    server = await startTestServer(database);
    stage = await prepareStage(server);
    mine = await server.person('admin').must('POST', 'mine-sites/store', {
      name: 'Sample mine',
      code: 'MINE-7',
      cbme_mine_type_id: 'coal',
      province_id: stage.province,
      district_id: stage.district,
      monitoring_status: 'on-going',
      localMonitors: { 1: { local_monitor_id: stage.monitor, contact_no: '0700000001' } },
      projectCommunities: [{ name: 'Upper village', households: '40' }, { name: 'Lower village' }],
    });
    answerer = new Answerer(server, server.person('admin'), stage.province);
  });
  afterAll(() => server?.stop());

  it('asks whether a code or a name is free', async () => {
    const admin = server.person('admin');
    const ask = (query: string) => admin.must('GET', `mine-sites/validation?${query}`);
    expect(mine.code).toBe('MINE-7');
    expect(await ask('fieldName=code&value=MINE-7')).toMatchObject({ validate: false });
    expect(await ask(`fieldName=code&value=MINE-7&id=${mine.id}`), 'its own').toMatchObject({ validate: true });
    expect(await ask('fieldName=name&value=Sample%20mine')).toMatchObject({ validate: false });
    expect(await ask('fieldName=name&value=Another')).toMatchObject({ validate: true });
  });

  it('lends the communities of a mine to its surveys', async () => {
    const admin = server.person('admin');
    const { data } = await admin.must('GET', `mine-site-surveys/mineCommunities/${mine.id}`);
    expect(data).toEqual([
      { id: 'Upper village', name: 'Upper village', households: 40 },
      { id: 'Lower village', name: 'Lower village' },
    ]);
    const gone = await admin.call('GET', 'mine-site-surveys/mineCommunities/0190a000-0000-7000-8000-000000000000');
    expect(gone).toMatchObject({ status: 404, body: { code: 'record_not_found' } });
    const other = await admin.call('GET', `mine-site-surveys/somethingElse/${mine.id}`);
    expect(other).toMatchObject({ status: 404, body: { code: 'route_not_found' } });
  });

  it('takes a choice and a remark per question and gives both back', async () => {
    const admin = server.person('admin');
    const { id } = await admin.must('POST', 'mine-site-monitorings/store', {
      cbme_initial_recording_id: mine.id,
      monitoring_date: '2026-05-04',
      answers: {
        first_aid: { choice_id: 'partly', text: 'The box is half empty' },
        dust: { choice_id: 'yes', text: '' },
      },
    });
    const { monitoring, questionCategories } = await admin.must('GET', `mine-site-monitorings/${id}`);
    expect(monitoring.data).toMatchObject({
      first_aid: 'partly',
      first_aid_text: 'The box is half empty',
      dust: 'yes',
    });
    expect(questionCategories.map((category: Json) => category.questions.length)).toEqual([8, 8, 8, 8, 7, 7]);
    const asked = questionCategories.flatMap((category: Json) => category.questions);
    expect(asked.find((one: Json) => one.field === 'first_aid')).toMatchObject({
      choice_id: 'partly',
      text: 'The box is half empty',
    });
    expect(asked.find((one: Json) => one.field === 'weighed')).toMatchObject({ choice_id: null, text: null });
  });

  it('gives coordinates as a group', async () => {
    const admin = server.person('admin');
    const { id } = await admin.must('POST', 'mine-resource-mappings/store', {
      project: mine.id,
      mapping_date: '2026-05-04',
      coordinates: { latitude: '34.8', longitude: '67.8' },
      water_sources: [{ type: 'spring', distance: '1.5' }],
    });
    const { mapping } = await admin.must('GET', `mine-resource-mappings/${id}`);
    expect(mapping).toMatchObject({
      coordinates: { latitude: 34.8, longitude: 67.8 },
      latitude: 34.8,
      project: mine.id,
    });
  });

  it('takes groups nested or as JSON text, and keeps a documented status apart from that of the record', async () => {
    const admin = server.person('admin');
    const { id } = await admin.must('POST', 'projects/store', {
      name: 'Sample road',
      cbmi_project_type_id: 'road',
      province_id: stage.province,
      district_id: stage.district,
      status: 'suspended',
      project_delivery_reason: 'The way is cut off each spring',
      project_deliverable_details: 'Three kilometres',
      accessibility: JSON.stringify({ feasibility: 'proactive', budget: 'not-accessible' }),
      access_details: { budget: 'It is in the capital' },
    });
    const { data } = await admin.must('GET', `projects/${id}`);
    expect(data).toMatchObject({
      status: 'suspended',
      current_state: { id: 'submitted' },
      accessibility: { feasibility: 'proactive', budget: 'not-accessible' },
      access_details: { budget: 'It is in the capital' },
      data: { project_status: 'suspended', accessibility_budget: 'not-accessible' },
    });
    const { defaults } = await admin.must('GET', 'projects/create');
    expect(defaults).toMatchObject({ granted_by_integrity_action: 'yes', cdc_exists: 'yes', project_progress: 0 });
    const found = async (filters: object) =>
      (await admin.must('GET', `projects?filters=${encodeURIComponent(JSON.stringify(filters))}`)).data.length;
    expect(await found({ project_status: 'suspended' })).toBe(1);
    expect(await found({ project_status: 'completed' })).toBe(0);
    expect(await found({ status: 'submitted' }), 'of the record').toBe(1);
    expect(await found({ status: 'verified' })).toBe(0);
  });

  it('gives the form of a mine its record when the call names one', async () => {
    const admin = server.person('admin');
    const editing = await admin.must('GET', `mine-sites/create?id=${mine.id}`);
    expect(editing.editData).toMatchObject({ id: mine.id, name: 'Sample mine', code: 'MINE-7' });
    expect((await admin.must('GET', 'mine-sites/create')).editData).toBeNull();
  });

  it.each(REPEATED)('have one shape under %s', async (base, name, keys) => {
    const admin = server.person('admin');
    const form = server.services.registry.form(name) as CompiledForm;
    const sent = await answerer.answers(form, admin, 1);
    const { id } = await admin.must('POST', `${base}/store`, sent);
    const listed = await admin.must('GET', base);
    expect(listed.data.map((row: Json) => row.id)).toContain(id);
    expect(listed.meta).toMatchObject({ current_page: 1, last_page: 1, total: listed.data.length });
    expect((await admin.must('GET', `${base}/`)).meta.total, 'with a slash at the end').toBe(listed.meta.total);
    const [record = '', ...around] = keys;
    const empty = await admin.must('GET', `${base}/create`);
    expect(Object.keys(empty)).toEqual(expect.arrayContaining(around));
    const shown = await admin.must('GET', `${base}/${id}`);
    expect(Object.keys(shown)).toEqual(expect.arrayContaining(keys));
    expect(shown[record].id).toBe(id);
    const { version } = await admin.must('PUT', `${base}/${id}`, { ...sent, version: shown[record].version });
    expect(version).toBe(shown[record].version + 1);
    const gone = await admin.call('DELETE', `${base}/${id}`);
    expect([gone.status, typeof gone.body]).toEqual([200, 'string']);
    expect((await admin.must('GET', base)).data.map((row: Json) => row.id)).not.toContain(id);
  });

  it('give a mine survey under both names', async () => {
    const admin = server.person('admin');
    const form = server.services.registry.form('mine-survey') as CompiledForm;
    const { id } = await admin.must('POST', 'mine-site-surveys/store', await answerer.answers(form, admin, 2));
    const { monitoring, survey } = await admin.must('GET', `mine-site-surveys/${id}`);
    expect(monitoring.id).toBe(id);
    expect(survey).toEqual(monitoring);
  });

  it('offer the cases, staff and questions of a court survey, and keep what was chosen', async () => {
    const admin = server.person('admin');
    const form = server.services.registry.form('court-survey') as CompiledForm;
    const { court_case_ids, staff_id, ...sent } = await answerer.answers(form, admin, 3, { had_case: 'yes' });
    const { courtCases, staff, questionCategories, surveyTypes } = await admin.must('GET', 'courts-surveys/create');
    expect(courtCases.map((one: Json) => one.id)).toEqual(expect.arrayContaining(court_case_ids as string[]));
    expect(staff.map((one: Json) => one.id)).toContain(staff_id);
    expect(questionCategories.flatMap((one: Json) => one.questions)).toHaveLength(5);
    expect(surveyTypes.map((one: Json) => one.id)).toEqual(['baseline', 'endline', 'annual']);
    const body = { ...sent, court_cases: court_case_ids, staff: staff_id };
    const { id } = await admin.must('POST', 'courts-surveys/store', body);
    const { survey } = await admin.must('GET', `courts-surveys/${id}`);
    expect(survey.data).toMatchObject({ court_case_ids, staff_id, filling_date: sent.filling_date });
  });

  it('take no record that the question does not ask for, and none that no longer fits', async () => {
    const admin = server.person('admin');
    const sheet = server.services.registry.form('civil-monitoring') as CompiledForm;
    const court = server.services.registry.form('court') as CompiledForm;
    const cases = server.services.registry.form('court-case') as CompiledForm;
    const answers = await answerer.answers(sheet, admin, 5);
    const other = (await admin.must('POST', 'courts', await answerer.answers(court, admin, 71))).id;
    const caseOf = async (seed: number, given: Json) =>
      (await admin.must('POST', 'court-cases', await answerer.answers(cases, admin, seed, given))).id;
    const here = { initiating_court_id: answers.cbmt_court_id };
    const fitting = await caseOf(81, { ...here, case_type: 'civil' });
    const criminal = await caseOf(82, { ...here, case_type: 'criminal' });
    const elsewhere = await caseOf(83, { initiating_court_id: other, case_type: 'civil' });
    const base = sheet.definition.api.base;
    const store = (cbmt_court_case_id: string) => admin.call('POST', base, { ...answers, cbmt_court_case_id });
    for (const wrong of [criminal, elsewhere]) {
      const { status, body } = await store(wrong);
      expect([status, body.errors?.['/cbmt_court_case_id']?.[0].code]).toEqual([422, 'not_fitting']);
    }
    const stored = await store(fitting);
    expect(stored.status, JSON.stringify(stored.body)).toBe(200);
    const moved = await admin.call('PUT', `${base}/${stored.body.id}`, {
      ...answers,
      cbmt_court_case_id: fitting,
      cbmt_court_id: other,
    });
    expect(moved.body.errors).toHaveProperty('/cbmt_court_case_id');
  });

  it('stand on the step of a slider however they were added up, so that a filter finds them', async () => {
    const admin = server.person('admin');
    for (const walk of [0.3, 0.1 + 0.2, 0.4]) await admin.must('POST', 'examples-ranges', { attendance: 50, walk });
    const filters = JSON.stringify([{ field: 'walk', op: 'eq', value: 0.3 }]);
    const { data } = await admin.must('GET', `examples-ranges?fields=all&filters=${encodeURIComponent(filters)}`);
    expect(data.map(({ walk }: Json) => walk)).toEqual([0.3, 0.3]);
  });

  it('offer the states of a problem with id and name, and take no other', async () => {
    const admin = server.person('admin');
    const { problemStatuses } = await admin.must('GET', 'mine-site-monitorings/create');
    expect(problemStatuses.length).toBeGreaterThan(1);
    for (const one of problemStatuses) expect([one.id, one.name]).toEqual([expect.any(String), expect.any(String)]);
    const send = (problem_status_id: string) =>
      admin.call('POST', 'mine-site-monitorings/store', {
        cbme_initial_recording_id: mine.id,
        monitoring_date: '2026-05-05',
        first_aid: 'no',
        problems: [
          {
            problem_type_id: 'first_aid',
            problem_details: 'Nobody knows what to do',
            date_identified: '2026-05-05',
            date_solved: '2026-05-05',
            problem_status_id,
          },
        ],
      });
    for (const { id } of problemStatuses) {
      const { status, body } = await send(id);
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body.monitoring.data.problems[0].problem_status_id).toBe(id);
    }
    const { status, body } = await send('forgotten');
    expectRefusal({ status, body }, 'choice', '/problems/0/problem_status_id');
    expect(body.errors).toHaveProperty(['/problems/0/problem_status_id']);
  });
});

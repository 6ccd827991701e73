/** Answers in their documented shapes, and what one form lends another: remarks, groups of names, lookups. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, type Stage } from './http-stage.ts';

describe.each(DATABASES)('documented answers on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  let mine: Json;
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
});

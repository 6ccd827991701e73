/** Logframes over HTTP: the tree is stored as sent, tagged people find it, and two editors lose nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, type Stage } from './http-stage.ts';

describe.each(ANY_DATABASE)('logframes on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  let id: string;
  beforeAll(async () => {
    server = await startTestServer(database);
    stage = await prepareStage(server);
  });
  afterAll(() => server?.stop());

  const tree = (): Json => ({
    code: 'EDU_01',
    description: 'Schools that answer to parents',
    provinces: [stage.province],
    goals: [{ id: 'g', title: 'Children learn' }],
    outcomes: [{ id: 'o', goal_id: 'g', title: 'Problems are solved' }],
    outputs: [{ id: 'p', outcome_id: 'o', title: 'Monitors visit' }],
    actions: [{ id: 'a', output_id: 'p', title: 'Train monitors', state: 'ongoing', responsible: [stage.staff] }],
    indicators: [
      {
        id: 'i',
        of_id: 'p',
        title: 'Schools visited',
        unit: 'schools',
        baseline: 0,
        target: 40,
        responsible: [stage.monitor],
        milestones: [
          { date: '2026-06-01', target: 20, reached: 12, note: 'Snow' },
          { date: '2026-12-01', target: 40 },
        ],
      },
    ],
  });

  it('offers what is chosen from, and an empty logframe', async () => {
    const offered = await server.person('admin').must('GET', 'mande-logframe/create');
    expect(offered.dropdownProvinces).toContainEqual(expect.objectContaining({ id: stage.province }));
    expect(offered.dropdownDepartments.length).toBeGreaterThan(0);
    expect(offered.dropdownEventCategories.length).toBeGreaterThan(0);
    expect(offered).toMatchObject({ actions: [], logframe: null, recordScope: { create: true } });
  });

  it('stores the documented keys, JSON or form-encoded', async () => {
    const admin = server.person('admin');
    const made = await admin.must('POST', 'mande-logframe/store', tree());
    id = made.id;
    expect(made.code).toBe('EDU_01');
    const { project } = await admin.must('GET', `mande-logframe/${id}`);
    expect(project).toMatchObject(tree());
    expect(project.tagged).toEqual([stage.staff, stage.monitor]);
    const edited = await admin.must('GET', `mande-logframe/create?id=${id}`);
    expect(edited.logframe.goals).toEqual(tree().goals);
    expect(edited.actions).toHaveLength(1);

    const form = new URLSearchParams({
      description: 'Typed',
      'provinces[]': stage.province,
      'goals[0][title]': 'One',
      'indicators[0][title]': 'Counted',
      'indicators[0][milestones][0][date]': '2026-03-01',
      'indicators[0][milestones][0][target]': '۱۲',
    });
    const sent = await fetch(`${server.base}/api/mande-logframe/store`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.tokens.admin}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: form,
    });
    expect(sent.status).toBe(200);
    const { project: typed } = (await sent.json()) as Json;
    expect(typed.indicators).toEqual([{ title: 'Counted', milestones: [{ date: '2026-03-01', target: 12 }] }]);
  });

  it('refuses rows that belong nowhere, unknown provinces, and milestones without their day', async () => {
    const wrong = { ...tree(), code: 'EDU_02', provinces: [stage.district] };
    wrong.outputs[0].outcome_id = 'gone';
    wrong.indicators[0].milestones.push({ target: 3 });
    const { status, body } = await server.person('admin').call('POST', 'mande-logframe/store', wrong);
    expectRefusal({ status, body }, 'validation_failed');
    expect(Object.keys(body.errors).sort()).toEqual([
      '/indicators/0/milestones/2/date',
      '/outputs/0/outcome_id',
      '/provinces',
    ]);
  });

  it('a typed code that is taken is refused for a new record and for a change; its own record keeps it', async () => {
    const admin = server.person('admin');
    expectRefusal(await admin.call('POST', 'mande-logframe/store', tree()), 'unique', '/code');
    const other = { ...tree(), code: 'EDU_03' };
    const made = await admin.must('POST', 'mande-logframe/store', other);
    expectRefusal(await admin.call('PUT', `mande-logframe/${made.id}`, { ...tree(), version: 1 }), 'unique', '/code');
    await admin.must('PUT', `mande-logframe/${made.id}`, { ...other, description: 'Said better', version: 1 });
    await admin.must('DELETE', `mande-logframe/${made.id}`);
  });

  it('people find what they are tagged on, and field staff read it without changing it', async () => {
    const focal = server.person('focal.bamyan');
    const tagged = async (person: string) =>
      (
        await focal.must(
          'GET',
          `mande-logframe?filters=${encodeURIComponent(JSON.stringify([{ field: 'tagged', op: 'eq', value: person }]))}`,
        )
      ).data;
    expect((await tagged(stage.staff)).map((one: Json) => one.id)).toEqual([id]);
    expect(await tagged('somebody-else')).toEqual([]);
    const { project } = await focal.must('GET', `mande-logframe/${id}`);
    expect(project.recordScope).toEqual({ view: true });
    expectRefusal(await focal.call('PUT', `mande-logframe/${id}`, { ...tree(), version: 1 }), 'other_programme');
  });

  it('two editors: the second one gets both sides and nothing is written over', async () => {
    const admin = server.person('admin');
    const first = {
      ...tree(),
      actions: [...tree().actions, { id: 'b', output_id: 'p', title: 'Visit schools' }],
      version: 1,
    };
    await admin.must('PUT', `mande-logframe/${id}`, first);
    const late = await admin.call('PUT', `mande-logframe/${id}`, { ...tree(), description: 'Mine', version: 1 });
    expectRefusal(late, 'conflict');
    expect(late.body.mine.data.description).toBe('Mine');
    expect(late.body.theirs.data.actions).toHaveLength(2);
    const { project } = await admin.must('GET', `mande-logframe/${id}`);
    expect(project).toMatchObject({ version: 2, description: tree().description });
  });

  it('untagging everybody leaves nobody tagged; deleting takes it out of the list', async () => {
    const admin = server.person('admin');
    const bare = tree();
    delete bare.actions[0].responsible;
    delete bare.indicators[0].responsible;
    await admin.must('PUT', `mande-logframe/${id}`, { ...bare, version: 2 });
    expect((await admin.must('GET', `mande-logframe/${id}`)).project.tagged ?? []).toEqual([]);
    expect((await admin.call('DELETE', `mande-logframe/${id}`)).status).toBe(200);
    expect((await admin.must('GET', 'mande-logframe')).data.map((one: Json) => one.id)).not.toContain(id);
  });
});

/** Who may open a report that names roles: by which of their grants, what it then counts, and what others are told. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Grant } from '../../src/core/records/types.ts';
import { expectRefusal } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, type Stage, schoolAnswers } from './http-stage.ts';
import type { Person } from './permissions-cast.ts';

const REPORT = 'schools-user-activity';

describe.each(ANY_DATABASE)('reports of roles on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  let kabul: string;

  beforeAll(async () => {
    server = await startTestServer(database);
    stage = await prepareStage(server);
    const places = [...server.services.registry.places().values()];
    kabul = places.find(({ name_en, level }) => level === 'province' && name_en === 'Kabul')?.id as string;
    const district = places.find(({ parent_id }) => parent_id === kabul)?.id as string;
    await server
      .person('focal.kabul')
      .must('POST', 'schools/store', schoolAnswers({ ...stage, province: kabul, district }, 'K'));
    await server.services.idle();
  });
  afterAll(() => server?.stop());

  const entries = (list: Json[]): string[] => list.map(({ report }) => report);
  const recorders = async (person: Person): Promise<string[]> => {
    const { data } = await person.must('GET', `reports/${REPORT}/result?period=today`);
    return data.blocks[0].rows.filter(({ cells }: Json) => cells[0] > 0).map(({ name }: Json) => name);
  };

  it('somebody without such a role finds it in no list and is told who may', async () => {
    const volunteer = server.person('volunteer.bamyan');
    const { data, closed } = await volunteer.must('GET', 'reports');
    expect(entries(data)).toContain('cbms-program-summary');
    expect(entries(data)).not.toContain(REPORT);
    const told = closed.find(({ report }: Json) => report === REPORT);
    expect(told).toEqual({
      report: REPORT,
      path: '/schools-user-activity',
      message: expect.stringMatching(
        /open this report: .*Administrator.*M&E officer.*Program manager.*Provincial coordinator/,
      ),
    });
    for (const rest of ['', '/result', '/behind?block=people&measure=created', '/export?format=csv']) {
      const { status, body } = await volunteer.call('GET', `reports/${REPORT}${rest}`);
      expectRefusal({ status, body }, 'report_role_needed', undefined, rest);
      expect(body.message).toBe(told.message);
    }
    const all = await server.person('admin').must('GET', 'reports');
    expect([entries(all.data).includes(REPORT), all.closed]).toEqual([true, []]);
  });

  it('counts what a person sees by the roles that open it, and by no other grant', async () => {
    expect(await recorders(server.person('admin'))).toEqual(expect.arrayContaining(['Test Focal K']));
    expect(await recorders(server.person('coordinator.bamyan'))).not.toContain('Test Focal K');
    const both = server.person('coordinator.bamyan');
    const give = (grants: Grant[]) => server.person('admin').must('PUT', `users/${both.id}`, { grants });
    const volunteer: Grant = { role: 'integrity-volunteer', programme: 'schools', province_id: kabul };
    await give([{ role: 'provincial-coordinator', programme: 'schools', province_id: stage.province }, volunteer]);
    expect((await both.must('GET', 'schools')).data.map(({ data }: Json) => data.name)).toContain('K');
    expect(await recorders(both)).not.toContain('Test Focal K');
    await give([{ role: 'provincial-coordinator', programme: 'health', province_id: stage.province }, volunteer]);
    expectRefusal(await both.call('GET', `reports/${REPORT}/result`), 'other_programme');
    expect(entries((await both.must('GET', 'reports')).closed)).toContain(REPORT);
  });
});

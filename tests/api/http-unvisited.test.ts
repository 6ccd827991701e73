/** A place where no visits are due says so to whoever begins one there, on the server and on a device. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { prepareStage, type Stage, schoolAnswers } from './http-stage.ts';

describe.each(ANY_DATABASE)('a place that is not visited on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  beforeAll(async () => {
    server = await startTestServer(database);
    stage = await prepareStage(server);
  });
  afterAll(() => server?.stop());

  const beginning = async (path: string) => (await server.person('focal.bamyan').must('GET', path)).parent.unvisited;

  it('says by which answer, before a visit and not before a survey', async () => {
    const focal = server.person('focal.bamyan');
    const made = async (status: string) =>
      (await focal.must('POST', 'schools/store', { ...schoolAnswers(stage, status), monitoring_status: status })).id;
    const [going, suspended] = [await made('on-going'), await made('suspended')];
    expect(await beginning(`schools-rates/create?school_id=${going}`)).toBeUndefined();
    const said = await beginning(`schools-rates/create?school_id=${suspended}`);
    expect(said).toEqual([
      {
        label: expect.objectContaining({ en: 'Monitoring status' }),
        answer: expect.objectContaining({ en: 'Suspended', fa: 'معطل شده' }),
      },
    ]);
    // The quarterly sheet has no due rule of its own.
    expect(await beginning(`schools-quarterly/create?school_id=${suspended}`)).toEqual(said);
    expect(await beginning(`schools-surveys/create?school_id=${suspended}`)).toBeUndefined();
  });
});

/** Reports count what their readers may see, and every number equals the list behind it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, type Stage } from './http-stage.ts';

describe.each(DATABASES)('reports on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  beforeAll(async () => {
    server = await startTestServer(database);
    stage = await prepareStage(server);
    await server.services.idle();
  });
  afterAll(() => server?.stop());

  it('smoke', async () => {
    const admin = server.person('admin');
    console.log(JSON.stringify((await admin.must('GET', 'reports')).data.length), stage.school);
    console.log(JSON.stringify((await admin.must('GET', 'reports/cbms-program-summary')).data).slice(0, 1500));
    const { data } = await admin.must('GET', 'reports/cbms-program-summary/result');
    console.log(JSON.stringify(data));
    for (const one of (await admin.must('GET', 'reports')).data as Json[]) {
      const answer = await admin.call('GET', `reports/${one.report}/result`);
      if (answer.status !== 200) console.log(one.report, answer.status, JSON.stringify(answer.body).slice(0, 300));
    }
    console.log(JSON.stringify(await admin.must('GET', 'cbms-program-summary/show')));
    console.log(JSON.stringify(await admin.must('GET', 'cbms-program-summary')).slice(0, 500));
    console.log(
      JSON.stringify(
        await admin.must('GET', 'reports/cbms-program-summary/behind?block=formsCount&measure=no_monitorings'),
      ),
    );
    expect(1).toBe(1);
  });
});

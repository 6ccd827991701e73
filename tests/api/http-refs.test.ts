/** Every id in an answer has its name beside it: on an empty sheet, on a filled one and on one that is corrected. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { prepareStage, ratingAnswers, type Stage } from './http-stage.ts';

describe.each(DATABASES)('names beside ids on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  beforeAll(async () => {
    server = await startTestServer(database);
    stage = await prepareStage(server);
  });
  afterAll(() => server?.stop());

  it('names the people and types of problems a new sheet takes over', async () => {
    const focal = server.person('focal.bamyan');
    const form = server.rooms.library.form('school-rating');
    const types = form?.definition.problems?.types ?? '';
    const type = server.rooms.library.choices(types)[0];
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
});

/** A change that came too late, because the record was verified meanwhile: the writer asks for it to be opened, and those who may hear it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answersOfChange } from '../../src/core/sync/retryAfterOthers.ts';
import { expectRefusal } from '../support/refusal.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, ratingAnswers, type Stage } from './http-stage.ts';

const STEPS = 'schools-rates/change-record-status';

describe.each(DATABASES)('asking for a record to be opened on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  let id: string;
  const focal = () => server.person('focal.bamyan');
  const coordinator = () => server.person('coordinator.bamyan');
  const late = () => ({ ...ratingAnswers(stage, '2026-06-05'), security: 'fair' });
  const requestsTo = async (user: string) => {
    const { groups } = await server.person(user).must('GET', 'news');
    return groups.flatMap(({ action, data }: Json) => (action === 'ask-reopen' ? data : []));
  };
  beforeAll(async () => {
    server = await startTestServer(database);
    stage = await prepareStage(server);
    ({ id } = await focal().must('POST', 'schools-rates/store', ratingAnswers(stage, '2026-06-05')));
    await coordinator().must('POST', STEPS, { action: 'verify', record_id: id });
  });
  afterAll(() => server?.stop());

  it('is for those who could change it if it were open and may not open it', async () => {
    // Also of a version before: whoever may not change it has nothing to choose between.
    for (const version of [1, 2])
      expectRefusal(await focal().call('PUT', `schools-rates/${id}`, { ...late(), version }), 'state_locked');
    for (const [user, may] of [
      ['focal.bamyan', true],
      ['coordinator.bamyan', false],
      ['manager.schools', false],
      ['admin', false],
    ] as const) {
      const { recordScope } = await server.person(user).must('GET', `schools-rates/${id}`);
      expect([recordScope['ask-reopen'] ?? false, recordScope.reopen ?? false], user).toEqual([may, !may]);
    }
    const ask = { action: 'ask-reopen', comment: 'The security changed', record_id: id };
    expectRefusal(await coordinator().call('POST', STEPS, ask), 'transition_not_possible');
    expectRefusal(await server.person('volunteer.bamyan').call('POST', STEPS, ask), 'not_yours');
    expectRefusal(await server.person('coordinator.kabul').call('POST', STEPS, ask), 'record_not_found');
    expectRefusal(await focal().call('POST', STEPS, { ...ask, comment: ' ' }), 'transition_comment_required');
    for (const not_taken of ['x', [1]])
      expectRefusal(await focal().call('POST', STEPS, { ...ask, not_taken }), 'bad_body');
    const verify = { action: 'reopen', comment: 'x', record_id: id, not_taken: { security: 'fair' } };
    expectRefusal(await coordinator().call('POST', STEPS, verify), 'bad_body', undefined, 'only with a request');
    expect(await requestsTo('coordinator.bamyan')).toEqual([]);
  });

  it('changes nothing, keeps the answers in the history, and is told to those who may open it until they did', async () => {
    const answers = ratingAnswers(stage, '2026-06-05');
    const base = { version: 1, form_version: 1, state: 'submitted', data: answers };
    const sent = answersOfChange({ body: { ...answers, security: 'fair' }, base } as never);
    expect(sent).toEqual({ security: 'fair' });
    const step = { action: 'ask-reopen', comment: 'The security changed', record_id: id };
    const not_taken = { ...sent, water: 'marvellous', toString: 'x', remarks: 7 };
    const { record } = await focal().must('POST', STEPS, { ...step, not_taken });
    expect(record).toMatchObject({ current_state: { id: 'verified' }, data: { security: answers.security } });
    const { data: history } = await coordinator().must('GET', `schools-rates/${id}/history`);
    expect(history.find(({ action }: Json) => action === 'ask-reopen')).toMatchObject({
      comment: 'The security changed',
      not_taken: [{ field: 'security', value: 'fair' }],
      changes: [],
    });
    for (const user of ['coordinator.bamyan', 'manager.schools'])
      expect(await requestsTo(user), user).toMatchObject([{ id, comment: 'The security changed' }]);
    for (const user of ['focal.bamyan', 'coordinator.kabul']) expect(await requestsTo(user), user).toEqual([]);

    await coordinator().must('POST', STEPS, { action: 'reopen', comment: 'Go on', record_id: id });
    for (const user of ['coordinator.bamyan', 'manager.schools']) expect(await requestsTo(user), user).toEqual([]);
    await focal().must('PUT', `schools-rates/${id}`, { ...late(), version: 4 });
    expectRefusal(await focal().call('POST', STEPS, step), 'transition_not_possible', undefined, 'it is open');
  });
});

/** Reports are written as drafts, previewed and published while the server runs, checked as files are, and kept. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSources } from '../../src/core/definitions/load.ts';
import { openServices, shippedFiles } from '../../src/server/services.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, ratingAnswers, type Stage, schoolAnswers, surveyAnswers } from './http-stage.ts';

const DRAFTS = 'definitions/report-drafts';
const PARTS = 'definitions/common';
const text = (en: string) => ({ en, fa: en, ps: en });

/** Counts surveys by an answer that no list and no other report shows. */
const report = (more: Json = {}): Json => ({
  report: 'my-report',
  programme: 'schools',
  kind: 'other',
  title: text('Surveys and visits'),
  path: '/reports/my-report',
  filters: ['from_date', 'provinces'],
  blocks: [
    { id: 'all', show: 'numbers', measures: [{ id: 'n', of: 'count', forms: ['school-survey'] }] },
    {
      id: 'answers',
      show: 'bars',
      by: { field: 'education_quality' },
      measures: [{ id: 'n', of: 'count', forms: ['school-survey'] }],
      total: true,
    },
  ],
  ...more,
});

describe.each(DATABASES)('making reports on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  beforeAll(async () => {
    server = await startTestServer(database);
    stage = await prepareStage(server);
    const there = { ...stage, school: stage.school };
    for (const gender of ['male', 'female', 'female'])
      await server.person('admin').must('POST', 'schools-surveys/store', { ...surveyAnswers(there), gender });
    await server.services.idle();
  });
  afterAll(() => server?.stop());

  const mande = () => server.person('mande');
  it('x', async () => {
    const { data } = await mande().must('GET', 'definitions/report-choices/school-survey');
    console.log(JSON.stringify(data).slice(0, 3000));
    const rating = await mande().must('GET', 'definitions/report-choices/school-rating');
    console.log(JSON.stringify(rating.data.question_types), JSON.stringify(rating.data.problems).slice(0, 600));
    console.log(rating.data.sources.map((one: Json) => `${one.source} ${one.kind} ${one.options.length} ${one.label.en}`).join('\n'));
    const made = await mande().must('POST', DRAFTS, { content: report() });
    console.log(JSON.stringify(made));
    let t = performance.now();
    console.log(JSON.stringify(await mande().must('POST', `${DRAFTS}/${made.data.id}/check`, {})), performance.now() - t);
    const saved = await mande().must('PUT', `${DRAFTS}/${made.data.id}`, { version: 1, content: report({ title: { en: 'X', fa: '', ps: '' }, blocks: [{id: 'a', show: 'bars'}] }) });
    t = performance.now();
    console.log(JSON.stringify(await mande().must('POST', `${DRAFTS}/${made.data.id}/check`, {})), performance.now() - t);
    console.log(JSON.stringify(await mande().call('GET', `reports/${saved.data.preview}`)));
  }, 60000);
});

/** Reports are drafted, previewed and published while the server runs, checked as files are, and kept. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSources } from '../../src/core/contract/read.ts';
import type { Sources } from '../../src/core/definitions/load.ts';
import { openServices, shippedFiles } from '../../src/server/services.ts';
import { endsOf, expectRefusal, refusalOf } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, schoolAnswers, surveyAnswers } from './http-stage.ts';

const DRAFTS = 'definitions/report-drafts';
const PARTS = 'definitions/common';
const json = (text: string) => new Blob([text], { type: 'application/json' });
const text = (en: string) => ({ en, fa: `${en} به دری`, ps: `${en} په پښتو` });
const counted = (more: Json = {}) => ({ id: 'n', of: 'count', forms: ['school'], undated: true, ...more });

const report = (more: Json = {}): Json => ({
  report: 'my-report',
  programme: 'schools',
  kind: 'other',
  title: text('Schools'),
  path: '/reports/my-report',
  filters: ['provinces'],
  blocks: [
    { id: 'all', show: 'numbers', title: text('All'), measures: [counted()] },
    // No list and no report shows this answer, so its column has to be filled first.
    { id: 'shifts', show: 'bars', title: text('Shifts'), by: { field: 'school_shifts' }, measures: [counted()] },
  ],
  ...more,
});

describe.each(ANY_DATABASE)('making reports on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
    const stage = await prepareStage(server);
    const answers = { ...schoolAnswers(stage, 'Second school'), school_shifts: 3 };
    await server.person('admin').must('POST', 'schools/store', answers);
    await server.person('admin').must('POST', 'schools-surveys/store', surveyAnswers(stage));
    await server.services.idle();
  });
  afterAll(() => server?.stop());

  const mande = () => server.person('mande');
  const publish = (content: Json, body: Json = {}, who = 'mande') =>
    server.person(who).call('POST', `${PARTS}/reports.${content.report}`, { content, hash: null, ...body });
  const codes = ({ body }: { body: Json }) => body.issues?.map(({ code }: Json) => code);
  const startDraft = async (content: Json) => (await mande().must('POST', DRAFTS, { content })).data;
  /** Counts again until columns that are new are filled. */
  const numbers = async (who: string, name: string, query = '') => {
    for (;;) {
      const { data } = await server.person(who).must('GET', `reports/${name}/result${query}`);
      if (!data.blocks.some(({ pending }: Json) => pending)) return data;
    }
  };

  it('is for those who publish', async () => {
    const { id, preview } = await startDraft(report());
    for (const [method, path] of [
      ['GET', DRAFTS],
      ['POST', DRAFTS],
      ['GET', `${DRAFTS}/${id}`],
      ['PUT', `${DRAFTS}/${id}`],
      ['DELETE', `${DRAFTS}/${id}`],
      ['POST', `${DRAFTS}/${id}/check`],
      ['GET', 'definitions/report-choices/school'],
      ['GET', `reports/${preview}`],
      ['GET', `reports/${preview}/result`],
      ['POST', `${PARTS}/reports.my-report`],
    ] as const)
      expectRefusal(
        await server.person('manager.schools').call(method, path, method === 'GET' ? undefined : {}),
        'role_needed',
        undefined,
        path,
      );
    await mande().must('DELETE', `${DRAFTS}/${id}`, {});
    expectRefusal(await mande().call('GET', `reports/${preview}`), 'draft_not_found');
  });

  it('tells what can be counted of a form, in the words of its definition', async () => {
    const { data } = await mande().must('GET', 'definitions/report-choices/school-rating');
    const source = (name: string) => data.sources.find((one: Json) => one.source === name);
    expect(source('status').options.map(({ id }: Json) => id)).toContain('verified');
    expect(source('province').options.length).toBe(34);
    expect(source('water')).toMatchObject({ group: 'answer', kind: 'option', label: { en: 'Drinking water' } });
    expect(source('parent.type')).toMatchObject({ group: 'parent', kind: 'option' });
    expect(data.problems.map((one: Json) => one.source)).toEqual(expect.arrayContaining(['type_id', 'status']));
    expect(data.question_types[0]).toMatchObject({ type: 'rating' });
    expect(data).toMatchObject({ due: true, form: 'school-rating' });
    expectRefusal(await mande().call('GET', 'definitions/report-choices/nothing'), 'record_not_found');
  });

  it('keeps half-done drafts, says what is missing, and lets nobody overwrite another', async () => {
    const half = report({ title: { en: 'Half', fa: '', ps: '' }, blocks: [{ id: 'a', show: 'bars' }] });
    const draft = await startDraft(half);
    const { issues } = await mande().must('POST', `${DRAFTS}/${draft.id}/check`, {});
    expect(issues.map(({ pointer, code }: Json) => `${pointer} ${code}`)).toEqual(
      expect.arrayContaining(['/title/fa empty_text', '/title/ps empty_text', '/blocks/0/measures block_empty']),
    );
    expectRefusal(await mande().call('GET', `reports/${draft.preview}`), 'validation_failed');
    const save = (who: string, title: string) =>
      server.person(who).call('PUT', `${DRAFTS}/${draft.id}`, { version: 1, content: report({ title: text(title) }) });
    const both = await Promise.all([save('mande', 'A'), save('admin', 'B')]);
    expect(endsOf(both)).toEqual(['conflict', 'done']);
    const late = both.find(({ status }) => status === 417)?.body;
    expect(late).toMatchObject({ code: 'conflict', mine: { version: 1 }, theirs: { version: 2 } });
    expect(['A', 'B']).toContain(late?.theirs.data.title.en);
    const [mine, theirs] = late?.theirs.data.title.en === 'A' ? ['B', 'A'] : ['A', 'B'];
    expect(late?.differences).toMatchObject([
      { kind: 'report_worded', before: { text: mine }, after: { text: theirs } },
    ]);
    expect((await mande().must('GET', DRAFTS)).data.map(({ id }: Json) => id)).toEqual([draft.id]);
    expect((await mande().must('GET', 'definitions/drafts')).data).toEqual([]);
    expectRefusal(await mande().call('GET', `definitions/drafts/${draft.id}`), 'draft_not_found');
    // Whatever was sent, what is there is told.
    for (const content of [
      {},
      {
        title: 5,
        rule: null,
        blocks: [null, 5, { id: 'a', title: [], help: null, measures: [null, { id: 'n', title: 1 }] }],
      },
      { blocks: { id: 'a' }, filters: 'all', roles: 7 },
    ]) {
      const { status, body } = await mande().call('PUT', `${DRAFTS}/${draft.id}`, { version: 1, content });
      expectRefusal({ status, body }, 'conflict');
      expect(body.differences.length).toBeGreaterThan(0);
    }
    await mande().must('DELETE', `${DRAFTS}/${draft.id}`, {});
  });

  it('previews a draft over what its writer sees, with answers that no list has', { timeout: 60_000 }, async () => {
    const draft = await startDraft(report({ roles: ['program-manager'] }));
    const view = await mande().must('GET', `reports/${draft.preview}`);
    expect(view.data).toMatchObject({ title: { en: 'Schools' }, path: '/reports/my-report' });
    const { blocks } = await numbers('mande', draft.preview);
    expect(blocks[0].rows[0].cells).toEqual([2]);
    const three = blocks[1].rows.find(({ key }: Json) => key === '3');
    expect(three.cells).toEqual([1]);
    const behind = await mande().must('GET', `reports/${draft.preview}/behind?block=shifts&measure=n&row=3`);
    expect(behind.data.map(({ name }: Json) => name)).toEqual(['Second school']);
    expect((await mande().must('GET', 'reports')).data.map((one: Json) => one.report)).not.toContain('my-report');
    await mande().must('DELETE', `${DRAFTS}/${draft.id}`, {});
  });

  it('publishes, serves at once within scope, keeps who and why, withdraws and takes back', {
    timeout: 60_000,
  }, async () => {
    const draft = await startDraft(report());
    const first = await publish(report(), { note: 'First', draft: { id: draft.id, version: draft.version } });
    expect(first.body.data).toMatchObject({ part: 'reports.my-report', version: 1, origin: 'published' });
    expect((await mande().must('GET', DRAFTS)).data).toEqual([]);
    const own = async (who: string) =>
      (await server.person(who).must('GET', 'reports')).data.find((one: Json) => one.report === 'my-report');
    expect(await own('focal.bamyan')).toMatchObject({ path: '/reports/my-report', title: { en: 'Schools' } });
    expect((await numbers('focal.bamyan', 'my-report')).blocks[0].rows[0].cells).toEqual([2]);
    expect((await numbers('focal.kabul', 'my-report')).blocks[0].rows[0].cells).toEqual([0]);
    expectRefusal(await refusalOf(publish(report())), 'conflict', undefined, 'somebody has published since');

    const part = () => mande().must('GET', `${PARTS}/reports.my-report`);
    const changed = report({ title: text('Other'), blocks: [report().blocks[0]] });
    expect((await publish(changed, { hash: (await part()).data.hash, note: 'Shorter' })).status).toBe(200);
    const { versions, data } = await part();
    expect(versions.map(({ version, note, by }: Json) => [version, note, by.name])).toEqual([
      [2, 'Shorter', 'Test Evaluator'],
      [1, 'First', 'Test Evaluator'],
    ]);
    expect(versions[0].differences.map(({ kind }: Json) => kind)).toEqual(['report_worded', 'block_removed']);
    const gone = await publish({ ...changed, withdrawn: true }, { hash: data.hash, note: 'Not needed' });
    expect(gone.body.data.report.withdrawn).toBe(true);
    expect(await own('focal.bamyan')).toBe(undefined);
    expectRefusal(await mande().call('GET', 'reports/my-report/result'), 'route_not_found');
    await publish(versions[1].content, { hash: (await part()).data.hash, note: 'Back' });
    expect((await numbers('focal.bamyan', 'my-report')).blocks.length).toBe(2);
  });

  it('refuses what is hostile', { timeout: 120_000 }, async () => {
    const refused = async (content: Json) => {
      const answer = await publish(content);
      return [answer.status, codes(answer)?.[0] ?? answer.body.code];
    };
    const bad = (more: Json) => report({ report: 'bad', path: '/reports/bad', ...more });
    const block = (more: Json) => bad({ blocks: [{ id: 'a', show: 'bars', title: text('A'), ...more }] });
    const measures = (...all: Json[]) => block({ measures: all });
    expect((await refused(bad({ surprise: 1 })))[0]).toBe(422);
    expect((await refused(bad({ programme: '../../etc' })))[0]).toBe(422);
    expect(await refused(bad({ programme: 'nowhere' }))).toEqual([422, 'programme_unknown']);
    expect(await refused(bad({ programme: 'common' }))).toEqual([422, 'programme_unknown']);
    expect(await refused(bad({ path: '/schools' }))).toEqual([422, 'screen_taken']);
    expect(await refused(bad({ path: '/cbms-program-summary/' }))).toEqual([422, 'screen_taken']);
    expect(await refused(bad({ path: '/cbms-program-summary/show' }))).toEqual([422, 'screen_taken']);
    expect(await refused(bad({ roles: ['nobody'] }))).toEqual([422, 'role_unknown']);
    expect(await refused(measures(counted(), { id: 'a', plus: ['b', 'n'] }, { id: 'b', plus: ['a', 'n'] }))).toEqual([
      422,
      'measure_circle',
    ]);
    expect(await refused(measures(counted({ forms: ['__proto__'] })))).toEqual([422, 'form_unknown']);
    expect(await refused(measures(counted({ of: 'sum', field: 'constructor' })))).toEqual([422, 'field_unknown']);
    expect(await refused(measures(counted({ where: [{ field: 'parent.__proto__', op: 'eq', value: 'x' }] })))).toEqual([
      422,
      'field_unknown',
    ]);
    expectRefusal(await mande().call('POST', `${PARTS}/reports.__proto__`, { content: report() }), 'record_not_found');
    expect(
      (await mande().call('POST', `${PARTS}/reports.other`, { content: report(), hash: null })).body.issues[0].code,
    ).toBe('report_name');
    expectRefusal(await mande().call('GET', 'reports/draft.__proto__'), 'draft_not_found');
  });

  it('refuses keys of a prototype and says so, and stores nothing', async () => {
    const odd = report({ report: 'odd', path: '/reports/odd' });
    const send = (hostile: string) =>
      mande().call(
        'POST',
        `${PARTS}/reports.odd`,
        json(JSON.stringify({ content: odd, hash: null }).replace('"report":"odd"', `${hostile}, $&`)),
      );
    for (const name of ['__proto__', 'constructor', 'prototype']) {
      const refused = await send(`"${name}": {}`);
      expectRefusal(refused, 'validation_failed');
      expect(refused.body.issues.map(({ pointer }: Json) => pointer)).toEqual([`/${name}`]);
    }
    expectRefusal(await mande().call('GET', `${PARTS}/reports.odd`), 'record_not_found');
  });

  it('answers what is endless or no report with sentences, shortly', { timeout: 120_000 }, async () => {
    const bad = (blocks: unknown) => report({ report: 'bad', path: '/reports/bad', blocks });
    const written = JSON.stringify({ content: bad('DEEP'), hash: null });
    const deep = [`${'['.repeat(5000)}${']'.repeat(5000)}`, `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`];
    const many = (measure: Json) =>
      bad(Array.from({ length: 4000 }, (_one, at) => ({ ...report().blocks[0], id: `b${at}`, measures: [measure] })));
    const answers = [await publish(many(counted())), await publish(many({ id: 'n', of: 'nothing', surprise: 1 }))];
    expect(answers[1]?.body.more_errors).toBeGreaterThan(7000);
    for (const value of deep)
      for (const path of [DRAFTS, `${PARTS}/reports.bad`])
        answers.push(await mande().call('POST', path, json(written.replace('"DEEP"', value))));
    for (const { status, body } of answers) {
      expectRefusal({ status, body }, 'validation_failed');
      expect(body.message).toMatch(/^[A-Z].+\.$/);
      expect(body.issues.length).toBeGreaterThan(0);
      for (const { message } of body.issues) expect(message).toMatch(/^[A-Z].+\.$/);
      expect(JSON.stringify(body).length).toBeLessThan(100_000);
    }
    expect((await mande().must('GET', DRAFTS)).data).toEqual([]);
    expectRefusal(await mande().call('POST', DRAFTS, { content: [] }), 'bad_body');
    for (const content of [
      { blocks: 'x', title: 7, report: { a: 1 }, programme: [] },
      { blocks: [null, 1, { measures: [null, { forms: 3, where: 'x', rate: 1, plus: {} }], by: 7 }], roles: 1 },
      { report: 'x'.repeat(5000), path: '\u0000' },
      {},
    ]) {
      const weird = await startDraft(content);
      const { issues } = await mande().must('POST', `${DRAFTS}/${weird.id}/check`, {});
      expect(issues.map(({ message }: Json) => message)).not.toEqual([]);
      expect(JSON.stringify(issues)).not.toContain('undefined');
      expectRefusal(await mande().call('GET', `reports/${weird.preview}`), 'validation_failed');
      await mande().must('DELETE', `${DRAFTS}/${weird.id}`, {});
    }
  });

  it('goes on after a restart, and gives way to a file that changed', { timeout: 60_000 }, async () => {
    const shipped = 'schools-feedback';
    const { data, content } = await mande().must('GET', `${PARTS}/reports.${shipped}`);
    expect(data).toMatchObject({ origin: 'file', version: 0 });
    expect((await publish({ ...content, title: text('Changed') }, { hash: data.hash })).status).toBe(200);
    const sources = await loadSources(shippedFiles);
    await server.release();
    const titles = async (given: Sources) => {
      const services = await openServices({ settings: server.services.settings, sources: given });
      const found = services.registry.reports().map((one) => [one.report, one.title.en]);
      await services.close();
      return Object.fromEntries(found);
    };
    expect(await titles(sources)).toMatchObject({ [shipped]: 'Changed', 'my-report': 'Schools' });
    const newer = structuredClone(sources);
    const file = newer.reports?.find((one) => one.report === shipped);
    if (file) file.title = text('From the file');
    expect(await titles(newer)).toMatchObject({ [shipped]: 'From the file', 'my-report': 'Schools' });
  });
});

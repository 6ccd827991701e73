/** Creating and changing records over HTTP: body formats, idempotency, conflicts with both sides, transitions, undo. */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompiledForm } from '../../src/core/definitions/types.ts';
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, ratingAnswers, type Stage, schoolAnswers, surveyAnswers } from './http-stage.ts';

describe.each(DATABASES)('writes on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  beforeAll(async () => {
    server = await startTestServer(database);
    stage = await prepareStage(server);
  });
  afterAll(() => server?.stop());

  const send = async (username: string, method: string, path: string, init: RequestInit = {}) => {
    const response = await fetch(`${server.base}/api/${path}`, {
      method,
      ...init,
      headers: { authorization: `Bearer ${server.tokens[username]}`, ...(init.headers as Record<string, string>) },
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, body: (isJson ? JSON.parse(text) : text) as Json };
  };
  const encoded = (data: Json, prefix = ''): string[] =>
    Object.entries(data).flatMap(([key, value]) => {
      const name = prefix ? `${prefix}[${key}]` : key;
      return typeof value === 'object' && value !== null
        ? encoded(value, name)
        : [`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`];
    });
  const problem = {
    problem_type_id: '',
    problem_details: 'No water since the pump broke',
    date_identified: '2026-05-01',
  };
  const withProblem = async (day: string) => {
    const { problemTypes } = await server
      .person('focal.bamyan')
      .must('GET', `schools-rates/create?school_id=${stage.school}`);
    const type = problemTypes.find((one: Json) => one.id === 'water' || one.code === 'water') ?? problemTypes[0];
    return {
      ...ratingAnswers(stage, day),
      water: 'bad',
      problems: [{ ...problem, problem_type_id: type.id, identified_by_id: [stage.monitor] }],
    };
  };

  it('stores the same record from JSON, form-encoded and multipart bodies', async () => {
    const answers = await withProblem('2026-06-01');
    const type = { 'content-type': 'application/json' };
    const fromJson = await send('focal.bamyan', 'POST', 'schools-rates/store', {
      headers: type,
      body: JSON.stringify(answers),
    });
    expect(fromJson.status, JSON.stringify(fromJson.body)).toBe(200);
    const form = await send('focal.bamyan', 'POST', 'schools-rates/store', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: encoded(answers).join('&'),
    });
    expect(form.status, JSON.stringify(form.body)).toBe(200);
    const parts = new FormData();
    for (const pair of encoded(answers)) {
      const [name = '', value = ''] = pair.split('=').map(decodeURIComponent);
      parts.append(name, value);
    }
    const multipart = await send('focal.bamyan', 'POST', 'schools-rates/store', { body: parts });
    expect(multipart.status, JSON.stringify(multipart.body)).toBe(200);
    const plain = ({ monitoring }: Json) => ({
      ...monitoring.data,
      problems: monitoring.data.problems.map(({ id: _id, ...rest }: Json) => rest),
    });
    expect(plain(form.body)).toEqual(plain(fromJson.body));
    expect(plain(multipart.body)).toEqual(plain(fromJson.body));
    expect(new Set([fromJson.body.code, form.body.code, multipart.body.code]).size).toBe(3);
    expect(fromJson.body.code).toMatch(/^CBMS_MO_\d+$/);
  });

  it('takes the file inside a multipart body', async () => {
    const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#3377aa' } })
      .jpeg()
      .toBuffer();
    const parts = new FormData();
    for (const [name, value] of Object.entries(ratingAnswers(stage, '2026-06-02'))) parts.append(name, String(value));
    parts.append('scan', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'sheet.jpg');
    const { status, body } = await send('focal.bamyan', 'POST', 'schools-rates/store', { body: parts });
    expect(status, JSON.stringify(body)).toBe(200);
    const { data } = await server.person('coordinator.bamyan').must('GET', `schools-rates/${body.id}/attachments`);
    expect(data).toMatchObject([{ name: 'sheet.jpg', media_type: 'image/jpeg', field: 'scan' }]);
    expect((await send('coordinator.bamyan', 'GET', `files/${data[0].id}`)).status).toBe(200);
    expect((await send('focal.kabul', 'GET', `files/${data[0].id}`)).body.code, 'like its record').toBe(
      'record_not_found',
    );
  });

  it('takes the documented groups of ratings and the documented id of an update', async () => {
    const { ratingCategories } = await server
      .person('focal.bamyan')
      .must('GET', `schools-rates/create?school_id=${stage.school}`);
    expect(ratingCategories.flatMap((one: Json) => one.questions)).toHaveLength(16);
    expect(ratingCategories.flatMap((one: Json) => one.questions.map(({ rate }: Json) => rate))).toEqual(
      Array(16).fill(0),
    );
    const ratings = ratingCategories.map((category: Json) => ({
      ...category,
      questions: category.questions.map(({ id }: Json) => ({ id, rate: 'excellent' })),
    }));
    const base = {
      cbms_school_id: stage.school,
      monitoring_date: '2026-06-03',
      cbms_local_monitor_id: stage.monitor,
      ratings,
      isMobile: true,
      device_id: 'phone-7',
    };
    const focal = server.person('focal.bamyan');
    const made = await focal.call('POST', 'schools-rates/store', base);
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    expect(made.body.monitoring.security).toBe('excellent');
    const shown = await focal.must('GET', `schools-rates/${made.body.id}`);
    const changed = await focal.call('POST', 'schools-rates/store', {
      ...base,
      monitoring_id: made.body.id,
      version: made.body.version,
      monitoring_date: '2026-06-04',
    });
    expect(changed.body).toMatchObject({ id: made.body.id, version: made.body.version + 1 });
    expect(shown.ratingCategories[0].questions[0].rate).toBe('excellent');

    // "Not yet rated" (0) and "not asked" (NA) are stored and shown as no answer.
    const [, second] = ratings;
    second.questions[0].rate = 0;
    second.questions[1].rate = 'NA';
    const open = await focal.must('POST', 'schools-rates/store', { ...base, ratings, monitoring_date: '2026-06-05' });
    const record = await focal.must('GET', `schools-rates/${open.id}`);
    const rateOf = (id: string) =>
      record.ratingCategories.flatMap((one: Json) => one.questions).find((one: Json) => one.id === id).rate;
    expect(second.questions.map(({ id }: Json) => rateOf(id))).toEqual(['NA', 'NA']);
    for (const { id, rate } of [ratings[0], ...ratings.slice(2)].flatMap(({ questions }: Json) => questions))
      expect(rateOf(id), id).toBe(rate);
    for (const { id } of second.questions) {
      const field = server.services.registry.form('school-rating')?.fields;
      const name = [...(field?.values() ?? [])].find((node) => node.id === id)?.name ?? '';
      expect(record.monitoring.data, name).not.toHaveProperty(name);
    }
  });

  it('a quarterly rating is deleted under the path of the ratings as well, by those who may delete it', async () => {
    const coordinator = server.person('coordinator.bamyan');
    const admin = server.person('admin');
    const answers = { ...ratingAnswers(stage, '2026-06-06'), provincial_staff_ids: [stage.staff] };
    const { id } = await server.person('focal.bamyan').must('POST', 'schools-quarterly', answers);
    for (const path of ['schools-quarterly', 'schools-rates'])
      expectRefusal(
        await server.person('focal.kabul').call('DELETE', `${path}/${id}`),
        'record_not_found',
        undefined,
        path,
      );
    expectRefusal(
      await coordinator.call('GET', `schools-rates/${id}`),
      'record_not_found',
      undefined,
      'it is no monthly rating',
    );
    expect((await coordinator.call('GET', `schools-quarterly/${id}`)).status).toBe(200);
    const gone = await admin.call('DELETE', `schools-rates/${id}`);
    expect([gone.status, gone.body]).toEqual([200, expect.stringContaining('Deleted')]);
    expectRefusal(await coordinator.call('GET', `schools-quarterly/${id}`), 'record_not_found');
    expect((await admin.must('GET', 'schools-quarterly')).data.map((row: Json) => row.id)).not.toContain(id);
  });

  it('refuses answers with the field, the code and a sentence in the reader’s language', async () => {
    const headers = { 'content-type': 'application/json' };
    const bad = JSON.stringify({
      ...ratingAnswers(stage, 'yesterday'),
      water: 'splendid',
      nonsense: 1,
      students_present_male: 'many',
    });
    const { status, body } = await send('focal.bamyan', 'POST', 'schools-rates/store', {
      headers: { ...headers, 'accept-language': 'fa' },
      body: bad,
    });
    expectRefusal({ status, body }, 'validation_failed');
    expect(body).toMatchObject({ code: 'validation_failed' });
    for (const list of Object.values(body.errors) as Json[]) expect(list[0].message).toMatch(/[\u0600-\u06ff]/);
    expect(body.errorInfo).toHaveLength(3);
    const [[first]] = Object.values(body.errors) as [[Json]];
    expect(body.errorInfo[2], 'the third item is the words of the first error').toBe(first.message);
    expect(body.errors).toHaveProperty('/nonsense');
    const incomplete = await send('focal.bamyan', 'POST', 'schools-rates/store', {
      headers,
      body: JSON.stringify({ ...ratingAnswers(stage), water: 'bad' }),
    });
    expectRefusal(incomplete, 'problem_details', '/water');
    expect(JSON.stringify(incomplete.body.errors)).toContain('problem_details');
  });

  it('refuses more parameters than it reads instead of dropping them', async () => {
    const body = Array.from({ length: 6000 }, (_, index) => `a${index}=1`).join('&');
    const answer = await send('focal.bamyan', 'POST', 'schools-rates/store', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
    expect(answer).toMatchObject({ status: 422, body: { code: 'too_many' } });
  });

  it('makes a record once, however often it is sent', async () => {
    const focal = server.person('focal.bamyan');
    const client_id = randomUUID();
    const answers = { ...schoolAnswers(stage, 'Sent three times'), client_id };
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => focal.call('POST', 'schools/store', answers)));
    for (const answer of [one, two, three])
      expect(answer?.body, JSON.stringify(answer)).toMatchObject({ id: client_id, version: 1, code: one?.body.code });
    const { meta } = await focal.must(
      'GET',
      `schools?filters=${encodeURIComponent(JSON.stringify({ name: 'Sent three times' }))}`,
    );
    expect(meta.total).toBe(1);
    const other = await focal.call('POST', 'schools/store', { ...answers, name: 'Other content' });
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } });
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const change = {
      method: 'PUT',
      headers,
      body: JSON.stringify({ ...schoolAnswers(stage, 'Changed once'), version: 1 }),
    };
    const first = await send('focal.bamyan', 'PUT', `schools/${client_id}`, change);
    const again = await send('focal.bamyan', 'PUT', `schools/${client_id}`, change);
    expect([first.body.version, again.body.version]).toEqual([2, 2]);
  });

  it('gives both sides of a conflict', async () => {
    const focal = server.person('focal.bamyan');
    const { id } = await focal.must('POST', 'schools', schoolAnswers(stage, 'Twice changed'));
    await server
      .person('coordinator.bamyan')
      .must('PUT', `schools/${id}`, { ...schoolAnswers(stage, 'Their name'), version: 1 });
    const { status, body } = await focal.call('PUT', `schools/${id}`, {
      ...schoolAnswers(stage, 'My name'),
      version: 1,
    });
    expectRefusal({ status, body }, 'conflict');
    expect(body.message).toBe(
      'This record is already updated by someone else. Please reload the record and try again.',
    );
    expect(body.mine.data.name).toBe('My name');
    expect(body.theirs).toMatchObject({ version: 2, data: { name: 'Their name' }, by: { name: 'Test Coordinator B' } });
    expectRefusal(await server.person('admin').call('DELETE', `schools/${id}?version=1`), 'conflict');

    // Who says no version writes only over what they wrote themselves.
    const blind = await focal.call('PUT', `schools/${id}`, schoolAnswers(stage, 'Unseen'));
    expectRefusal(blind, 'conflict');
    expect(blind.body).toMatchObject({
      mine: { version: null, data: { name: 'Unseen' } },
      theirs: { version: 2, data: { name: 'Their name' } },
    });
    const own = server.person('coordinator.bamyan').must('PUT', `schools/${id}`, schoolAnswers(stage, 'Again theirs'));
    expect((await own).version).toBe(3);
  });

  it('accepts PUT, POST with _method and POST to the id alike', async () => {
    const focal = server.person('focal.bamyan');
    const { id } = await focal.must('POST', 'schools', schoolAnswers(stage, 'Name 1'));
    expect((await focal.must('PUT', `schools/${id}`, schoolAnswers(stage, 'Name 2'))).version).toBe(2);
    expect(
      (await focal.must('POST', `schools/${id}`, { ...schoolAnswers(stage, 'Name 3'), _method: 'PUT' })).version,
    ).toBe(3);
    expect((await focal.must('POST', `schools/${id}`, schoolAnswers(stage, 'Name 4'))).version).toBe(4);
    expect((await focal.must('POST', 'schools/store', { ...schoolAnswers(stage, 'Name 5'), id })).version).toBe(5);
    const history = await focal.must('GET', `schools/${id}/history`);
    expect(history.data.map((change: Json) => change.action)).toHaveLength(5);
    expect(history.data.at(-1).changes.some((change: Json) => change.field === 'name')).toBe(true);
  });

  it('saves a correction and sends it again as one write, or refuses both', async () => {
    const coordinator = server.person('coordinator.bamyan');
    const focal = server.person('focal.bamyan');
    const { id } = await focal.must('POST', 'schools-surveys/store', {
      ...surveyAnswers(stage),
      client_id: randomUUID(),
    });
    const correct = (age: number, transition: string, key: string, version = 2) =>
      focal.call(
        'PUT',
        `schools-surveys/${id}`,
        { ...surveyAnswers(stage), age, transition, version },
        { 'idempotency-key': key },
      );
    const read = async () => (await focal.must('GET', `schools-surveys/${id}`)).survey;
    const early = await correct(40, 'resubmit', 'early', 1);
    expect(early.body.code, 'nobody returned it').toBe('transition_not_possible');
    expect(await read()).toMatchObject({ version: 1, current_state: { id: 'submitted' } });
    const fields = [{ field: 'age', comment: '34?' }];
    await coordinator.must('POST', 'schools-surveys/change-record-status', { record_id: id, action: 'return', fields });
    expectRefusal(
      await refusalOf(correct(41, 'archive', 'other')),
      'role_needed',
      undefined,
      'not allowed, so nothing is saved',
    );
    const admin = server.person('admin');
    const other = await admin.call('PUT', `schools-surveys/${id}`, { ...surveyAnswers(stage), transition: 'archive' });
    expect(other.body.errors, 'no step that an edit takes').toHaveProperty('/transition');
    for (const transition of [7, true, {}, ['resubmit'], '  ']) {
      const odd = await focal.call('PUT', `schools-surveys/${id}`, { ...surveyAnswers(stage), age: 43, transition });
      expect([odd.status, odd.body.errors], 'a step that is no name').toEqual([
        422,
        expect.objectContaining({ '/transition': expect.anything() }),
      ]);
    }
    expect((await read()).version).toBe(2);
    const sent = await correct(42, 'resubmit', 'sent');
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    expect((await correct(42, 'resubmit', 'sent')).body.version, 'sent twice, done once').toBe(sent.body.version);
    expect(await read()).toMatchObject({ version: 3, data: { age: 42 }, current_state: { id: 'submitted' } });
    const history = (await focal.must('GET', `schools-surveys/${id}/history`)).data;
    expect(history.find((one: Json) => one.seq === 2).fields, 'pinned without a general comment').toEqual(fields);
    expect(history.find((one: Json) => one.seq === 3)).toMatchObject({ action: 'resubmit', to_state: 'submitted' });
  });

  it('takes steps flat and nested, with comments, one and many', async () => {
    const coordinator = server.person('coordinator.bamyan');
    const focal = server.person('focal.bamyan');
    const status = (person: typeof focal, body: Json) =>
      person.call('POST', 'schools-surveys/change-record-status', body);
    expectRefusal(
      await refusalOf(status(focal, { record_id: stage.survey, action: 'verify' })),
      'role_needed',
      undefined,
      'only who may',
    );
    expect((await status(coordinator, { record_id: stage.survey, action: 'return' })).body).toMatchObject({
      code: 'transition_comment_required',
    });
    expect((await status(coordinator, { record_id: stage.survey, action: 'fly' })).body.errors).toHaveProperty(
      '/action',
    );
    const returned = await status(coordinator, {
      comment: {
        record_id: stage.survey,
        action: 'return',
        comment: 'The age looks wrong',
        fields: [{ field: 'age', comment: '34?' }],
      },
    });
    expect(returned.body, JSON.stringify(returned.body)).toMatchObject({
      changes_record_status: true,
      record: { current_state: { id: 'returned', variant: 'orange' } },
    });
    const dashboard = await focal.must('GET', 'home');
    expect(dashboard.waiting.find((one: Json) => one.key === 'to_correct')).toMatchObject({
      total: 1,
      data: [{ id: stage.survey, form: 'school-survey' }],
    });
    const { version } = returned.body.record;
    await focal.must('PUT', `schools-surveys/${stage.survey}`, { ...surveyAnswers(stage), age: 43, version });
    const resent = await status(focal, { record_id: stage.survey, action: 'resubmit', comment: 'It was 43' });
    expect(resent.status, JSON.stringify(resent.body)).toBe(200);
    const many = await status(coordinator, { record_id: [stage.survey, randomUUID()], action: 'verify' });
    expect(many.body).toMatchObject({ changed: 1, refused: [{ code: 'record_not_found' }] });
    const all = await coordinator.call('POST', 'schools-rates/change-record-status/all', {
      action: 'verify',
      filters: '{"status":"submitted"}',
    });
    expect(all.status, JSON.stringify(all.body)).toBe(200);
    expect(all.body.changed).toBeGreaterThan(0);
    expect((await coordinator.must('GET', 'schools-rates?filters={"status":"submitted"}')).meta.total).toBe(0);
    expectRefusal(
      await coordinator.call('POST', 'schools-rates/change-record-status/all', {
        action: 'return',
        comment: 'x',
        filters: '{}',
      }),
      'validation_failed',
    );
  });

  it('asks our own client for the version that a change was made of, and nobody else', async () => {
    const made = await server.person('focal.bamyan').must('POST', 'schools-surveys/store', surveyAnswers(stage));
    const put = (answers: Json, headers: Record<string, string>, method = 'PUT', path = `schools-surveys/${made.id}`) =>
      send('focal.bamyan', method, path, {
        body: JSON.stringify(answers),
        headers: { 'content-type': 'application/json', ...headers },
      });
    const own = { 'x-amanat-client': 'app' };
    const blind = await put(surveyAnswers(stage), own);
    expect([blind.status, blind.body.code]).toEqual([428, 'version_required']);
    const { registry } = server.services;
    const action = registry.workflow(registry.form('school-survey') as CompiledForm).transitions[0]?.action;
    const step = await put({ record_id: made.id, action }, own, 'POST', 'schools-surveys/change-record-status');
    expect([step.status, step.body.code]).toEqual([428, 'version_required']);
    expect((await put({ ...surveyAnswers(stage), version: 1 }, own)).status).toBe(200);
    expect((await put(surveyAnswers(stage), {})).status).toBe(200);
  });

  it('remembers how wrong the clock of the device was, and repeats a write whatever it shows', async () => {
    const { id } = await server.person('focal.bamyan').must('POST', 'schools-surveys/store', surveyAnswers(stage));
    const put = (age: number, minutes: number, key: string) =>
      send('focal.bamyan', 'PUT', `schools-surveys/${id}`, {
        body: JSON.stringify({ ...surveyAnswers(stage), age }),
        headers: {
          'content-type': 'application/json',
          'idempotency-key': key,
          'x-device-time': new Date(Date.now() + minutes * 60_000).toISOString(),
        },
      });
    for (const minutes of [-120, 3, 90]) expect((await put(40, minutes, 'clock-1')).body.version).toBe(2);
    expect((await put(41, 3, 'clock-2')).body.version).toBe(3);
    expect((await put(42, 1e9, 'clock-3')).body.version).toBe(4);
    const { data } = await server.person('focal.bamyan').must('GET', `schools-surveys/${id}/history`);
    const offsets = Object.fromEntries(data.map(({ seq, clock_offset }: Json) => [seq, clock_offset]));
    expect(Math.abs(offsets[2] + 7200)).toBeLessThan(60);
    expect([offsets[1], offsets[3], offsets[4]]).toEqual([undefined, undefined, undefined]);
  });

  it('deletes softly, and administrators bring back', async () => {
    const admin = server.person('admin');
    const { id } = await admin.must('POST', 'schools', schoolAnswers(stage, 'Gone for a while'));
    const gone = await admin.call('DELETE', `schools/${id}`);
    expect(gone.body).toContain('Deleted');
    expectRefusal(await server.person('coordinator.bamyan').call('GET', `schools/${id}`), 'record_not_found');
    expectRefusal(await server.person('focal.bamyan').call('POST', `schools/${id}/restore`), 'record_not_found');
    const deleted = async (person: typeof admin) => person.call('GET', 'schools?deleted=1&sort=-code');
    expectRefusal(await refusalOf(deleted(server.person('focal.bamyan'))), 'forbidden');
    const found = (await deleted(admin)).body.data.find((row: Json) => row.id === id);
    expect(found).toMatchObject({ recordScope: { view: true, restore: true }, deleted_at: expect.any(String) });
    expect(found.recordScope.edit).toBeUndefined();
    expect((await admin.must('GET', 'schools?sort=-code')).data.map((row: Json) => row.id)).not.toContain(id);
    expect((await admin.must('POST', `schools/${id}/restore`)).id).toBe(id);
    expect((await deleted(admin)).body.data.map((row: Json) => row.id)).not.toContain(id);
    expect((await server.person('coordinator.bamyan').call('GET', `schools/${id}`)).status).toBe(200);
  });

  it('says whether a value is free, to those who may write', async () => {
    const focal = server.person('focal.bamyan');
    const { code, id } = await focal.must('POST', 'schools', schoolAnswers(stage, 'With a code'));
    const ask = (value: string, more = '') =>
      focal.must('GET', `schools/validation?fieldName=code&value=${encodeURIComponent(value)}${more}`);
    expect(await ask('no-such-code')).toEqual({ validate: true });
    expect(await ask(code)).toEqual({ validate: false });
    expect(await ask(code, `&id=${id}`)).toEqual({ validate: true });
    expectRefusal(
      await server.person('finance').call('GET', `schools/validation?fieldName=code&value=${code}`),
      'role_needed',
    );
    expectRefusal(await focal.call('GET', 'schools/validation?fieldName=nonsense&value=1'), 'bad_filter');
  });

  it('says whether a value is free only to who may write it, whatever record is named besides', async () => {
    const item = 'inventory-items/validation?fieldName=tag_number&value=TAG-1';
    for (const [path, username, status] of [
      [item, 'finance', 403],
      [`${item}&id=x`, 'finance', 404],
      [`${item}&id=${stage.school}`, 'volunteer.bamyan', 404],
      [`schools/validation?fieldName=code&value=x&id=${stage.school}`, 'finance', 403],
      [`schools/validation?fieldName=code&value=x&id=${stage.school}`, 'focal.kabul', 404],
      [`schools/validation?fieldName=code&value=x&id=${stage.school}`, 'admin', 200],
    ] as const)
      expect([path, username, (await server.person(username).call('GET', path)).status]).toEqual([
        path,
        username,
        status,
      ]);
  });

  it('asks about a second visit of a school on one day, links to the first and remembers that it was meant', async () => {
    const focal = server.person('focal.bamyan');
    const answers = { ...ratingAnswers(stage, '2026-08-09'), same: 'ask' };
    const { id, code } = await focal.must('POST', 'schools-rates/store', answers);
    const asked = await focal.call('POST', 'schools-rates/store', answers);
    expect([asked.status, asked.body]).toEqual([
      422,
      expect.objectContaining({
        code: 'record_same',
        duplicates: { records: [expect.objectContaining({ id, code })], hidden: false },
      }),
    ]);
    const { id: second } = await focal.must('POST', 'schools-rates/store', { ...answers, same: 'save' });
    const { data } = await focal.must('GET', `schools-rates/${second}/history`);
    expect(data[0].acknowledged).toEqual(['same']);
  });

  it('asks whether a new problem is one that is open at the school, and remembers that it is another one', async () => {
    const focal = server.person('focal.bamyan');
    const { id: school } = await focal.must('POST', 'schools/store', schoolAnswers(stage, 'مکتب دو مشکل'));
    const visit = async (day: string, id: string, more: Json = {}) => {
      const { problems, ...answers } = await withProblem(day);
      const rows = problems.map((row: Json) => ({ ...row, id, ...more }));
      return { ...answers, cbms_school_id: school, problems: rows };
    };
    const [known, added, third] = [1, 2, 3].map((n) => `0197a1b2-0000-7000-8000-00000000000${n}`) as [
      string,
      ...string[],
    ];
    const store = (body: Json) => focal.call('POST', 'schools-rates/store', body);
    const first = await visit('2026-06-01', known);
    expect((await store({ ...first, other_problems: [] })).status).toBe(200);
    const second = await visit('2026-06-02', added as string);
    const asked = await store({ ...second, other_problems: [] });
    const { problem_type_id } = second.problems[0];
    const open = { id: known, code: 'P-1', date_identified: first.problems[0].date_identified };
    expect([asked.status, asked.body.code, asked.body.same_problems]).toEqual([
      422,
      'problem_same',
      [{ id: added, problem_type_id, problems: [{ ...open, details: first.problems[0].problem_details }] }],
    ]);
    expect((await focal.must('GET', `schools/${school}/problems`)).data).toHaveLength(1);
    // The same problem goes on, and one that ended with this visit is not the new one.
    const carried = { ...first.problems[0], id: known };
    const same = await visit('2026-06-02', known);
    expect((await store({ ...same, other_problems: [] })).status).toBe(200);
    const solved = {
      ...carried,
      problem_status_id: 'solved',
      date_solved: '2026-06-03',
      solved_by_id: [stage.monitor],
    };
    const ended = { ...second, monitoring_date: '2026-06-03', problems: [solved, second.problems[0]] };
    const { id } = await focal.must('POST', 'schools-rates/store', { ...ended, other_problems: [] });
    // A stored visit is asked only about what is new in it.
    const { monitoring } = await focal.must('GET', `schools-rates/${id}`);
    const more = [...monitoring.data.problems, { ...second.problems[0], id: third }];
    const put = (others: string[]) =>
      focal.call('PUT', `schools-rates/${id}`, { ...monitoring.data, problems: more, other_problems: others });
    const again = (await put([])).body;
    expect([again.code, again.same_problems?.map((one: Json) => one.id)]).toEqual(['problem_same', [third]]);
    expect((await put([third as string])).status).toBe(200);
    const { data } = await focal.must('GET', `schools-rates/${id}/history`);
    expect(data.map(({ acknowledged }: Json) => acknowledged)).toEqual([['problem'], undefined]);
    // Callers that do not ask save as ever, and the history says that nobody was asked.
    const silent = await visit('2026-06-04', '0197a1b2-0000-7000-8000-000000000004');
    const unnamed = {
      ...silent,
      monitoring_date: '2026-06-05',
      problems: silent.problems.map(({ id: _id, ...row }: Json) => row),
    };
    for (const body of [silent, unnamed]) {
      const { id: unasked } = await focal.must('POST', 'schools-rates/store', body);
      const history = await focal.must('GET', `schools-rates/${unasked}/history`);
      expect(history.data[0].acknowledged).toEqual(['unasked']);
    }
    // Nothing is doubled by the first one of its type, and by what goes on.
    const other = await focal.must('POST', 'schools/store', schoolAnswers(stage, 'مکتب یک مشکل'));
    const rows = silent.problems.map((row: Json) => ({ ...row, id: '0197a1b2-0000-7000-8000-000000000005' }));
    const alone = { ...silent, cbms_school_id: other.id, problems: rows };
    const { id: lone } = await focal.must('POST', 'schools-rates/store', alone);
    expect((await focal.must('GET', `schools-rates/${lone}/history`)).data[0].acknowledged).toBeUndefined();
  });

  it('takes back what reading a visit with problems says, unchanged', async () => {
    const focal = server.person('focal.bamyan');
    const { id } = await focal.must('POST', 'schools-rates/store', await withProblem('2026-06-11'));
    const read = async () => (await focal.must('GET', `schools-rates/${id}`)).monitoring;
    const before = await read();
    expect(before.problems[0].code).toMatch(/^P-\d+$/);
    const answer = await focal.call('PUT', `schools-rates/${id}`, before);
    expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
    expect((await read()).data).toEqual(before.data);
  });

  it('tells the problems of a site to who sees the sheets they stand on', async () => {
    await server.person('focal.bamyan').must('POST', 'schools-rates/store', await withProblem('2026-07-01'));
    const told = async (username: string) =>
      (await server.person(username).must('GET', `schools/${stage.school}/problems`)).data as Json[];
    const all = await told('coordinator.bamyan');
    expect(all.length).toBeGreaterThan(0);
    expect((await server.person('finance').call('GET', 'schools-rates')).body.code).toBe('view_role_needed');
    expect(await told('finance')).toEqual([]);
    const create = (username: string) =>
      server.person(username).call('GET', `schools-rates/create?school_id=${stage.school}`);
    expect((await create('coordinator.bamyan')).body.onGoingProblems.length).toBeGreaterThan(0);
  });

  it('says one status and one code of a problem everywhere: what the newest visit chose', async () => {
    const focal = server.person('focal.bamyan');
    const { id: school } = await focal.must('POST', 'schools/store', schoolAnswers(stage, 'مکتب یک مشکل'));
    const text = async (path: string) => {
      const bytes = await fetch(`${server.base}/api/${path}`, {
        headers: { authorization: `Bearer ${server.tokens['manager.schools']}` },
      });
      return bytes.text();
    };
    const [first] = (await withProblem('2026-07-02')).problems;
    let id: string | undefined;
    const visit = async (day: string, more: object) => {
      const row = { ...first, ...more, ...(id && { id }) };
      const answers = { ...(await withProblem(day)), cbms_school_id: school, problems: [row] };
      return (await focal.must('POST', 'schools-rates/store', answers)).id as string;
    };
    /** What each place says: the visit, the log, the filter of the log, the files and the next visit. */
    const said = async (record: string, status: string) => {
      const { monitoring } = await focal.must('GET', `schools-rates/${record}`);
      const [row] = monitoring.problems;
      const [log] = (await focal.must('GET', `schools/${school}/problems`)).data;
      const filters = encodeURIComponent(JSON.stringify({ status, text: row.code }));
      const filtered = (await focal.must('GET', `schools/${school}/problems?filters=${filters}`)).data;
      const lines = (await text(`schools-rates/export?rows=problems&format=csv&labels=codes&ids=${record}`)).split(
        '\r\n',
      );
      const { onGoingProblems: next } = await focal.must('GET', `schools-rates/create?school_id=${school}`);
      id = row.id;
      return {
        visit: [row.code, row.problem_status_id],
        log: [log.code, log.problem_status_id, log.problem_status.id],
        filter: filtered.map((one: Json) => one.code),
        export: ['P-1', status].map((one) => lines.some((line) => line.includes(one))),
        next: next.map((one: Json) => [one.code, one.problem_status_id]),
      };
    };
    const all = (status: string, isOpen = true) => ({
      visit: ['P-1', status],
      log: ['P-1', status, status],
      filter: ['P-1'],
      export: [true, true],
      next: isOpen ? [['P-1', status]] : [],
    });
    const advocates = { advocated_by_id: [stage.staff] };
    const steps: [string, object, string, boolean][] = [
      ['2026-07-02', { problem_status_id: 'ongoing', ...advocates }, 'advocated', true],
      ['2026-07-03', { problem_status_id: 'ongoing' }, 'ongoing', true],
      ['2026-07-04', { problem_status_id: 'advocated' }, 'advocated', true],
      [
        '2026-07-05',
        { problem_status_id: 'solved', date_solved: '2026-07-05', resolution_steps: 'Dug' },
        'solved',
        false,
      ],
      ['2026-07-06', { problem_status_id: 'ongoing' }, 'ongoing', true],
      ['2026-07-07', { problem_status_id: 'dropped', ...advocates }, 'dropped', false],
    ];
    for (const [day, more, status, isOpen] of steps)
      expect([day, await said(await visit(day, more), status)]).toEqual([day, all(status, isOpen)]);
    // A visit of an earlier day that arrives late does not decide.
    await visit('2026-07-01', { problem_status_id: 'ongoing' });
    expect((await focal.must('GET', `schools/${school}/problems`)).data[0].problem_status_id).toBe('dropped');
    const none = await focal.must('GET', `schools/${school}/problems?filters=${encodeURIComponent('{"text":"P-2"}')}`);
    expect(none.data).toEqual([]);
  });

  it('keeps people of another province out: invisible, not forbidden', async () => {
    const kabul = server.person('focal.kabul');
    for (const path of [
      `schools/${stage.school}`,
      `schools/${stage.school}/history`,
      `schools/${stage.school}/overview`,
      `schools/${stage.school}/rates`,
      `schools/${stage.school}/problems`,
      `schools-rates/create?school_id=${stage.school}`,
    ]) {
      expect([path, (await kabul.call('GET', path)).body.code]).toEqual([path, 'record_not_found']);
    }
    expectRefusal(
      await kabul.call('POST', 'schools-rates/store', ratingAnswers(stage)),
      'record_missing',
      '/cbms_school_id',
    );
    expect((await kabul.must('GET', 'schools')).meta.total).toBe(0);
    expectRefusal(await kabul.call('POST', 'schools', schoolAnswers(stage, 'In the wrong place')), 'other_province');
  });
});

/** Transitions for all records of a filter, in batches that continue where the last one ended. Exports of any length. */
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { prepareStage, ratingAnswers, type Stage, surveyAnswers } from './http-stage.ts';

describe.each(ANY_DATABASE)('many at once on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  beforeAll(async () => {
    server = await startTestServer(database);
    stage = await prepareStage(server);
    for (let day = 1; day <= 6; day++)
      await server.person('focal.bamyan').must('POST', 'schools-rates/store', ratingAnswers(stage, `2026-06-0${day}`));
  });
  afterAll(() => server?.stop());

  const HALF = ['classrooms', 'laboratory', 'lesson_plans', 'materials'];
  const problemsOf = async (...types: string[]) => {
    const { problemTypes } = await server
      .person('focal.bamyan')
      .must('GET', `schools-rates/create?school_id=${stage.school}`);
    return types.map((name) => ({
      problem_type_id: problemTypes.find((one: { code: string }) => one.code === name).id,
      problem_details: 'Seen at the gate',
      date_identified: '2026-03-01',
      identified_by_id: [stage.monitor],
    }));
  };
  const coordinator = () => server.person('coordinator.bamyan');
  const all = (more: object) =>
    coordinator().must('POST', 'schools-rates/change-record-status/all', { action: 'verify', ...more });

  it('are changed in batches; what was refused is named with its reason', async () => {
    const first = await all({ limit: 3 });
    expect(first).toMatchObject({ looked: 3, changed: 3, refused: [] });
    expect(typeof first.next_cursor).toBe('string');
    const second = await all({ limit: 3, after: first.next_cursor });
    expect(second).toMatchObject({ looked: 3, changed: 3 });
    const last = await all({ limit: 3, after: second.next_cursor });
    expect(last).toMatchObject({ looked: 1, changed: 1, next_cursor: null });
    const { activity } = await coordinator().must('GET', 'home');
    expect(activity[0]).toMatchObject({ action: 'verify', form: 'school-rating', count: 7 });
    expect(activity.filter((one: { action: string }) => one.action === 'verify')).toHaveLength(1);

    const again = await all({});
    expect(again).toMatchObject({ looked: 7, changed: 0, next_cursor: null });
    expect(again.refused).toHaveLength(7);
    for (const one of again.refused) {
      expect(one.code).toBe('transition_not_possible');
      expect(one.message).toMatch(/\w/);
      expect(one.record_code).toMatch(/\d/);
      expect(one.name).toMatch(/\S/);
    }
  });

  it('are a thousand at most, with 5,000 letters at most, and all of a list only by a step that is for many', async () => {
    const path = 'schools-rates/change-record-status';
    const step = { action: 'verify', record_id: Array.from({ length: 1001 }, () => stage.rating) };
    expectRefusal(await coordinator().call('POST', path, step), 'too_many', '/record_id');
    const long = { action: 'verify', record_id: [stage.rating], comment: 'x'.repeat(5001) };
    expectRefusal(await coordinator().call('POST', path, long), 'max_length', '/comment');
    const back = { action: 'return', comment: 'Look again' };
    expectRefusal(await coordinator().call('POST', `${path}/all`, back), 'choice', '/action');
  });

  it('name the step that takes them back, which stops at what changed since', async () => {
    const manager = server.person('manager.schools');
    const focal = server.person('focal.bamyan');
    const ids: string[] = [];
    for (const day of ['2026-05-01', '2026-05-02'])
      ids.push((await focal.must('POST', 'schools-rates/store', ratingAnswers(stage, day))).id);
    const path = 'schools-rates/change-record-status';
    const byCoordinator = (action: string, comment?: string) =>
      coordinator().must('POST', path, { record_id: [ids[1]], action, comment });
    expect((await byCoordinator('verify')).done).toMatchObject([{ id: ids[1], back: 'reopen' }]);
    expect((await byCoordinator('return', 'Look')).done, 'nobody verifies what is returned').toMatchObject([
      { id: ids[1], back: null },
    ]);
    await byCoordinator('resubmit');
    expect((await byCoordinator('return', 'Look')).done).toMatchObject([{ id: ids[1], back: 'resubmit' }]);
    await byCoordinator('resubmit');
    const { done } = await manager.must('POST', path, { record_id: ids, action: 'verify' });
    expect(done).toMatchObject(ids.map((id) => ({ id, back: 'reopen' })));
    await coordinator().must('POST', path, { record_id: ids[1], action: 'return', comment: 'Look again' });
    const versions = Object.fromEntries(done.map(({ id, version }: { id: string; version: number }) => [id, version]));
    const back = { record_id: ids, action: 'reopen', comment: 'Undone', versions };
    const undone = await manager.must('POST', path, back);
    expect(undone).toMatchObject({ changed: 1, refused: [{ id: ids[1], code: 'conflict' }] });
    for (const wrong of ['x', 1, [1], { [ids[0] as string]: 'new' }])
      expect((await manager.call('POST', path, { ...back, versions: wrong })).status, String(wrong)).toBeGreaterThan(
        399,
      );
    for (const id of ids) await server.person('admin').must('DELETE', `schools-rates/${id}`);
  });

  it('are returned for one reason that each keeps, and deleted and restored, each by its own rights', async () => {
    const focal = server.person('focal.bamyan');
    const ids: string[] = [];
    for (const day of ['2026-02-01', '2026-02-02', '2026-02-03'])
      ids.push((await focal.must('POST', 'schools-rates/store', ratingAnswers(stage, day))).id);
    const [first, second, third] = ids as [string, string, string];
    const many = (person: typeof focal, action: string, more: object = {}, record_id = ids) =>
      person.call('POST', 'schools-rates/change-record-status', { record_id, action, ...more });
    expect((await many(coordinator(), 'return')).body.refused, 'without a reason').toHaveLength(3);
    const comment = 'The signed page is missing';
    await many(coordinator(), 'return', { comment }, [first]);
    const { body: returned } = await many(coordinator(), 'return', { comment });
    expect(returned).toMatchObject({ changed: 2, refused: [{ id: first, code: 'transition_not_possible' }] });
    for (const id of ids) {
      const { data } = await coordinator().must('GET', `schools-rates/${id}/history`);
      expect(data.filter((one: { comment: string }) => one.comment === comment)).toMatchObject([{ action: 'return' }]);
    }

    // Volunteers delete what they made, and from another province nobody learns what there is.
    for (const [user, code] of [
      ['volunteer.bamyan', 'not_yours'],
      ['coordinator.kabul', 'record_not_found'],
    ] as const) {
      const { body } = await many(server.person(user), 'delete');
      expect(body, user).toMatchObject({ changed: 0, refused: ids.map((id) => ({ id, code })) });
    }
    const admin = server.person('admin');
    const { body: deleted } = await many(admin, 'delete', { versions: { [third]: 1 } }, [...ids, first]);
    expect(deleted).toMatchObject({ changed: 2, refused: [{ id: third, code: 'conflict' }] });
    expect(deleted.done).toMatchObject([first, second].map((id) => ({ id, back: 'restore' })));
    expect((await admin.call('GET', `schools-rates?filters=[]&text=`)).status).toBe(200);
    expectRefusal(await focal.call('GET', `schools-rates/${first}`), 'record_not_found');
    expect((await many(focal, 'restore', {}, [first])).body, 'who may not restore').toMatchObject({ changed: 0 });
    expect((await many(admin, 'restore')).body).toMatchObject({ changed: 2, refused: [{ id: third }] });
    expect((await focal.call('GET', `schools-rates/${first}`)).status).toBe(200);
    for (const action of ['delete', 'restore'])
      expectRefusal(
        await admin.call('POST', 'schools-rates/change-record-status', { record_id: first, action }),
        'validation_failed',
      );
    expectRefusal(
      await admin.call('POST', 'schools-rates/change-record-status/all', { action: 'delete' }),
      'validation_failed',
      undefined,
      'never everything that a filter finds',
    );
    expectRefusal(
      await coordinator().call('POST', 'schools-rates/change-record-status/all', { action: 'return' }),
      'validation_failed',
    );
    const { data: forms } = await coordinator().must('GET', 'definitions');
    const { may } = forms.find(({ form }: { form: string }) => form === 'school-rating');
    expect(may).toMatchObject({ bulk: ['verify'], marked: expect.arrayContaining(['verify', 'return']) });
    await many(admin, 'delete');
  });

  it('are left to somebody else where the person made or last changed them', async () => {
    const manager = server.person('manager.schools');
    const focal = server.person('focal.bamyan');
    const step = (person: typeof focal, record_id: string | string[], action: string, comment?: string) =>
      person.call('POST', 'schools-rates/change-record-status', { record_id, action, ...(comment && { comment }) });
    const waiting = async (person: typeof focal) => {
      const { waiting } = await person.must('GET', 'home');
      const [, toVerify] = waiting as { forms: { form: string; total: number }[] }[];
      return toVerify?.forms.find(({ form }) => form === 'school-rating')?.total ?? 0;
    };
    const before = [await waiting(coordinator()), await waiting(manager)];
    const { id: own } = await coordinator().must('POST', 'schools-rates/store', ratingAnswers(stage, '2026-05-11'));
    const { id: edited } = await focal.must('POST', 'schools-rates/store', ratingAnswers(stage, '2026-05-12'));
    await coordinator().must('PUT', `schools-rates/${edited}`, { ...ratingAnswers(stage, '2026-05-13'), version: 1 });
    expect((await step(coordinator(), own, 'verify')).body).toMatchObject({ code: 'four_eyes' });
    const many = (await step(coordinator(), [own, edited], 'verify')).body;
    expect(many).toMatchObject({ changed: 0, refused: [{ code: 'four_eyes' }, { code: 'four_eyes' }] });
    expect([await waiting(coordinator()), (await waiting(manager)) - (before[1] ?? 0)]).toEqual([before[0], 2]);
    // Whoever hands it in again answers for it, with or without a change of answers.
    await step(manager, edited, 'return', 'Look again');
    await step(manager, edited, 'resubmit');
    expectRefusal(await refusalOf(step(manager, edited, 'verify')), 'four_eyes', undefined, 'handed in last by her');
    const { why_not } = await manager.must('GET', `schools-rates/${edited}`);
    expect(why_not.verify, 'the screen says the same').toMatchObject({ code: 'four_eyes' });
    expect((await step(coordinator(), edited, 'verify')).status).toBe(200);
    for (const id of [own, edited]) await server.person('admin').must('DELETE', `schools-rates/${id}`);
  });

  it('are compared by a reviewer with the last visit of the same school', async () => {
    const focal = server.person('focal.bamyan');
    const made: string[] = [];
    for (const [day, security] of [
      ['2026-04-01', 'fair'],
      ['2026-04-02', 'good'],
      ['2026-04-03', 'good'],
    ] as const)
      made.push((await focal.must('POST', 'schools-rates/store', { ...ratingAnswers(stage, day), security })).id);
    const [first, second, third] = made;
    expect(await coordinator().must('GET', `schools-rates/${first}/review`)).toMatchObject({
      previous: null,
      changed: [],
    });
    const compared = await coordinator().must('GET', `schools-rates/${second}/review`);
    expect(compared).toMatchObject({
      previous: { id: first, at: '2026-04-01' },
      changed: ['security'],
      before: { security: 'fair' },
    });
    expect((await coordinator().must('GET', `schools-rates/${third}/review`)).changed).toEqual([]);
    // A survey asks another person each time.
    for (const filling_date of ['2026-04-01', '2026-04-02']) {
      const { id } = await focal.must('POST', 'schools-surveys/store', { ...surveyAnswers(stage), filling_date });
      const review = await coordinator().must('GET', `schools-surveys/${id}/review`);
      expect(review).toMatchObject({ previous: null, changed: [], before: {} });
    }
    const stranger = await server.person('coordinator.kabul').call('GET', `schools-rates/${second}/review`);
    expectRefusal(stranger, 'record_not_found', undefined, 'another province');
    for (const id of made) await server.person('admin').must('DELETE', `schools-rates/${id}`);
  });

  /** What is told before all of these are verified together. `found`: what the rules find in some of them. */
  async function seenTogether(ids: string[], found: Record<string, string[]>) {
    const path = 'schools-rates/change-record-status';
    const look = { action: 'verify', look: true };
    const filters = [{ field: 'id', op: 'in', value: ids }];
    const clear = ids.filter((id) => !Object.hasOwn(found, id));
    for (const seen of [
      await coordinator().must('POST', path, { ...look, record_id: ids }),
      await coordinator().must('POST', `${path}/all`, { ...look, filters }),
    ]) {
      expect(seen).toMatchObject({ changed: 0, refused: [], clear });
      const codes = seen.flagged.map((one: { id: string; codes: string[] }) => [one.id, one.codes]);
      expect(Object.fromEntries(codes)).toEqual(found);
      for (const { name, record_code } of seen.flagged) expect(`${name} ${record_code}`).toMatch(/\S \S*\d/);
    }
    const own = await server.person('focal.bamyan').must('POST', path, { ...look, record_id: ids });
    expect(own, 'who may not verify').toMatchObject({ flagged: [], clear: [] });
    expect(own.refused.map(({ code }: { code: string }) => code)).toEqual(ids.map(() => 'role_needed'));
    const stranger = await server.person('coordinator.kabul').must('POST', path, { ...look, record_id: ids });
    expect(stranger, 'another province').toMatchObject({ flagged: [], clear: [] });
    expect(stranger.refused.map(({ code }: { code: string }) => code)).toEqual(ids.map(() => 'record_not_found'));
    expectRefusal(await coordinator().call('POST', path, { ...look, record_id: ids[0] }), 'type', '/record_id');
    expectRefusal(await coordinator().call('POST', path, { ...look, look: 'yes', record_id: ids }), 'bad_body');
    for (const id of ids)
      expect((await coordinator().must('GET', `schools-rates/${id}`)).currentState.id).toBe('submitted');
  }

  it('are flagged for a reviewer by the rules of the definitions, within what the reviewer sees', async () => {
    const focal = server.person('focal.bamyan');
    const store = async (day: string, more: object = {}, without: string[] = []) => {
      const answers = Object.entries({ ...ratingAnswers(stage, day), ...more });
      const sent = Object.fromEntries(answers.filter(([name]) => !without.includes(name)));
      return (await focal.must('POST', 'schools-rates/store', sent)).id as string;
    };
    const flags = async (id: string, by = coordinator()) =>
      (await by.must('GET', `schools-rates/${id}/review`)).flags as Record<string, unknown>[];
    const plain = await store('2026-03-01', {
      security: 'bad',
      cleanliness: 'bad',
      problems: await problemsOf('security', 'cleanliness'),
    });
    expect(await flags(plain)).toEqual([]);

    const first = await store('2026-03-10', { security: 'fair' });
    const second = await store('2026-03-10', { security: 'fair' });
    expect(await flags(second)).toEqual([
      {
        code: 'same',
        fields: ['cbms_school_id', 'monitoring_date'],
        values: {},
        duplicates: { records: [expect.objectContaining({ id: first })], hidden: false },
      },
      { code: 'unchanged', fields: ['security'], values: { total: 16 } },
    ]);
    const ahead = new Date(Date.now() + 3 * 3_600_000).toISOString();
    const strange = await store('2026-03-20', { captured_at: ahead, latitude: 34.5, longitude: 69.1 }, [
      'water',
      'toilets',
      ...HALF,
    ]);
    const found = await flags(strange);
    expect(found.map(({ code }) => code)).toEqual(['clock', 'outside', 'blank']);
    expect(found).toMatchObject([
      { fields: ['monitoring_date'], values: {} },
      { fields: ['position'], values: { kilometres: expect.any(Number), district: stage.district, from: 'point' } },
      { fields: expect.arrayContaining(['water']), values: { open: 6, total: 16 } },
    ]);

    await seenTogether([plain, first, second, strange], {
      [first]: ['same', 'unchanged'],
      [second]: ['same', 'unchanged'],
      [strange]: ['clock', 'outside', 'blank'],
    });

    // How long filling in took is told to who may verify, and only if it was too short.
    const filled = (seconds: unknown, started_at: unknown = '2026-03-25T08:00:00+04:30') =>
      store('2026-03-25', { security: seconds === 40 ? 'good' : 'fair', filling: { started_at, seconds } });
    const fast = await filled(40);
    const short = { code: 'short', fields: [], values: { minutes: 0, least: 3 } };
    expect(await flags(fast)).toEqual([short]);
    expect(await flags(fast, focal), 'whoever made it').toEqual([]);
    expect(JSON.stringify(await focal.must('GET', `schools-rates/${fast}`))).not.toContain('started_at');
    await server.person('admin').must('DELETE', `schools-rates/${fast}`);
    for (const [seconds, at] of [[180], [-1], ['40'], [1e300], [40.5, 'x'], [10, {}], [null]]) {
      const id = await filled(seconds, at);
      expect(
        (await flags(id)).map(({ code }) => code),
        `${seconds} ${at}`,
      ).toEqual([]);
      await server.person('admin').must('DELETE', `schools-rates/${id}`);
    }

    // With an imported border the position is measured from it.
    const { pcode } = server.services.registry.place(stage.district) as { pcode: string };
    const ring = [
      [69, 34.4],
      [69.2, 34.4],
      [69.2, 34.6],
      [69, 34.6],
      [69, 34.4],
    ];
    const content = {
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', properties: { ADM2_PCODE: pcode }, geometry: { type: 'Polygon', coordinates: [ring] } },
      ],
    };
    const file = new FormData();
    file.append('file', new Blob([JSON.stringify(content)]), 'areas.geojson');
    await server.person('admin').must('POST', 'admin/places/borders', file);
    expect(
      (await flags(strange)).map(({ code }) => code),
      'inside the border',
    ).toEqual(['clock', 'blank']);
    const outside = await store('2026-03-21', { latitude: 34.5, longitude: 69.3, security: 'fair' });
    expect((await flags(outside))[0]).toMatchObject({ code: 'outside', values: { kilometres: 9, from: 'border' } });
    await server.person('admin').must('DELETE', 'admin/places/borders/district');
    for (const id of [plain, first, second, strange, outside])
      await server.person('admin').must('DELETE', `schools-rates/${id}`);
  });

  it('does not name what the person may not see', async () => {
    const answer = await server
      .person('coordinator.kabul')
      .must('POST', 'schools-rates/change-record-status', { action: 'verify', record_id: [stage.rating] });
    expect(answer.changed).toBe(0);
    expect(answer.refused).toEqual([{ id: stage.rating, code: 'record_not_found', message: expect.any(String) }]);
  });

  it('the workbook is a whole archive whose rows are those of the list', async () => {
    const response = await fetch(`${server.base}/api/schools-rates/export?format=xlsx&localSuffix=fa`, {
      headers: { authorization: `Bearer ${server.tokens['coordinator.bamyan']}` },
    });
    expect(response.status).toBe(200);
    const parts = unzip(Buffer.from(await response.arrayBuffer()));
    const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
    expect([...parts.keys()]).toEqual(expect.arrayContaining(['[Content_Types].xml', 'xl/workbook.xml']));
    expect(sheet).toContain('rightToLeft="1"');
    expect(sheet.match(/<row /g)).toHaveLength(8);
    expect(sheet).toContain('مکتب نمونهٔ بامیان');
    expect(sheet).toMatch(/<\/sheetData><autoFilter [^>]*\/><\/worksheet>$/);
  });

  it('a filter nobody can answer is an answer, not a torn file', async () => {
    const filters = encodeURIComponent(JSON.stringify([{ field: 'no_such', op: 'eq', value: 1 }]));
    const answer = await coordinator().call('GET', `schools-rates/export?filters=${filters}`);
    expectRefusal(answer, 'bad_filter');
    expect(answer.body.code).toBe('bad_filter');
  });
});

/** Returns the parts of an archive by its directory, and checks the size of each. */
function unzip(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const parts = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let n = bytes.readUInt16LE(end + 10); n > 0; n--) {
    const [packed, plain, nameLength, offset] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt32LE(at + 24),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt32LE(at + 42),
    ];
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const start = offset + 30 + bytes.readUInt16LE(offset + 26);
    const content = inflateRawSync(bytes.subarray(start, start + packed));
    expect(content.length).toBe(plain);
    parts.set(name, content.toString('utf8'));
    at += 46 + nameLength;
  }
  return parts;
}

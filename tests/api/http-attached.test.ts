/** The documented short calls for files of a record, and the extra calls that a definition names. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, type Stage } from './http-stage.ts';

const TEXT = 'name,village\nSample,Example\n';

describe.each(ANY_DATABASE)('files by record on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  let event: Json;
  beforeAll(async () => {
    server = await startTestServer(database);
    stage = await prepareStage(server);
    event = await server.person('admin').must('POST', 'cbm-events/store', {
      title: 'Sample meeting',
      department: '3',
      type: 'community-meeting',
      event_date: '2026-05-04',
      province_id: stage.province,
    });
  });
  afterAll(() => server?.stop());

  const list = new Blob([TEXT], { type: 'text/csv' });
  const send = async (path: string, part: string, more: Record<string, string> = {}, file = list) => {
    const parts = new FormData();
    for (const [name, value] of Object.entries(more)) parts.append(name, value);
    parts.append(part, file, file === list ? 'list.csv' : 'photograph.png');
    const headers = { authorization: `Bearer ${server.tokens.admin}` };
    const response = await fetch(`${server.base}/api/${path}`, { method: 'POST', headers, body: parts });
    return { status: response.status, body: (await response.json()) as Json };
  };
  const read = (path: string, username = 'admin') =>
    fetch(`${server.base}/api/${path}`, { headers: { authorization: `Bearer ${server.tokens[username]}` } });

  it('takes a file for a field of a record and gives it back', async () => {
    expectRefusal(
      await refusalOf(read(`cbm-events/download/${event.id}/participants_list`)),
      'record_not_found',
      undefined,
      'none yet',
    );
    const sent = await send(`cbm-events/upload/${event.id}`, 'participants_list');
    expect(sent).toMatchObject({ status: 200, body: { id: event.id, version: 2 } });
    for (const path of [`download/${event.id}/participants_list`, `download/${event.id}`]) {
      const answer = await read(`cbm-events/${path}`);
      expect([answer.status, await answer.text()], path).toEqual([200, TEXT]);
      expect(answer.headers.get('content-disposition')).toContain('list.csv');
    }
    const other = await send(`cbm-events/upload/${event.id}`, 'file', { type: 'scan' });
    expect(other).toMatchObject({ status: 200, body: { version: 3 } });
    const picture = await sharp({ create: { width: 12, height: 8, channels: 3, background: '#3377aa' } })
      .png()
      .toBuffer();
    const photograph = new Blob([new Uint8Array(picture)], { type: 'image/png' });
    const third = await send(`cbm-events/upload/${event.id}`, 'photo_url', {}, photograph);
    expect(third).toMatchObject({ status: 200, body: { version: 4 } });
    const { event: after } = await server.person('admin').must('GET', `cbm-events/${event.id}`);
    expect([after.data.scan.length, after.data.participants_list.length, after.data.photo_url.length]).toEqual([
      1, 1, 1,
    ]);
    for (const [field, type] of [
      ['scan', 'text/csv'],
      ['photo_url', 'image/'],
    ] as const) {
      const answer = await read(`cbm-events/download/${event.id}/${field}`);
      expect([answer.status, answer.headers.get('content-type')], field).toEqual([200, expect.stringContaining(type)]);
    }
  });

  it('a file in a row is named after the words of its row and the record, in the reader’s language', async () => {
    const admin = server.person('admin');
    const parts = new FormData();
    parts.append('file', new Blob([TEXT], { type: 'text/csv' }), 'scan 17.csv');
    const { id: file } = await admin.must('POST', 'files', parts);
    const report = { title: 'Water in Bamyan', authors: 'Demo author' };
    const languages = [{ language: 'dari', attachment: [file] }];
    const { id, data } = await admin.must('POST', 'research-report/store', { ...report, languages });
    expect(data.title).toBe('Water in Bamyan');
    for (const [language, name] of [
      ['en', 'Dari Water in Bamyan.csv'],
      ['fa', 'دری Water in Bamyan.csv'],
    ] as const) {
      const headers = { authorization: `Bearer ${server.tokens.admin}`, 'accept-language': language };
      const answer = await fetch(`${server.base}/api/research-report/download/${id}`, { headers });
      expect([answer.status, await answer.text()]).toEqual([200, TEXT]);
      expect(answer.headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent(name)}`);
    }
  });

  it('a correction that does not name a file question keeps its files; null, an empty list or text removes them', async () => {
    const admin = server.person('admin');
    const answers = { title: 'Kept', department: '3', type: 'community-meeting', event_date: '2026-05-06' };
    const body = { ...answers, province_id: stage.province };
    const { id } = await admin.must('POST', 'cbm-events/store', body);
    await send(`cbm-events/upload/${id}`, 'participants_list');
    await send(`cbm-events/upload/${id}`, 'scan');
    const held = async () => {
      const { data } = (await admin.must('GET', `cbm-events/${id}`)).event;
      return { list: data.participants_list?.length ?? 0, scan: data.scan?.length ?? 0, title: data.title };
    };
    await admin.must('PUT', `cbm-events/${id}`, { ...body, title: 'Kept twice' });
    expect(await held()).toEqual({ list: 1, scan: 1, title: 'Kept twice' });
    // Without a chosen file, a browser sends a part with an empty file name.
    const lines = Object.entries({ ...body, id }).map(
      ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const unchosen = `--b\r\ncontent-disposition: form-data; name="scan"; filename=""\r\ncontent-type: application/octet-stream\r\n\r\n\r\n`;
    const answer = await fetch(`${server.base}/api/cbm-events/store`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.tokens.admin}`, 'content-type': 'multipart/form-data; boundary=b' },
      body: `${lines.join('')}${unchosen}--b--\r\n`,
    });
    expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
    expect(await held()).toEqual({ list: 1, scan: 1, title: 'Kept' });
    await admin.must('PUT', `cbm-events/${id}`, { ...body, scan: null });
    expect(await held()).toEqual({ list: 1, scan: 0, title: 'Kept' });
    await send(`cbm-events/upload/${id}`, 'scan');
    await admin.must('PUT', `cbm-events/${id}`, { ...body, scan: [], participants_list: '' });
    expect(await held()).toEqual({ list: 0, scan: 0, title: 'Kept' });
  });

  it('a file that comes while a correction without a version is written is not lost', async () => {
    const admin = server.person('admin');
    const body = {
      title: 'Met',
      department: '3',
      type: 'community-meeting',
      event_date: '2026-05-07',
      province_id: stage.province,
    };
    const { id } = await admin.must('POST', 'cbm-events/store', body);
    for (let round = 0; round < 5; round++) {
      await admin.must('PUT', `cbm-events/${id}`, { ...body, scan: null });
      const [sent] = await Promise.all([
        send(`cbm-events/upload/${id}`, 'scan'),
        admin.must('PUT', `cbm-events/${id}`, { ...body, title: `Met ${round}` }),
      ]);
      const { data } = (await admin.must('GET', `cbm-events/${id}`)).event;
      expect([sent.status === 200 ? 1 : 0, round]).toEqual([data.scan?.length ?? 0, round]);
    }
  });

  it('refuses unknown fields, empty bodies and people who may not', async () => {
    expectRefusal(await refusalOf(send(`cbm-events/upload/${event.id}`, 'nonsense')), 'unknown_field', '/nonsense');
    expectRefusal(await refusalOf(read(`cbm-events/download/${event.id}/title`)), 'route_not_found');
    const empty = await server.person('admin').call('POST', `cbm-events/upload/${event.id}`, {});
    expectRefusal(empty, 'required', '/photo_url');
    const anonymous = await fetch(`${server.base}/api/cbm-events/download/${event.id}/scan`);
    expectRefusal(await refusalOf(anonymous), 'unauthorized');
  });

  it('answers the calls a definition names; a department lends its own sites only', async () => {
    const admin = server.person('admin');
    const properties = await admin.must('GET', 'cbm-events/properties');
    expect(Object.keys(properties).sort()).toEqual(['departments', 'eventTypes', 'provinces', 'questions']);
    const schools = await admin.must('GET', 'cbm-events/department/3/dependencies');
    expect(schools.initialRecordings.length).toBeGreaterThan(0);
    expect(new Set(schools.initialRecordings.map((site: Json) => site.form))).toEqual(new Set(['school']));
    expect((await admin.must('GET', 'cbm-events/department/4/dependencies')).initialRecordings).toEqual([]);
    expect((await admin.must('GET', 'cbm-events/department/none/dependencies')).initialRecordings).toEqual([]);
  });

  it('what a department lends has the documented names: an event writes its monitors otherwise than a story', async () => {
    const admin = server.person('admin');
    for (const [base, monitors] of [
      ['cbm-events', 'local_monitors'],
      ['cbm-success-story', 'localMonitors'],
    ] as const) {
      const lent = await admin.must('GET', `${base}/department/3/dependencies`);
      expect(Object.keys(lent).sort(), base).toEqual(['initialRecordings', monitors, 'provincialStaff'].sort());
      expect(lent[monitors].map(({ id }: Json) => id)).toContain(stage.monitor);
      expect(lent.provincialStaff.map(({ id }: Json) => id)).toContain(stage.staff);
    }
  });

  it('an event is answered with its code when it is stored and corrected; its list is filtered by JSON', async () => {
    const admin = server.person('admin');
    const answers = { title: 'Meeting of two', department: '3', event_date: '2026-05-05', province_id: stage.province };
    const type = 'community-meeting';
    const made = await admin.must('POST', 'cbm-events/store', { ...answers, type });
    expect(made).toMatchObject({ code: expect.stringMatching(/^CBM_EV_\d+$/), event: { data: answers } });
    const title = 'Meeting of three';
    const changed = await admin.must('PUT', `cbm-events/${made.id}`, { ...answers, type, title, version: 1 });
    expect(changed).toMatchObject({ code: made.code, version: 2, event: { data: { title } } });
    const found = async (filters: object) => {
      const { data } = await admin.must(
        'GET',
        `cbm-events?page=1&filters=${encodeURIComponent(JSON.stringify(filters))}`,
      );
      return data.map(({ id }: Json) => id);
    };
    expect(await found({ event_date: '2026-05-05' })).toEqual([made.id]);
    expect(await found({ event_date: '2026-05-04' })).toEqual([event.id]);
    expect(await found({ event_date: '2026-05-03' })).toEqual([]);
  });

  it('a department lends its own people and those who work with all', async () => {
    const admin = server.person('admin');
    const made = [];
    for (const [last_name, departments] of [
      ['Schools', ['3']],
      ['Both', ['3', '4']],
      ['All', undefined],
      ['Mines', ['4']],
    ] as const)
      made.push(
        await admin.must('POST', 'staff/store', {
          first_name: 'Lent',
          last_name,
          role: 'focal-point',
          province_id: stage.province,
          ...(departments && { departments }),
        }),
      );
    const lent = async (department: string) => {
      const { provincialStaff } = await admin.must('GET', `cbm-events/department/${department}/dependencies`);
      const names: string[] = provincialStaff.map(({ name }: Json) => name);
      return names.filter((name) => name.startsWith('Lent ')).sort();
    };
    expect(await lent('3')).toEqual(['Lent All', 'Lent Both', 'Lent Schools']);
    expect(await lent('4')).toEqual(['Lent All', 'Lent Both', 'Lent Mines']);
    expect(await lent('1')).toEqual(['Lent All']);
    expect(await lent('none')).toEqual([]);
    const shown = await admin.must('GET', `staff?filters=${encodeURIComponent('{"departments":"4"}')}`);
    expect(shown.data.map(({ id }: Json) => id).sort()).toEqual([made[1].id, made[3].id].sort());
  });
});

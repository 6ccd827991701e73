/** Restricted answers reach only people of the programme and administrators, and survive what others save. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FormSource } from '../../src/core/definitions/types.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const words = (en: string) => ({ en, fa: `${en} دری`, ps: `${en} پښتو` });

const SOURCE: FormSource = {
  definition: {
    form: 'test-case',
    version: 1,
    kind: 'record',
    programme: 'courts',
    title: words('Case'),
    plural: words('Cases'),
    paths: { list: '/test-cases', record: '/test-cases/:id' },
    api: { base: 'test-cases', show: { sections: 'sections' } },
    workflow: 'verified-record',
    sections: [{ id: 'all', title: words('All'), fields: ['subject', 'accused'] }],
    fields: {
      subject: { id: 'q_case_subject', type: 'text', label: words('Subject') },
      accused: { id: 'q_case_accused', type: 'text', label: words('Name'), restricted: true },
    },
    list: { columns: ['subject', 'accused'], filters: ['subject', 'accused'] },
    changes: { from: 0, note: words('First') },
  },
  schema: {
    type: 'object',
    required: ['subject', 'accused'],
    additionalProperties: false,
    properties: { subject: { type: 'string', maxLength: 100 }, accused: { type: 'string', maxLength: 100 } },
  },
};
const SECRET = 'Somebody Whose Name Is Kept';

describe.each(DATABASES)('restricted answers on %s', (database) => {
  let server: TestServer;
  let id: string;
  beforeAll(async () => {
    server = await startTestServer(database);
    await server.rooms.library.publish(SOURCE);
    id = (await server.person('admin').must('POST', 'test-cases', { subject: 'Theft', accused: SECRET })).id;
  });
  afterAll(() => server?.stop());

  it('are in no answer to others', async () => {
    const evaluator = server.person('mande');
    for (const path of [
      'test-cases',
      `test-cases/${id}`,
      `test-cases/${id}?edit=1`,
      `test-cases/${id}/history`,
      'test-cases/export?format=csv',
      'dashboard',
    ]) {
      const { status, body } = await evaluator.call('GET', path);
      expect([path, status]).toEqual([path, 200]);
      expect(JSON.stringify(body), path).not.toContain(SECRET);
    }
    for (const query of [`filters={"accused":"${SECRET}"}`, 'sort=accused'])
      expect((await evaluator.call('GET', `test-cases?${query}`)).body.code).toBe('bad_filter');
    expect((await server.person('admin').must('GET', `test-cases/${id}`)).data.accused).toBe(SECRET);
  });

  it('are not found by free text, other answers are', async () => {
    const found = async (text: string) =>
      (await server.person('mande').must('GET', `test-cases?text=${text}`)).meta.total;
    expect(await found('Theft')).toBe(1);
    expect(await found('Somebody')).toBe(0);
  });

  it('are kept when somebody who does not see them saves the rest', async () => {
    const evaluator = server.person('mande');
    const saved = await evaluator.must('PUT', `test-cases/${id}`, {
      subject: 'Robbery',
      accused: 'Overwritten',
      version: 1,
    });
    expect(JSON.stringify(saved)).not.toContain(SECRET);
    expect((await server.person('admin').must('GET', `test-cases/${id}`)).data).toMatchObject({
      subject: 'Robbery',
      accused: SECRET,
    });
    const conflict = await evaluator.call('PUT', `test-cases/${id}`, { subject: 'Late', version: 1 });
    expect(conflict.status).toBe(417);
    expect(JSON.stringify(conflict.body as Json)).not.toContain(SECRET);
  });
});

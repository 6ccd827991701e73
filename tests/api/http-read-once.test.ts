/** A change reads its record only once, whoever sends it and whatever they may not see of it. */
import { DefaultQueryExecutor } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { formOf } from '../support/data-world.ts';
import { expectRefusal } from '../support/refusal.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';

const label = (en: string) => ({ en, fa: en, ps: en });
const text = { type: 'string', maxLength: 100 };
const note = { type: 'text', id: 'q_note', label: label('Note'), schema: text };
const witness = { type: 'text', id: 'q_witness', label: label('Witness'), schema: text, restricted: true };
const head = { programme: 'courts', workflow: 'verified-record' };

const OPEN = formOf({ form: 'test-open', ...head }, { note });
const RESTRICTED = formOf({ form: 'test-restricted', ...head }, { note, witness });

const SECRET = { witness: 'Zarghona' };

/** Every query on any database handle. */
const asked = vi.spyOn(Object.getPrototypeOf(DefaultQueryExecutor.prototype), 'executeQuery');

/** Returns the statements that read this record's row. */
const readsOf = (id: string): string[] =>
  asked.mock.calls
    .map(([query]) => query as { sql: string; parameters: readonly unknown[] })
    .filter(({ sql, parameters }) => /^\s*select\b.*\bfrom "?records\b/is.test(sql) && parameters.includes(id))
    .map(({ sql }) => sql);

describe.each(DATABASES)('the record of a change on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
    for (const source of [OPEN, RESTRICTED]) await server.services.registry.publish(source);
  });
  afterEach(() => asked.mockClear());
  afterAll(() => server?.stop());

  it.each([
    ['test-open', 'admin', {}, {}],
    ['test-restricted', 'admin', SECRET, SECRET],
    ['test-restricted', 'mande', SECRET, {}],
  ])('%s, sent by %s, is read once', async (base, who, more, seen) => {
    const admin = server.person('admin');
    const { id } = await admin.must('POST', base, { note: 'one', ...more });
    const person = server.person(who);
    await person.must('GET', base);
    asked.mockClear();
    await person.must('PUT', `${base}/${id}`, { note: 'two', ...seen, version: 1 });
    expect(readsOf(id)).toHaveLength(1);
    expect((await admin.must('GET', `${base}/${id}`)).data).toMatchObject({ note: 'two', ...more });
  });

  it('is read once for a conflict, too', async () => {
    const admin = server.person('admin');
    const { id } = await admin.must('POST', 'test-open', { note: 'one' });
    asked.mockClear();
    const late = await admin.call('PUT', `test-open/${id}`, { note: 'two', version: 7 });
    expectRefusal(late, 'conflict');
    expect(readsOf(id)).toHaveLength(1);
  });
});

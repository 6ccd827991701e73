/** Where the permissions say so, nobody publishes a version of a form that they wrote in. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/refusal.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const DRAFTS = 'definitions/drafts';
const RULED = 'research-report';
const FREE = 'trainer';

describe.each(DATABASES)('publishing by a second person on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
    const part = await server.person('admin').must('GET', 'definitions/common/permissions');
    const content = { ...part.content, fourEyes: [{ actions: ['definitions'], forms: [RULED] }] };
    await server
      .person('admin')
      .must('POST', 'definitions/common/permissions', { content, hash: part.data.hash, note: 'Two people publish' });
  });
  afterAll(() => server?.stop());

  const admin = () => server.person('admin');
  const mande = () => server.person('mande');
  let turns = 0;
  /** Begins the next version of a form, with other words. */
  async function drafted(form: string, words: string): Promise<Json> {
    const begun = await mande().must('POST', DRAFTS, { from: { form } });
    // Its translations come with it: what is older than its source would ask for a reason.
    turns += 1;
    const turn = '۱۲۳۴۵'[turns % 5];
    begun.definition.title = { en: words, fa: `سروی ${turn}`, ps: `نظرپوښتنه ${turn}` };
    const { definition, schema } = begun;
    return mande().must('PUT', `${DRAFTS}/${begun.data.id}`, { version: 1, definition, schema });
  }
  const publish = (person: 'admin' | 'mande', { data }: Json, version = data.version) =>
    server.person(person).call('POST', `${DRAFTS}/${data.id}/publish`, { version, note: 'Other words' });

  it('refuses who wrote it, says so before, and lets somebody else', async () => {
    const draft = await drafted(RULED, 'Study');
    const path = `${DRAFTS}/${draft.data.id}`;
    expect((await mande().must('POST', `${path}/check`)).locked).toMatch(/^You wrote in this draft/);
    expectRefusal(await publish('mande', draft), 'own_draft');
    expect((await admin().must('POST', `${path}/check`)).locked).toBeNull();
    expect((await publish('admin', draft)).body).toMatchObject({ form: RULED });
  });

  it('refuses everybody who wrote in it at any time, and what is published without a draft', async () => {
    const draft = await drafted(RULED, 'Study of both');
    const { definition, schema } = draft;
    definition.plural.en = 'Studies of both';
    definition.changes.note = { en: 'Called otherwise', fa: 'نام دیگر', ps: 'بل نوم' };
    const path = `${DRAFTS}/${draft.data.id}`;
    const both = await admin().must('PUT', path, { version: draft.data.version, definition, schema });
    for (const person of ['admin', 'mande'] as const) expectRefusal(await publish(person, both), 'own_draft');
    expectRefusal(await admin().call('POST', 'definitions', { definition, schema }), 'own_draft');
    expect((await admin().must('POST', 'definitions?dry_run=1', { definition, schema })).locked).not.toBeNull();
    await admin().must('DELETE', path);
  });

  it('counts who began and who saved last in a draft from before writers were kept', async () => {
    const draft = await drafted(RULED, 'Study of before');
    await server.services.database.kysely
      .updateTable('definition_drafts')
      .set({ writers: null })
      .where('id', '=', draft.data.id)
      .execute();
    expectRefusal(await publish('mande', draft), 'own_draft');
    expect((await publish('admin', draft)).body).toMatchObject({ form: RULED });
  });

  it('leaves other forms alone', async () => {
    const draft = await drafted(FREE, 'Teacher of trainers');
    expect((await mande().must('POST', `${DRAFTS}/${draft.data.id}/check`)).locked).toBeNull();
    expect((await publish('mande', draft)).body).toMatchObject({ form: FREE });
  });
});

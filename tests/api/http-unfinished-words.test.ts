/** A strict form is published with words that are missing or older than their source only for a reason, which its history keeps. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/refusal.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { springSource } from '../support/wells.ts';
import type { Json } from './http-stage.ts';

const DRAFTS = 'definitions/drafts';
const FORM = 'test-spring';

describe.each(DATABASES)('unfinished words on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
    await server.person('admin').must('POST', 'definitions', springSource(1));
  });
  afterAll(() => server?.stop());

  /** Begins the next version, saves it changed and returns what its check says, with a way to publish it. */
  const changed = async (change: (definition: Json) => void) => {
    const admin = server.person('admin');
    const { data, definition, schema } = await admin.must('POST', DRAFTS, { from: { form: FORM } });
    change(definition);
    await admin.must('PUT', `${DRAFTS}/${data.id}`, { version: 1, definition, schema });
    const path = `${DRAFTS}/${data.id}`;
    return {
      path,
      check: () => admin.must('POST', `${path}/check`, {}),
      publish: (more: object) => admin.call('POST', `${path}/publish`, { version: 2, note: 'Reworded', ...more }),
    };
  };
  const versions = async () => (await server.person('admin').must('GET', `definitions/${FORM}/versions`)).data;

  it('keep it from being published until somebody gives the reason', { timeout: 60_000 }, async () => {
    const draft = await changed((definition) => {
      definition.title.en = 'Spring of the village';
      delete definition.fields.depth.label.ps;
    });
    const unfinished = [
      { language: 'fa', missing: 0, stale: 1 },
      { language: 'ps', missing: 1, stale: 1 },
    ];
    expect((await draft.check()).unfinished).toEqual(unfinished);
    const refused = await draft.publish({});
    expectRefusal(refused, 'words_unfinished');
    expect(refused.body.unfinished).toEqual(unfinished);
    expectRefusal(await draft.publish({ waiver: '  ' }), 'words_unfinished');
    expect((await draft.publish({ waiver: 'The translator is ill' })).status).toBe(200);
    expect((await versions()).map(({ version, waiver }: Json) => [version, waiver])).toEqual([
      [2, 'The translator is ill'],
      [1, null],
    ]);
    const events = await server.services.database.read
      .selectFrom('events')
      .select('detail')
      .where('action', '=', 'definition_published')
      .where('form', '=', FORM)
      .orderBy('id')
      .execute();
    expect(JSON.parse(events.at(-1)?.detail ?? '')).toEqual({ version: 2, waiver: 'The translator is ill' });
  });

  it('are asked for again by the next version where they are missing, not where they only stayed', {
    timeout: 60_000,
  }, async () => {
    const draft = await changed((definition) => {
      expect(definition.changes).not.toHaveProperty('waiver');
      definition.plural.fa = 'چشمه‌ها';
    });
    expect((await draft.check()).unfinished).toEqual([{ language: 'ps', missing: 1, stale: 0 }]);
    await server.person('admin').must('DELETE', draft.path);
    const whole = await changed((definition) => {
      definition.fields.depth.label.ps = 'ژوروالی';
    });
    expect((await whole.check()).unfinished).toEqual([]);
    expect((await whole.publish({ waiver: 'None is needed' })).status).toBe(200);
    expect((await versions())[0]).toMatchObject({ version: 3, waiver: null });
  });

  it('hold up nothing where the form says that its words are advice', { timeout: 60_000 }, async () => {
    const draft = await changed((definition) => {
      definition.words = 'advice';
      delete definition.fields.depth.label.ps;
    });
    expect(await draft.check()).toMatchObject({ unfinished: [], missing_texts: [{ language: 'ps', texts: 1 }] });
    expect((await draft.publish({})).status).toBe(200);
  });
});

/** The words of a draft: a table and a workbook, taken back cell by cell by several people; states with who, when and before. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textsOf } from '../../src/core/definitions/texts.ts';
import { expectRefusal } from '../support/refusal.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { springSource } from '../support/wells.ts';
import { type Edit, edited, rowsIn } from '../support/wordsWorkbook.ts';
import type { Json } from './http-stage.ts';

const DRAFTS = 'definitions/drafts';

describe.each(DATABASES)('words of a draft on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
  });
  afterAll(() => server?.stop());

  const admin = () => server.person('admin');
  const mande = () => server.person('mande');
  const wordsOf = (draft: Json, who = admin()) => who.must('GET', `${DRAFTS}/${draft.id}/words`);
  const textAt = async (draft: Json, pointer: string) =>
    (await wordsOf(draft)).texts.find((one: Json) => one.pointer === pointer);
  const workbook = async ({ id }: Json, language = 'en') => {
    const response = await fetch(`${server.base}/api/${DRAFTS}/${id}/words.xlsx`, {
      headers: { authorization: `Bearer ${server.tokens.admin}`, 'accept-language': language },
    });
    expect(response.status).toBe(200);
    return { file: Buffer.from(await response.arrayBuffer()), name: response.headers.get('content-disposition') };
  };
  const send = async (who: string, { id, version }: Json, file: Buffer, query = '', name = 'words.xlsx') => {
    const body = new FormData();
    body.append('version', String(version));
    body.append('file', new Blob([new Uint8Array(file)]), name);
    const response = await fetch(`${server.base}/api/${DRAFTS}/${id}/words${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.tokens[who]}`, 'accept-language': 'en' },
      body,
    });
    return { status: response.status, body: (await response.json()) as Json };
  };

  it('are for those who publish', async () => {
    const { data } = await admin().must('POST', DRAFTS, springSource(1));
    const coordinator = server.person('coordinator.bamyan');
    const path = `${DRAFTS}/${data.id}/words`;
    expectRefusal(await coordinator.call('GET', path), 'role_needed');
    expectRefusal(await coordinator.call('GET', `${path}.xlsx`), 'role_needed');
    expectRefusal(await coordinator.call('PUT', path, { version: 1, cells: [] }), 'role_needed');
    expectRefusal(await send('coordinator.bamyan', data, (await workbook(data)).file), 'role_needed');
    expectRefusal(await admin().call('GET', `${DRAFTS}/nowhere/words`), 'draft_not_found');
    for (const wrong of [
      {},
      { cells: {} },
      { cells: [{ pointer: '/title' }] },
      { cells: [{ ...CELL, state: 'stale' }] },
    ])
      expectRefusal(await admin().call('PUT', path, { version: 1, ...wrong }), 'bad_body');
    await admin().must('DELETE', `${DRAFTS}/${data.id}`);
  });
  const CELL = { pointer: '/title', language: 'fa', was: 'a', words: 'b' };

  it('go out and come back by two people, twice: each change once, conflicts named', { timeout: 120_000 }, async () => {
    const form = server.services.registry
      .forms()
      .map(({ form, definition }) => ({ form, texts: textsOf(definition) }))
      .sort((a, b) => b.texts.length - a.texts.length)[0] as { form: string; texts: ReturnType<typeof textsOf> };
    const { data: first } = await admin().must('POST', DRAFTS, { from: { form: form.form } });
    const { file, name } = await workbook(first);
    expect(name).toContain('words.xlsx');
    const rows = await rowsIn(file, form.form);
    // The note of the next version is still empty.
    const own = form.texts.filter(({ pointer }) => pointer !== '/changes/note');
    expect(rows.length).toBeGreaterThanOrEqual(own.length);
    for (const { pointer, text } of own) {
      const row = rows.find((one) => one.pointer === pointer);
      expect([row?.en, row?.fa, row?.ps], pointer).toEqual([text.en, text.fa, text.ps]);
    }
    const [title] = own;
    const labels = own.filter(({ pointer }) => /^\/fields\/\w+\/label$/.test(pointer)).map(({ pointer }) => pointer);
    const [one, two, three] = labels as [string, string, string];
    const edit = (pointer: string, column: string, cell: Edit['cell']): Edit => ({
      sheet: form.form,
      pointer,
      column,
      cell,
    });
    const ours = await edited(file, [
      edit('/title', 'fa', '=HYPERLINK("x")'),
      edit(one, 'en', 'Reworded'),
      edit(two, 'ps', '@پښتو'),
      edit(three, 'ps:state', 'signed off'),
    ]);
    const theirs = await edited(file, [
      edit('/title', 'fa', 'دیگر'),
      edit(two, 'fa', '+93'),
      edit(three, 'ps:state', 'کتل شوی'),
    ]);

    const before = await admin().must('GET', `${DRAFTS}/${first.id}`);
    const preview = await send('admin', first, ours, '?dry_run=1');
    expect(preview.body).toMatchObject({
      data: { version: 1 },
      taken: [
        {
          pointer: '/title',
          key: 'Name',
          language: 'fa',
          was: title?.text.fa,
          words: '=HYPERLINK("x")',
          state: 'draft',
        },
        { pointer: one, key: 'Question', language: 'en', words: 'Reworded' },
        { pointer: two, language: 'ps', words: '@پښتو' },
        { pointer: three, language: 'ps', state: 'approved' },
      ],
      refused: [],
      unread: [],
      as_before: [{ pointer: one, languages: ['fa', 'ps'] }],
    });
    expect(await admin().must('GET', `${DRAFTS}/${first.id}`), 'only told').toEqual(before);

    const done = await send('admin', first, ours);
    expect([done.status, done.body.data.version, done.body.taken.length]).toEqual([200, 2, 4]);
    const late = await send('mande', first, theirs);
    expectRefusal(late, 'conflict');
    expect(late.body).toMatchObject({ mine: { version: 1 }, theirs: { version: 2, by: { id: admin().id } } });
    const { body: second } = await send('mande', done.body.data, theirs);
    expect(second).toMatchObject({
      data: { version: 3 },
      taken: [{ pointer: two, language: 'fa', words: '+93' }],
      refused: [
        {
          pointer: '/title',
          words: 'دیگر',
          now: '=HYPERLINK("x")',
          message: 'Somebody has changed this text since the file was downloaded.',
        },
        { pointer: three, message: 'Somebody has given this text another state since the file was downloaded.' },
      ],
    });
    const once = await admin().must('GET', `${DRAFTS}/${first.id}`);
    for (const [who, again, refused] of [
      ['admin', ours, 0],
      ['mande', theirs, 2],
    ] as const) {
      const { body } = await send(who, once.data, again);
      expect([body.taken, body.refused.length, body.data.version], who).toEqual([[], refused, 3]);
    }
    expect(await admin().must('GET', `${DRAFTS}/${first.id}`)).toEqual(once);

    const { texts } = await wordsOf(first);
    const at = (pointer: string) => texts.find((text: Json) => text.pointer === pointer);
    const people = { admin: 'Test Administrator', mande: 'Test Evaluator' };
    expect(at('/title').states.fa).toMatchObject({ state: 'draft', by: people.admin });
    expect(at(one).states).toMatchObject({
      fa: { state: 'stale', by: people.admin },
      ps: { state: 'stale', by: people.admin },
    });
    expect(at(two).states).toMatchObject({
      fa: { state: 'draft', by: people.mande, history: [{ state: 'draft', by: people.mande, words: null }] },
      ps: { state: 'draft', by: people.admin },
    });
    expect(at(three).states).toMatchObject({ ps: { state: 'approved', by: people.admin } });
    expect(at(three).states.fa.by, 'as it was shipped').toBeNull();
    expect(at(three).states.ps.at).toMatch(/^\d{4}-\d\d-\d\dT/);
    const stale = texts.findIndex((text: Json) => text.pointer === one);
    const missing = texts.filter((text: Json) =>
      Object.values(text.states).some((state: unknown) => (state as Json).state === 'missing'),
    );
    expect(stale, 'after the missing ones').toBeGreaterThanOrEqual(missing.length);
    expect(texts.slice(0, missing.length)).toEqual(missing);
    await admin().must('DELETE', `${DRAFTS}/${first.id}`);
  });

  it('are changed cell by cell, and keep what each text was', async () => {
    const source = springSource(1);
    source.definition.form = 'test-source';
    const { data } = await mande().must('POST', DRAFTS, source);
    const path = `${DRAFTS}/${data.id}/words`;
    const title = source.definition.title as Json;
    const cells = (...changed: Json[]) =>
      changed.map((cell) => ({ pointer: '/title', language: 'fa', was: title.fa, ...cell }));
    const saved = await admin().must('PUT', path, {
      version: 1,
      cells: cells(
        { words: 'چشمه نو' },
        { language: 'ps', was: title.ps, words: '' },
        { pointer: '/gone', words: 'x' },
        { language: 'de', was: '', words: 'Quelle' },
      ),
    });
    expect(saved).toMatchObject({
      data: { version: 2 },
      refused: [{ pointer: '/gone', place: '', message: 'This text is not in the form any more.' }],
      unread: ['The form has no words in this language: Deutsch. Its column was not read.'],
    });
    const { definition } = await admin().must('GET', `${DRAFTS}/${data.id}`);
    const { ps: _removed, ...rest } = title;
    expect(definition).toEqual({ ...source.definition, words: 'advice', title: { ...rest, fa: 'چشمه نو' } });
    expectRefusal(await mande().call('PUT', path, { version: 1, cells: cells({ words: 'z' }) }), 'conflict');
    const first = (await wordsOf(data)).texts[0];
    expect([first.pointer, first.states.ps.state, first.states.ps.history[0]]).toEqual([
      '/title',
      'missing',
      expect.objectContaining({ state: 'draft', by: 'Test Evaluator', words: title.ps }),
    ]);
    await mande().must('PUT', path, {
      version: 2,
      cells: cells({ was: 'چشمه نو', words: 'چشمه نو', state: 'checked', state_was: 'draft' }),
    });
    const { states } = await textAt(data, '/title');
    expect(states.fa).toMatchObject({ state: 'checked', by: 'Test Evaluator' });
    expect(states.fa.history.map(({ state, by, words }: Json) => [state, by, words])).toEqual([
      ['checked', 'Test Evaluator', null],
      ['draft', 'Test Administrator', null],
      ['draft', 'Test Evaluator', title.fa],
    ]);
    // The same words in another draft of the form, whoever wrote that one.
    const { data: other } = await admin().must('POST', DRAFTS, { ...source, definition });
    expect((await textAt(other, '/title')).states.fa).toMatchObject({ state: 'checked' });
    for (const { id } of [data, other]) await admin().must('DELETE', `${DRAFTS}/${id}`);
  });

  it('refuse a workbook of another form, and what is no workbook of words', async () => {
    const { data } = await admin().must('POST', DRAFTS, springSource(1));
    const { file } = await workbook(data, 'pa');
    const rows = await rowsIn(file, 'test-spring');
    expect(rows[0]?.['fa:state']).toBe('مسوده');
    const { data: unnamed } = await admin().must('POST', DRAFTS, {});
    expectRefusal(await send('admin', unnamed, file), 'sheet_heading');
    expectRefusal(await send('admin', data, Buffer.from('a,b\n1,2\n'), '', 'a.csv'), 'sheet_heading');
    expectRefusal(await send('admin', data, Buffer.from('PK no zip')), 'sheet_unreadable');
    expect((await wordsOf(unnamed)).texts).toEqual([]);
    expect((await send('admin', unnamed, (await workbook(unnamed)).file)).body).toMatchObject({
      taken: [],
      refused: [],
    });
    for (const { id } of [data, unnamed]) await admin().must('DELETE', `${DRAFTS}/${id}`);
  });

  it('have their states also where a form is published without a draft, once, with who did it', {
    timeout: 120_000,
  }, async () => {
    const statesIn = async (version: number) => {
      const { data } = await admin().must('POST', DRAFTS, { from: { form: SPRING } });
      expect(data.form_version ?? version).toBeGreaterThanOrEqual(version);
      const { states, pointer } = await textAt(data, '/title');
      await admin().must('DELETE', `${DRAFTS}/${data.id}`);
      return [pointer, states.fa.state, states.fa.by ?? null];
    };
    const first = springSource(1);
    const SPRING = first.definition.form;
    await mande().must('POST', 'definitions', first);
    const told = ['/title', 'draft', expect.any(String)];
    expect(await statesIn(1)).toEqual(told);
    const rows = async () =>
      (await server.services.database.read.selectFrom('text_states').selectAll().where('form', '=', SPRING).execute())
        .length;
    const count = await rows();
    await mande().must('POST', 'definitions', first);
    expect(await rows(), 'published again').toBe(count);
    const second = structuredClone(springSource(2));
    second.definition.title.en = 'Spring of a village';
    await mande().must('POST', 'definitions', second);
    expect((await statesIn(2))[1], 'the source was reworded').toBe('stale');

    // Files say who read the words and when; what somebody did here later stays.
    const stated = { state: 'approved', by: 'Reader (invented)', at: '2099-01-01' };
    const fromFiles = (given: Json) => ({ ...second, states: { fa: { '/title': given, '/gone': given } } });
    await mande().must('POST', 'definitions', fromFiles(stated));
    expect(await statesIn(2)).toEqual(['/title', 'approved', 'Reader (invented)']);
    const after = await rows();
    await mande().must('POST', 'definitions', fromFiles({ state: 'draft', at: '2026-01-01' }));
    await mande().must('POST', 'definitions', fromFiles(stated));
    expect(await rows(), 'an earlier state, and the same again').toBe(after);
    for (const wrong of [
      [],
      { fa: [] },
      { fa: { '/title': { state: 'signed' } } },
      { fa: { '/title': { state: 'draft', at: 'x' } } },
    ])
      expectRefusal(await mande().call('POST', 'definitions', { ...second, states: wrong }), 'bad_body');
  });

  it('that are older than their source are told alone, and kept as still right by name', async () => {
    const source = springSource(1);
    const { data } = await admin().must('POST', DRAFTS, source);
    const title = { ...source.definition.title, en: 'Spring, reworded' };
    await admin().must('PUT', `${DRAFTS}/${data.id}`, {
      version: 1,
      ...source,
      definition: { ...source.definition, title },
    });
    const path = `${DRAFTS}/${data.id}/words`;
    const stale = async () =>
      (await admin().must('GET', `${path}?state=stale`)).texts.map(({ pointer, states }: Json) => [
        pointer,
        ...['fa', 'ps'].filter((language) => states[language].state === 'stale'),
      ]);
    expect(await stale()).toEqual([['/title', 'fa', 'ps']]);
    const { fa } = title as Json;
    const cells = [{ pointer: '/title', language: 'fa', was: fa, words: fa, state: 'checked', state_was: 'stale' }];
    await mande().must('PUT', path, { version: 2, cells });
    expect(await stale()).toEqual([['/title', 'ps']]);
    expect((await textAt(data, '/title')).states.fa).toMatchObject({ state: 'checked', by: 'Test Evaluator' });
    await admin().must('DELETE', `${DRAFTS}/${data.id}`);
  });
});

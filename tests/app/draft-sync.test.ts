// @vitest-environment node
/** What a device sends of a draft, and what it makes of one that comes from another device. The server is a table in memory. */
import 'fake-indexeddb/auto';
import { NIL } from 'uuid';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  countFilesElsewhere,
  fromDraftContent,
  toDraftContent,
  withWaitingFiles,
} from '../../src/app/data/drafts/content.ts';
import {
  type Draft,
  draftKey,
  listLocalDrafts,
  readLocalDraft,
  removeLocalDraft,
  writeDraft,
} from '../../src/app/data/drafts/drafts.ts';
import { draftId, draftMarks } from '../../src/app/data/drafts/marks.ts';

const WAITING = `local:${'0'.repeat(8)}-0000-4000-8000-000000000001`;
const user = 'u1';
const key = draftKey(user, 'visit', undefined, 'site-1');
const id = draftId(key);

const draft = (data: Draft['data'], at: string): Draft => ({
  ...{ key, user, form: 'visit', form_version: 1, client_id: 'made-here', data, at, path: '/visits/create' },
});

interface Row {
  revision: string;
  draft: unknown;
}

let rows: Map<string, Row>;
let asked: string[];
let isCut: boolean;
let count = 0;
let sync: typeof import('../../src/app/data/drafts/follow.ts');
let sending: typeof import('../../src/app/data/drafts/sending.ts');

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

const list = () => [...rows.values()].map(({ revision }) => revision).join();

/** As `/api/drafts` does, for one person. */
async function server(path: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> {
  asked.push(method);
  if (isCut) throw new TypeError('cut');
  const [name = '', query] = path.replace('/api/drafts', '').replace(/^\//, '').split('?');
  const row = rows.get(name);
  const entry = (one: string, { revision, draft: content }: Row) => ({ id: one, revision, removed: content === null });
  if (method === 'GET' && !name)
    return json(200, { revision: list(), data: [...rows].map(([one, of]) => entry(one, of)) });
  if (method === 'GET') return row ? json(200, { data: entry(name, row), draft: row.draft }) : json(404, {});
  const given = method === 'PUT' ? JSON.parse(String(body)) : {};
  const seen = method === 'PUT' ? given.revision : new URLSearchParams(query).get('revision');
  if (row && row.revision !== seen)
    return json(417, { code: 'conflict', theirs: { revision: row.revision, data: row.draft } });
  const before = list();
  count += 1;
  rows.set(name, { revision: `r${count}`, draft: method === 'PUT' ? given.draft : null });
  return json(200, { data: entry(name, rows.get(name) as Row), list: { before, after: list() } });
}

/** What another device does. */
function elsewhere(content: unknown): void {
  count += 1;
  rows.set(id, { revision: `r${count}`, draft: content });
}

beforeEach(async () => {
  const items = new Map([['token', 'token of u1']]);
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => items.set(name, value),
  });
  vi.stubGlobal('fetch', server);
  [rows, asked, isCut] = [new Map(), [], false];
  for (const one of await listLocalDrafts(user)) await removeLocalDraft(one.key);
  for (const mark of await draftMarks.of(user)) await draftMarks.forget(mark.id);
  await draftMarks.putList(user, '');
  vi.resetModules();
  sync = await import('../../src/app/data/drafts/follow.ts');
  sending = await import('../../src/app/data/drafts/sending.ts');
});

test('a draft goes without files that wait here, says how many there are, and gets them back', () => {
  const mine = { note: 'local: market', photos: [WAITING, 'f1'], rows: [{ photo: WAITING, name: 'a' }], sign: WAITING };
  const content = toDraftContent({ ...draft(mine, 'now'), elsewhere: { other: 2 } });
  expect(content.data).toEqual({ note: 'local: market', photos: ['f1'], rows: [{ name: 'a' }] });
  expect(Object.values(content.files ?? {}).sort()).toEqual([2, 3]);
  expect(content).not.toHaveProperty('user');
  expect(countFilesElsewhere(fromDraftContent(content, user) as Draft)).toBe(2);
  expect(withWaitingFiles(mine, { ...content.data, water: 'bad' })).toEqual({ ...mine, water: 'bad' });
  expect(withWaitingFiles({ photos: [WAITING] }, { photos: ['f2'] })).toEqual({ photos: ['f2', WAITING] });
  expect(withWaitingFiles({ rows: [{ photo: WAITING, name: 'a' }] }, { rows: [{ name: 'b' }] })).toBeUndefined();
});

test('what is no draft of this person is not taken', () => {
  const content = toDraftContent(draft({ a: 1 }, 'now'));
  expect(fromDraftContent(content, user)).toEqual(draft({ a: 1 }, 'now'));
  expect(fromDraftContent(content, 'u2')).toBeUndefined();
  for (const path of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', 7])
    expect(fromDraftContent({ ...content, path }, user), String(path)).toBeUndefined();
  for (const bad of [null, [], {}, { ...content, data: [] }, { ...content, earlier: [1] }])
    expect(fromDraftContent(bad, user)).toBeUndefined();
});

test('a draft is sent once, and asked for again only when something has changed elsewhere', async () => {
  await writeDraft(draft({ a: 1 }, '1'));
  await sync.syncDrafts(user, '');
  expect(rows.get(id)?.draft).toMatchObject({ data: { a: 1 } });
  asked = [];
  expect(await sync.syncDrafts(user, list())).toBe(false);
  expect(asked).toEqual([]);
  elsewhere(toDraftContent(draft({ a: 2 }, '0')));
  expect(await sync.syncDrafts(user, list())).toBe(true);
  expect((await readLocalDraft(key))?.data).toEqual({ a: 2 });
});

test('what was changed on both is kept on both sides, and not sent before a form has put it together', async () => {
  await writeDraft(draft({ a: 1 }, '1'));
  await sync.syncDrafts(user);
  elsewhere(toDraftContent(draft({ a: 2 }, '0')));
  await writeDraft(draft({ a: 3 }, '2'));
  await sync.syncDrafts(user);
  expect(await readLocalDraft(key)).toMatchObject({ data: { a: 3 }, other: { data: { a: 2 } } });
  expect(rows.get(id)?.draft).toMatchObject({ data: { a: 2 } });
});

test('an open form is told, and the other side is on the disk before this one could replace it', async () => {
  const { watchOpenForm, protectOpenDraft } = await import('../../src/app/data/drafts/openForms.ts');
  await writeDraft(draft({ a: 1 }, '1'));
  await sync.syncDrafts(user);
  protectOpenDraft(key);
  const told: unknown[] = [];
  const end = watchOpenForm(key, { onOther: (other) => told.push(other.data), onRemoved: (made) => told.push(made) });
  elsewhere(toDraftContent(draft({ a: 2 }, '0')));
  // Another tab may have seen it: this form is still made of what it opened with.
  await draftMarks.put({ id, user, revision: `r${count}`, at: '0' });
  await writeDraft(draft({ a: 3 }, '2'));
  sending.uploadDraftNow(key);
  await vi.waitFor(() => expect(told).toEqual([{ a: 2 }]));
  expect(await readLocalDraft(key)).toMatchObject({ data: { a: 3 }, other: { data: { a: 2 } } });
  sending.uploadDraftNow(key);
  await sync.syncDrafts(user);
  expect(rows.get(id)?.draft).toMatchObject({ data: { a: 2 } });
  end();
});

test('the trace of an earlier draft costs an open form nothing: no refused sending, no second removal', async () => {
  const { watchOpenForm, protectOpenDraft } = await import('../../src/app/data/drafts/openForms.ts');
  elsewhere(null);
  // The form opened before the list came.
  protectOpenDraft(key);
  const told: unknown[] = [];
  const end = watchOpenForm(key, { onOther: (other) => told.push(other), onRemoved: (made) => told.push(made) });
  await sync.syncDrafts(user);
  await writeDraft(draft({ a: 1 }, '1'));
  asked = [];
  sending.uploadDraftNow(key);
  await vi.waitFor(() => expect(rows.get(id)?.draft).toMatchObject({ data: { a: 1 } }));
  expect([asked, told]).toEqual([['PUT'], []]);
  await sending.discardDraft(key);
  await vi.waitFor(async () => expect(await draftMarks.get(id)).toMatchObject({ gone: true }));
  // The next one is saved before it was sent.
  asked = [];
  await writeDraft(draft({ a: 2 }, '2'));
  await sending.discardDraft(key);
  await sync.syncDrafts(user);
  expect(asked).toEqual(['GET']);
  expect((await draftMarks.get(id))?.removed).toBeUndefined();
  end();
});

test('one that was saved elsewhere goes, unless it was changed here since: then it can be saved as another', async () => {
  await writeDraft(draft({ a: 1 }, '1'));
  await sync.syncDrafts(user);
  elsewhere(null);
  await sync.syncDrafts(user);
  expect(await readLocalDraft(key)).toBeUndefined();
  // The trace of it does not touch the next draft of the same form.
  await writeDraft(draft({ a: 4 }, '3'));
  await sync.syncDrafts(user);
  expect(await readLocalDraft(key)).toEqual(draft({ a: 4 }, '3'));
  elsewhere(null);
  await writeDraft(draft({ a: 5 }, '4'));
  await sync.syncDrafts(user);
  const kept = await readLocalDraft(key);
  expect(kept).toMatchObject({ data: { a: 5 }, removedElsewhere: true });
  expect(kept?.client_id).not.toBe('made-here');
});

test('one whose trace the server summed up stays, says so, and is not sent before it changes', async () => {
  await writeDraft(draft({ a: 1 }, '1'));
  await sync.syncDrafts(user);
  rows.delete(id);
  rows.set(NIL, { revision: 'r0', draft: null });
  await sync.syncDrafts(user);
  expect(await readLocalDraft(key), 'it was sent after that').toEqual(draft({ a: 1 }, '1'));
  rows.set(NIL, { revision: `r${count + 1}`, draft: null });
  await sync.syncDrafts(user);
  expect(await readLocalDraft(key)).toMatchObject({ data: { a: 1 }, removedElsewhere: true });
  expect([...rows.keys()]).toEqual([NIL]);
  await writeDraft({ ...((await readLocalDraft(key)) as Draft), data: { a: 2 }, at: '2' });
  count += 1;
  await sync.syncDrafts(user);
  expect(rows.get(id)?.draft).toMatchObject({ data: { a: 2 }, removedElsewhere: true });
});

test('one with a photo that waits here stays when it was saved elsewhere', async () => {
  await writeDraft(draft({ photos: [WAITING] }, '1'));
  await sync.syncDrafts(user);
  elsewhere(null);
  asked = [];
  await sync.syncDrafts(user);
  expect((await readLocalDraft(key))?.data).toEqual({ photos: [WAITING] });
  expect(asked).toEqual(['GET']);
});

test('a lost response makes no second side, and a removal without network is told later', async () => {
  await writeDraft(draft({ a: 1 }, '1'));
  elsewhere(toDraftContent(draft({ a: 1 }, '1')));
  await sync.syncDrafts(user);
  expect(await readLocalDraft(key)).not.toHaveProperty('other');
  isCut = true;
  await sending.discardDraft(key);
  await vi.waitFor(() => expect(asked).toContain('DELETE'));
  isCut = false;
  await sync.syncDrafts(user, list());
  expect(rows.get(id)?.draft).toBeNull();
  expect(await sync.syncDrafts(user, list())).toBe(false);
  expect(await readLocalDraft(key)).toBeUndefined();
});

test('nothing is sent or taken for a person who is not logged in any more', async () => {
  await writeDraft(draft({ a: 1 }, '1'));
  const going = sync.syncDrafts(user);
  localStorage.setItem('token', 'token of u2');
  await going.catch(() => undefined);
  expect(asked.filter((method) => method !== 'GET')).toEqual([]);
});

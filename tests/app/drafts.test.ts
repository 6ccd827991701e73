import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import {
  type Draft,
  draftKey,
  dropFile,
  keepFile,
  keptFile,
  listDrafts,
  readDraft,
  removeDraft,
  writeDraft,
} from '../../src/app/data/drafts.ts';

const draft = (user: string, record: string | undefined, at: string): Draft => ({
  key: draftKey(user, 'visit', record, undefined),
  user,
  form: 'visit',
  form_version: 1,
  client_id: 'made-here',
  data: { name: 'مکتب' },
  at,
  path: '/visits/create',
  ...(record && { record_id: record }),
});

test('a draft is kept per person and record and read back as it was written', async () => {
  const one = draft('u1', undefined, '2026-11-20T08:00:00.000Z');
  await writeDraft(one);
  await writeDraft(draft('u1', 'r1', '2026-11-21T08:00:00.000Z'));
  await writeDraft(draft('u2', undefined, '2026-11-22T08:00:00.000Z'));
  expect(await readDraft(one.key)).toEqual(one);
  expect((await listDrafts('u1')).map((d) => d.record_id)).toEqual(['r1', undefined]);
  expect(await listDrafts('nobody')).toEqual([]);
});

test('files wait with their draft and go with it', async () => {
  const { key } = draft('u3', undefined, '2026-11-20T08:00:00.000Z');
  const kept = await keepFile(key, 'yard.jpg', new Blob(['picture']));
  const other = await keepFile('another', 'sheet.pdf', new Blob(['sheet']));
  expect(kept.id).toMatch(/^local:/);
  expect((await keptFile(kept.id))?.name).toBe('yard.jpg');
  await removeDraft(key);
  expect(await keptFile(kept.id)).toBeUndefined();
  expect((await keptFile(other.id))?.name).toBe('sheet.pdf');
  await dropFile(other.id);
  expect(await keptFile(other.id)).toBeUndefined();
});

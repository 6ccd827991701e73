// @vitest-environment node
import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import {
  addDraftFile,
  type Draft,
  draftKey,
  listLocalDrafts,
  readDraftFile,
  readLocalDraft,
  removeDraftFile,
  removeLocalDraft,
  writeDraft,
} from '../../src/app/data/drafts/drafts.ts';
import { source } from '../../src/app/data/source.ts';
import { restoreDraft } from '../../src/app/screens/form/draft/restoredDraft.ts';
import { compileForm } from '../../src/core/definitions/compile.ts';
import type { FormSource } from '../../src/core/definitions/types.ts';
import { wellSource } from '../support/wells.ts';

afterEach(() => vi.restoreAllMocks());

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
  expect(await readLocalDraft(one.key)).toEqual(one);
  expect((await listLocalDrafts('u1')).map((d) => d.record_id)).toEqual(['r1', undefined]);
  expect(await listLocalDrafts('nobody')).toEqual([]);
});

test('files wait with their draft and go with it', async () => {
  const { key } = draft('u3', undefined, '2026-11-20T08:00:00.000Z');
  const kept = await addDraftFile(key, 'yard.jpg', new Blob(['picture']));
  const other = await addDraftFile('another', 'sheet.pdf', new Blob(['sheet']));
  expect(kept.id).toMatch(/^local:/);
  expect((await readDraftFile(kept.id))?.name).toBe('yard.jpg');
  await removeLocalDraft(key);
  expect(await readDraftFile(kept.id)).toBeUndefined();
  expect((await readDraftFile(other.id))?.name).toBe('sheet.pdf');
  await removeDraftFile(other.id);
  expect(await readDraftFile(other.id)).toBeUndefined();
});

/** The second version asks for the water instead of the name, and the option `flat` is gone. */
function well(version: number): FormSource {
  const made = wellSource(version);
  if (version === 1) return made;
  const { definition, schema } = made;
  delete definition.fields.name;
  (schema.properties as Record<string, { enum?: string[] }>).depth = { enum: ['deep'] };
  delete (schema.properties as Record<string, unknown>).name;
  definition.migrate = { drop: { name: definition.title }, map: { depth: { flat: null } } };
  for (const section of definition.sections) section.fields = ['depth', 'water'];
  definition.list = { columns: ['depth'] };
  delete definition.name;
  return made;
}

test('a draft keeps what another version does not ask, names it, and has it again in its own version', async () => {
  vi.spyOn(source, 'definition').mockImplementation(async (_form, version) => well(version as number) as never);
  const [one, two] = [1, 2].map((version) => compileForm(well(version))) as [
    ReturnType<typeof compileForm>,
    ReturnType<typeof compileForm>,
  ];
  const kept = { ...draft('u4', undefined, '2026-11-20T08:00:00.000Z'), data: { name: 'Well', depth: 'flat' } };
  await writeDraft(kept);
  const forward = await restoreDraft(kept.key, two);
  expect(forward?.data).toEqual({});
  expect(forward?.lost.map(({ node, data }) => [node.id, data])).toEqual([
    ['q_well_name', { name: 'Well' }],
    ['q_well_depth', { depth: 'flat' }],
  ]);
  const earlier = [{ form_version: 1, data: { name: 'Well', depth: 'flat' } }];
  expect(forward?.earlier).toEqual(earlier);

  await writeDraft({ ...kept, form_version: 2, data: { water: 'yes' }, earlier });
  expect((await restoreDraft(kept.key, two))?.lost, 'as long as the draft lasts').toHaveLength(2);
  const back = await restoreDraft(kept.key, one);
  expect(back?.data).toEqual({ name: 'Well', depth: 'flat' });
  expect(back?.earlier).toEqual([{ form_version: 2, data: { water: 'yes' } }]);
});

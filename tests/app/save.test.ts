/**
 * What saving a form sends. A removed file must be named, because the server keeps files that are not named. A file that
 * the server removed while the draft waited is sent again.
 */
import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { addDraftFile, markFileUploaded, readDraftFile, removeDraftFile } from '../../src/app/data/drafts/drafts.ts';
import { ApiError } from '../../src/app/data/errors.ts';
import { startFillTimer } from '../../src/app/screens/form/filling.ts';
import { type SaveInput, saveRecord } from '../../src/app/screens/form/save.ts';
import { FormStore } from '../../src/app/widgets/store.ts';
import { loadValidator } from '../../src/server/definitions/validator.ts';
import { counting } from '../support/counting.ts';
import { form } from '../support/form.ts';

const keeper = { keep: addDraftFile, get: readDraftFile, sent: markFileUploaded, drop: removeDraftFile };

/** The time at which the person saved. */
const NOW = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);

test('emptied file questions are named in an update, answered ones carry their files', async () => {
  const compiled = form({
    fields: {
      title: { type: 'text' },
      scan: { type: 'file' },
      photo: { type: 'image' },
    },
  });
  const store = new FormStore(
    compiled,
    await loadValidator(compiled),
    { title: 'Report', scan: ['one'], photo: ['two'] },
    { today: '2026-11-22' },
  );
  store.set({ scan: undefined });
  const sent: unknown[] = [];
  const source = { update: async (_api: unknown, _id: string, body: unknown) => sent.push(body) };
  const saving = {
    source,
    store,
    files: keeper,
    api: {},
    client_id: 'c',
    record: { id: 'r', version: 4 },
  };
  await saveRecord({ ...saving, params: {} } as unknown as SaveInput);
  expect(sent).toEqual([{ title: 'Report', scan: null, photo: ['two'], version: 4, captured_at: NOW }]);
});

test('a file the server removed while the draft waited is sent again from the device', async () => {
  const compiled = form({ fields: { title: { type: 'text' }, photo: { type: 'image' } } });
  const waiting = await addDraftFile('draft', 'yard.jpg', new Blob(['picture']));
  await markFileUploaded(waiting.id, 'swept');
  expect([await readDraftFile(waiting.id), (await readDraftFile('swept'))?.name]).toEqual([undefined, 'yard.jpg']);
  const store = new FormStore(
    compiled,
    await loadValidator(compiled),
    { title: 'Yard', photo: ['swept'] },
    { today: '2026-11-22' },
  );
  const sent: unknown[] = [];
  const source = {
    async store(_api: unknown, body: { photo: string[] }) {
      sent.push(body.photo);
      if (body.photo[0] === 'swept') throw new ApiError(422, { errors: { '/photo': [{ code: 'file_missing' }] } });
      return { id: 'r' };
    },
  };
  const widgets = { upload: async (_file: Blob, name: string) => ({ id: `new ${name}` }) };
  const saving = { source, widgets, store, files: keeper, api: {}, client_id: 'c', params: {} };
  expect(await saveRecord(saving as unknown as SaveInput)).toMatchObject({ kind: 'saved' });
  expect(sent).toEqual([['swept'], ['new yard.jpg']]);
});

test('an answer and its saving ask every condition of the form once, also those that read a derived value', async () => {
  const compiled = form({
    fields: {
      girls: { type: 'integer' },
      boys: { type: 'integer' },
      why: { type: 'text', visibleWhen: { field: 'total', is: { minimum: 100 } } },
      total: { type: 'derived', derived: { sum: ['girls', 'boys'] } },
      more: { type: 'text', visibleWhen: { field: 'why', is: { minLength: 1 } } },
      seen: { type: 'text', requiredWhen: { field: 'girls', is: { minimum: 1 } } },
      water: { type: 'rating', problemWhen: { enum: ['bad'] } },
    },
  });
  const { validator, asked } = counting(await loadValidator(compiled));
  const store = new FormStore(compiled, validator, { boys: 60, why: 'Many', more: 'Very' }, { today: '2026-11-22' });
  const once = Object.fromEntries(Object.keys(compiled.conditions).map((key) => [key, 1]));
  expect(asked()).toEqual(once);
  store.set({ girls: 60, seen: 'yes' });
  expect(store.check()).toBe(true);
  const sent: unknown[] = [];
  const source = { store: async (_api: unknown, body: unknown) => sent.push(body) };
  const saving = { source, store, files: keeper, api: {}, client_id: 'c', params: {} };
  await saveRecord(saving as unknown as SaveInput);
  expect(sent).toEqual([
    {
      girls: 60,
      boys: 60,
      total: 120,
      why: 'Many',
      more: 'Very',
      seen: 'yes',
      client_id: 'c',
      form_version: 1,
      captured_at: NOW,
    },
  ]);
  expect(asked()).toEqual(once);
});

test('a new record tells how long its form was open over all sittings, whatever the time is set to', async () => {
  let clock = 5_000;
  const first = startFillTimer(undefined, () => clock);
  clock += 61_000;
  const draft = first();
  clock = 900;
  const second = startFillTimer(draft, () => clock);
  clock += 59_400;
  expect(second()).toEqual({ started_at: NOW, seconds: 120 });
  expect(second().started_at).toBe(draft.started_at);

  const compiled = form({ fields: { title: { type: 'text' } } });
  const store = new FormStore(compiled, await loadValidator(compiled), { title: 'Yard' }, { today: '2026-11-22' });
  const sent: unknown[] = [];
  const lost = () => Promise.reject(new ApiError(0, {}));
  const source = { store: (_api: unknown, body: unknown) => (sent.push(body) > 1 ? Promise.resolve({}) : lost()) };
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const saving = { source, store, files: keeper, api: {}, client_id: 'timed', params: {}, filling: second };
  await saveRecord(saving as unknown as SaveInput);
  clock += 30_000;
  await saveRecord(saving as unknown as SaveInput);
  // A repeated request is the same one, so that it is stored once.
  expect(sent[1]).toEqual(sent[0]);
  const device_id = expect.stringMatching(/^mobile-[0-9a-f]{8}$/);
  expect(sent[0]).toMatchObject({ title: 'Yard', filling: { seconds: 120 }, device_id });
});

test('a visit with problems names those that are others, and gets the question back', async () => {
  const compiled = form({
    problems: { types: 'problem-type.wells', field: 'problems' },
    fields: { problems: { type: 'problems' } },
  } as never);
  const row = { id: 'new', problem_type_id: '1', problem_status_id: 'ongoing' };
  const store = new FormStore(compiled, await loadValidator(compiled), { problems: [row] }, { today: '2026-11-22' });
  const same_problems = [{ id: 'new', problem_type_id: '1', problems: [] }];
  const sent: unknown[] = [];
  const source = {
    async store(_api: unknown, body: { other_problems: string[] }) {
      sent.push(body.other_problems);
      if (body.other_problems.length === 0) throw new ApiError(422, { code: 'problem_same', same_problems });
      return { id: 'r' };
    },
  };
  const saving = { source, store, files: keeper, api: {}, client_id: 'c', params: {} };
  const answer = (others: string[]) => saveRecord({ ...saving, others } as unknown as SaveInput);
  expect(await answer([])).toEqual({ kind: 'problems', problems: same_problems });
  expect(await answer(['new'])).toMatchObject({ kind: 'saved' });
  expect(sent).toEqual([[], ['new']]);
});

/** What saving a form sends: a file that was taken away must be said, since the server keeps what is not named. */
import { expect, test } from 'vitest';
import { type Saving, save } from '../../src/app/screens/form/save.ts';
import { createFormStore } from '../../src/app/widgets/store.ts';
import { loadValidator } from '../../src/server/definitions/validator.ts';
import { form } from '../support/form.ts';

test('emptied file questions are named in an update, answered ones carry their files', async () => {
  const compiled = form({
    fields: {
      title: { type: 'text' },
      scan: { type: 'file' },
      photo: { type: 'image' },
    },
  });
  const store = createFormStore(
    compiled,
    await loadValidator(compiled),
    { title: 'Report', scan: ['one'], photo: ['two'] },
    '2026-11-22',
  );
  store.set({ scan: undefined });
  const sent: unknown[] = [];
  const source = { update: async (_api: unknown, _id: string, body: unknown) => sent.push(body) };
  const saving = { source, store, api: {}, today: '2026-11-22', client_id: 'c', record: { id: 'r', version: 4 } };
  await save({ ...saving, params: {} } as unknown as Saving);
  expect(sent).toEqual([{ title: 'Report', scan: null, photo: ['two'], version: 4 }]);
});

/** The gallery writes its albums in the version that new records use. */
import { afterEach, expect, it } from 'vitest';
import { onlineSource } from '../../src/app/data/onlineSource.ts';
import { type DataSource, setSource } from '../../src/app/data/source.ts';
import { changeAlbum } from '../../src/app/features/albums/galleryForms.ts';
import type { FormEntry, RecordView } from '../../src/core/generated/api.ts';

afterEach(() => setSource(onlineSource));

it.each([
  { of: 'the newest', entry: { version: 2 }, expected: 2 },
  { of: 'the one before, until the day of the newest', entry: { version: 2, captured_with: 1 }, expected: 1 },
])('$of', async ({ entry, expected }) => {
  const sent: unknown[] = [];
  const update = async (...[, , body]: Parameters<DataSource['update']>) => void sent.push(body);
  setSource({ ...onlineSource, update } as unknown as DataSource);
  const album = { id: 'a', version: 5, data: { name: 'Spring', cover: 'x' } } as unknown as RecordView;
  const albums = { form: 'album', api: { base: 'albums', record: 'album' }, ...entry } as unknown as FormEntry;
  await changeAlbum(albums, album, { cover: 'y' });
  expect(sent).toEqual([{ name: 'Spring', cover: 'y', version: 5, form_version: expected }]);
});

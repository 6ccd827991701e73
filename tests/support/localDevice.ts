/** A device that was prepared from a running server: definitions, reference data and records in a store in memory. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import i18next from 'i18next';
import { vi } from 'vitest';
import { localForms } from '../../src/app/offline/reads/registry.ts';
import type { FormsResponse } from '../../src/core/generated/api.ts';
import { DOCUMENTS } from '../../src/core/sync/documents.ts';
import { memoryStore } from '../../src/core/sync/memoryStore.ts';
import { pageReader } from '../../src/core/sync/pages.ts';
import { pullRecords } from '../../src/core/sync/pull.ts';
import type { SyncStore } from '../../src/core/sync/store.ts';
import type { SyncTransport } from '../../src/core/sync/transport.ts';
import { loadValidator } from '../../src/server/definitions/validator.ts';
import type { Person } from '../api/permissions-cast.ts';
import { ROOT } from './definitions.ts';
import type { TestServer } from './server.ts';

/** Options of the offline source that load validators without a browser. */
export const LOCAL = { loadValidator };

/** Sets the words and the language that the offline source reads. */
export async function speak(): Promise<void> {
  const words = (name: string) => JSON.parse(readFileSync(join(ROOT, `locales/en/${name}.json`), 'utf8'));
  const en = { app: words('app'), errors: words('errors'), server: words('server') };
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {} });
  await i18next.init({ lng: 'en', defaultNS: 'app', resources: { en } });
}

/** Returns a store with all that the device of a person needs, and the records of `forms` that they see. */
export async function prepareDevice(
  { services }: TestServer,
  person: Person,
  forms: readonly string[],
): Promise<SyncStore> {
  const store = memoryStore();
  const { registry } = services;
  const put = store.documents.put;
  await put(DOCUMENTS.session, await person.must('GET', 'session'));
  await put(DOCUMENTS.common, await person.must('GET', 'common'));
  await put(DOCUMENTS.rules, await person.must('GET', DOCUMENTS.rules));
  const entries: FormsResponse = await person.must('GET', 'definitions');
  await put(DOCUMENTS.forms, entries);
  for (const form of ['problem', ...entries.data.map((entry) => entry.form)])
    for (const { version } of registry.versions(form))
      await put(DOCUMENTS.definition(form, version), await person.must('GET', `definitions/${form}/${version}`));
  for (const list of registry.lists())
    await put(DOCUMENTS.choices(list), (await person.must('GET', `master-tables/${list}?all=1`)).data);
  const places = [...registry.places().values()];
  await put(
    DOCUMENTS.provinces,
    places.filter(({ level }) => level === 'province'),
  );
  await put(
    DOCUMENTS.places('all'),
    places.filter(({ level }) => level !== 'province'),
  );
  if (forms.length > 0) await pull(store, person, forms);
  return store;
}

/** Puts the records of some forms on the device as they are on the server now, whatever waits there. */
export async function pull(store: SyncStore, person: Person, forms: readonly string[]): Promise<void> {
  const { body } = await person.call('GET', `sync/records?forms=${forms.join()}`);
  for (const line of String(body).split('\n').filter(Boolean)) {
    const { record, name, refs, review } = JSON.parse(line);
    if (record) await store.records.put([{ record, name, refs, server: record, ...(review && { review }) }]);
  }
}

/** Receives the records of some forms as the app does. */
export async function receive(store: SyncStore, person: Person, forms: readonly string[]): Promise<void> {
  const transport: Pick<SyncTransport, 'records'> = {
    async records({ forms: asked, ids, after }, take) {
      const query = { forms: asked?.join(), ids: ids?.join(), after };
      const given = Object.entries(query).filter((one): one is [string, string] => one[1] !== undefined);
      const pages = pageReader(take);
      const { body } = await person.call('GET', `sync/records?${new URLSearchParams(given)}`);
      for (const line of String(body).split('\n').filter(Boolean)) pages.line(JSON.parse(line));
      await pages.end();
    },
  };
  await pullRecords({ store, transport: transport as SyncTransport, forms: localForms(store) }, { forms: [...forms] });
}

/** What the first screen shows is there before it is drawn. The device is in the process, so one database is enough. */
import { QueryClient } from '@tanstack/react-query';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { onlineSource } from '../../src/app/data/onlineSource.ts';
import { makeQueryClient, queries, queryKeys } from '../../src/app/data/queries.ts';
import { type DataSource, setSource } from '../../src/app/data/source.ts';
import { prefetchScreen } from '../../src/app/offline/prefetchScreen.ts';
import { offlineSource } from '../../src/app/offline/source.ts';
import { pageQuery, readListState } from '../../src/core/paths/listState.ts';
import { prepareDevice, speak } from '../support/localDevice.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { prepareStage, ratingAnswers } from './http-stage.ts';

const at = (path: string) => new URL(path, 'http://localhost') as unknown as Location;

let server: TestServer;
let device: DataSource;
let visit: string;

beforeAll(async () => {
  await speak();
  server = await startTestServer('sqlite');
  const focal = server.person('focal.bamyan');
  const stage = await prepareStage(server);
  ({ id: visit } = await focal.must('POST', 'schools-rates/store', ratingAnswers(stage, '2026-05-01')));
  const store = await prepareDevice(server, focal, ['school', 'school-rating']);
  device = offlineSource({ ...store, drafts: { list: async () => [] } });
});
afterEach(() => {
  vi.useRealTimers();
  setSource(onlineSource);
});
afterAll(() => server?.stop());

async function ahead(path: string): Promise<QueryClient> {
  setSource(device);
  const client = makeQueryClient();
  await prefetchScreen(client, at(path));
  return client;
}

it('reads a page of a list as its address asks for it', async () => {
  const search = '?sort=-date&page=1';
  const client = await ahead(`/schools-rates${search}`);
  const entry = client.getQueryData(queries.forms.queryKey)?.find(({ form }) => form === 'school-rating');
  const page = queries.page(
    entry?.api as { base: string },
    pageQuery(readListState(new URLSearchParams(search))).asked,
  );
  expect((client.getQueryData(page.queryKey) as { data: { id: string }[] }).data.map(({ id }) => id)).toContain(visit);
  expect(client.getQueryData(queries.definition('school-rating').queryKey)).toMatchObject({ form: 'school-rating' });
  expect(client.getQueryData(queries.session.queryKey)).toMatchObject({ user: { username: 'focal.bamyan' } });
  expect(client.getQueryData(queries.common.queryKey)).toHaveProperty('workflows');
});

it('reads a record, its form and home', async () => {
  const record = await ahead(`/schools-rates/${visit}`);
  const found = record.getQueryCache().findAll({ queryKey: queryKeys.allRecords });
  expect(found.map(({ state }) => (state.data as { record: { id: string } }).record.id)).toEqual([visit]);
  const home = await ahead('/');
  expect(home.getQueryData(queries.home.queryKey)).toHaveProperty('cards');
});

it('leaves to the screen what fails or takes long', async () => {
  const formsOf = async (forms: DataSource['forms']) => {
    setSource({ ...device, forms });
    const client = new QueryClient();
    const read = prefetchScreen(client, at('/schools-rates'));
    await vi.runAllTimersAsync();
    await read;
    return client.getQueryState(queryKeys.forms)?.status;
  };
  vi.useFakeTimers();
  expect(await formsOf(() => Promise.reject(new Error('no store')))).toBe('error');
  expect(await formsOf(() => new Promise<never>(() => {}))).toBe('pending');
});

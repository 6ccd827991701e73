/** What a device says of filling a record in, online and without network, as columns of lists and exports; other callers say nothing. */
import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offlineSource } from '../../src/app/offline/source.ts';
import { syncRequestOf } from '../../src/core/sync/request.ts';
import type { Operation } from '../../src/core/sync/types.ts';
import { verifyWholeHistory } from '../../src/server/audit/verify.ts';
import { exampleForm } from '../support/exampleForm.ts';
import { LOCAL, prepareDevice, receive, speak } from '../support/localDevice.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const BASE = 'examples-times';
const STARTED = '2026-11-20T05:10:00.000Z';
const SAVED = '2026-11-20T05:40:30.000Z';
const DEVICE = 'mobile-3fa1c2d4';
const FILLED_IN = ['record.started', 'record.saved', 'record.device'];

describe.each(DATABASES)('what a device says of filling in, on %s', (database) => {
  let server: TestServer;
  const mande = () => server.person('mande');
  const made = async (more: Json): Promise<string> =>
    (await mande().must('POST', `${BASE}/store`, { opens_at: '08:00', ...more })).id;
  const list = async (query = ''): Promise<Json[]> => (await mande().must('GET', `${BASE}?${query}`)).data;
  const columnsOf = ({ columns }: Json) => FILLED_IN.map((name) => columns[name]);
  const told = { filling: { started_at: STARTED, seconds: 600 }, captured_at: SAVED, device_id: DEVICE };
  let ids: Record<'online' | 'plain' | 'computer', string>;

  beforeAll(async () => {
    await speak();
    server = await startTestServer(database);
    await server.services.registry.publish(exampleForm('example-times'), { by: mande().id });
    ids = {
      online: await made(told),
      plain: await made({}),
      computer: await made({ ...told, device_id: 'computer-00000000', captured_at: '2026-11-21T09:00:00.000Z' }),
    };
  });
  afterAll(() => server?.stop());

  it('stands in the list, sorts and filters it, and is empty where nobody said it', async () => {
    const rows = new Map((await list()).map((row) => [row.id, row]));
    expect(columnsOf(rows.get(ids.online))).toEqual([STARTED, SAVED, DEVICE]);
    expect(columnsOf(rows.get(ids.plain))).toEqual([null, null, null]);
    const order = (await list('sort=-record.saved')).map(({ id }) => id);
    expect(order).toEqual([ids.computer, ids.online, ids.plain]);
    const found = async (field: string, op: string, value: unknown) =>
      (await list(`filters=${encodeURIComponent(JSON.stringify([{ field, op, value }]))}`)).map(({ id }) => id);
    expect(await found('record.saved', 'eq', '2026-11-20'), 'a day in Kabul').toEqual([ids.online]);
    expect(await found('record.device', 'contains', 'computer')).toEqual([ids.computer]);
  });

  it('stays as it was when somebody else changes the record from another device, and is in its history', async () => {
    await mande().must('PUT', `${BASE}/${ids.online}`, {
      opens_at: '09:00',
      captured_at: '2026-11-25T08:00:00.000Z',
      device_id: 'computer-ffffffff',
    });
    const row = (await list()).find(({ id }) => id === ids.online);
    expect(columnsOf(row)).toEqual([STARTED, SAVED, DEVICE]);
    expect(await verifyWholeHistory(server.services.database.read)).toMatchObject({ breaks: [] });
    await server.services.database.transaction((trx) =>
      trx.updateTable('records').set({ started_at: SAVED }).where('id', '=', ids.online).execute(),
    );
    const { breaks } = await verifyWholeHistory(server.services.database.read);
    expect(breaks).toMatchObject([{ id: ids.online, reason: 'columns', names: ['started_at'] }]);
    await server.services.database.transaction((trx) =>
      trx.updateTable('records').set({ started_at: STARTED }).where('id', '=', ids.online).execute(),
    );
  });

  it('only a device that is no computer makes a record mobile', async () => {
    const rows = new Map((await list()).map((row) => [row.id, row.isMobile]));
    expect([ids.online, ids.plain, ids.computer].map((id) => rows.get(id))).toEqual([true, false, false]);
  });

  it('can be exported, in Kabul time, by name also where the list does not have it', async () => {
    const csv = async (path: string): Promise<string[][]> => {
      const headers = { authorization: `Bearer ${server.tokens.mande}` };
      return parse(await (await fetch(`${server.base}/api/${path}`, { headers })).text(), { bom: true });
    };
    const style = `export?format=csv&ids=${ids.online}&localSuffix=en`;
    expect(await csv(`${BASE}/${style}&columns=${FILLED_IN.join()}`)).toEqual([
      ['Filling in began', 'Saved on the device', 'Device'],
      ['20 November 2026 09:40', '20 November 2026 10:10', DEVICE],
    ]);
    expect((await csv(`${BASE}/${style}&all=1&labels=codes`))[2]).toEqual(expect.arrayContaining([STARTED, SAVED]));
    const [heading] = await csv(`schools/export?format=csv&columns=code,record.device&localSuffix=ps`);
    expect(heading?.[1]).toBe('وسیله');
  });

  it('is kept without network, listed there, and arrives with the record', async () => {
    const store = await prepareDevice(server, mande(), ['example-times']);
    const device = offlineSource(store, { ...LOCAL, now: () => new Date(SAVED) });
    const api = { base: BASE };
    const client_id = randomUUID();
    await device.store(api, { opens_at: '07:00', client_id, ...told, device_id: 'mobile-offline1' });
    const rowOf = async () => (await device.list(api, {})).data.find(({ id }: Json) => id === client_id) as Json;
    expect(columnsOf(await rowOf())).toEqual([STARTED, SAVED, 'mobile-offline1']);
    const [operation] = await store.operations.all();
    const { path, body } = syncRequestOf(operation as Operation);
    await mande().must('POST', `${BASE}/${path}`, body);
    const there = (await list()).find(({ id }) => id === client_id) as Json;
    expect(columnsOf(there)).toEqual([STARTED, SAVED, 'mobile-offline1']);
    await store.operations.discard((operation as Operation).id, client_id, undefined);
    await receive(store, mande(), ['example-times']);
    expect(columnsOf(await rowOf())).toEqual([STARTED, SAVED, 'mobile-offline1']);
  });
});

/** The response with records: pages are taken while more arrive, one that fails ends the reading, and an old one changes nothing. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { memoryStore } from '../../src/core/sync/memoryStore.ts';
import { pageReader } from '../../src/core/sync/pages.ts';
import { pullRecords } from '../../src/core/sync/pull.ts';
import type { RecordsPage, SyncTransport } from '../../src/core/sync/transport.ts';

const record = (id: string) => ({ record: { id }, name: id, refs: {} });
const mark = (cursor: string, more: boolean) => ({ cursor, more });

const unhandled: unknown[] = [];
const note = (error: unknown) => void unhandled.push(error);
beforeEach(() => void process.on('unhandledRejection', note));
afterEach(() => void process.off('unhandledRejection', note));

const turn = () => new Promise((done) => setTimeout(done, 5));

it('takes pages that arrive meanwhile together, and says when the response was cut', async () => {
  const taken: string[] = [];
  let free = () => {};
  const first = new Promise<void>((done) => {
    free = done;
  });
  const take = async ({ records, cursor }: RecordsPage) => {
    if (taken.length === 0) await first;
    taken.push(`${records.map(({ name }) => name).join()} ${cursor}`);
  };
  const pages = pageReader(take);
  const arrive = (id: string) => {
    pages.line(record(id));
    pages.line(mark(id, id !== 'c'));
  };
  arrive('a');
  await turn();
  arrive('b');
  arrive('c');
  free();
  await pages.end();
  expect(taken).toEqual(['a a', 'b,c c']);
  pages.line(record('d'));
  await expect(pages.end()).rejects.toMatchObject({ code: 'network' });
});

it('reads no further after a page that the device could not take, and only its reader is told', async () => {
  const full = new DOMException('full', 'QuotaExceededError');
  const pages = pageReader(() => Promise.reject(full));
  pages.line(record('a'));
  pages.line(mark('a', true));
  await turn();
  expect(unhandled).toEqual([]);
  expect(() => pages.line(record('b'))).toThrow(full);
  await expect(pages.end(full)).rejects.toBe(full);
});

it('leaves a record as it is if a page brings an older version of it', async () => {
  const store = memoryStore();
  const versions: unknown[] = [];
  for (const version of [4, 3, 5]) {
    const page = { records: [{ record: { id: 'r', form: 'visit', version, data: {} }, name: '', refs: {} }] };
    const transport = {
      records: (_query: unknown, take: (one: object) => Promise<void>) => take({ ...page, ...mark('end', false) }),
    } as unknown as SyncTransport;
    await pullRecords({ store, transport, forms: async () => [] }, {});
    versions.push((await store.records.get('r'))?.record.version);
  }
  expect(versions).toEqual([4, 4, 5]);
});

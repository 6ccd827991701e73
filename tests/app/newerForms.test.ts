// @vitest-environment node
/** A person is told of the newer versions of forms that arrived, once, and not of one before its day. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetNewerForms, readNewerForms } from '../../src/app/offline/newerForms.ts';
import { DOCUMENTS } from '../../src/core/sync/documents.ts';
import { memoryStore } from '../../src/core/sync/memoryStore.ts';

const { documents } = memoryStore();
const told = () => readNewerForms(documents);
const noon = (day: string) => vi.setSystemTime(`${day}T12:00:00+04:30`);

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {} });
  noon('2026-12-20');
  const versions = { well: 3, spring: 2, stream: 5 };
  const data = Object.entries(versions).map(([form, version]) => ({ form, version }));
  await documents.put(DOCUMENTS.forms, { data });
  // What an earlier version waited for says nothing of the newest.
  await documents.put(DOCUMENTS.rules, { starts: { 'spring@2': '2026-12-21', 'well@2': '2026-12-31' } });
  await documents.put(DOCUMENTS.newerForms, ['well', 'spring']);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('is told of what is in use, and of what waits from the first moment of its day in Kabul', async () => {
  expect(await told()).toEqual(['well']);
  vi.setSystemTime('2026-12-20T23:59:00+04:30');
  expect(await told()).toEqual(['well']);
  vi.setSystemTime('2026-12-21T00:00:00+04:30');
  expect(await told()).toEqual(['well', 'spring']);
});

it('is told once; what still waits is kept until its day', async () => {
  await forgetNewerForms(documents);
  expect(await told()).toEqual([]);
  noon('2026-12-21');
  expect(await told()).toEqual(['spring']);
  await forgetNewerForms(documents);
  expect(await told()).toEqual([]);
});

it('is told of all on a device whose rules say no days yet', async () => {
  await documents.put(DOCUMENTS.rules, {});
  expect(await told()).toEqual(['well', 'spring']);
});

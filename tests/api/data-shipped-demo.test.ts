/** The shipped demonstration: what waits in it waits for somebody who may do it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitingFor, waitingForNobody } from '../../src/core/views/home/waiting.ts';
import { activeAccounts } from '../../src/server/accounts/actors.ts';
import { ensureDemo } from '../../src/server/demo/ensure.ts';
import { type OpenServices, openServices } from '../../src/server/services.ts';
import { readSettings } from '../../src/server/settings/settings.ts';
import { databases } from '../support/database.ts';

const NOW = new Date('2026-06-01T07:30:00.000Z');

// Making the whole demonstration takes long, and `forms check` holds the rules: part of the full run.
describe.runIf(process.env.AMANAT_FULL)('the shipped demonstration', () => {
  let dispose: (() => Promise<void>) | undefined;
  let services: OpenServices;
  beforeAll(async () => {
    const [kind] = databases();
    const store = await kind?.copy(undefined);
    dispose = store?.dispose;
    const settings = readSettings({ DATA_DIR: store?.config.dataDir, LOG_LEVEL: 'silent' });
    services = await openServices({ settings, now: () => NOW });
    await ensureDemo(services, NOW);
  }, 600_000);
  afterAll(async () => {
    await services?.close();
    await dispose?.();
  });

  it('has records that wait, and none of them for a verification that nobody may do', async () => {
    const { registry, records, database } = services;
    const people = await activeAccounts(database.read);
    const [administrator] = people.filter(({ grants }) => grants.some(({ role }) => role === 'administrator'));
    const actor = { username: '', language: 'en' as const, ...(administrator as (typeof people)[number]) };
    const count = async (queries: Parameters<typeof records.countAcross>[0]) =>
      (await records.countAcross(queries, actor)).reduce((sum, one) => sum + one.count, 0);
    const forms = registry.forms();
    const stuck = (of: typeof people) => count(forms.flatMap((form) => waitingForNobody(registry, form, of)));
    const waiting = await count(forms.flatMap((form) => waitingFor(registry, form)));
    expect(waiting).toBeGreaterThan(0);
    expect(await stuck(people)).toBe(0);
    // It would be noticed: without those who judge, everything that waits for it waits for nobody.
    const judging = new Set([
      'administrator',
      'me-officer',
      'program-manager',
      'provincial-coordinator',
      'finance-officer',
    ]);
    const others = people.filter(({ grants }) => !grants.some(({ role }) => judging.has(role)));
    expect(others.length).toBeGreaterThan(0);
    expect(await stuck(others)).toBeGreaterThan(waiting / 2);
  });
});

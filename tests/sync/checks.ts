/** What must be true at the end of each schedule. Returns a sentence for everything that is not. */
import { isDeepStrictEqual } from 'node:util';
import type { SyncReason } from '../../src/core/sync/types.ts';
import type { Lab } from './lab.ts';
import type { Revision } from './labPeople.ts';
import { everyRecord } from './labTransport.ts';
import type { Simulation } from './simulation.ts';

export async function mistakesOf(lab: Lab, simulation: Simulation): Promise<string[]> {
  const revisions = await lab.revisions(simulation.prefix);
  return [
    ...(await notThere(lab, simulation, revisions)),
    ...(await doubled(simulation, revisions)),
    ...(await forgotten(simulation, revisions)),
    ...(await rows(lab, simulation)),
    ...unreasonable(simulation),
    ...(await different(lab, simulation)),
  ];
}

/** Every receipt names a change that is in the history. */
async function notThere(lab: Lab, { devices }: Simulation, revisions: readonly Revision[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name, store } of devices)
    for (const { record_id, version, kind } of await store.receipts.all()) {
      const by_id = lab.people[name].id;
      const is = revisions.some((one) => one.record_id === record_id && one.seq === version && one.by_id === by_id);
      if (!is)
        found.push(`${name} has a receipt for the ${kind} of ${record_id} as version ${version}, which is not there`);
    }
  return found;
}

/** Every change in the history was made online or has one receipt. */
async function doubled({ devices, online, created }: Simulation, revisions: readonly Revision[]): Promise<string[]> {
  const found: string[] = [];
  const receipts = (await Promise.all(devices.map(({ store }) => store.receipts.all()))).flat();
  const open = (await Promise.all(devices.map(({ store }) => store.operations.all()))).flat();
  for (const id of new Set(revisions.map(({ record_id }) => record_id))) {
    if (!created.has(id)) found.push(`nobody made ${id}`);
    const own = receipts.filter(({ record_id }) => record_id === id);
    const count = revisions.filter(({ record_id }) => record_id === id).length;
    const told = own.length + (online.get(id) ?? 0);
    if (new Set(own.map(({ version }) => version)).size !== own.length)
      found.push(`two receipts for one version of ${id}`);
    if (count !== told) found.push(`${id} was changed ${count} times, but ${told} changes are known`);
  }
  if (open.some(({ state }) => state.is === 'waiting') && !isHeldBack(open)) found.push('a change was not sent');
  return found;
}

/** Changes that still wait depend on one that failed or waits for a decision. */
function isHeldBack(open: readonly { state: { is: string }; record_id: string; parent_id: string | null }[]): boolean {
  const stuck = new Set(open.filter(({ state }) => state.is !== 'waiting').map(({ record_id }) => record_id));
  for (const { state, record_id, parent_id } of open) {
    if (state.is !== 'waiting') continue;
    if (!stuck.has(record_id) && !(parent_id !== null && stuck.has(parent_id))) return false;
    stuck.add(record_id);
  }
  return true;
}

/** Every typed answer is in the history of its record, or in a change that is still open, unless a person decided against it. */
async function forgotten(
  { entries: { typed, givenUp }, devices }: Simulation,
  revisions: readonly Revision[],
): Promise<string[]> {
  const open = (await Promise.all(devices.map(({ store }) => store.operations.all()))).flat();
  const waiting = JSON.stringify(open.map(({ body }) => body));
  return typed
    .filter(({ token, record }) => {
      const isKept = revisions.some((one) => one.record_id === record && one.text.includes(token));
      return !isKept && !givenUp.has(token) && !waiting.includes(token);
    })
    .map(({ token, record }) => `${token} of ${record} is lost`);
}

/**
 * Every row of a table that was added and sent is there once, unless somebody removed it or decided against it. A removed one,
 * which nobody changed, is not there.
 */
async function rows(lab: Lab, { entries, devices, created }: Simulation): Promise<string[]> {
  const receipts = (await Promise.all(devices.map(({ store }) => store.receipts.all()))).flat();
  const sent = new Set<string | undefined>([undefined, ...receipts.map(({ id }) => id)]);
  const there = await everyRecord(lab, 'chief', created);
  const found: string[] = [];
  for (const { token, record, operation, isRow } of entries.typed) {
    const data = there.get(record)?.data;
    if (!isRow || !data) continue;
    const count = ((data.rooms ?? []) as { room?: string }[]).filter(({ room }) => room === token).length;
    if (count > 1) found.push(`the row ${token} of ${record} is there ${count} times`);
    const isWanted = sent.has(operation) && !entries.gone.has(token) && !entries.givenUp.has(token);
    if (count === 0 && isWanted) found.push(`the row ${token} of ${record} is lost`);
    const isRemoved = entries.removed.has(token) && sent.has(entries.removed.get(token)) && !entries.touched.has(token);
    if (count > 0 && isRemoved) found.push(`the row ${token} of ${record} was removed and is there`);
  }
  return found;
}

/** Nothing that a device sends is refused as wrong: all answers are valid in the version of the form that they name. */
function unreasonable({ failures }: Simulation): string[] {
  const wrong = new Set<SyncReason>(['invalid', 'file', 'other']);
  return [...failures.values()].filter(({ reason }) => wrong.has(reason)).map(({ words }) => words);
}

/** Every device has what its person sees on the server, and shows it unless a change is open. */
async function different(lab: Lab, { devices, created }: Simulation): Promise<string[]> {
  const found: string[] = [];
  for (const { name, store } of devices) {
    const there = await everyRecord(lab, name, created);
    const open = new Set((await store.operations.all()).map(({ record_id }) => record_id));
    const locals = (await Promise.all(['site', 'visit'].map((form) => store.records.ofForm(form)))).flat();
    const here = new Map(locals.map((local) => [local.record.id, local]));
    for (const [id, record] of there) {
      const local = here.get(id);
      const isSame = isDeepStrictEqual(local?.server, record);
      if (!isSame)
        found.push(`${name} has another ${id}: ${JSON.stringify(local?.server)} not ${JSON.stringify(record)}`);
      else if (!open.has(id) && !isDeepStrictEqual(local?.record, record)) found.push(`${name} shows another ${id}`);
    }
    for (const id of here.keys())
      if (!there.has(id) && !open.has(id)) found.push(`${name} still has ${id}, which is not visible`);
  }
  return found;
}

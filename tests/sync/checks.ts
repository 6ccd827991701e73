/** What must be true at the end of each schedule. Returns a sentence for everything that is not. */
import { isDeepStrictEqual } from 'node:util';
import { everyRecord, type Lab } from './lab.ts';
import type { Simulation } from './simulation.ts';

interface Revision {
  record_id: string;
  seq: number;
  by_id: string;
  text: string;
}

export async function mistakesOf(lab: Lab, simulation: Simulation): Promise<string[]> {
  const revisions = await revisionsOf(lab, simulation.prefix);
  return [
    ...(await notThere(lab, simulation, revisions)),
    ...(await doubled(simulation, revisions)),
    ...(await forgotten(simulation, revisions)),
    ...(await different(lab, simulation)),
  ];
}

async function revisionsOf(lab: Lab, prefix: string): Promise<Revision[]> {
  const rows = await lab.server.services.database.read
    .selectFrom('record_revisions')
    .select(['record_id', 'seq', 'by_id', 'answers', 'patch'])
    .where('record_id', 'like', `${prefix}%`)
    .orderBy('record_id')
    .orderBy('seq')
    .execute();
  return rows.map(({ answers, patch, ...row }) => ({ ...row, seq: Number(row.seq), text: `${answers}${patch}` }));
}

/** Every receipt names a change that is in the history. */
async function notThere(lab: Lab, { devices }: Simulation, revisions: readonly Revision[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name, store } of devices)
    for (const { record_id, version, kind } of await store.receipts.all()) {
      const by_id = lab.people[name].actor.id;
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
async function forgotten({ typed, givenUp, devices }: Simulation, revisions: readonly Revision[]): Promise<string[]> {
  const open = (await Promise.all(devices.map(({ store }) => store.operations.all()))).flat();
  const waiting = JSON.stringify(open.map(({ body }) => body));
  return typed
    .filter(({ token, record }) => {
      const isKept = revisions.some((one) => one.record_id === record && one.text.includes(token));
      return !isKept && !givenUp.has(token) && !waiting.includes(token);
    })
    .map(({ token, record }) => `${token} of ${record} is lost`);
}

/** Every device has what its person sees on the server, and shows it unless a change is open. */
async function different(lab: Lab, { devices, prefix }: Simulation): Promise<string[]> {
  const found: string[] = [];
  for (const { name, store } of devices) {
    const there = await everyRecord(lab, name, prefix);
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

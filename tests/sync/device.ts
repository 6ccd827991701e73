/** A device of the simulation: its store, which survives, and its program, which can be killed between any two steps. */
import { setTimeout } from 'node:timers/promises';
import { localForms } from '../../src/app/offline/reads/registry.ts';
import { memoryStore } from '../../src/core/sync/memoryStore.ts';
import { runOutbox } from '../../src/core/sync/outbox.ts';
import { checkRecords, type PullOptions, pullRecords } from '../../src/core/sync/pull.ts';
import { pullReference } from '../../src/core/sync/reference.ts';
import type { SyncStore } from '../../src/core/sync/store.ts';
import { SyncError, type SyncTransport } from '../../src/core/sync/transport.ts';
import type { Operation } from '../../src/core/sync/types.ts';
import type { Random } from '../../src/server/demo/random.ts';
import type { Lab } from './lab.ts';
import type { Name } from './labPeople.ts';
import { everyRecord, labTransport } from './labTransport.ts';

class Killed extends Error {}

/** What goes wrong during a run. */
export interface Trouble {
  random: Random;
  /** Steps after which the program is killed. */
  lives: number;
  /** Share of requests in percent that are cut, before they arrive or before their response does. */
  cut: number;
  /** Share of writes that are delivered twice, the second time at once or much later. */
  twice: number;
  /** Share of writes in percent during which the server is killed, where it can be. */
  kills: number;
  /** Done between two steps, in some cases: what the person or others do meanwhile. */
  meanwhile: () => Promise<void>;
}

/** A mistake that is planted in the program, which the simulation must find. */
export type Fault =
  | 'a change acknowledged before it is stored'
  | 'a change repeated without its key'
  | 'a cursor stored before its records'
  | 'a record of each response left out'
  | 'removed records not asked for'
  | 'a change sent over what others changed'
  | 'a change sent with the number of a newer version';

export class Device {
  readonly name: Name;
  readonly store: SyncStore = memoryStore();
  readonly forms = localForms(this.store);
  /** Milliseconds by which its clock is wrong. */
  clock = 0;
  readonly #lab: Lab;
  readonly #transport: SyncTransport;
  readonly #fault: Fault | undefined;
  /** Requests that a network still delivers. */
  readonly #late: (() => Promise<unknown>)[] = [];
  /** Lines of the next response with records before it is cut. */
  #lines = Number.POSITIVE_INFINITY;
  /** The server is being killed, and not there again yet. */
  #isDying = false;

  constructor(lab: Lab, name: Name, prefix: string, fault?: Fault) {
    this.#lab = lab;
    this.name = name;
    this.#fault = fault;
    this.#transport = labTransport(lab, name, prefix, (lines) => this.#arrived(lines));
  }

  /** Stores definitions and what all forms share, as the preparation does. */
  async prepare(): Promise<void> {
    for (const [key, value] of this.#lab.documents) await this.store.documents.put(key, value);
  }

  /** Returns the versions of the visit that it has, the newest last. */
  async versions(): Promise<number[]> {
    return (await this.forms('visit', 1, 2)).map(({ version }) => version);
  }

  now(): string {
    return new Date(Date.now() + this.clock).toISOString();
  }

  /** Receives and sends, as the app does. Returns true if it came to its end. */
  async sync(trouble?: Trouble): Promise<boolean> {
    const program = { store: this.store, transport: this.#transport, forms: this.forms, now: () => this.now() };
    const { store, transport } = this.#around(program, trouble);
    const options = { ...program, store, transport };
    const receive = () => this.#receive(options);
    try {
      const isLast = trouble?.random.percent(50) ?? false;
      if (!isLast) await receive();
      const { stopped } = await runOutbox(options);
      if (isLast) await receive();
      return stopped === undefined;
    } catch (error) {
      if (error instanceof Killed || error instanceof SyncError) return false;
      throw error;
    }
  }

  async #receive(options: Omit<PullOptions, 'onProgress'>): Promise<void> {
    await pullReference(options);
    const received = await pullRecords(options, { forms: ['site', 'visit'] });
    if (received > 0) await pullReference(options);
    if (this.#fault !== 'removed records not asked for') await checkRecords(options);
  }

  /** Returns the lines of a response that arrive. */
  #arrived(lines: string[]): string[] {
    const there = lines.slice(this.#fault === 'a record of each response left out' ? 1 : 0, this.#lines);
    this.#lines = Number.POSITIVE_INFINITY;
    return there;
  }

  /** Delivers what the network still has. */
  async deliver(): Promise<void> {
    for (const request of this.#late.splice(0)) await request().catch(() => undefined);
  }

  #around(program: { store: SyncStore; transport: SyncTransport }, trouble: Trouble | undefined) {
    let left = trouble?.lives ?? Number.POSITIVE_INFINITY;
    /** Does one step, unless the program is killed before or after it. */
    const step = async <T>(work: () => Promise<T>): Promise<T> => {
      left -= 1;
      if (left <= 0) throw new Killed();
      // Nobody can do anything online while the server is being killed.
      if (!this.#isDying && trouble?.random.percent(6)) await trouble.meanwhile();
      const done = await work();
      left -= 1;
      if (left <= 0) throw new Killed();
      return done;
    };
    const transport = wrap(program.transport, (name, call) =>
      step(() => (trouble ? this.#request(name, call, trouble) : this.#asFaulty(name, call))),
    );
    const parts = Object.entries(program.store).map(([key, part]) => [
      key,
      typeof part === 'function' ? part : wrap(part, (_name, call) => step(call)),
    ]);
    const store = Object.fromEntries(parts) as SyncStore;
    return { store: this.#fault === 'a cursor stored before its records' ? cursorFirst(store) : store, transport };
  }

  #asFaulty(name: string, call: Call): Promise<unknown> {
    if (name !== 'send') return call();
    if (this.#fault === 'a change repeated without its key') return call.withoutKey();
    if (this.#fault === 'a change sent over what others changed') return call.changed((of) => this.#asOfNow(of));
    if (this.#fault === 'a change sent with the number of a newer version')
      return call.changed(async ({ body, ...of }) => ({
        ...of,
        body: { ...body, ...('form_version' in body && of.form === 'visit' && { form_version: 2 }) },
      }));
    return call();
  }

  /** Returns an operation as if the person had seen the record as it is now. */
  async #asOfNow(operation: Operation): Promise<Operation> {
    const now = (await everyRecord(this.#lab, this.name, [operation.record_id])).get(operation.record_id);
    return now && operation.base ? { ...operation, base: { ...operation.base, version: now.version } } : operation;
  }

  async #request(name: string, call: Call, { random, cut, twice, kills }: Trouble): Promise<unknown> {
    if (name === 'send') this.#late.push(...(random.percent(twice) ? [call] : []));
    if (name === 'send' && random.percent(twice)) await this.#asFaulty(name, call).catch(() => undefined);
    if (this.#lab.kill && name.startsWith('send') && random.percent(kills)) return this.#killed(name, call, random);
    if (name === 'records' && random.percent(3 * cut)) this.#lines = random.whole(0, LINES);
    if (!random.percent(cut)) return this.#asFaulty(name, call);
    const isBefore = random.percent(50);
    if (isBefore && name === 'send' && this.#fault === 'a change acknowledged before it is stored')
      return call.asIfDone();
    if (!isBefore) await this.#asFaulty(name, call).catch(() => undefined);
    throw new SyncError(0, { code: 'network' });
  }

  /** Kills the server during a request. */
  async #killed(name: string, call: Call, random: Random): Promise<unknown> {
    this.#isDying = true;
    const answer = this.#asFaulty(name, call).catch((error: unknown) => {
      const isDone = name === 'send' && this.#fault === 'a change acknowledged before it is stored';
      return isDone ? call.asIfDone() : Promise.reject(error);
    });
    answer.catch(() => undefined);
    await setTimeout(random.whole(0, LONGEST_WRITE));
    await this.#lab.kill?.();
    this.#isDying = false;
    return answer;
  }
}

/** Milliseconds after which most writes are done. */
const LONGEST_WRITE = 12;
/** Most lines of a response before it is cut. */
const LINES = 3;

interface Call {
  (): Promise<unknown>;
  withoutKey(): Promise<unknown>;
  /** With another operation. */
  changed(change: (operation: Operation) => Promise<Operation>): Promise<unknown>;
  /** A response that nobody sent. */
  asIfDone(): unknown;
}

/** Replaces the methods of an object. */
function wrap<T extends object>(target: T, around: (name: string, call: Call) => Promise<unknown>): T {
  let keys = 0;
  const methods = Object.entries(target).map(([name, method]) => [
    name,
    (...args: unknown[]) => {
      const call = Object.assign(() => method.apply(target, args) as Promise<unknown>, {
        withoutKey() {
          keys += 1;
          const [operation, ...rest] = args as [{ id: string }];
          return method.call(target, { ...operation, id: `${operation.id}-${keys}` }, ...rest);
        },
        async changed(change: (operation: Operation) => Promise<Operation>) {
          const [operation, ...rest] = args as [Operation];
          return method.call(target, await change(operation), ...rest);
        },
        asIfDone: () => viewOf(args[0] as never),
      });
      return around(name, call);
    },
  ]);
  return Object.fromEntries(methods) as T;
}

/** Returns the response that the server would have given. */
function viewOf({
  record_id,
  form,
  body,
  base,
}: {
  record_id: string;
  form: string;
  body: object;
  base?: { version: number };
}) {
  const person = { id: 'nobody', name: '' };
  const record = {
    ...{ id: record_id, form, form_version: 1, code: null, name: '', version: (base?.version ?? 0) + 1, data: body },
    ...{ current_state: { id: 'submitted' }, created_by: person, updated_by: person, created_at: '', updated_at: '' },
    ...{ captured_at: null, province: null, district: null, village: null, organization: null, parent: null },
  };
  return { record, refs: {}, at: '' };
}

/** A store whose pages of records are written after the cursor behind them. */
function cursorFirst(store: SyncStore): SyncStore {
  const waiting: (() => Promise<void>)[] = [];
  return {
    ...store,
    records: {
      ...store.records,
      async put(records) {
        waiting.push(() => store.records.put(records));
      },
    },
    documents: {
      ...store.documents,
      async put(key, value) {
        await store.documents.put(key, value);
        for (const work of waiting.splice(0)) await work();
      },
    },
  };
}

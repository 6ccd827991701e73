/** A device of the simulation: its store, which survives, and its program, which can be killed between any two steps. */
import { runOutbox } from '../../src/core/sync/outbox.ts';
import { checkRecords, pullRecords } from '../../src/core/sync/pull.ts';
import type { SyncStore } from '../../src/core/sync/store.ts';
import { SyncError, type SyncTransport } from '../../src/core/sync/transport.ts';
import type { Random } from '../../src/server/jobs/seed/random.ts';
import { type Lab, labTransport, type Name } from './lab.ts';
import { memoryStore } from './memoryStore.ts';

export class Killed extends Error {}

/** What goes wrong during a run. */
export interface Trouble {
  random: Random;
  /** Steps after which the program is killed. */
  lives: number;
  /** Share of requests in percent that are cut, before they arrive or before their response does. */
  cut: number;
  /** Share of writes that are delivered twice, the second time at once or much later. */
  twice: number;
  /** Done between two steps, in some cases: what the person or others do meanwhile. */
  meanwhile: () => Promise<void>;
}

/** A mistake that is planted in the program, which the simulation must find. */
export type Fault =
  | 'a change acknowledged before it is stored'
  | 'a change repeated without its key'
  | 'a cursor stored before its records';

export class Device {
  readonly name: Name;
  readonly store: SyncStore = memoryStore();
  /** Milliseconds by which its clock is wrong. */
  clock = 0;
  /** The newest version of the visit that it knows. */
  version = 1;
  readonly #lab: Lab;
  readonly #transport: SyncTransport;
  readonly #fault: Fault | undefined;
  /** Requests that a network still delivers. */
  readonly #late: (() => Promise<unknown>)[] = [];

  constructor(lab: Lab, name: Name, prefix: string, fault?: Fault) {
    this.#lab = lab;
    this.name = name;
    this.#fault = fault;
    this.#transport = labTransport(lab, name, prefix);
  }

  now(): string {
    return new Date(Date.now() + this.clock).toISOString();
  }

  /** Receives and sends, as the app does. Returns true if it came to its end. */
  async sync(trouble?: Trouble): Promise<boolean> {
    const program = { store: this.store, transport: this.#transport, forms: this.#lab.forms, now: () => this.now() };
    const { store, transport } = this.#around(program, trouble);
    const options = { ...program, store, transport };
    try {
      await pullRecords(options, { forms: ['site', 'visit'] });
      await checkRecords(options);
      const { stopped } = await runOutbox(options);
      return stopped === undefined;
    } catch (error) {
      if (error instanceof Killed || error instanceof SyncError) return false;
      throw error;
    }
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
      if (trouble?.random.percent(6)) await trouble.meanwhile();
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
    return name === 'send' && this.#fault === 'a change repeated without its key' ? call.withoutKey() : call();
  }

  async #request(name: string, call: Call, { random, cut, twice }: Trouble): Promise<unknown> {
    if (name === 'send') this.#late.push(...(random.percent(twice) ? [call] : []));
    if (name === 'send' && random.percent(twice)) await this.#asFaulty(name, call).catch(() => undefined);
    if (random.percent(cut)) {
      if (random.percent(50)) {
        if (name === 'send' && this.#fault === 'a change acknowledged before it is stored') return call.asIfDone();
        throw new SyncError(0, { code: 'network' });
      }
      await this.#asFaulty(name, call).catch(() => undefined);
      throw new SyncError(0, { code: 'network' });
    }
    return this.#asFaulty(name, call);
  }
}

interface Call {
  (): Promise<unknown>;
  withoutKey(): Promise<unknown>;
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

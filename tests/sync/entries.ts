/** What people enter in the simulation, so that the checks can find each entry again. */
import { v7 as uuid } from 'uuid';
import type { RecordData } from '../../src/core/definitions/types.ts';
import type { SyncStore } from '../../src/core/sync/store.ts';
import type { Random } from '../../src/server/demo/random.ts';
import { SAMPLES } from '../support/media.ts';

/** A text that a person entered, which nobody else enters. */
export interface Typed {
  token: string;
  record: string;
  /** Where it was entered: an operation of a device, or nothing online. */
  operation?: string;
  /** It names a row of the table of rooms. */
  isRow?: true;
}

/** Who enters something, and where. */
export interface Entering {
  /** Absent if the person is online, where this simulation adds no photos. */
  store?: SyncStore;
  record: string;
  operation?: string;
  form_version: number;
}

export class Entries {
  readonly typed: Typed[] = [];
  /** Tokens that a person decided against. */
  readonly givenUp = new Set<string>();
  /** Tokens of rows that a person removed or named otherwise. */
  readonly gone = new Set<string>();
  /** Tokens of removed rows, with the operation that removed them, if a device did. */
  readonly removed = new Map<string, string | undefined>();
  /** Tokens of rows that somebody changed, or brought back, after they were added. */
  readonly touched = new Set<string>();
  readonly #random: Random;
  readonly #prefix: string;
  #made = 0;

  constructor(random: Random, prefix: string) {
    this.#random = random;
    this.#prefix = prefix;
  }

  id(): string {
    this.#made += 1;
    return `${this.#prefix}${this.#made}`;
  }

  token(record: string, operation?: string, isRow = false): string {
    this.#made += 1;
    const token = `t${this.#prefix}${this.#made}.`;
    this.typed.push({ token, record, ...(operation && { operation }), ...(isRow && { isRow }) });
    return token;
  }

  /** Returns the function that takes back what is entered from now on, if it was refused. */
  undo(): () => void {
    const { length } = this.typed;
    const removed = new Map(this.removed);
    return () => {
      // Another one may have been taken back meanwhile.
      this.typed.splice(length);
      this.removed.clear();
      for (const [token, operation] of removed) this.removed.set(token, operation);
    };
  }

  /** Notes which tokens are in `before` and not in `after`, and which rows are only in `after`. */
  decide(before: unknown, after: unknown): void {
    const [then, now] = [JSON.stringify(before), JSON.stringify(after)];
    for (const { token } of this.typed) {
      if (then.includes(token) && !now.includes(token)) this.givenUp.add(token);
      if (!then.includes(token) && now.includes(token)) this.touched.add(token);
    }
  }

  /** Notes the rows that stay in the history only, because the person chose the other side. */
  leaveOut({ not_taken, ...answers }: Record<string, unknown>): void {
    const [left, taken] = [JSON.stringify(not_taken ?? {}), JSON.stringify(answers)];
    for (const { token } of this.typed) if (left.includes(token) && !taken.includes(token)) this.gone.add(token);
  }

  /** Returns new answers to one or two questions of a visit. */
  async answers(by: Entering, before: RecordData): Promise<RecordData> {
    const { store, record, operation, form_version } = by;
    const data: RecordData = {};
    const asked = new Set<string>();
    for (let left = this.#random.whole(1, 2); left > 0; left -= 1) {
      const question = this.#random.weighted({
        remarks: 35,
        boys: 15,
        problems: 20,
        rooms: 25,
        photo: store ? 15 : 0,
        advice: 10,
      });
      if (asked.has(question)) continue;
      asked.add(question);
      if (question === 'remarks') data[form_version > 1 ? 'notes' : 'remarks'] = this.token(record, operation);
      else if (question === 'advice' && form_version > 1) data.advice = this.token(record, operation);
      else if (question === 'boys') data.boys = this.#random.whole(0, 9_000);
      else if (question === 'problems') data.problems = this.#problems(before.problems, by);
      else if (question === 'rooms') data.rooms = this.#rooms(before.rooms, by);
      else if (question === 'photo' && store)
        data.photo = [...((before.photo as string[]) ?? []), await this.#photo(store)];
    }
    return data;
  }

  #problems(before: unknown, { record, operation }: Entering): RecordData[] {
    const rows = Array.isArray(before) ? (before as RecordData[]) : [];
    const words = { problem_type_id: '1', problem_details: this.token(record, operation) };
    if (rows.length === 0 || this.#random.percent(50)) return [...rows, { id: uuid(), ...words }];
    const changed = this.#random.pick(rows);
    return rows.map((row) => (row === changed ? { ...row, ...words } : row));
  }

  /** Adds, changes, names otherwise or removes a row. */
  #rooms(before: unknown, { record, operation }: Entering): RecordData[] {
    const rows = Array.isArray(before) ? (before as RecordData[]) : [];
    const step = this.#random.weighted({ add: 40, change: 25, rename: 15, remove: 20 });
    const seats = this.#random.whole(0, 1_000_000);
    if (rows.length === 0 || step === 'add') {
      const row = { room: this.token(record, operation, true), seats };
      return this.#random.percent(70) ? [...rows, row] : [row, ...rows];
    }
    const row = this.#random.pick(rows);
    const token = String(row.room);
    if (step === 'change') {
      this.touched.add(token);
      return rows.map((one) => (one === row ? { ...row, seats } : one));
    }
    this.gone.add(token);
    if (step === 'remove') {
      this.removed.set(token, operation);
      return rows.filter((one) => one !== row);
    }
    this.touched.add(token);
    const room = this.token(record, operation, true);
    return rows.map((one) => (one === row ? { ...row, room } : one));
  }

  async #photo(store: SyncStore): Promise<string> {
    const id = `local:${uuid()}`;
    const blob = new Blob([new Uint8Array(SAMPLES.image)], { type: 'image/png' });
    const question = { form: 'visit', field: 'photo' };
    await store.files.put({ id, name: 'a.png', type: 'image/png', size: blob.size, question }, blob);
    return id;
  }
}

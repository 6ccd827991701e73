/** Answers that are copied at the first change. Without a change, `data` is the same object that was given. */
import type { RecordData } from '../definitions/types.ts';

export class CopyOnWrite {
  data: RecordData;
  readonly #given: RecordData;

  constructor(given: RecordData) {
    this.data = given;
    this.#given = given;
  }

  /** Sets an answer; undefined removes it. */
  put(name: string, value: unknown): void {
    if (this.data[name] === value && (value !== undefined || !Object.hasOwn(this.data, name))) return;
    if (this.data === this.#given) this.data = { ...this.#given };
    if (value === undefined) delete this.data[name];
    else this.data[name] = value;
  }
}

/** Answers that are copied at their first change: who changes nothing gets the same object back. */
import type { RecordData } from '../definitions/types.ts';

export class CopyOnWrite {
  data: RecordData;
  readonly #given: RecordData;

  constructor(given: RecordData) {
    this.data = given;
    this.#given = given;
  }

  /** undefined takes the answer away. */
  put(name: string, value: unknown): void {
    if (this.data[name] === value && (value !== undefined || !Object.hasOwn(this.data, name))) return;
    if (this.data === this.#given) this.data = { ...this.#given };
    if (value === undefined) delete this.data[name];
    else this.data[name] = value;
  }
}

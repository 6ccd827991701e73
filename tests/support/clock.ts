/** A clock that tests set, so that they stand on the day that they are about. */
export interface TestClock {
  /** Returns the time. It gains a millisecond with each call, so that what is written later is later. */
  now(): Date;
  /** Sets the time: ISO 8601, with the offset of the place (`+04:30` in Kabul). */
  set(at: string): void;
}

export function clockAt(at: string): TestClock {
  let time = Date.parse(at);
  return {
    now() {
      time += 1;
      return new Date(time);
    },
    set(next) {
      time = Date.parse(next);
    },
  };
}

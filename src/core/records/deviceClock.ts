/**
 * Judges the clock of a device: on the device itself, on the server when a record arrives, and for the record's reviewer. A wrong
 * clock does not make a true answer false: the server has its own, and what the clock filled in is looked at.
 */

/** Milliseconds of difference from which a day or time that the device fills in may be wrong. */
export const CLOCK_TOLERANCE = 5 * 60_000;

/**
 * What a device says of its clock when something is filled in. `checked`: its time is what the server told in this page.
 * `wrong`: it contradicts the last contact with the server. Otherwise nothing is known.
 */
export type DeviceClockStatus = 'checked' | 'wrong';

/** The last time that the server told, and what the device's clock showed then. Milliseconds. */
export interface ClockContact {
  server: number;
  device: number;
}

/** Milliseconds after the last contact from which a clock is not believed. */
const LONG = 366 * 86_400_000;

/** Returns true if the device's clock, which shows `now`, cannot be right, by what the server told last. */
export function isClockImpossible({ server, device }: ClockContact, now: number): boolean {
  if (now < server - CLOCK_TOLERANCE || now > server + LONG) return true;
  // It was ahead and was not set back since.
  return device > server + CLOCK_TOLERANCE && now > device - CLOCK_TOLERANCE;
}

export interface CaptureTimes {
  /** When it was filled in, by the device. */
  captured_at: string | null;
  /** When it arrived, by the server. */
  at: string;
  device_clock?: DeviceClockStatus;
  /** Seconds that the device's clock was ahead when it arrived. Absent if it was about right. */
  clock_offset?: number;
}

/** Returns true if the clock was wrong when it was filled in. That cannot have been before the instants `since`. */
export function isClockWrong(
  { captured_at, at, device_clock, clock_offset }: CaptureTimes,
  { since = [], tolerance = CLOCK_TOLERANCE }: { since?: readonly string[]; tolerance?: number } = {},
): boolean {
  if (device_clock === 'wrong') return true;
  if (captured_at === null) return false;
  const [captured, arrived] = [Date.parse(captured_at), Date.parse(at)];
  if (captured > arrived + tolerance) return true;
  if (since.some((begin) => captured < Date.parse(begin) - tolerance)) return true;
  // Whether the clock was wrong by as much already then, only the device can know.
  return clock_offset !== undefined && device_clock !== 'checked' && captured < arrived - tolerance;
}

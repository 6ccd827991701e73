/**
 * What time it is on this device: its clock against the server's, which every response names in its `Date` header. Whoever needs
 * the day or the time asks here.
 */
import {
  CLOCK_TOLERANCE,
  type ClockContact,
  type DeviceClockStatus,
  isClockImpossible,
} from '../../core/records/deviceClock.ts';
import { kabulDay } from '../../core/text/dates.ts';
import { watchedItem } from './device/watchedItem.ts';
import { createWatcherSet } from './watchedValue.ts';

/** The last contact with the server, as JSON. It stays on the device. */
const kept = watchedItem('contact');

let isWrong = false;
let offset = 0;
/** The last contact of this page, with the time of a clock that nobody can set. */
let contact: (ClockContact & { steady: number }) | undefined;
const { subscribe, tell } = createWatcherSet();

function lastContact(): ClockContact | undefined {
  if (contact) return contact;
  const { server, device } = JSON.parse(kept.get() ?? '{}') as Partial<ClockContact>;
  return typeof server === 'number' && typeof device === 'number' ? { server, device } : undefined;
}

/** `checked`: nobody has set the clock since the contact of this page. A device that slept counts as set. */
function judge(): DeviceClockStatus | undefined {
  const now = Date.now();
  if (contact) {
    const slipped = now - contact.device - (performance.now() - contact.steady);
    if (Math.abs(slipped) <= CLOCK_TOLERANCE) return 'checked';
  }
  const last = lastContact();
  return last && isClockImpossible(last, now) ? 'wrong' : undefined;
}

export const deviceClock = {
  isWrong: (): boolean => isWrong,
  /** Milliseconds that the device's clock is ahead of the server's, as of the last contact; negative if it is behind. */
  offset: (): number => offset,
  judge,
  /** Returns the time, corrected by what the server told. Of a clock that contradicts it: the earliest that it can be. */
  now(): Date {
    const judged = judge();
    if (judged === 'checked') return new Date(Date.now() - (isWrong ? offset : 0));
    const last = judged === 'wrong' ? lastContact() : undefined;
    return last ? new Date(last.server + performance.now() - (contact?.steady ?? 0)) : new Date();
  },
  /** Returns today's date in Kabul, YYYY-MM-DD. */
  today: (): string => kabulDay(deviceClock.now()),
  /** Returns the day that forms fill in and judge by: today, or nothing if nobody knows it. */
  dayOfForms: (): string => (deviceClock.isDayKnown() ? deviceClock.today() : ''),
  isDayKnown: (): boolean => judge() !== 'wrong',
  subscribe,
  compare({ headers }: Response): void {
    // What may come from the browser's cache carries the time of an earlier day.
    if (!headers.get('cache-control')?.includes('no-store')) return;
    const device = Date.now();
    const server = Date.parse(headers.get('date') ?? '');
    if (Number.isNaN(server)) return;
    const was = judge();
    contact = { server, device, steady: performance.now() };
    offset = device - server;
    keep(contact);
    const now = Math.abs(offset) > CLOCK_TOLERANCE;
    if (now === isWrong && was !== 'wrong') return;
    isWrong = now;
    tell();
  },
};

/** Each response is a contact. One a minute is enough. */
function keep({ server, device }: ClockContact): void {
  const { server: before = 0, device: then = 0 } = JSON.parse(kept.get() ?? '{}') as Partial<ClockContact>;
  const isNear = Math.abs(server - before) < 60_000 && Math.abs(device - then) < 60_000;
  if (!isNear) kept.set(JSON.stringify({ server, device }));
}

import { afterEach, describe, expect, it, vi } from 'vitest';
import { deviceClock } from '../../src/app/data/deviceClock.ts';

const NOW = Date.parse('2026-11-23T06:00:00Z');

function answer(date: string, cache = 'no-store'): Response {
  return new Response('{}', { headers: { date: new Date(date).toUTCString(), 'cache-control': cache } });
}

describe('the clock of the device against the server’s', () => {
  afterEach(() => vi.useRealTimers());

  it('is wrong from more than five minutes on, either way, and right again when somebody sets it', () => {
    vi.useFakeTimers({ now: NOW });
    const told = vi.fn();
    const stop = deviceClock.subscribe(told);
    deviceClock.compare(answer('2026-11-23T06:04:00Z'));
    expect(deviceClock.isWrong()).toBe(false);
    deviceClock.compare(answer('2026-11-23T06:06:00Z'));
    expect(deviceClock.isWrong()).toBe(true);
    expect(deviceClock.offset(), 'behind by six minutes').toBe(-6 * 60_000);
    deviceClock.compare(answer('2026-11-22T06:00:00Z'));
    expect(deviceClock.isWrong()).toBe(true);
    expect(told).toHaveBeenCalledTimes(1);
    deviceClock.compare(answer('2026-11-23T06:00:01Z'));
    expect(deviceClock.isWrong()).toBe(false);
    expect(told).toHaveBeenCalledTimes(2);
    stop();
  });

  it('is not judged by a response that the browser kept', () => {
    vi.useFakeTimers({ now: NOW });
    deviceClock.compare(answer('2026-10-01T06:00:00Z', 'private, max-age=31536000, immutable'));
    expect(deviceClock.isWrong()).toBe(false);
  });
});

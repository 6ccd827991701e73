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

  it('is put right by what the server told, as long as nobody sets it, and then asks for the day', () => {
    vi.useFakeTimers({ now: Date.parse('2015-01-01T00:00:00Z') });
    deviceClock.compare(answer('2026-11-23T20:00:00Z'));
    vi.advanceTimersByTime(3_600_000);
    expect(deviceClock.judge()).toBe('checked');
    expect(deviceClock.now()).toEqual(new Date('2026-11-23T21:00:00Z'));
    expect(deviceClock.dayOfForms(), 'the next day in Kabul').toBe('2026-11-24');
    vi.setSystemTime('2014-01-01T00:00:00Z');
    expect(deviceClock.judge()).toBe('wrong');
    expect(deviceClock.dayOfForms()).toBe('');
    expect(deviceClock.now(), 'the earliest that it can be').toEqual(new Date('2026-11-23T21:00:00Z'));
    vi.setSystemTime('2026-11-23T21:30:00Z');
    expect(deviceClock.judge(), 'set right').toBe(undefined);
    expect(deviceClock.today()).toBe('2026-11-24');
    deviceClock.compare(answer('2026-11-23T21:30:00Z'));
    vi.setSystemTime('2026-11-24T21:30:00Z');
    expect(deviceClock.dayOfForms(), 'after a night of sleep').toBe('2026-11-25');
  });

  it('is judged after a restart by the last contact that the device keeps', async () => {
    vi.useFakeTimers({ now: NOW });
    localStorage.setItem('contact', JSON.stringify({ server: NOW, device: NOW }));
    vi.resetModules();
    const { deviceClock } = await import('../../src/app/data/deviceClock.ts');
    const judgedAt = (at: string) => {
      vi.setSystemTime(at);
      return deviceClock.judge();
    };
    expect(judgedAt('2026-11-22T06:00:00Z'), 'a day behind').toBe('wrong');
    expect(deviceClock.today()).toBe('2026-11-23');
    expect(judgedAt('2027-05-01T06:00:00Z'), 'months without network').toBe(undefined);
    expect(judgedAt('2029-05-01T06:00:00Z'), 'years').toBe('wrong');
    localStorage.setItem('contact', JSON.stringify({ server: NOW, device: NOW + 3 * 86_400_000 }));
    expect(judgedAt('2026-11-26T08:00:00Z'), 'ahead as before').toBe('wrong');
    expect(judgedAt('2026-11-23T08:00:00Z'), 'set back since').toBe(undefined);
  });
});

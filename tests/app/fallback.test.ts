/** On a prepared device in online mode: what the server does not answer is read on the device, and asked again later. */
import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../src/app/data/errors.ts';
import { serverReached } from '../../src/app/data/signals.ts';
import type { DataSource } from '../../src/app/data/source.ts';
import { refetchWhenReachable, withFallback } from '../../src/app/offline/fallback.ts';

const lost = () => Promise.reject(new ApiError(0, { code: 'no_network' }));
const away = () => Promise.reject(new ApiError(503, { code: 'unavailable' }));
const notHere = () => Promise.reject(new ApiError(409, { code: 'not_prepared' }));
const source = (given: object) => given as DataSource;
const api = { base: 'x' };

afterEach(() => vi.restoreAllMocks());

describe('what the server does not answer', () => {
  test('is read on the device, if it has it', async () => {
    const device = source({ record: () => Promise.resolve('here'), history: notHere });
    const both = withFallback(source({ record: lost, history: lost }), device);
    expect(await both.record(api, '1')).toBe('here');
    await expect(both.history(api, '1')).rejects.toMatchObject({ status: 0, code: 'no_network' });
  });

  test('is only what got no response, and never a save', async () => {
    const device = source({ record: () => Promise.resolve('here'), store: () => Promise.resolve('here') });
    const both = withFallback(source({ record: away, store: lost }), device);
    await expect(both.record(api, '1')).rejects.toMatchObject({ status: 503 });
    await expect(both.store(api, {})).rejects.toMatchObject({ status: 0 });
  });

  test('is asked again once the server answers, and on a bad line not without end', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_000_000);
    const client = new QueryClient();
    const again = vi.spyOn(client, 'invalidateQueries').mockResolvedValue();
    refetchWhenReachable(client);
    const both = withFallback(source({ record: lost }), source({ record: () => Promise.resolve('here') }));
    await both.record(api, '1');
    serverReached.say();
    expect(again).toHaveBeenCalledTimes(1);
    serverReached.say();
    expect(again, 'nothing came from the device since').toHaveBeenCalledTimes(1);
    for (let request = 0; request < 5; request += 1) {
      await both.record(api, '1');
      serverReached.say();
    }
    expect(again, 'one request is never answered').toHaveBeenCalledTimes(1);
    now.mockReturnValue(1_020_000);
    serverReached.say();
    expect(again).toHaveBeenCalledTimes(2);
  });
});

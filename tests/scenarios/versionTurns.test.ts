/** Which version new records are captured with on a day, and which ones follow. */
import { describe, expect, it } from 'vitest';
import { startDaysFrom, type VersionStartDay, versionStartDays } from '../../src/core/records/registry.ts';

/** Versions 1, 2 … with their days. */
const versions = (...days: string[]): VersionStartDay[] => days.map((from, at) => ({ version: at + 1, from }));
const numbers = (turns: readonly VersionStartDay[]) => turns.map(({ version }) => version);

describe('versions that wait for a day', () => {
  it('follow one another on their days', () => {
    const turns = versionStartDays(versions('', '2026-10-01', '2026-11-01'));
    const days = { '2026-09-30': [1, 2, 3], '2026-10-01': [2, 3], '2026-10-31': [2, 3], '2026-11-01': [3] };
    for (const [day, expected] of Object.entries(days))
      expect(numbers(startDaysFrom(turns, day)), day).toEqual(expected);
  });

  it.each([
    ['at once', '', [3]],
    ['on an earlier day', '2026-09-15', [1, 3]],
    ['on the same day', '2026-10-01', [1, 3]],
  ])('are passed over by a later version that is used %s', (_name, from, expected) => {
    expect(numbers(versionStartDays(versions('', '2026-10-01', from)))).toEqual(expected);
  });

  it('begin with the first one if none has come', () => {
    const turns = versionStartDays(versions('2026-10-01', '2026-11-01'));
    expect(numbers(startDaysFrom(turns, '2026-09-01'))).toEqual([1, 2]);
    expect(startDaysFrom(versionStartDays([]), '2026-09-01')).toEqual([]);
  });
});

/** Which version new records are captured with on a day, and which ones follow. */
import { describe, expect, it } from 'vitest';
import { turnsFrom, type VersionTurn, versionTurns } from '../../src/core/records/registry.ts';

/** Versions 1, 2 … with their days. */
const versions = (...days: string[]): VersionTurn[] => days.map((from, at) => ({ version: at + 1, from }));
const numbers = (turns: readonly VersionTurn[]) => turns.map(({ version }) => version);

describe('versions that wait for a day', () => {
  it('follow one another on their days', () => {
    const turns = versionTurns(versions('', '2026-10-01', '2026-11-01'));
    const days = { '2026-09-30': [1, 2, 3], '2026-10-01': [2, 3], '2026-10-31': [2, 3], '2026-11-01': [3] };
    for (const [day, expected] of Object.entries(days)) expect(numbers(turnsFrom(turns, day)), day).toEqual(expected);
  });

  it.each([
    ['at once', '', [3]],
    ['on an earlier day', '2026-09-15', [1, 3]],
    ['on the same day', '2026-10-01', [1, 3]],
  ])('are passed over by a later version that is used %s', (_name, from, expected) => {
    expect(numbers(versionTurns(versions('', '2026-10-01', from)))).toEqual(expected);
  });

  it('begin with the first one if none has come', () => {
    const turns = versionTurns(versions('2026-10-01', '2026-11-01'));
    expect(numbers(turnsFrom(turns, '2026-09-01'))).toEqual([1, 2]);
    expect(turnsFrom(versionTurns([]), '2026-09-01')).toEqual([]);
  });
});

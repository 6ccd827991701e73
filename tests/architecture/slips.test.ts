/** The slips of `tests/mutants`, which only the full run puts into the code, fit the code as it is. */
import { describe, expect, it } from 'vitest';
import { misplaced, NOTICED } from '../mutants/slip.ts';
import { AREAS } from '../mutants/slips/areas.ts';

describe('slips', () => {
  it('are at their places, and their tests are there', () => {
    expect(Object.values(AREAS).flatMap(misplaced)).toEqual([]);
  });

  it('have names of their own, and are enough in each area', () => {
    const names = Object.values(AREAS).flatMap((slips) => slips.map(({ id }) => id));
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(names.length).toBeGreaterThanOrEqual(120);
    const few = Object.entries(AREAS).filter(([, slips]) => slips.length < 8);
    expect(few.map(([area]) => area)).toEqual([]);
  });

  it('say why no test notices them, in few cases of each area', () => {
    const most = Object.entries(AREAS).filter(([, slips]) => {
      const unnoticed = slips.filter((slip) => slip.unnoticed !== undefined);
      return unnoticed.length > (1 - NOTICED) * slips.length;
    });
    expect(most.map(([area]) => area)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import type { RecordData } from '../../src/core/definitions/types.ts';
import { ratingBars } from '../../src/core/form/ratingBars.ts';
import { form as compiledForm } from '../support/form.ts';

describe('the bars of ratings', () => {
  const form = compiledForm({
    fields: {
      water: { type: 'rating' },
      toilets: { type: 'rating' },
      remarks: { type: 'text' },
      library: { type: 'rating', visibleWhen: { field: 'water', is: 'good' } },
      teachers: { type: 'rating' },
    },
    sections: { house: ['water', 'toilets', 'remarks'], lessons: ['library', 'teachers'] },
  });
  it.each<[string, RecordData, unknown]>([
    [
      'are points by section',
      { water: 'excellent', toilets: 'bad', library: 'fair', teachers: 'good' },
      [
        [4, 1],
        [2, 3],
      ],
    ],
    [
      'tell what does not apply from what is blank',
      { water: 'fair', toilets: 'na' },
      [
        [2, 0],
        [0, null],
      ],
    ],
    ['are not there without a rating', { remarks: 'Nobody was there', toilets: 'na' }, undefined],
  ])('%s', (_what, data, bars) => {
    expect(ratingBars(form, data)).toEqual(bars);
  });

  it('leave out what the reader may not see', () => {
    expect(ratingBars(form, { water: 'good', teachers: 'bad' }, new Set(['water', 'toilets']))).toEqual([[0, 1]]);
  });
});

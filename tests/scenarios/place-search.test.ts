import { describe, expect, it } from 'vitest';
import { findPlaces, indexPlaces } from '../../src/core/query/placeSearch.ts';
import type { PlaceItem } from '../../src/core/records/registry.ts';
import type { Language } from '../../src/core/text/languages.ts';
import { foldText, searchWords } from '../../src/core/text/letters.ts';
import { TextLines } from '../../src/core/text/lines.ts';
import fc from '../support/property.ts';

const place = (
  id: string,
  level: PlaceItem['level'],
  parent_id: string | null,
  more: Partial<PlaceItem>,
): PlaceItem => ({
  ...{ id, level, parent_id, pcode: null, name_en: id, name_fa: '', name_ps: '' },
  ...more,
});

const PLACES = new Map(
  [
    place('p1', 'province', null, { name_en: 'Bamyan', name_fa: 'بامیان', name_ps: 'باميان', pcode: 'AF10' }),
    place('d1', 'district', 'p1', { name_en: 'Yakawlang', name_fa: 'یکاولنگ', aliases: ['Yakolang'] }),
    place('d2', 'district', 'p1', { name_en: 'Old Yakawlang', name_fa: 'یکاولنگ کهنه', merged_into: 'd1' }),
    place('v1', 'village', 'd1', { name_en: 'Bam', name_fa: 'بام' }),
    place('v2', 'village', 'd1', { name_en: 'Upper Bam', name_fa: 'بام بالا' }),
    place('v3', 'village', 'd1', { name_en: 'Naw\nBam', name_fa: 'نو بام' }),
  ].map((one) => [one.id, one]),
);

async function found(text: string, language: Language, more: Partial<Parameters<typeof findPlaces>[3]> = {}) {
  const index = await indexPlaces(PLACES, language, async () => undefined);
  // As a device has it that stored it.
  const stored = JSON.parse(JSON.stringify(index)) as typeof index;
  const { data, total } = findPlaces(PLACES, stored, searchWords(text), { language, most: 2, ...more });
  return { ids: data.map(({ id }) => id), total, detail: data.map(({ detail }) => detail) };
}

describe('the search of places', () => {
  it('puts names first that begin with the word, in whichever language it was typed, then sorts by name', async () => {
    expect(await found('بام', 'fa', { most: 9 })).toMatchObject({ ids: ['v1', 'v2', 'p1', 'v3'], total: 4 });
    expect(await found('bam', 'fa', { most: 9 })).toMatchObject({ ids: ['v1', 'p1', 'v2', 'v3'], total: 4 });
    expect(await found('upper bam', 'fa')).toMatchObject({ ids: ['v2'], detail: ['یکاولنگ · بامیان'] });
  });

  it('finds by P-code and other spellings, never a double, and counts more than it returns', async () => {
    expect((await found('af10', 'ps')).ids).toEqual(['p1']);
    expect((await found('yakolang', 'en')).ids).toEqual(['d1']);
    expect((await found('yakawlang', 'en')).ids).toEqual(['d1']);
    expect(await found('', 'en')).toMatchObject({ ids: ['v1', 'p1'], total: 5 });
  });

  it('keeps to levels and to what is asked for', async () => {
    expect((await found('', 'en', { levels: ['district'] })).ids).toEqual(['d1']);
    const above: string[][] = [];
    const isAsked = (id: string, ids: readonly string[]) => above.push([id, ...ids]) > 0 && ids.includes('d1');
    expect((await found('bam', 'en', { isAsked })).ids).toEqual(['v1', 'v3']);
    expect(above).toContainEqual(['v1', 'd1', 'p1']);
  });
});

describe('lines', () => {
  const text = fc.stringMatching(/^[ab \n]{0,6}$/);

  it('have the words that each text has', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), fc.array(fc.stringMatching(/^[ab]{1,3}$/)), (texts, words) => {
        const lines = TextLines.of(texts);
        const has = Array.from(lines.having(words));
        expect(has).toEqual(texts.map((one) => Number(words.every((word) => one.includes(word)))));
        expect(texts.map((_, at) => lines.line(at))).toEqual(texts.map((one) => one.replaceAll('\n', ' ')));
      }),
    );
  });

  it('are not mixed up by what is typed', () => {
    expect(searchWords('a\nb\tc')).toEqual(['a', 'b', 'c']);
    expect(foldText('a\u2028b\nc')).toBe('a b c');
  });
});

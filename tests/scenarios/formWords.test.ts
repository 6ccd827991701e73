/** The words of a form as a table, taken back cell by cell, and what a save does to the states of its translations. */
import { describe, expect, it } from 'vitest';
import type { FormDefinition } from '../../src/core/definitions/types.ts';
import { placeId, stateChanges } from '../../src/core/definitions/words/history.ts';
import type { TranslationState } from '../../src/core/definitions/words/status.ts';
import { translationTable } from '../../src/core/definitions/words/table.ts';
import { type TranslationCell, applyTranslations as take } from '../../src/core/definitions/words/take.ts';

const words = (en: string, fa?: string, ps?: string) => ({ en, ...(fa && { fa }), ...(ps && { ps }) });

/** A form with a section, a group, options, a table, and two texts that lack words. */
function wells(): FormDefinition {
  return {
    form: 'well',
    title: words('Well', 'چاه', 'څاه'),
    sections: [
      {
        id: 'visit',
        title: words('Visit', 'بازدید', 'لیدنه'),
        fields: [{ group: 'water', title: words('Water', 'آب', 'اوبه'), fields: ['clean'] }, 'tests'],
      },
    ],
    fields: {
      clean: {
        id: 'q_clean',
        label: words('Is {place} clean?', 'آیا {place} پاک است؟', 'ایا {place} پاک دی؟'),
        help: words('Look at it.'),
        options: [
          { value: 'yes', label: words('Yes', 'بلی', 'هو') },
          { value: 'no', label: words('No', 'نخیر') },
        ],
      },
      tests: {
        id: 'q_tests',
        label: words('Tests', 'آزمایش‌ها', 'ازمېښتونه'),
        columns: { day: { id: 'q_day', label: words('Day', 'روز', 'ورځ') } },
      },
    },
  } as unknown as FormDefinition;
}

const takeWords = (definition: FormDefinition, cells: TranslationCell[], state?: TranslationState) =>
  take(definition, cells, () => state && { state });

const cell = (pointer: string, language: string, was: string, now: string): TranslationCell => ({
  pointer,
  language,
  was,
  words: now,
});

describe('the table of words', () => {
  const rows = (stale: string[] = []) =>
    translationTable(wells(), ({ pointer }, language) =>
      stale.includes(`${language} ${pointer}`) ? { state: 'stale', by: 'Zahra' } : undefined,
    );

  it('says where the source itself is missing, and takes the answers that words must hold from it alone', () => {
    const form = wells();
    form.title = { fa: 'چاه', ps: 'څاه' } as never;
    form.fields.clean = { ...form.fields.clean!, label: words('Is {place} clean?', 'پاک است؟', 'پاک دی؟') as never };
    const found = new Map(translationTable(form, () => undefined).map((row) => [row.pointer, row]));
    expect(found.get('/title')?.states).toEqual({
      en: { state: 'missing' },
      fa: { state: 'draft' },
      ps: { state: 'draft' },
    });
    expect(found.get('/fields/clean/label')?.holds).toEqual(['{place}']);
  });

  it('has missing texts first, then those whose source changed, each with where it stands', () => {
    expect(rows(['ps /fields/tests/label']).map(({ pointer }) => pointer)).toEqual([
      '/fields/clean/help',
      '/fields/clean/options/1/label',
      '/fields/tests/label',
      '/title',
      '/sections/0/title',
      '/sections/0/fields/0/title',
      '/fields/clean/label',
      '/fields/clean/options/0/label',
      '/fields/tests/columns/day/label',
    ]);
    const told = rows().map(({ pointer, place, key }) => [pointer, key, place.map((one) => one.en).join(' › ')]);
    expect(told).toEqual([
      ['/fields/clean/help', 'help', 'Visit › Water › Is {place} clean?'],
      ['/fields/clean/options/1/label', 'option', 'Visit › Water › Is {place} clean?'],
      ['/title', 'title', ''],
      ['/sections/0/title', 'section', ''],
      ['/sections/0/fields/0/title', 'group', 'Visit'],
      ['/fields/clean/label', 'question', 'Visit › Water'],
      ['/fields/clean/options/0/label', 'option', 'Visit › Water › Is {place} clean?'],
      ['/fields/tests/label', 'question', 'Visit'],
      ['/fields/tests/columns/day/label', 'question', 'Visit › Tests'],
    ]);
  });

  it('says the state of each translation, and what a translation must hold too', () => {
    const [help, , label] = rows(['ps /fields/clean/label']);
    expect(help?.states).toEqual({ fa: { state: 'missing' }, ps: { state: 'missing' } });
    expect(label?.states).toEqual({ fa: { state: 'draft' }, ps: { state: 'stale', by: 'Zahra' } });
    expect(label?.holds).toEqual(['{place}']);
  });

  it('is read of a form that is half written', () => {
    const half = { fields: { a: 5, b: { label: { en: 'B' }, options: [null, { label: { en: 'C' } }] } }, sections: {} };
    expect(translationTable(half, () => undefined).map(({ pointer }) => pointer)).toEqual([
      '/fields/b/label',
      '/fields/b/options/1/label',
    ]);
    expect(translationTable({}, () => undefined)).toEqual([]);
  });
});

describe('words that come back', () => {
  it('change their cells and nothing else', () => {
    const before = wells();
    const { definition, taken, refused } = takeWords(before, [
      cell('/title', 'fa', 'چاه', 'چاه آب'),
      cell('/title', 'ps', 'څاه', 'څاه'),
      cell('/fields/clean/options/1/label', 'ps', '', 'نه'),
      cell('/fields/clean/help', 'ps', '', 'ورته وګورئ.'),
      cell('/sections/0/title', 'ps', 'لیدنه', ' '),
    ]);
    expect(refused).toEqual([]);
    expect(taken.map(({ pointer, state }) => [pointer, state])).toEqual([
      ['/title', 'draft'],
      ['/fields/clean/options/1/label', 'draft'],
      ['/fields/clean/help', 'draft'],
      ['/sections/0/title', 'draft'],
    ]);
    const text = JSON.stringify({ ...wells(), title: words('Well', 'چاه آب', 'څاه') })
      .replace('"fa":"نخیر"', '"fa":"نخیر","ps":"نه"')
      .replace('"Look at it."', '"Look at it.","ps":"ورته وګورئ."')
      .replace(',"ps":"لیدنه"', '');
    expect(JSON.stringify(definition), 'byte for byte').toBe(text);
    expect(before, 'what was given').toEqual(wells());
  });

  it('stand in the order of the languages of the form', () => {
    const { definition } = takeWords(wells(), [
      cell('/fields/clean/help', 'ps', '', 'ورته وګورئ.'),
      cell('/fields/clean/help', 'fa', '', 'به آن نگاه کنید.'),
    ]);
    expect(Object.keys(definition.fields.clean?.help ?? {})).toEqual(['en', 'fa', 'ps']);
  });

  it('name what changed here as well, and what is gone, and take the others', () => {
    const { definition, taken, refused, unknown } = takeWords(wells(), [
      cell('/title', 'fa', 'کهنه', 'نو'),
      cell('/fields/gone/label', 'fa', 'الف', 'ب'),
      cell('/__proto__', 'fa', '', 'ب'),
      cell('/title', 'de', '', 'Brunnen'),
      cell('/title', 'en', 'Well', ''),
      cell('/title', 'ps', 'څاه', 'څاه ۲'),
      cell('/title', 'ps', 'څاه', 'څاه ۳'),
      cell('/fields/tests/label', 'fa', 'آزمایش‌ها', 'x'.repeat(10_001)),
      { ...cell('/title', 'en', 'Well', 'Well'), state: 'approved' },
      { ...cell('/fields/clean/help', 'fa', '', ''), state: 'approved' },
    ]);
    expect(refused.map(({ pointer, language, reason, now }) => [pointer, language, reason, now])).toEqual([
      ['/title', 'fa', 'changed', 'چاه'],
      ['/fields/gone/label', 'fa', 'gone', undefined],
      ['/__proto__', 'fa', 'gone', undefined],
      ['/title', 'en', 'source_empty', undefined],
      ['/title', 'ps', 'twice', undefined],
      ['/fields/tests/label', 'fa', 'too_long', undefined],
      ['/title', 'en', 'no_state', undefined],
      ['/fields/clean/help', 'fa', 'no_state', undefined],
    ]);
    expect(unknown).toEqual(['de']);
    expect(taken.map(({ words }) => words)).toEqual(['څاه ۲']);
    expect(definition).toEqual({ ...wells(), title: words('Well', 'چاه', 'څاه ۲') });
  });

  it('change nothing the second time, and are no conflict where both sides wrote the same', () => {
    const cells = [cell('/title', 'fa', 'چاه', 'چاه آب'), cell('/fields/clean/help', 'ps', '', 'ورته\r\nوګورئ.')];
    const once = takeWords(wells(), cells);
    expect(once.definition.fields.clean?.help).toEqual(words('Look at it.', undefined, 'ورته\nوګورئ.'));
    expect(takeWords(once.definition, cells)).toMatchObject({ taken: [], refused: [], definition: once.definition });
  });

  it('give a state without a change of words, unless somebody gave it another one', () => {
    const checked: TranslationCell = { ...cell('/title', 'fa', 'چاه', 'چاه'), state: 'checked', stateWas: 'draft' };
    const { taken, definition } = takeWords(wells(), [checked]);
    expect([taken, definition]).toEqual([[checked], wells()]);
    expect(takeWords(wells(), [checked], 'checked'), 'the second time').toMatchObject({ taken: [], refused: [] });
    expect(takeWords(wells(), [checked], 'approved').refused).toEqual([{ ...checked, reason: 'state_changed' }]);
  });

  it('name the languages that a rewording left as they were', () => {
    const { unfollowed } = takeWords(wells(), [
      cell('/title', 'en', 'Well', 'Well or spring'),
      cell('/title', 'fa', 'چاه', 'چاه یا چشمه'),
      cell('/fields/clean/help', 'en', 'Look at it.', 'Look into it.'),
    ]);
    expect(unfollowed, 'the help has no other words').toEqual([{ pointer: '/title', languages: ['ps'] }]);
  });
});

describe('a save', () => {
  const reworded = (change: (form: Record<string, never> & FormDefinition) => void) => {
    const after = wells();
    change(after as never);
    return stateChanges(wells(), after).map(({ place, language, state }) => [place, language, state]);
  };

  it('makes drafts of new words, and stale what was translated from others', () => {
    expect(
      reworded(({ title, fields }) => {
        Object.assign(title, { en: 'Wells', fa: 'چاه‌ها' });
        Object.assign(fields.clean?.help ?? {}, { fa: 'نگاه کنید.' });
      }),
    ).toEqual([
      ['/title', 'fa', 'draft'],
      ['/fields/q_clean/help', 'fa', 'draft'],
      ['/title', 'ps', 'stale'],
    ]);
  });

  it('leaves what only moved as it was, also when a question or an option has another place and is reworded', () => {
    expect(
      reworded((form) => {
        form.fields.clean?.options?.unshift({ value: 'unknown', label: words('Unknown', 'نامعلوم') } as never);
        const { clean, tests } = form.fields;
        Object.assign(form, { fields: { tests, clear: clean } });
        Object.assign(clean?.options?.[1]?.label ?? {}, { en: 'Yes, it is' });
      }),
    ).toEqual([
      ['/fields/q_clean/options/unknown/label', 'fa', 'draft'],
      ['/fields/q_clean/options/yes/label', 'fa', 'stale'],
      ['/fields/q_clean/options/yes/label', 'ps', 'stale'],
    ]);
    expect(placeId(wells(), '/sections/0/fields/0/title')).toBe('/sections/visit/fields/water/title');
  });

  it('gives the states that somebody chose', () => {
    const given = stateChanges(wells(), wells(), (pointer, language) =>
      pointer === '/title' && language === 'ps' ? 'approved' : undefined,
    );
    expect(given).toEqual([
      { place: '/title', language: 'ps', source: 'Well', words: 'څاه', state: 'approved', isGiven: true },
    ]);
  });
});

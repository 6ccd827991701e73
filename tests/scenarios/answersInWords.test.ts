/** Answers in the words of a definition. */

import { describe, expect, it } from 'vitest';
import { definitionSentence } from '../../src/core/errors/recordErrors.ts';
import { answerLevelsAt, insertAnswers } from '../../src/core/form/answersInWords.ts';
import type { RecordCheckContext } from '../../src/core/form/check.ts';
import { insertQuestionLabels } from '../../src/core/form/labelsInWords.ts';
import type { Refs } from '../../src/core/form/types/fieldType.ts';
import { restrictedNamesFromPaths } from '../../src/core/records/restricted.ts';
import { type Language, pickText } from '../../src/core/text/languages.ts';
import { listedProperties } from '../../src/core/views/list/page.ts';
import { wordsCases } from '../support/anyWords.ts';
import { checkWith } from '../support/definitions.ts';
import { constants, type FormSpec, form, source, words } from '../support/form.ts';
import fc from '../support/property.ts';
import { fill } from '../support/sheet.ts';

const option = (value: string) => ({ value, label: words(value) });
const compiled = form({
  fields: {
    name: { type: 'text' },
    size: { type: 'integer' },
    born: { type: 'date' },
    kind: { type: 'choice', options: [option('well'), option('river')] },
    kinds: { type: 'multi', options: [option('well'), option('river')] },
    bank: { type: 'choice', choices: 'banks' },
    banks: { type: 'multi', choices: 'banks' },
    school: { type: 'record', record: { forms: ['school'] } },
    where: { type: 'place', bind: { province: 'province', district: 'district', village: 'village' } },
    men_women: {
      type: 'counts',
      rows: ['men', 'women'].map((name) => ({ id: name, name, label: words(name) })) as never,
    },
    members: {
      type: 'table',
      columns: {
        name: { type: 'text' },
        age: { type: 'integer' },
        visits: { type: 'table', columns: { day: { type: 'date' } } },
      } as never,
    },
  },
});
const refs: Refs = {
  'banks:b1': { name: 'Azizi', name_fa: 'عزیزی بانک' },
  'banks:b2': { name: 'Kabul' },
  s1: { name: 'Lycee Bamyan' },
  p1: { name_en: 'Bamyan', name_fa: 'بامیان' },
};
const said = (text: string, data: object, language: Language = 'en', base = '') =>
  insertAnswers(text, answerLevelsAt(compiled, { ...data }, base), {
    language,
    calendar: language === 'en' ? 'gregorian' : 'solar',
    constants,
    refs,
  })
    .replaceAll('\u2068', '<')
    .replaceAll('\u2069', '>');

describe('words that name an answer', () => {
  it.each([
    ['{size} people live here', { size: 7 }, 'en', '<7> people live here'],
    ['{size} نفر', { size: 1250 }, 'fa', '<۱٬۲۵۰> نفر'],
    ['Born {born}', { born: '2026-03-21' }, 'ps', 'Born <۱ وری ۱۴۰۵>'],
    ['Water of the {kind}', { kind: 'well' }, 'fa', 'Water of the <well دری>'],
    ['{kinds}', { kinds: ['well', 'river'] }, 'ps', '<well پښتو، river پښتو>'],
    ['{bank} and {banks}', { bank: 'b1', banks: ['b1', 'b2'] }, 'fa', '<عزیزی بانک> and <عزیزی بانک، Kabul>'],
    ['{school} in {province}', { school: 's1', province: 'p1' }, 'en', '<Lycee Bamyan> in <Bamyan>'],
    // An id says nothing to people. Of several, all must be known.
    ['{school}, {bank}, {banks}', { school: 's9', bank: 'b9', banks: ['b1', 'b9'] }, 'en', '…, …, …'],
    ['{toString} {constructor} {__proto__}', {}, 'en', '… … …'],
    ['{men} men', { men: 3, women: 4 }, 'en', '<3> men'],
    ['{name}, {size}', { name: 'احمد' }, 'en', '<احمد>, …'],
    ['{name}', { name: '{size} $& $1', size: 3 }, 'en', '<{size} $& $1>'],
    ['{{limit}} and {nothing}', {}, 'en', '{{limit}} and …'],
  ] as const)('%s of %j in %s', (text, data, language, expected) => {
    expect(said(text, data, language)).toBe(expected);
  });

  it('stand without the answers where there is no record: in lists, exports and messages', () => {
    const label = words('How many of the {size} are children?');
    expect(pickText(label, 'en')).toBe('How many of the … are children?');
    expect(pickText(words('At least {{limit}}'), 'en')).toBe('At least {{limit}}');
  });

  it('read the row that they are of first, then what is around it', () => {
    const data = {
      name: 'House',
      size: 4,
      members: [{ name: 'Ali', visits: [{ day: '2026-03-21' }] }, { age: 9 }],
    };
    const text = '{name}, {age}, {size}, {day}';
    expect(said(text, data)).toBe('<House>, …, <4>, …');
    expect(said(text, data, 'en', '/members/0')).toBe('<Ali>, …, <4>, …');
    // An empty cell hides the answer of the record that has its name.
    expect(said(text, data, 'en', '/members/1')).toBe('…, <9>, <4>, …');
    expect(said(text, data, 'ps', '/members/0/visits/0')).toBe('<Ali>, …, <۴>, <۱ وری ۱۴۰۵>');
    expect(said(text, data, 'en', '/members/7')).toBe('…, …, <4>, …');
    expect(said(text, data, 'en', '/nothing/0')).toBe('<House>, …, <4>, …');
  });

  it('show the beginning of a long text', () => {
    expect(said('{name}', { name: '👍'.repeat(400) })).toBe(`<${'👍'.repeat(125)}…>`);
    expect(said('{name}', { name: `a${'👍'.repeat(400)}` })).toBe(`<a${'👍'.repeat(124)}…>`);
  });

  it('are what plain code makes of them, whatever people answer', () => {
    const answer = fc.oneof(fc.constant(''), fc.string(), fc.constantFrom('{name}', '{{limit}}', '$&', '…', '\u2069'));
    const pieces = fc.array(
      fc.oneof(
        fc.string().filter((one) => !/[{}]/.test(one)),
        fc.constantFrom('{name}', '{text}', '{none}'),
      ),
    );
    const small = form({
      fields: { name: { type: 'text' }, rows: { type: 'table', columns: { text: { type: 'text' } } as never } },
    });
    fc.assert(
      fc.property(pieces, answer, answer, (parts, name, text) => {
        const values: Record<string, string> = { '{name}': name, '{text}': text, '{none}': '' };
        const plain = parts.map((part) =>
          Object.hasOwn(values, part) ? (values[part] ? `\u2068${values[part]}\u2069` : '…') : part,
        );
        const levels = answerLevelsAt(small, { name, rows: [{ text }] }, '/rows/0');
        const context = { language: 'en', calendar: 'gregorian', constants, refs: {} } as const;
        expect(insertAnswers(parts.join(''), levels, context)).toBe(plain.join(''));
      }),
    );
  });
});

describe('a message that names answers', () => {
  const message = {
    en: '{name}: {age} is more than {limit}.',
    fa: '{name}: {age} از {limit} بیشتر است.',
    ps: '{name}: {age} تر {limit} زیات دی.',
  };
  const spec = {
    fields: {
      limit: { type: 'integer' },
      members: {
        type: 'table',
        columns: { name: { type: 'text' }, age: { type: 'integer' } },
        contract: {
          type: 'array',
          maxItems: 9,
          items: { type: 'object', properties: { name: { type: 'string' }, age: { type: 'integer' } } },
        },
      },
    },
    constraints: [{ id: 'old', expr: 'age <= limit', at: 'members.age', message }],
  } as unknown as FormSpec;
  const sentence = async (context: RecordCheckContext, language: Language = 'fa') => {
    const sheet = await fill(spec);
    sheet.answer('limit', 7).answer('members', [{ age: 3 }, { name: '{limit} {{age}}', age: 12 }]);
    const found = sheet.rawErrors(context)['/members/1/age']?.[0];
    return definitionSentence(found?.params, language)?.replaceAll('\u2068', '<').replaceAll('\u2069', '>');
  };

  it('is written with those of the row, in the language of the reader', async () => {
    expect(await sentence({ constants })).toBe('<{limit} {{age}}>: <۱۲> از <۷> بیشتر است.');
    expect(await sentence({ constants }, 'en')).toBe('<{limit} {{age}}>: <12> is more than <7>.');
  });

  it('is written with them too where its reason is missing', async () => {
    const reasoned = {
      ...spec,
      fields: { ...spec.fields, why: { type: 'text' } },
      constraints: [{ id: 'low', expr: 'limit > 5', at: 'limit', reason: 'why', message: words('Only {limit}') }],
    } as unknown as FormSpec;
    const sheet = await fill(reasoned);
    const found = sheet.answer('limit', 3).rawErrors({ constants })['/why']?.[0];
    expect([found?.code, definitionSentence(found?.params, 'fa')]).toEqual(['required', 'Only \u2068۳\u2069 دری']);
  });

  it('says … where the answers are not at hand, and in place of one that the person may not read', async () => {
    expect(await sentence({})).toBe('…: … از … بیشتر است.');
    expect(await sentence({ constants, unread: restrictedNamesFromPaths(['members.name']) })).toBe(
      '…: <۱۲> از <۷> بیشتر است.',
    );
  });
});

describe('the check of definitions', () => {
  const name = (what: string) => words(`Of {${what}}`);
  const fields = (more: object = {}) =>
    ({
      size: { type: 'integer' },
      secret: { type: 'integer', restricted: true },
      hidden: { type: 'integer', restricted: true, label: name('secret') },
      photo: { type: 'image' },
      school: { type: 'record', record: { forms: ['visit'] }, help: name('school') },
      kind: { type: 'choice', options: [{ value: 'a', label: name('size') }, option('b')] },
      members: {
        type: 'table',
        columns: { age: { type: 'integer', help: name('size') }, born: { type: 'date', label: name('age') } },
        contract: {
          type: 'array',
          maxItems: 9,
          items: {
            type: 'object',
            additionalProperties: false,
            properties: { age: { type: 'integer' }, born: { type: 'string', format: 'date' } },
          },
        },
      },
      ...more,
    }) as unknown as FormSpec['fields'];
  const found = async (spec: Partial<FormSpec>) => {
    const { definition, schema } = source({ fields: fields(), ...spec } as FormSpec);
    const issues = await checkWith({
      'forms/wells/visit.form.json': definition,
      'schemas/wells/visit.schema.json': schema,
    });
    return issues
      .filter(({ file }) => file.includes('/wells/'))
      .map(({ pointer, code, params }) => `${pointer} ${code} ${params.name}`);
  };
  const section = (more: object) =>
    ({ sections: { all: { fields: Object.keys(fields()), ...more } } }) as unknown as Partial<FormSpec>;

  it('lets words stand in every place where somebody answers', async () => {
    const constraints = [
      { id: 'a', expr: 'age <= size', at: 'members.age', message: name('age') },
      { id: 'b', expr: 'size < 9', at: 'size', message: name('size') },
    ];
    expect(
      await found({ ...section({ title: name('size'), help: name('school') }), constraints } as Partial<FormSpec>),
    ).toEqual([]);
    const { definition } = source({ fields: fields() });
    const group = { group: 'g', title: name('size'), help: name('kind'), fields: ['size'] };
    const others = Object.keys(fields()).filter((one) => one !== 'size');
    const sections = [{ ...definition.sections[0], fields: [group, ...others] }];
    expect(await found({ sections: { all: sections[0] } } as unknown as Partial<FormSpec>)).toEqual([]);
  });

  it.each([
    [{ size: { type: 'integer', short: name('kind') } }, ['/fields/size/short answer_nowhere kind']],
    [{ size: { type: 'integer', label: name('sise') } }, ['/fields/size/label answer_in_words sise']],
    [{ size: { type: 'integer', label: name('constructor') } }, ['/fields/size/label answer_in_words constructor']],
    [{ size: { type: 'integer', label: name('photo') } }, ['/fields/size/label answer_in_words photo']],
    [{ size: { type: 'integer', label: name('members') } }, ['/fields/size/label answer_in_words members']],
    // A cell is known in its row only, and names of records are not known to labels of options.
    [{ size: { type: 'integer', label: name('age') } }, ['/fields/size/label answer_in_words age']],
    [
      { kind: { type: 'choice', options: [{ value: 'a', label: name('school') }] } },
      ['/fields/kind/options/0/label answer_in_words school'],
    ],
    [
      { kind: { type: 'choice', options: [{ value: 'a', label: words('A'), hint: name('size') }] } },
      ['/fields/kind/options/0/hint answer_nowhere size'],
    ],
    // What is made from a restricted answer is restricted.
    [{ size: { type: 'integer', help: name('secret') } }, ['/fields/size/help words_restricted secret']],
    [
      { kind: { type: 'choice', options: [{ value: 'a', label: name('secret') }] } },
      ['/fields/kind/options/0/label words_restricted secret'],
    ],
  ])('%j: %j', async (more, issues) => {
    expect(await found({ fields: fields(more) })).toEqual(issues);
  });

  it('refuses restricted answers in headings and in messages at questions that everybody reads', async () => {
    expect(await found(section({ title: name('secret') }))).toEqual(['/sections/0/title words_restricted secret']);
    const rule = { id: 'a', expr: 'size < 9', message: name('secret') };
    expect(await found({ constraints: [{ ...rule, at: 'size' }] } as never)).toEqual([
      '/constraints/0/message words_restricted secret',
    ]);
    expect(await found({ constraints: [{ ...rule, at: 'hidden' }] } as never)).toEqual([]);
    const school = { ...rule, at: 'size', message: name('school') };
    expect(await found({ constraints: [school] } as never)).toEqual(['/constraints/0/message answer_in_words school']);
  });

  it('finds what an option of a list names at each question, where it stands in the file', async () => {
    const lists = { kinds: [{ value: 'a', label: name('age') }] };
    const kind = { type: 'choice', choices: '#kinds', contract: { type: 'string', enum: ['a'] } };
    const inRow = fields({ kind: option }).members as unknown as {
      columns: object;
      contract: { items: { properties: object } };
    };
    const { items } = inRow.contract;
    const members = {
      ...inRow,
      columns: { ...inRow.columns, what: kind },
      contract: { ...inRow.contract, items: { ...items, properties: { ...items.properties, what: kind.contract } } },
    };
    const { kind: _kind, ...others } = fields();
    expect(await found({ fields: { ...others, members } as never, lists } as never)).toEqual([]);
    expect(await found({ fields: { ...others, members, kind } as never, lists } as never)).toEqual([
      '/lists/kinds/0/label answer_in_words age',
    ]);
  });
});

it('any words over any answers are what a plain reference says', () => {
  const seen = { named: 0, rows: 0 };
  fc.assert(
    fc.property(wordsCases, ({ words: text, levels, language, expected }) => {
      seen.named += expected.includes('\u2068') ? 1 : 0;
      seen.rows += levels.length - 1;
      expect(insertAnswers(text, levels, { language, calendar: 'solar', constants, refs: {} })).toBe(expected);
    }),
    { numRuns: 3000, seed: 17 },
  );
  expect(Math.min(seen.named, seen.rows), JSON.stringify(seen)).toBeGreaterThan(500);
});

describe('words without a record', () => {
  const over = form({
    fields: {
      head: { type: 'text', label: { en: 'Name of the head', fa: 'نام سرپرست', ps: 'نوم' } as never },
      men_women: { type: 'counts', rows: [{ id: 'q_men', name: 'men', label: words('Men') }] as never },
      kin: {
        type: 'choice',
        options: [
          { value: 'child', label: { en: 'Child of {head}', fa: 'فرزند {head}', ps: 'د {head} ماشوم' } },
        ] as never,
      },
      members: {
        type: 'table',
        columns: {
          head: { type: 'text', short: words('Name') as never },
          age: { type: 'integer' },
        } as never,
      },
    },
    list: { columns: ['kin'] },
  });
  const said = (text: object, language: string, path?: string) =>
    insertQuestionLabels(over, text as never, language, path).replaceAll(/[\u2068\u2069]/g, '');

  it('have the label of the question in brackets, its short one first, a column before the question around it', () => {
    const text = { en: 'How old is {head}?', fa: '{head} چند ساله است؟' };
    expect(said(text, 'en')).toBe('How old is [Name of the head]?');
    expect(said(text, 'fa')).toBe('[نام سرپرست] چند ساله است؟');
    expect(said(text, 'en', 'members.age')).toBe('How old is [Name]?');
    expect(said({ en: '{men} of {men_women}, {nobody}' }, 'en')).toBe('[Men] of …, …');
  });

  it('a row of a list has what the labels of its options name', () => {
    expect([...listedProperties(over)]).toEqual(['kin', 'head']);
  });
});

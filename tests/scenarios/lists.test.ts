/** Lists of options that a form names: the same as the options written out. */

import { describe, expect, it } from 'vitest';
import definitionWords from '../../locales/en/definitions.json' with { type: 'json' };
import { contractFor } from '../../src/core/contract/read.ts';
import { compileForm } from '../../src/core/definitions/compile.ts';
import { diffForms } from '../../src/core/definitions/diff/diff.ts';
import { diffLines } from '../../src/core/definitions/diff/text.ts';
import { formatDefinition } from '../../src/core/definitions/format.ts';
import { sourcePointer, withLists } from '../../src/core/definitions/lists.ts';
import { mediaNames } from '../../src/core/definitions/media.ts';
import { textsOf } from '../../src/core/definitions/texts.ts';
import type { FormDefinition, FormSource } from '../../src/core/definitions/types.ts';
import { exportJsonSchema, exportUiSchema } from '../../src/core/form/rjsfExport.ts';
import { runAllSteps } from '../../src/core/steps.ts';
import { readMetaSchemas } from '../../src/server/definitions/definitionFiles.ts';
import { checkWith, productFiles, ROOT } from '../support/definitions.ts';
import { constants, type FormSpec, source, words } from '../support/form.ts';
import fc from '../support/property.ts';
import { fill } from '../support/sheet.ts';

const product = await productFiles;
const option = (value: string, more: object = {}) => ({ value, label: words(`Option ${value}`), ...more });
const works = [
  option('wheat', { parent: 'farming', hours: 6, indoors: false }),
  option('animals', { parent: 'farming', hours: 3 }),
  option('shop', { parent: 'trade', hours: 8, indoors: true }),
];
const codes = works.map(({ value }) => value);
const kinds = [option('farming'), option('trade')];

/** A form with questions of each type that has options. `options` gives them to a question. */
function spec(options: (name: 'works' | 'kinds') => object, lists: object): FormSpec {
  const many = { type: 'array', items: { type: 'string', enum: codes }, uniqueItems: true };
  const one = { type: 'string', enum: codes };
  return {
    fields: {
      kind: { type: 'choice', ...options('kinds'), contract: { type: 'string', enum: ['farming', 'trade'] } },
      free: { type: 'integer' },
      work: { type: 'choice', ...options('works'), contract: one, filter: 'option.parent == kind' },
      all: { type: 'multi', ...options('works'), contract: many, filter: 'option.hours <= free' },
      inside: { type: 'multi', ...options('works'), contract: many, filter: 'option.indoors == (kind == "trade")' },
      best: { type: 'rank', ...options('works'), contract: many },
      grid: {
        type: 'matrix',
        ...options('works'),
        rows: ['a', 'b'].map((id) => ({ id: `q_${id}`, name: id, label: words(id) })),
        contracts: { a: one, b: one },
      },
      members: {
        type: 'table',
        columns: { work: { type: 'choice', id: 'q_member_work', ...options('works'), contract: one } },
        contract: {
          type: 'array',
          maxItems: 10,
          items: { type: 'object', additionalProperties: false, properties: { work: one } },
        },
      },
    },
    ...lists,
  } as unknown as FormSpec;
}
const named = () => spec((name) => ({ choices: `#${name}` }), { lists: { works, kinds } });
const inline = () => spec((name) => ({ options: name === 'works' ? works : kinds }), {});
const withList = (list: object[], more = {}): FormSource => {
  const made = source({ fields: { a: { type: 'choice', options: list as never } } } as unknown as FormSpec);
  const { options: _options, ...field } = made.definition.fields.a as { options: unknown };
  const fields = { a: { ...field, choices: '#list', ...more } };
  return { ...made, definition: { ...made.definition, fields, lists: { list } } as never };
};

/** Everything of a compiled form but the file it came from. */
const parts = (made: FormSource) => {
  const { definition: _file, ...rest } = compileForm(made);
  return rest;
};

describe('a question with a list of the form', () => {
  it('is compiled, drawn by others and completed in the contract as one with the options written out', () => {
    expect(parts(source(named()))).toEqual(parts(source(inline())));
    const [a, b] = [named(), inline()]
      .map((one) => compileForm(source(one)))
      .map((one) => [exportJsonSchema(one, constants), exportUiSchema(one, { constants, language: 'ps' } as never)]);
    expect(a).toEqual(b);
    const empty = (one: FormSpec) =>
      runAllSteps(contractFor(source(one).definition, 'schemas/wells/visit.schema.json', product));
    expect(empty(named())).toEqual(empty(inline()));
    expect(empty(named())?.wrote).toContainEqual({ name: 'work', what: 'added' });
  });

  it('is the same for any lists, questions and names', () => {
    const name = fc.constantFrom('list', 'bind', 'options', 'choices', 'columns', 'a-b', 'en', 'media', 'code');
    const lists = fc.dictionary(
      name,
      fc.uniqueArray(fc.constantFrom('-1', '1.5', 'toString', 'constructor', 'hasOwnProperty', 'x'), { minLength: 1 }),
      { minKeys: 1 },
    );
    const asked = fc.array(fc.tuple(fc.constantFrom('choice', 'multi', 'rank'), fc.nat()), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(lists, asked, (given, questions) => {
        const all = Object.fromEntries(
          Object.entries(given).map(([key, list]) => [key, list.map((one) => option(one))]),
        );
        const form = (of: (key: string) => object): FormSource => {
          const fields = Object.fromEntries(
            questions.map(([type, at], index) => {
              const key = Object.keys(all)[at % Object.keys(all).length] as string;
              const items = { type: 'string', enum: given[key] };
              const contract = type === 'choice' ? items : { type: 'array', items, uniqueItems: true };
              return [`options${index}`, { type, contract, ...of(key) }];
            }),
          );
          return source({ fields, lists: all } as unknown as FormSpec);
        };
        const [one, other] = [form((key) => ({ choices: `#${key}` })), form((key) => ({ options: all[key] }))];
        expect(parts(one)).toEqual(parts(other));
        expect(withLists(one.definition)).toEqual(other.definition);
        expect(diffForms(one, other)).toEqual([]);
        // Each text once, wherever the list stands.
        expect(textsOf(one.definition).filter(({ pointer }) => pointer.startsWith('/lists/'))).toHaveLength(
          Object.values(given).flat().length,
        );
      }),
    );
  });

  it('offers what its filter says of the parents and the attributes, as plain code does', async () => {
    const sheet = await fill(named());
    for (const kind of ['farming', 'trade'])
      for (const free of [0, 3, 6, 8]) {
        sheet.answer('kind', kind).answer('free', free);
        for (const work of works) {
          const { value, parent, hours, indoors } = work as (typeof works)[0] & Record<string, unknown>;
          const errors = sheet.answer('work', value).answer('all', [value]).answer('inside', [value]).errors();
          expect([kind, free, value, Object.keys(errors).sort()]).toEqual([
            kind,
            free,
            value,
            [
              ...((hours as number) <= free ? [] : ['/all']),
              // Where the attribute is not written, it is unanswered.
              ...(indoors === (kind === 'trade') ? [] : ['/inside']),
              ...(parent === kind ? [] : ['/work']),
            ],
          ]);
        }
      }
    expect(sheet.answer('best', ['shop', 'gold']).errors()['/best/1']).toEqual(['choice']);
  });

  it('says where things stand in the file', () => {
    const { definition } = source(named());
    const resolved = withLists(definition);
    const at = (pointer: string) => sourcePointer(resolved, pointer);
    expect(at('/fields/work/options/1/label/fa')).toBe('/lists/works/1/label/fa');
    expect(at('/fields/members/columns/work/options/0')).toBe('/lists/works/0');
    expect(at('/fields/work/options')).toBe('/fields/work/choices');
    expect(at('/fields/work/label')).toBe('/fields/work/label');
    expect(at('/fields/nothing/options/0')).toBe('/fields/nothing/options/0');
  });

  it('has the pictures and the texts of its list', () => {
    const { definition } = withList([option('a', { media: { image: 'a.png', alt: words('A') } })]);
    expect(mediaNames(definition)).toEqual(['a.png']);
    expect(textsOf(definition).map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining(['/lists/list/0/label', '/lists/list/0/media/alt']),
    );
  });

  it('is written with one line for each entry, in the order of the keys', () => {
    const { label } = works[0]!;
    const text = formatDefinition(
      { lists: { works: [{ hours: 6, label, value: 'wheat' }] } },
      readMetaSchemas(ROOT).get('form'),
    );
    expect(text.split('\n')[3]).toBe(
      `      { "value": "wheat", "label": { "en": "${label.en}", "fa": "${label.fa}", "ps": "${label.ps}" }, "hours": 6 }`,
    );
  });

  it('does not break a half-written draft', () => {
    for (const draft of [
      { lists: null, fields: { a: { choices: '#x' } } },
      { lists: { x: 'no' }, fields: { a: { choices: '#x' }, b: null, c: { columns: 7 } } },
      { lists: { x: [] }, fields: 7 },
      { lists: {}, fields: { a: { choices: '#constructor' }, b: { choices: '#__proto__' } } },
    ])
      expect(withLists(draft as unknown as FormDefinition)).toEqual(draft);
  });
});

describe('the difference of two versions', () => {
  const lines = (before: FormSource, after: FormSource) =>
    diffLines(diffForms(before, after), definitionWords.diff, 'en');

  it('tells changes of a list at each question that has it, where they stand in the file', () => {
    const before = withList([option('a', { hours: 1 }), option('b')]);
    const after = withList([{ ...option('a', { hours: 2 }), label: words('A') }, option('c', { id: 'x' })]);
    expect(lines(before, after).filter((line) => /^[+~-]/.test(line))).toEqual([
      '~ Option text changed: a  (/lists/list/0)',
      '~ Rule changed: Further details of the option: A  (/lists/list/0/hours)',
      '+ Option added: a  (/lists/list/1)',
      '~ Rule changed: Further details of the option: Option c  (/lists/list/1/id)',
      '- Option removed: a  (/lists/list/1)',
    ]);
  });

  it('is none where only the list got another name, or options became a list', () => {
    expect(lines(source(inline()), source(named()))).toEqual([]);
  });
});

describe('the check of definitions', () => {
  const good = withList([option('a', { hours: 1 }), option('b', { hours: 2 })]);
  const found = async (definition: object, schema: object = good.schema) => {
    const issues = await checkWith({
      'forms/wells/visit.form.json': { ...good.definition, ...definition },
      'schemas/wells/visit.schema.json': schema,
    });
    return issues
      .filter(({ file }) => file.includes('/wells/'))
      .map(({ pointer, code, params }) => [pointer, code, params]);
  };
  const field = (more: object) => ({ fields: { a: { ...good.definition.fields.a, ...more } } });

  it('lets a sound list pass', async () => {
    expect(await found({})).toEqual([]);
  });

  it.each([
    ['#lst', { name: '#lst', meant: '#list' }],
    ['#constructor', { name: '#constructor' }],
    ['#__proto__', { name: '#__proto__' }],
    ['#', { name: '#' }],
  ])('names an unknown list: %s', async (choices, params) => {
    expect(await found(field({ choices }))).toEqual([['/fields/a/choices', 'list_unknown', params]]);
  });

  it('names a list that no question has', async () => {
    const { list } = good.definition.lists as Record<string, object[]>;
    expect(await found({ lists: { list, other: list } })).toEqual([['/lists/other', 'list_unused', { name: 'other' }]]);
  });

  it('names a code that is there twice, and codes that contract and list do not share', async () => {
    expect(await found({ lists: { list: [option('a'), option('b'), option('a')] } })).toEqual([
      ['/lists/list/2', 'option_twice', { names: ['a'] }],
    ]);
    expect(await found({ lists: { list: [option('a'), option('c')] } })).toEqual([
      ['/fields/a/choices', 'enum_no_option', { names: ['b'] }],
      ['/fields/a/choices', 'option_not_in_enum', { names: ['c'], name: 'a' }],
    ]);
  });

  it('names an attribute of two types, one that filters do not know, and names that programs use', async () => {
    expect(await found({ lists: { list: [option('a', { hours: 1 }), option('b', { hours: '2' })] } })).toEqual([
      ['/lists/list', 'list_attribute', { name: 'hours' }],
    ]);
    expect(await found(field({ filter: 'option.hors > size("x")' }))).toEqual([
      ['/fields/a/filter', 'expression_name', { text: 'hors', at: 1, meant: 'hours' }],
    ]);
    expect((await found(JSON.parse('{"lists":{"__proto__":[]}}'))).map(([pointer, code]) => [pointer, code])).toEqual(
      expect.arrayContaining([['/lists/__proto__', 'name_reserved']]),
    );
    const list = [option('a', { constructor: 'x' }), option('b', { constructor: 'y' })];
    expect(await found({ lists: { list } })).toEqual([
      ['/lists/list/0/constructor', 'name_reserved', { name: 'constructor' }],
      ['/lists/list/1/constructor', 'name_reserved', { name: 'constructor' }],
    ]);
  });

  it('finds what is wrong with the words of a list once, where they stand', async () => {
    const list = [{ value: 'a', label: { en: 'A', fa: 'الف' } }, option('b')];
    expect(await found({ lists: { list } })).toEqual([
      ['/lists/list/0/label', 'words_missing', { language: { code: 'language_ps' } }],
    ]);
  });

  it('refuses attributes that are no plain values', async () => {
    const list = [option('a', { hours: [1] }), option('b', { Hours: 1 })];
    expect((await found({ lists: { list } })).map(([pointer]) => pointer)).toEqual([
      '/lists/list/0/hours',
      '/lists/list/1/Hours',
    ]);
  });

  it('asks what becomes of an option that leaves a list', async () => {
    const later = { version: 2, changes: { from: 1, note: words('Second') } };
    const issues = await checkWith({
      'forms/wells/frozen/visit.v1.form.json': good.definition,
      'schemas/wells/frozen/visit.v1.schema.json': good.schema,
      'forms/wells/visit.form.json': { ...good.definition, ...later, lists: { list: [option('a', { hours: 1 })] } },
      'schemas/wells/visit.schema.json': withList([option('a')]).schema,
    });
    expect(issues.filter(({ file }) => file.includes('/wells/')).map(({ code }) => code)).toEqual(['option_removed']);
  });
});

it('own options of a question come before the list that it names', () => {
  const option = (value: string) => ({ value, label: words(value) });
  const kind = { id: 'q_kind', type: 'choice', label: words('Kind'), choices: '#kinds', options: [option('own')] };
  const { fields } = withLists({ lists: { kinds: [option('listed')] }, fields: { kind } } as never) as unknown as {
    fields: { kind: typeof kind };
  };
  expect(fields.kind.options.map(({ value }) => value)).toEqual(['own']);
});

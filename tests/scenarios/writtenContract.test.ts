/** The data contract of a form follows from its definition; what a contract says besides stays. */

import { describe, expect, it, test } from 'vitest';
import { checkDefinitions } from '../../src/core/check/check.ts';
import { contractFor, withContracts } from '../../src/core/contract/read.ts';
import { contractFindings } from '../../src/core/contract/write.ts';
import { bundleSchema } from '../../src/core/definitions/bundle.ts';
import { type SourceFile, type SourceFiles, schemaPathOf, schemasByPath } from '../../src/core/definitions/files.ts';
import { contractText } from '../../src/core/definitions/freeze.ts';
import { propertiesByPart } from '../../src/core/definitions/inputs.ts';
import type { Field, FormDefinition, JsonSchema } from '../../src/core/definitions/types.ts';
import { runAllSteps } from '../../src/core/steps.ts';
import { checkTools, readMetaSchemas } from '../../src/server/definitions/definitionFiles.ts';
import { anyForm } from '../support/anyForm.ts';
import { productFiles, ROOT } from '../support/definitions.ts';
import { type FormSpec, source } from '../support/form.ts';
import fc from '../support/property.ts';

const product = await productFiles;
const forms = [...product.values()].filter(({ kind }) => kind === 'form');
const PATH = 'schemas/wells/visit.schema.json';
const shared = (name: string) => ({ $ref: `../common/types.schema.json#/$defs/${name}` });

type Loose = Record<string, unknown>;

/** Writes the contract of these questions into one that stands there, or none. */
function written(fields: Loose, there?: JsonSchema, more: Loose = {}) {
  const definition = { form: 'visit', version: 1, fields, ...more } as unknown as FormDefinition;
  const files = new Map(product);
  if (there) files.set(PATH, { path: PATH, kind: 'schema', text: '', json: there });
  return runAllSteps(contractFor(definition, PATH, files));
}

function propertiesOf(fields: Loose, there?: JsonSchema, more?: Loose) {
  return written(fields, there, more)?.schema.properties as Record<string, JsonSchema>;
}

const LIMITS = ['minimum', 'maximum', 'multipleOf', 'minLength', 'maxLength', 'pattern', 'minItems', 'maxItems'];
/** Their shape, or the form of their text, is that of the type. */
const OWN_SHAPE = ['geopoint', 'geotrace', 'geoshape', 'time'];

/** Returns the fields with what the contract says of their limits, and whether an answer is needed. */
function stated(fields: Record<string, Field>, contract: JsonSchema): Record<string, Field> {
  const properties = contract.properties as Record<string, JsonSchema>;
  const required = (contract.required ?? []) as string[];
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const stored = Object.values(propertiesByPart(name, field));
      const first = properties[stored[0] as string] ?? {};
      const limits = Object.fromEntries(LIMITS.flatMap((key) => (key in first ? [[key, first[key]]] : [])));
      const has = Object.keys(limits).length > 0 && !OWN_SHAPE.includes(field.type);
      const inner = field.columns && { columns: stated(field.columns, first.items as JsonSchema) };
      return [
        name,
        { ...field, required: stored.some((one) => required.includes(one)), ...(has && { limits }), ...inner },
      ];
    }),
  ) as Record<string, Field>;
}

const newest = forms.filter(({ path, frozen }) => frozen === undefined && !path.startsWith('forms/common'));

/** Returns the product's files without the contracts of its forms, whose definitions are changed. */
function withoutContracts(change: (definition: FormDefinition, contract: JsonSchema) => FormDefinition): SourceFiles {
  const schemas = schemasByPath(product);
  const files = new Map<string, SourceFile>(product);
  for (const file of newest) {
    const path = schemaPathOf(file.path);
    files.delete(path);
    files.set(file.path, { ...file, json: change(file.json as FormDefinition, bundleSchema(path, schemas)) });
  }
  return files;
}

describe('the contracts that ship', () => {
  it.each(forms.map((file) => [file.path, file] as const))('%s stays to the byte', (path, { json }) => {
    const contract = schemaPathOf(path);
    const found = runAllSteps(contractFor(json as FormDefinition, contract, product));
    expect(found?.wrote).toEqual([]);
    expect(found?.schema).toBe(product.get(contract)?.json);
  });

  it('stay where their version is locked, or an older one', () => {
    const path = 'schemas/examples/example-numbers.schema.json';
    const old = 'schemas/examples/frozen/example-versions.v1.schema.json';
    const files = new Map(product);
    for (const one of [path, old]) {
      const file = product.get(one) as SourceFile;
      const { properties } = file.json as { properties: Loose };
      files.set(one, {
        ...file,
        json: { ...(file.json as Loose), properties: Object.fromEntries(Object.entries(properties).slice(1)) },
      });
    }
    const lock = { 'example-numbers@1': { contract: '' } };
    expect(withContracts(files).get(path)?.wrote).toEqual([{ name: 'rooms', what: 'added' }]);
    expect(withContracts(files, lock).get(path)).toBe(files.get(path));
    expect(withContracts(files).get(old)).toBe(files.get(old));
  });

  it('follow from definitions that state the limits', () => {
    const files = withoutContracts((definition, contract) => ({
      ...definition,
      fields: stated(definition.fields, contract),
    }));
    const [before, after] = [schemasByPath(product), schemasByPath(withContracts(files))];
    const others = newest.filter(({ path }) => {
      const contract = schemaPathOf(path);
      return contractText(bundleSchema(contract, before)) !== contractText(bundleSchema(contract, after));
    });
    // Formulas give numbers, of which nobody knows that they are whole; some texts have no shortest length.
    expect(others.length).toBeLessThan(newest.length / 3);
    for (const { path } of others) {
      const contract = schemaPathOf(path);
      const [one, two] = [bundleSchema(contract, before), bundleSchema(contract, after)] as { properties: Loose }[];
      expect([path, Object.keys(two?.properties ?? {}).sort()]).toEqual([
        path,
        Object.keys(one?.properties ?? {}).sort(),
      ]);
    }
  });

  it('are sound where nobody wrote them, but for rules over required answers', { timeout: 60_000 }, () => {
    const files = withContracts(withoutContracts((definition) => definition));
    const tools = { ...checkTools(readMetaSchemas(ROOT)), media: { find: () => undefined, paths: [] } };
    const found = checkDefinitions(files, tools).filter(({ advice, code }) => !advice && !/^media/.test(code));
    expect([...new Set(found.map(({ code }) => code))]).toEqual(['same_required']);
  });
});

describe('a contract', () => {
  it('has tables in tables, options, references and limits', () => {
    const found = written({
      head: { id: 'q_a', type: 'text', required: true, limits: { maxLength: 60 } },
      size: { id: 'q_b', type: 'integer', limits: { minimum: 1, maximum: 20 } },
      home: { id: 'q_c', type: 'place', bind: { province: 'province_id', village: 'village_id' }, required: true },
      wells: { id: 'q_d', type: 'record', record: { forms: ['well'], multiple: true } },
      kind: { id: 'q_e', type: 'choice', options: [{ value: 'deep' }, { value: 'flat' }] },
      note: { id: 'q_n', type: 'note' },
      scale: { id: 'q_s', type: 'scale', limits: { minimum: 1, maximum: 5 } },
      members: {
        id: 'q_f',
        type: 'table',
        limits: { maxItems: 20, minItems: 1 },
        columns: {
          name: { id: 'q_g', type: 'text', required: true },
          kinds: { id: 'q_h', type: 'multi', options: [{ value: 'a' }], limits: { maxItems: 1 } },
          visits: { id: 'q_i', type: 'table', columns: { day: { id: 'q_j', type: 'date', required: true } } },
        },
      },
    });
    expect(found?.schema).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'Visit',
      type: 'object',
      required: ['head', 'province_id'],
      additionalProperties: false,
      properties: {
        head: { ...shared('text'), maxLength: 60 },
        size: { ...shared('count'), minimum: 1, maximum: 20 },
        province_id: shared('id'),
        village_id: shared('id'),
        wells: shared('ids'),
        kind: { type: 'string', enum: ['deep', 'flat'] },
        scale: { type: 'integer', minimum: 1, maximum: 5 },
        members: {
          type: 'array',
          minItems: 1,
          maxItems: 20,
          items: {
            type: 'object',
            required: ['name'],
            additionalProperties: false,
            properties: {
              name: shared('text'),
              kinds: { type: 'array', items: { type: 'string', enum: ['a'] }, uniqueItems: true, maxItems: 1 },
              visits: {
                type: 'array',
                maxItems: 100,
                items: {
                  type: 'object',
                  required: ['day'],
                  additionalProperties: false,
                  properties: { day: shared('date') },
                },
              },
            },
          },
        },
      },
    });
  });

  it('has the type of what is worked out, whatever the order of the questions', () => {
    const found = propertiesOf({
      words: { id: 'q_a', type: 'derived', derived: { expr: 'size > 3 ? "many" : "few"' } },
      half: { id: 'q_b', type: 'derived', derived: { expr: 'size / 2' } },
      both: { id: 'q_c', type: 'derived', derived: { sum: ['size', 'rows.cost'] } },
      whole: { id: 'q_d', type: 'derived', derived: { sum: ['size', 'size'] } },
      age: { id: 'q_e', type: 'derived', derived: { age: 'born' } },
      by: { id: 'q_f', type: 'hidden', default: 'user.name' },
      plain: { id: 'q_g', type: 'hidden' },
      size: { id: 'q_h', type: 'integer' },
      born: { id: 'q_i', type: 'date' },
      rows: {
        id: 'q_j',
        type: 'table',
        columns: {
          nr: { id: 'q_k', type: 'derived', derived: { expr: 'row.index' } },
          share: { id: 'q_l', type: 'derived', derived: { expr: 'cost / size' } },
          cost: { id: 'q_m', type: 'decimal' },
        },
      },
    });
    const { rows, ...others } = found;
    expect(others).toEqual({
      words: shared('longText'),
      half: shared('decimal'),
      both: shared('decimal'),
      whole: { ...shared('decimal'), type: 'integer' },
      age: shared('count'),
      by: shared('longText'),
      plain: shared('text'),
      size: shared('count'),
      born: shared('date'),
    });
    expect((rows as { items: JsonSchema }).items.properties).toEqual({
      nr: shared('decimal'),
      share: shared('decimal'),
      cost: shared('decimal'),
    });
  });

  const there = {
    title: 'Visit',
    type: 'object',
    required: ['name', 'kind'],
    additionalProperties: false,
    properties: {
      name: { ...shared('text'), maxLength: 40, description: 'Of the head.' },
      kind: { type: 'string', enum: ['deep', 'flat'], default: 'flat' },
      size: { ...shared('count'), maximum: 9 },
      rows: {
        type: 'array',
        maxItems: 7,
        items: {
          type: 'object',
          required: ['cost'],
          additionalProperties: false,
          properties: { cost: { type: 'number', minimum: 5 } },
        },
      },
    },
  };
  const cost = { id: 'q_cost', type: 'decimal' };
  const fields = {
    name: { id: 'q_name', type: 'text' },
    kind: { id: 'q_kind', type: 'choice', options: [{ value: 'deep' }, { value: 'flat' }] },
    size: { id: 'q_size', type: 'integer' },
    rows: { id: 'q_rows', type: 'table', columns: { cost } },
  };
  type Change = (now: Record<string, Loose>) => unknown;
  const changed = (change: Change) => {
    const now = structuredClone(fields) as Record<string, Loose>;
    change(now);
    const found = written(now, there);
    expect(written(now, found?.schema)?.schema, 'written again').toBe(found?.schema);
    const said = (found?.wrote ?? []).map(({ name, what }) => `${name} ${what}`);
    return { schema: found?.schema as typeof there, said };
  };

  it('stays the same object where it is tightened and nothing changed', () => {
    expect(changed(() => undefined).schema).toBe(there);
  });

  test.each<[string, Change, string[], (expected: typeof there) => void]>([
    [
      'a question more, at the end',
      (now) => (now.water = { id: 'q_water', type: 'yesno', required: true }),
      ['water added', 'water required'],
      (to) => {
        Object.assign(to.properties, { water: { type: 'string', enum: ['yes', 'no'] } });
        to.required.push('water');
      },
    ],
    [
      'a question less',
      (now) => delete now.kind,
      ['kind removed'],
      (to) => {
        Reflect.deleteProperty(to.properties, 'kind');
        to.required = ['name'];
      },
    ],
    [
      'an option more, and the beginning stays',
      (now) => (now.kind as { options: object[] }).options.push({ value: 'dry' }),
      ['kind changed'],
      (to) => to.properties.kind.enum.push('dry'),
    ],
    [
      'an option less, which was the beginning',
      (now) => (now.kind as { options: object[] }).options.pop(),
      ['kind changed'],
      (to) => Object.assign(to.properties, { kind: { type: 'string', enum: ['deep'] } }),
    ],
    [
      'another type, without the limits of the old one',
      (now) => (now.size = { id: 'q_size', type: 'date' }),
      ['size changed'],
      (to) => Object.assign(to.properties, { size: shared('date') }),
    ],
    [
      'a text, which has no largest number',
      (now) => (now.size = { id: 'q_size', type: 'text' }),
      ['size changed'],
      (to) => Object.assign(to.properties, { size: shared('text') }),
    ],
    [
      'a limit, beside those that were there',
      (now) => Object.assign(now.name as Loose, { limits: { minLength: 3 } }),
      ['name changed'],
      (to) => Object.assign(to.properties.name, { minLength: 3 }),
    ],
    [
      'a limit taken away',
      (now) => Object.assign(now.size as Loose, { limits: { maximum: null } }),
      ['size changed'],
      (to) =>
        Object.assign(to.properties, {
          size: { type: 'integer', minimum: 0, description: 'A whole number of things or people.' },
        }),
    ],
    [
      'an answer that is not needed any more',
      (now) => Object.assign(now.kind as Loose, { required: false }),
      ['kind optional'],
      (to) => (to.required = ['name']),
    ],
    [
      'a column more, and one less',
      (now) => (now.rows = { ...now.rows, columns: { day: { id: 'q_day', type: 'date' } } }),
      ['rows.day added', 'rows.cost removed'],
      (to) => {
        const { items } = to.properties.rows;
        Object.assign(items, { required: [], properties: { day: shared('date') } });
      },
    ],
    [
      'more rows',
      (now) => Object.assign(now.rows as Loose, { limits: { maxItems: 12 } }),
      ['rows changed'],
      (to) => (to.properties.rows.maxItems = 12),
    ],
  ])('has %s', (_what, change, said, expected) => {
    const found = changed(change);
    const to = structuredClone(there);
    expected(to);
    expect(found.schema).toEqual(to);
    expect(found.said).toEqual(said);
    expect(Object.keys(found.schema)).toEqual(Object.keys(there));
  });

  it('has the codes of a list of the form', () => {
    const of = (type: string) => ({ id: `q_${type}`, type, choices: '#depths' });
    const lists = { depths: [{ value: '-1' }, { value: '1.5' }] };
    expect(
      propertiesOf({ one: of('choice'), more: of('multi'), none: { ...of('choice'), choices: '#gone' } }, undefined, {
        lists,
      }),
    ).toEqual({
      one: { type: 'string', enum: ['-1', '1.5'] },
      more: { type: 'array', items: { type: 'string', enum: ['-1', '1.5'] }, uniqueItems: true },
      none: shared('choice'),
    });
  });

  it('carries the rows of problems of the version that the form names', () => {
    const list = { problems: { id: 'q_p', type: 'problems' } };
    const named = (row: string, given?: JsonSchema) =>
      propertiesOf(list, given, { problems: { field: 'problems', types: 'x', row } }).problems;
    const second = named('problem@2');
    expect(second).toEqual({ type: 'array', items: { $ref: '../common/problem.schema.json' }, maxItems: 100 });
    const before = { type: 'object', additionalProperties: false, properties: { problems: second as JsonSchema } };
    expect(named('problem@2', before)).toBe(second);
    expect(named('problem@1', before)).toEqual({
      type: 'array',
      items: { $ref: '../common/frozen/problem.v1.schema.json' },
      maxItems: 100,
    });
  });

  it('is told in one sentence for each kind of change', () => {
    expect(
      contractFindings([
        { name: 'a', what: 'added' },
        { name: 'b', what: 'removed' },
        { name: 'rows.c', what: 'added' },
      ]),
    ).toEqual([
      { code: 'contract_added', params: { names: ['a', 'rows.c'] } },
      { code: 'contract_removed', params: { names: ['b'] } },
    ]);
  });

  it('is sound for any form, and the same when it is written again', () => {
    fc.assert(
      fc.property(anyForm(), (spec) => {
        const { definition } = source(spec as FormSpec);
        const found = written(definition.fields, undefined, { form: 'visit' });
        expect(found?.wrote.length).toBeGreaterThan(8);
        expect(written(definition.fields, found?.schema)?.schema).toBe(found?.schema);
      }),
      { numRuns: 50 },
    );
  });
});

describe('what is no definition, or no contract', () => {
  const text = { id: 'q_a', type: 'text' };
  /** Tables in tables, as deep as a body can be. */
  const deep = (levels: number) => {
    let field: Loose = text;
    for (let level = 0; level < levels; level += 1) field = { id: 'q_t', type: 'table', columns: { a: field } };
    return { a: field };
  };

  test.each<[string, Loose, JsonSchema?]>([
    ['a question that is a number', { a: 5 }],
    ['an unknown type', { a: { id: 'q_a', type: 'constructor' } }],
    ['a binding of numbers', { a: { ...text, type: 'place', bind: { province: 5 } } }],
    ['options without codes', { a: { ...text, type: 'choice', options: [null] } }],
    ['limits that are a list', { a: { ...text, limits: [3] } }],
    ['a sum of a number', { a: { ...text, type: 'derived', derived: { sum: 5 } } }],
    ['a difference of objects', { a: { ...text, type: 'derived', derived: { difference: [{}, null] } } }],
    ['a formula that is an object', { a: { ...text, type: 'derived', derived: { expr: {} } } }],
    ['ten thousand tables in each other', deep(10_000)],
    ['a contract whose properties are a number', { a: text }, { type: 'object', properties: 5 }],
    ['a contract whose rows are so', { a: text }, { properties: { a: { items: { properties: [] } } } }],
    ['a contract that refers to itself', { a: text }, { properties: { a: { $ref: '#/properties/a' } } }],
    ['a contract that refers to nothing', { a: text }, { properties: { a: { $ref: 'nowhere.json' } } }],
  ])('is left to the check: %s', (_what, fields, there) => {
    expect(written(fields, there)).toBeUndefined();
  });

  it('never becomes a rule by a limit that is none', () => {
    const limits = { $ref: 'nowhere.json', enum: [1], maxLength: 9, constructor: 3 };
    expect(propertiesOf({ a: { ...text, limits } })).toEqual({ a: { ...shared('text'), maxLength: 9 } });
  });

  it('has names as any others where they are those of every object', () => {
    const names = [...Object.getOwnPropertyNames(Object.prototype), 'prototype'];
    const fields = JSON.parse(`{${names.map((name) => `"${name}": {"id":"q_a","type":"text"}`).join()}}`);
    const found = written(fields);
    expect(Object.keys(found?.schema.properties as object)).toEqual(names);
    expect(found?.wrote.map(({ name }) => name)).toEqual(names);
    const again = written(JSON.parse('{"__proto__":{"id":"q_a","type":"text","limits":{"maxLength":3}}}'));
    expect(JSON.stringify(again?.schema.properties)).toBe(
      `{"__proto__":{"$ref":"../common/types.schema.json#/$defs/text","maxLength":3}}`,
    );
    expect(({} as Loose).maxLength).toBeUndefined();
  });
});

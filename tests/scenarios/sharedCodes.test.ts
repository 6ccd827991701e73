/** Codes of a long list stand once in a contract where that is worth it, and mean the same as codes beside each question. */
import { describe, expect, it } from 'vitest';
import { contractFor } from '../../src/core/contract/read.ts';
import { bundleSchema, DanglingReference, MOST_CODES, MOST_PARTS } from '../../src/core/definitions/bundle.ts';
import { compileForm } from '../../src/core/definitions/compile.ts';
import { contractText } from '../../src/core/definitions/freeze.ts';
import { resolveReferences, shareCodes } from '../../src/core/definitions/sharedCodes.ts';
import type { FormDefinition, FormSource, JsonSchema } from '../../src/core/definitions/types.ts';
import { runAllSteps } from '../../src/core/steps.ts';
import { loadValidator } from '../../src/server/definitions/validator.ts';
import { productFiles } from '../support/definitions.ts';
import { source, words } from '../support/form.ts';

const product = await productFiles;
const PATH = 'schemas/wells/visit.schema.json';

/** Returns a form whose questions ask a list: one, several, ranked, and in the rows of a table. */
function asking(questions: number, codes: number): FormDefinition {
  const villages = Array.from({ length: codes }, (_, at) => ({ value: `v${at}`, label: words(`Village ${at}`) }));
  const types = ['choice', 'multi', 'rank'];
  const plain = Array.from({ length: questions - 1 }, (_, at) => [
    `q${at}`,
    { type: types[at % 3], choices: '#villages', contract: {} },
  ]);
  const rows = {
    type: 'table',
    columns: { home: { type: 'choice', id: 'q_home', choices: '#villages' } },
    contract: {},
  };
  const { definition } = source({ fields: { ...Object.fromEntries(plain), rows } } as never);
  return { ...definition, lists: { villages } } as never;
}

function written(definition: FormDefinition, there?: JsonSchema): JsonSchema {
  const files = new Map(product);
  if (there) files.set(PATH, { path: PATH, kind: 'schema', text: '', json: there });
  const found = runAllSteps(contractFor(definition, PATH, files));
  if (!found) throw new Error('There is no contract.');
  return found.schema;
}

const resolved = (schema: JsonSchema) =>
  bundleSchema(PATH, new Map([...product].map(([path, { json }]) => [path, json as JsonSchema])).set(PATH, schema));
const copied = (schema: JsonSchema) => JSON.parse(JSON.stringify(schema)) as JsonSchema;
const limitOf = (schema: JsonSchema) => {
  try {
    resolved(schema);
    return undefined;
  } catch (error) {
    return error instanceof DanglingReference ? error.limit : error;
  }
};

describe('codes of a list in a contract', () => {
  it('stand beside each question where few are saved, and once where many are', () => {
    expect(written(asking(11, 99)).$defs).toBeUndefined();
    const { $defs, properties } = written(asking(11, 100)) as { $defs: JsonSchema; properties: JsonSchema };
    expect($defs).toEqual({ villages: { enum: Array.from({ length: 100 }, (_, at) => `v${at}`) } });
    const $ref = '#/$defs/villages';
    expect(properties.q0).toEqual({ type: 'string', $ref });
    expect(properties.q1).toEqual({ type: 'array', items: { type: 'string', $ref }, uniqueItems: true });
    expect(properties.rows).toMatchObject({ items: { properties: { home: { type: 'string', $ref } } } });
  });

  it('mean the same both ways, to the hash of a contract and to its validator', async () => {
    const definition = asking(12, 100);
    const schema = resolved(written(definition));
    const inline = copied(schema);
    expect(JSON.stringify(inline)).not.toContain('$ref');
    expect(contractText(schema)).toBe(contractText(inline));
    const answers = { q0: 'v7', q1: ['v1', 'v99'], rows: [{ home: 'v3' }] };
    const wrong = { q0: 'v100', q1: ['v1', 'x'], rows: [{ home: 'V3' }] };
    for (const one of [schema, inline, shareCodes(schema)]) {
      const { validate } = await loadValidator(compileForm({ definition, schema: one } as FormSource));
      expect(validate(answers)).toEqual([]);
      expect(validate(wrong).map(({ instancePath }) => instancePath)).toEqual(['/q0', '/q1/1', '/rows/0/home']);
    }
  });

  it('travel once, and are one array in memory', () => {
    const schema = resolved(written(asking(500, 250)));
    const text = JSON.stringify(shareCodes(schema));
    expect(text.length).toBeLessThan(JSON.stringify(schema).length / 20);
    const back = resolveReferences(JSON.parse(text));
    expect(contractText(back)).toBe(contractText(schema));
    const { q0, q3 } = back.properties as Record<string, JsonSchema>;
    expect(q0?.enum).toBe(q3?.enum);
  });

  it('stay as they were written until the list changes', () => {
    const definition = asking(12, 100);
    const inline = copied(resolved(written(definition)));
    expect(written(definition, inline)).toBe(inline);
    expect(shareCodes(inline)).toBe(inline);
    const more = written(asking(12, 101), inline);
    expect(more.$defs).toMatchObject({ villages: { enum: expect.arrayContaining(['v100']) } });
    expect(contractText(resolved(more))).toBe(contractText(resolved(written(asking(12, 101)))));
    const again = written(asking(12, 102), more);
    expect(contractText(resolved(again))).toBe(contractText(resolved(written(asking(12, 102)))));
  });

  it('leave a part alone that a contract calls by the name of the list', () => {
    const own = { villages: { type: 'string', maxLength: 9 } };
    const there = { type: 'object', additionalProperties: false, properties: {}, $defs: own };
    expect(written(asking(12, 100), there)).toMatchObject({
      $defs: own,
      properties: { q0: { enum: expect.anything() } },
    });
  });

  it('are counted: once as parts, and in each question up to a limit', () => {
    const many = (questions: number, codes: number) => ({
      properties: Object.fromEntries(Array.from({ length: questions }, (_, at) => [`q${at}`, { $ref: '#/$defs/all' }])),
      $defs: { all: { enum: Array.from({ length: codes }, (_, at) => `o${at}`) } },
    });
    expect(limitOf(many(MOST_CODES / 250, 250))).toBeUndefined();
    expect(limitOf(many(MOST_CODES / 250 + 1, 250))).toBe(MOST_CODES);
    expect(limitOf(many(1, MOST_PARTS))).toBe(MOST_PARTS);
  });
});

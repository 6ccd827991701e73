import { describe, expect, it } from 'vitest';
import type { AjvError } from '../../src/core/definitions/types.ts';
import { equal, ucs2length, validatorRuntime } from '../../src/core/definitions/validatorRuntime.ts';
import { contractAjv, loadValidator, validatorSource } from '../../src/server/definitions/validator.ts';
import { form, words } from '../support/form.ts';
import fc from '../support/property.ts';

const visit = form({
  fields: {
    name: { type: 'text', required: true },
    visited: { type: 'date' },
    at: { type: 'datetime' },
    mail: { type: 'email' },
    site: { type: 'url' },
    phone: { type: 'phone' },
    fence: { type: 'yesno' },
    height: { type: 'decimal', required: true, visibleWhen: { field: 'fence', is: { const: 'yes' } } },
    tags: {
      type: 'multi',
      options: [
        { value: 'a', label: words('A') },
        { value: 'b', label: words('B') },
      ],
      requiredWhen: { field: 'height', is: { minimum: 3 } },
    },
    water: { type: 'rating' },
    roof: { type: 'rating' },
    walls: { type: 'rating' },
    gate: { type: 'rating', required: true, visibleWhen: { field: 'fence', is: { const: 'yes' } } },
    rows: { type: 'table', columns: { item: { type: 'text' }, pieces: { type: 'integer' } } as never },
  },
});

/** Returns what the errors say. The place of the rule in the schema may differ. */
function told(errors: readonly AjvError[]): unknown[] {
  return errors
    .map(({ instancePath, keyword, params }) => ({ instancePath, keyword, params }))
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

describe('the generated validator', () => {
  it('is text without imports and without any way to make code from text', () => {
    const source = validatorSource(visit);
    expect(source).not.toMatch(/\beval\s*\(|new\s+Function|\brequire\s*\(|\bimport\b/);
    expect(source).toMatch(/export default \(runtime\) =>/);
  });

  it('is not led astray by patterns that look like its own code', async () => {
    const tricky = form({
      fields: {
        name: { type: 'text', contract: { type: 'string', pattern: '= require\\("x"\\)\\.default', minLength: 3 } },
      },
    });
    const { validate } = await loadValidator(tricky);
    expect(validate({ name: '= require("x").default' })).toEqual([]);
    expect(validate({ name: 'other' })).toHaveLength(1);
  });

  it('finds exactly the errors that live Ajv finds', async () => {
    const validator = await loadValidator(visit);
    const ajv = contractAjv();
    const live = ajv.compile({ ...visit.validation, $schema: undefined });
    const value = fc.oneof(
      fc.constantFrom(
        'yes',
        'no',
        'a',
        '',
        'a@b.af',
        'a@b',
        'https://amanat.example/x',
        'ftp://x',
        '2026-02-28',
        '2026-02-30',
        '2026-11-20T08:00:00Z',
        '2026-11-20T25:00:00Z',
        '0700123456',
        '👩‍👩‍👧',
      ),
      fc.integer({ min: -5, max: 5 }),
      fc.double(),
      fc.constant(null),
      fc.array(fc.constantFrom('a', 'b', 'c', 1), { maxLength: 3 }),
      fc.array(fc.record({ item: fc.string(), pieces: fc.oneof(fc.integer(), fc.string()) }, { requiredKeys: [] }), {
        maxLength: 2,
      }),
    );
    const names = [...visit.byProperty.keys(), 'colour'];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), value), (data) => {
        const theirs = live(data) ? [] : (live.errors ?? []);
        expect(told(validator.validate(data))).toEqual(told(theirs));
        for (const [key, schema] of Object.entries(visit.conditions)) {
          expect(validator.conditions[key]?.(data)).toBe(ajv.validate(schema, data));
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('is made once for a form', () => {
    expect(loadValidator(visit)).toBe(loadValidator(visit));
  });

  it('refuses a contract with a format that the runtime does not have', () => {
    const odd = form({ fields: { colour: { type: 'text', contract: { type: 'string', format: 'colour' } } } });
    expect(() => validatorSource(odd)).toThrow(/colour/);
  });
});

describe('the runtime of validators', () => {
  it('counts characters like people do', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(ucs2length(text)).toBe([...text].length);
      }),
    );
  });

  it('compares JSON values deeply', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(equal(a, structuredClone(a))).toBe(true);
        expect(equal(a, b)).toBe(equal(b, a));
        if (JSON.stringify(a) === JSON.stringify(b)) expect(equal(a, b)).toBe(true);
      }),
    );
    expect(equal({ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] })).toBe(false);
    expect(equal([], {})).toBe(false);
  });

  it.each([
    ['date', '2026-02-28', '2026-02-29'],
    ['date-time', '2026-11-20T08:00:00.123Z', '2026-11-20 08:00'],
    ['email', 'gul.ahmad@amanat.example', 'gul ahmad@amanat.example'],
    ['uri', 'https://amanat.example/a?b=c#d', 'amanat.example'],
  ])('knows the format %s', (format, right, wrong) => {
    expect(validatorRuntime.formats[format]?.(right)).toBe(true);
    expect(validatorRuntime.formats[format]?.(wrong)).toBe(false);
  });
});

describe('patterns of a contract', () => {
  const patterned = (pattern: string) =>
    form({ fields: { name: { type: 'text', contract: { type: 'string', pattern, maxLength: 5_000 } } } });

  it('that JavaScript would try for hours are judged at once', async () => {
    const { validate } = await loadValidator(patterned('^(a+)+$'));
    expect(validate({ name: 'a'.repeat(4_000) })).toEqual([]);
    expect(validate({ name: `${'a'.repeat(4_000)}!` })).toMatchObject([{ keyword: 'pattern' }]);
  });

  it('that stored versions have and nothing matches in linear time let the answer pass', async () => {
    const { validate } = await loadValidator(patterned('^(a+)\\1$'));
    expect(validate({ name: 'b' })).toEqual([]);
  });

  it('run in an app of the build before, whose runtime does not know them', async () => {
    const source = validatorSource(patterned('^[\\u0621-\\u06cc]+$'));
    const { pattern: _newer, ...before } = validatorRuntime;
    const module = await import(`data:text/javascript;base64,${Buffer.from(source).toString('base64')}`);
    const { validate } = module.default(before);
    expect([validate({ name: 'آب' }).length, validate({ name: 'water' }).length]).toEqual([0, 1]);
  });
});

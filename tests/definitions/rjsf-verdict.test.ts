/** Stock RJSF's validator, given the exported schema, must agree with ours on every rule that JSON Schema can say. */

import type { RJSFSchema } from '@rjsf/utils';
import validator from '@rjsf/validator-ajv8';
import { describe, expect, it } from 'vitest';
import type { CompiledForm, FieldNode, RecordData } from '../../src/core/definitions/types.ts';
import { hiddenFields } from '../../src/core/form/conditions.ts';
import { evaluateRecord } from '../../src/core/form/evaluate.ts';
import { exportJsonSchema, exportUiSchema, findRulesOutsideSchema } from '../../src/core/form/rjsfExport.ts';
import { loadValidator } from '../../src/server/definitions/validator.ts';
import { common, looseAnswers, versions } from '../support/looseAnswers.ts';
import fc from '../support/property.ts';

const TODAY = '2026-06-01';

/** Wrong answers: of another type, too long, too large, outside every scale. */
const STRANGE: readonly unknown[] = [
  'x',
  '2026-02-30',
  'no address',
  'x'.repeat(300),
  'x'.repeat(6000),
  -1,
  0.5,
  1e12,
  true,
  {},
  ['x'],
  ['x', 'x'],
  [{}],
  [{ unknown: 1 }],
];

/** Drops some answers, replaces some by strange ones, and adds one for a question that the form does not have. */
const mutations = fc.record({
  seed: fc.integer({ min: 1, max: 10_000 }),
  dropped: fc.array(fc.nat(), { maxLength: 3 }),
  strange: fc.array(fc.tuple(fc.nat(), fc.nat(STRANGE.length - 1)), { maxLength: 2 }),
  unknown: fc.integer({ min: 0, max: 5 }),
});

function mutated(
  form: CompiledForm,
  { seed, dropped, strange, unknown }: typeof mutations extends fc.Arbitrary<infer T> ? T : never,
): RecordData {
  const data = looseAnswers(form, seed);
  const names = [...form.byProperty.keys()];
  for (const at of dropped) delete data[names[at % names.length] as string];
  for (const [at, which] of strange) data[names[at % names.length] as string] = STRANGE[which];
  if (unknown === 0) data.not_a_question = 'x';
  return data;
}

/** Returns the places of errors, each once. Ajv reports a failed `then` twice, the second time as `if`. */
function places(errors: readonly { instancePath: string; keyword: string }[]): string[] {
  const told = errors.filter(({ keyword }) => keyword !== 'if');
  return [...new Set(told.map(({ instancePath }) => instancePath))].sort();
}

describe('the exported schema', () => {
  it.each(versions.map((form) => [form.key, form] as const))('of %s is as strict as ours', async (_key, form) => {
    const ours = await loadValidator(form);
    const schema = exportJsonSchema(form, common.constants) as RJSFSchema;
    const compare = (answers: RecordData): void => {
      // Answers that are no longer asked are dropped before the check. So `visibleWhen` is one of the other rules.
      const data = evaluateRecord(form, ours, answers, { today: TODAY }).data;
      const stock = validator.rawValidation<{ instancePath: string; keyword: string }>(schema, data);
      expect(stock.validationError).toBeUndefined();
      expect(places(stock.errors ?? [])).toEqual(places(ours.validate(data)));
    };
    const names = [...form.byProperty.keys()];
    for (const value of STRANGE) compare(Object.fromEntries(names.map((name) => [name, value])));
    fc.assert(
      fc.property(mutations, (mutation) => compare(mutated(form, mutation))),
      { numRuns: 20, seed: 7 },
    );
  });

  it('judges both ways: the answers that were tried hold good ones, too', async () => {
    let good = 0;
    for (const form of versions) {
      const ours = await loadValidator(form);
      if (ours.validate(evaluateRecord(form, ours, looseAnswers(form, 3), { today: TODAY }).data).length === 0)
        good += 1;
    }
    expect(good).toBeGreaterThan(versions.length / 2);
  });

  it('leaves no rule of a definition unsaid', () => {
    for (const form of versions) {
      const rules = findRulesOutsideSchema(form);
      for (const { name, def, visibleWhen } of form.fields.values()) {
        if (visibleWhen) expect(rules.visibleWhen).toHaveProperty(name);
        if (def.notBefore) expect(rules.notBefore?.[name]).toBe(def.notBefore);
        if (def.unique) expect(rules.unique?.[name]).toBe(true);
        if (def.derived) expect(rules.derived?.[name]).toEqual(def.derived);
        if (def.record ?? def.person ?? def.choices)
          expect([rules.record, rules.person, rules.choices].some((rule) => rule && name in rule)).toBe(true);
      }
      for (const { name, type, columns = [] } of form.fields.values()) {
        if (type === 'place') expect(rules.places).toHaveProperty(name);
        if (type === 'file' || type === 'image') expect(rules.files).toHaveProperty(name);
        for (const column of columns) if (column.def.once) expect(rules.once?.[`${name}.${column.name}`]).toBe(true);
      }
      if (form.definition.problems) expect(rules.problems).toBeDefined();
    }
  });

  it('tells the words that ask nothing beside the questions of their section', () => {
    const [form, note] = versions.flatMap((one) =>
      [...one.fields.values()].filter(({ type }) => type === 'note').map((node) => [one, node] as const),
    )[0] as readonly [CompiledForm, FieldNode];
    const ui = exportUiSchema(form, { language: 'en', constants: common.constants, part: (name) => name });
    const { sections } = ui['ui:options'] as { sections: { id: string; notes: string[] }[] };
    expect(sections.find(({ id }) => id === note.section)?.notes).toContain(note.def.label.en);
    expect(ui).not.toHaveProperty(note.name);
  });

  it('asks a conditional question where its condition holds', async () => {
    const conditional = versions.find(
      (form) => Object.keys(form.conditions).length > 0 && hiddenAtFirst(form),
    ) as CompiledForm;
    const schema = exportJsonSchema(conditional, common.constants) as RJSFSchema;
    const [hidden] = [...hiddenFields(conditional, await loadValidator(conditional), {}, { today: TODAY })];
    expect(schema.properties?.[conditional.fields.get(hidden as string)?.properties[0] as string]).toEqual({});
    expect(JSON.stringify(schema.allOf)).toContain('"then"');
  });
});

function hiddenAtFirst(form: CompiledForm): boolean {
  return [...form.fields.values()].some(({ visibleWhen, properties }) => visibleWhen && properties.length > 0);
}

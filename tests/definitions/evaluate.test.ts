/**
 * Properties that every evaluation has, for any form and any answers: checked on each form of the product, and on small
 * forms with generated conditions and derivations.
 */

import { describe, expect, it } from 'vitest';
import { compileForm } from '../../src/core/definitions/compile.ts';
import { sourcesOf } from '../../src/core/definitions/load.ts';
import type { CompiledForm, RecordData, ValidatorModule } from '../../src/core/definitions/types.ts';
import { evaluateRecord } from '../../src/core/form/index.ts';
import { loadValidator } from '../../src/server/definitions/validator.ts';
import { anyAnswers } from '../support/anyAnswers.ts';
import { anyForm } from '../support/anyForm.ts';
import { productFiles } from '../support/definitions.ts';
import { form } from '../support/form.ts';
import fc from '../support/property.ts';

const forms = sourcesOf(await productFiles).forms.map(compileForm);
const context = { today: '2026-11-20' };

function holdsFor(form: CompiledForm, validator: ValidatorModule, answers: RecordData): void {
  const { data, answers: open, hidden, required, flagged, errors } = evaluateRecord(form, validator, answers, context);
  // Evaluating a result again changes nothing, neither for the stored answers nor for those of the open form.
  for (const settled of [data, open]) {
    const again = evaluateRecord(form, validator, settled, context);
    expect(again.data).toEqual(data);
    expect([again.hidden, again.required, again.flagged]).toEqual([hidden, required, flagged]);
    expect(again.errors).toEqual(errors);
  }
  // What only this person, state or day hides keeps its answer.
  const gone = [...hidden].filter((name) => {
    const node = form.fields.get(name);
    return node?.existsWhen !== undefined && node.existsWhen === node.visibleWhen;
  });
  for (const name of gone) {
    for (const property of form.fields.get(name)?.properties ?? []) expect(data).not.toHaveProperty([property]);
  }
  for (const name of hidden) expect(required.has(name) || flagged.has(name)).toBe(false);
  for (const pointer of Object.keys(errors))
    expect(gone).not.toContain(form.byProperty.get(pointer.split('/')[1] ?? '')?.name);
  const turned = Object.fromEntries(Object.entries(answers).reverse());
  const other = evaluateRecord(form, validator, turned, context);
  expect([other.data, other.hidden, other.errors]).toEqual([data, hidden, errors]);
}

describe('an evaluation is settled, keeps nothing hidden, blames nothing hidden, and no order matters', () => {
  it.each(forms.map((one) => [one.key, one] as const))('%s', async (_key, one) => {
    const validator = await loadValidator(one);
    fc.assert(
      fc.property(anyAnswers(one), (answers) => holdsFor(one, validator, answers)),
      { numRuns: 8 },
    );
  });

  it('forms with any conditions and derivations', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(anyForm(), fc.nat(), async (spec, seed) => {
        const made = form(spec);
        const validator = await loadValidator(made);
        for (const answers of fc.sample(anyAnswers(made), { seed, numRuns: 12 })) holdsFor(made, validator, answers);
      }),
      { numRuns: 25 },
    );
  });
});

/** Values that are worked out and not shown: they need no words, are stored, and rules, exports and differences have them. */
import { describe, expect, it } from 'vitest';
import { compileForm } from '../../src/core/definitions/compile.ts';
import { diffForms } from '../../src/core/definitions/diff/diff.ts';
import type { FieldNode } from '../../src/core/definitions/types.ts';
import { inputUiSchema } from '../../src/core/form/rjsf.ts';
import { isAnswerable, isExported } from '../../src/core/form/types/question.ts';
import { checkWith } from '../support/definitions.ts';
import { exampleForm } from '../support/exampleForm.ts';
import { constants, source, words } from '../support/form.ts';
import { fill } from '../support/sheet.ts';

const SOURCE = exampleForm('example-calculations');
const fieldOf = (name: string): FieldNode => compileForm(SOURCE).fields.get(name) as FieldNode;
const columnOf = (name: string) => fieldOf('payments').columns?.find((one) => one.name === name) as FieldNode;

describe('a value that is not shown', () => {
  it('is stored, in a row too, and other rules read it', async () => {
    const sheet = await fill(compileForm(SOURCE));
    sheet.answer('visited', '2026-09-12').answer('born', '2019-02-03');
    sheet.answer('payments', [{ day: '2026-07-01', amount: 300 }]);
    expect(sheet.stored()).toMatchObject({
      age_days: 2778,
      age_years: 7,
      age_months: 7,
      payments: [{ nr: 1, day: '2026-07-01', amount: 300, late: 73 }],
    });
    sheet.clear('born');
    expect(sheet.stored()).not.toHaveProperty('age_days');
    expect(sheet.stored()).not.toHaveProperty('age_years');
  });

  it('is drawn nowhere, and told by exports and the preview under its stored name', () => {
    for (const node of [fieldOf('age_days'), columnOf('late')]) {
      expect([isAnswerable(node), isExported(node)], node.name).toEqual([false, true]);
      expect(node.def.label).toEqual({ en: node.name, fa: node.name, ps: node.name });
      expect(inputUiSchema(node, { language: 'fa', constants })).toMatchObject({ 'ui:widget': 'hidden' });
    }
    for (const node of [fieldOf('age_years'), columnOf('nr')])
      expect([isAnswerable(node), isExported(node)], node.name).toEqual([true, true]);
  });

  it('is named in differences by its stored name', () => {
    const { age_days: _gone, ...fields } = SOURCE.definition.fields;
    const [child, ...others] = SOURCE.definition.sections;
    const sections = [{ ...child, fields: child?.fields.filter((name) => name !== 'age_days') }, ...others] as never;
    const before = { ...SOURCE, definition: { ...SOURCE.definition, fields, sections } };
    const added = diffForms(before, SOURCE).find(({ kind }) => kind === 'question_added');
    expect(added?.about).toEqual({ en: 'age_days', fa: 'age_days', ps: 'age_days' });
  });
});

describe('only a value that is worked out', () => {
  const issues = async (field: object, more: object = {}) => {
    const made = source({ fields: { size: { type: 'integer' }, x: { type: 'text', ...more } } });
    const { label, ...rest } = made.definition.fields.x as { label: unknown };
    Object.assign(made.definition.fields, { x: { ...rest, ...field } });
    const found = await checkWith({
      'forms/wells/visit.form.json': made.definition,
      'schemas/wells/visit.schema.json': made.schema,
    });
    return found
      .filter(({ pointer }) => pointer.startsWith('/fields/x'))
      .map(({ pointer, code }) => `${pointer} ${code}`);
  };
  const derived = { type: 'derived', derived: { expr: 'size * 2' } };
  const contract = { contract: { type: 'number' } };

  it('may be without words, and only while it is not shown', async () => {
    expect(await issues({ ...derived, show: false }, contract)).toEqual([]);
    expect(await issues({ ...derived, show: false, label: words('Twice') }, contract)).toEqual([]);
    expect(await issues(derived, contract)).toHaveLength(1);
    expect(await issues({ show: false, label: words('Text') })).toHaveLength(1);
    expect(await issues({ ...derived, show: true, label: words('Twice') }, contract)).toHaveLength(1);
    expect(await issues({ ...derived, show: false, label: { en: 'Twice' } }, contract)).not.toEqual([]);
  });
});

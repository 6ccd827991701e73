/** A constraint with a reason warns: the reason is asked while it is not met, and whoever gives it may save. */
import { expect, it } from 'vitest';
import type { FieldNode } from '../../src/core/definitions/types.ts';
import { errorSentence } from '../../src/core/errors/recordErrors.ts';
import { evaluateRecord } from '../../src/core/form/index.ts';
import { evaluateRow } from '../../src/core/form/rows.ts';
import { words } from '../support/form.ts';
import { fill } from '../support/sheet.ts';

const TODAY = { today: '2026-11-20' };
const large = { id: 'large', expr: 'size <= 20', at: 'size', reason: 'why', message: words('More than 20 people?') };
const fields = { size: { type: 'integer' }, under5: { type: 'integer' }, why: { type: 'longtext' } } as const;
const sheetWith = (...constraints: object[]) => fill({ fields, constraints: constraints as never });
const warnings = ({ form, validator, data }: Awaited<ReturnType<typeof fill>>) =>
  Object.fromEntries(evaluateRecord(form, validator, data, TODAY).warnings);

it('asks nothing while it is met or undecided', async () => {
  const sheet = await sheetWith(large);
  expect([sheet.isVisible('why'), sheet.errors(), warnings(sheet)]).toEqual([false, {}, {}]);
  sheet.answer('size', 20);
  expect([sheet.isVisible('why'), sheet.errors(), warnings(sheet)]).toEqual([false, {}, {}]);
});

it('asks for the reason in its own words, and is content with any', async () => {
  const sheet = (await sheetWith(large)).answer('size', 31);
  expect(warnings(sheet)).toEqual({ size: ['large'] });
  expect(sheet.errors()).toEqual({ '/why': ['required'] });
  const [error] = sheet.rawErrors()['/why'] ?? [];
  expect(error && errorSentence({}, error.code, error.params, 'fa')).toContain('More than 20 people? دری');
  sheet.answer('why', 'Three families');
  expect([sheet.errors(), sheet.stored()]).toEqual([{}, { size: 31, why: 'Three families' }]);
  expect(warnings(sheet), 'the reader still sees what was odd').toEqual({ size: ['large'] });
});

it('drops the reason when there is nothing to explain any more', async () => {
  const sheet = (await sheetWith(large)).answer('size', 31).answer('why', 'Three families');
  expect(sheet.answer('size', 12).stored()).toEqual({ size: 12 });
});

it('several may share a reason', async () => {
  const many = { id: 'many', expr: 'under5 <= size / 2', at: 'under5', reason: 'why', message: words('So many?') };
  const sheet = (await sheetWith(large, many)).answer('size', 6).answer('under5', 5);
  expect(warnings(sheet)).toEqual({ under5: ['many'] });
  sheet.answer('size', 40).answer('under5', 30).answer('why', 'A school with boarders');
  expect([warnings(sheet), sheet.errors()]).toEqual([{ size: ['large'], under5: ['many'] }, {}]);
});

it('stands beside one without a reason, which nothing overrules', async () => {
  const sheet = await sheetWith(large, {
    id: 'fits',
    expr: 'under5 <= size',
    at: 'under5',
    message: words('Too many'),
  });
  sheet.answer('size', 31).answer('under5', 32).answer('why', 'Three families');
  expect(sheet.errors()).toEqual({ '/under5': ['constraint'] });
});

it('over rows asks in the row', async () => {
  const table = {
    type: 'table',
    columns: { age: { type: 'integer' }, why: { type: 'text' } },
    contract: {
      type: 'array',
      maxItems: 9,
      items: { type: 'object', properties: { age: { type: 'integer' }, why: { type: 'string', minLength: 1 } } },
    },
  } as const;
  const old = { id: 'old', expr: 'age < 100', at: 'members.age', reason: 'members.why', message: words('So old?') };
  const sheet = await fill({ fields: { members: table as never }, constraints: [old] as never });
  sheet.answer('members', [{ age: 30, why: 'Nothing to explain' }, { age: 104 }]);
  expect(sheet.errors()).toEqual({ '/members/1/why': ['required'] });
  const { form, validator } = sheet;
  const [first, second] = [{ age: 30 }, { age: 104 }].map((row, index) =>
    evaluateRow(form.fields.get('members') as FieldNode, row, {}, TODAY, validator, index + 1),
  );
  expect([first?.hidden.has('why'), first?.warnings.size]).toEqual([true, 0]);
  expect([second?.hidden.has('why'), second?.warnings.get('age')]).toEqual([false, ['old']]);
  sheet.answer('members', [{ age: 30 }, { age: 104, why: 'Born in 1922' }]);
  expect(sheet.errors()).toEqual({});
  expect(sheet.stored()).toEqual({ members: [{ age: 30 }, { age: 104, why: 'Born in 1922' }] });
});

/** Conditions on who fills in the form, in which state, where and on which day decide what is shown and demanded, never what is kept. */
import { describe, expect, it } from 'vitest';
import { toExpressionUser } from '../../src/core/form/evaluate.ts';
import { evaluateRecord, hiddenFields } from '../../src/core/form/index.ts';
import { loadValidator } from '../../src/server/definitions/validator.ts';
import { type FormSpec, form } from '../support/form.ts';

const TODAY = '2026-11-23';
const coordinator = { roles: ['provincial-coordinator'], provinces: ['9'] };
const focalPoint = { roles: ['focal-point'], provinces: ['9'] };

async function judged(fields: FormSpec['fields'], spec: Partial<FormSpec> = {}) {
  const compiled = form({ ...spec, fields });
  const validator = await loadValidator(compiled);
  return {
    compiled,
    validator,
    judge: (data: object, around: object = {}) =>
      evaluateRecord(compiled, validator, { ...data }, { today: TODAY, ...around }),
  };
}

const remark = {
  type: 'longtext',
  visibleWhen: { expr: '"provincial-coordinator" in user.roles' },
  required: true,
} as const;

describe('a condition on the role', () => {
  it('shows and demands the question, and keeps its answer for others', async () => {
    const { judge } = await judged({ name: { type: 'text' }, remark });
    expect(judge({ name: 'A' }, { user: coordinator }).errors).toEqual({ '/remark': [{ code: 'required' }] });
    expect(judge({ name: 'A' }, { user: focalPoint }).errors).toEqual({});
    const kept = judge({ name: 'A', remark: 'Seen' }, { user: focalPoint });
    expect([kept.data.remark, kept.hidden.has('remark')]).toEqual(['Seen', true]);
  });

  it('is false for nobody, as in an import', async () => {
    const { judge } = await judged({ remark });
    expect([...judge({}).hidden]).toEqual(['remark']);
  });

  it('combined with one on answers: that one still drops the answer', async () => {
    const visibleWhen = { all: [remark.visibleWhen, { field: 'name', is: { const: 'A' } }] };
    const { judge } = await judged({ name: { type: 'text' }, remark: { type: 'longtext', visibleWhen } as never });
    expect(judge({ name: 'A', remark: 'Seen' }, { user: focalPoint }).data.remark).toBe('Seen');
    expect(judge({ name: 'B', remark: 'Seen' }, { user: coordinator }).data.remark).toBeUndefined();
  });

  it('of a section keeps all its answers, and what they add up to', async () => {
    const { judge } = await judged(
      {
        boys: { type: 'integer' },
        girls: { type: 'integer' },
        total: { type: 'derived', derived: { sum: ['boys', 'girls'] } },
      },
      { sections: { all: ['total'], counted: { fields: ['boys', 'girls'], visibleWhen: remark.visibleWhen } } },
    );
    expect(judge({ boys: 3, girls: 4 }, { user: focalPoint }).data).toEqual({ boys: 3, girls: 4, total: 7 });
  });

  it('shows an answer to everybody who reads the record', async () => {
    const { compiled, validator } = await judged({ name: { type: 'text' }, remark });
    expect([...hiddenFields(compiled, validator, { remark: 'Seen' }, { today: TODAY })]).toEqual([]);
    expect([...hiddenFields(compiled, validator, {}, { today: TODAY })]).toEqual(['remark']);
  });
});

describe('a condition on state, place and day', () => {
  it('reads the state of the record', async () => {
    const { judge } = await judged({ why: { type: 'text', visibleWhen: { expr: 'record.status == "returned"' } } });
    expect([...judge({}, { record: { status: 'submitted' } }).hidden]).toEqual(['why']);
    expect([...judge({}, { record: { status: 'returned' } }).hidden]).toEqual([]);
  });

  it('reads the province that the form asks for before that of its parent', async () => {
    const { judge } = await judged(
      {
        where: { type: 'place', bind: { province: 'province_id' } },
        snow: { type: 'yesno', visibleWhen: { expr: 'record.province == "9"' } },
      },
      { place: 'where' },
    );
    expect([...judge({ province_id: '9' }, { record: { province: '1' } }).hidden]).toEqual([]);
    expect([...judge({ province_id: '1' }, { record: { province: '9' } }).hidden]).toEqual(['snow']);
    expect([...judge({}, { record: { province: '9' } }).hidden]).toEqual([]);
  });

  it('on the day keeps what was answered in time', async () => {
    const late = { expr: 'days(born, today()) < 1825' };
    const { judge } = await judged({ born: { type: 'date' }, vaccine: { type: 'yesno', visibleWhen: late } });
    const answers = { born: '2021-12-01', vaccine: 'yes' };
    expect(judge(answers).hidden.has('vaccine')).toBe(false);
    const later = judge(answers, { today: '2027-11-23' });
    expect([later.hidden.has('vaccine'), later.data.vaccine]).toEqual([true, 'yes']);
  });
});

it('roles and provinces are those of the programme', () => {
  const grant = (role: string, programme: string | null, province_id: string | null) => ({
    role,
    programme,
    province_id,
  });
  const grants = [
    grant('a', 'wells', '1'),
    grant('b', null, null),
    grant('c', 'schools', '2'),
    grant('a', 'wells', '3'),
  ];
  const user = toExpressionUser({ name: 'N', grants, person_id: 'p1' }, 'wells');
  expect(user).toEqual({ name: 'N', person: 'p1', roles: ['a', 'b'], provinces: ['1', '3'] });
});

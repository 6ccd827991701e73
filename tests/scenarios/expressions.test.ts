import { describe, expect, it } from 'vitest';
import { compileExpression, LONGEST, type Program } from '../../src/core/expressions/program.ts';
import { type AnswerTypes, MOST_ROWS, namesIn } from '../../src/core/expressions/types.ts';

const TODAY = '2026-11-23';
const TYPES: AnswerTypes = {
  size: 'number',
  under5: 'number',
  name: 'text',
  visited: 'text',
  type: 'text',
  services: 'texts',
  children: { rows: { age: 'number', name: 'text', doses: { rows: { day: 'text', number: 'number' } } } },
};

function program(expr: string): Program {
  const compiled = compileExpression(expr, TYPES);
  if ('faults' in compiled) throw new Error(`${expr}: ${JSON.stringify(compiled.faults)}`);
  return compiled.program;
}
const run = (expr: string, answers: Record<string, unknown> = {}) => program(expr).run(answers, { today: TODAY });
const faults = (expr: string) => {
  const compiled = compileExpression(expr, TYPES);
  return 'faults' in compiled ? compiled.faults.map(({ code, at, text }) => `${code} ${at} ${text}`) : [];
};

describe('an expression', () => {
  it.each([
    ['size * 12 + 0.5', { size: 7 }, 84.5],
    ['round(size / 3, 2)', { size: 2 }, 0.67],
    ['round(2.5)', {}, 3],
    ['round(-2.5)', {}, -3],
    ['round(1.005, 2)', {}, 1.01],
    ['min(size, under5, 9)', { size: 7, under5: 2 }, 2],
    ['max(visited, "2026-01-01")', { visited: '2025-05-05' }, '2026-01-01'],
    ['abs(under5 - size)', { size: 7, under5: 2 }, 5],
    ['size > 5 ? "large" : "small"', { size: 7 }, 'large'],
    ['size in [6, 7]', { size: 7 }, true],
    ['"water" in services && size(services) == 1', { services: ['water'] }, true],
    ['name.startsWith("Ka") && name.contains("b") && name.endsWith("ul") && size(name) == 5', { name: 'Kabul' }, true],
    ['name.trim() + " (" + string(size) + ")"', { name: ' Kabul', size: 3 }, 'Kabul (3)'],
    ['double(name) + 1', { name: '41' }, 42],
    ['type == "well"', { type: 'well' }, true],
    ['services.join(", ")', { services: ['water', 'road'] }, 'water, road'],
    ['today() > visited', { visited: '2026-11-22' }, true],
    ['days(visited, today())', { visited: '2026-11-01' }, 22],
    ['days(visited, today())', { visited: '2026-11-21T20:00:00Z' }, 1],
    ['addDays(visited, 30)', { visited: '2026-01-31' }, '2026-03-02'],
    ['solarYear(visited)', { visited: '2026-03-20' }, 1404],
    ['solarYear(visited)', { visited: '2026-03-21' }, 1405],
  ])('%s of %j is %j', (expr, answers, result) => {
    expect(run(expr, answers)).toBe(result);
  });

  const children = [
    { age: 3, name: 'Ali', doses: [{ day: '2026-01-01', number: 1 }] },
    { age: 7, name: 'Mina' },
  ];
  it.each([
    ['size(children)', 2],
    ['size(children.filter(c, c.age < 5))', 1],
    ['sum(children.map(c, c.age))', 10],
    ['max(children.map(c, c.age))', 7],
    ['children.exists(c, c.age > 6)', true],
    ['children.all(c, c.age > 6)', false],
    ['children.exists_one(c, c.name == "Ali")', true],
    ['children.map(c, c.age > 5, c.name).join(" ")', 'Mina'],
    ['children.exists(c, c.doses.exists(d, d.number == c.age - 2))', true],
  ])('%s over rows is %j', (expr, result) => {
    expect(run(expr, { children })).toBe(result);
  });

  it('means the answer where an answer is called like something that is read beside the answers', () => {
    const beside: AnswerTypes = { user: 'text', record: 'text' };
    const compiled = compileExpression('user + 1', { ...TYPES, user: 'number' }, beside);
    expect('program' in compiled && compiled.program.run({ user: 41 }, { today: TODAY })).toBe(42);
    expect('program' in compiled && compiled.program.type).toBe('number');
  });

  it('names what it reads, and nothing else', () => {
    expect(program('size > 2 && children.all(c, c.age < under5) && name != "type"').inputs).toEqual([
      'size',
      'children',
      'under5',
      'name',
    ]);
  });
});

describe('names in an expression, found without the evaluator', () => {
  it.each([
    ['size > 2.5e3 && !has(name)', ['size', 'name']],
    ['children.all(c, c.age < under5) || size (children) == 0', ['children', 'under5']],
    ['name == "size of \\"children" + \'under5\'', ['name']],
    ['services.join(", ").contains(name)', ['services', 'name']],
    ['children.filter(c, c.doses.exists(d, d.number > size)).size() > 1', ['children', 'size']],
  ])('%s', (expr, names) => {
    expect(namesIn(expr)).toEqual(names);
    expect(program(expr).inputs).toEqual(names);
  });
});

/** undefined is unanswered: a condition is false then, a derived value empty, a constraint holds. */
describe('an unanswered answer', () => {
  it.each([
    ['size > 3', undefined],
    ['!(size > 3)', undefined],
    ['size == 3', undefined],
    ['size != 3', undefined],
    ['size + 1', undefined],
    ['name + "x"', undefined],
    ['size == null', true],
    ['null == size', true],
    ['size != null', false],
    ['has(size)', false],
    ['(size + 1) == null', true],
    ['size > 3 || true', true],
    ['true || size > 3', true],
    ['size > 3 && false', false],
    ['size > 3 && true', undefined],
    ['size > 3 || false', undefined],
    ['size > 3 ? "a" : "b"', undefined],
    ['size == null ? "none" : "some"', 'none'],
    ['size == null ? null : size', undefined],
    ['min(size, 3)', undefined],
    ['size(name)', undefined],
    ['days(visited, today())', undefined],
    // A list without entries is empty, not unanswered.
    ['size(children) == 0', true],
    ['size(services)', 0],
    ['children.all(c, c.age < 5)', true],
    ['children.exists(c, c.age < 5)', false],
    ['sum(children.map(c, c.age))', 0],
    ['max(children.map(c, c.age))', undefined],
    ['children == null', true],
    ['"water" in services', false],
  ])('%s is %j without answers', (expr, result) => {
    expect(run(expr)).toBe(result);
    expect(run(expr, { size: null, name: '', visited: null, children: [], services: [] })).toBe(result);
  });

  it.each([
    ['children.all(c, c.age < 5)', undefined],
    ['children.all(c, c.age < 2)', false],
    ['children.exists(c, c.age < 5)', true],
    ['children.exists(c, c.age < 2)', undefined],
    ['children.exists(c, c.age == null)', true],
    ['size(children.filter(c, c.age < 5))', 1],
    ['children.exists_one(c, c.age < 5)', true],
    ['sum(children.map(c, c.age))', undefined],
    ['sum(children.map(c, c.age != null, c.age))', 3],
  ])('in one of the rows: %s is %j', (expr, result) => {
    expect(run(expr, { children: [{ age: 3 }, { name: 'Mina' }] })).toBe(result);
  });

  it.each([
    ['a division by zero', 'size / under5', { size: 1, under5: 0 }],
    ['a number too large', 'size * size', { size: 1e200 }],
    ['no date', 'days(visited, today())', { visited: 'soon' }],
    ['no number', 'double(name)', { name: 'three' }],
    ['an answer of another type', 'size > 3', { size: '4' }],
    ['a list that is none', 'size(children) > 0', { children: 'x' }],
    ['rows that are none', 'children.all(c, c.age > 0)', { children: [null, 3, 'x', []] }],
    ['too many rows', 'size(children) > 0', { children: Array(MOST_ROWS + 1).fill({}) }],
    ['a text too long', 'name.contains("y")', { name: 'x'.repeat(20_000) }],
    ['a name that objects have by themselves', 'type == "x"', Object.create({ type: 'x' })],
  ])('is what %s counts as', (_what, expr, answers) => {
    expect(run(expr, answers)).toBeUndefined();
  });
});

describe('what is no expression of the language', () => {
  it.each([
    ['size +', 'expression_syntax 7 '],
    ['(size > 2', 'expression_syntax 10 '],
    ['siz > 2', 'expression_name 1 siz'],
    ['children.exists(c, c.agee > 2)', 'expression_name 20 agee'],
    ['name.matches("(a+)+$")', 'expression_function 1 matches'],
    ['timestamp(visited)', 'expression_function 1 timestamp'],
    ['days(visited)', 'expression_arguments 1 days'],
    ['days(visited, visited, visited)', 'expression_arguments 1 days'],
    ['size + name', 'expression_types 1 size + name'],
    ['name && size > 2', 'expression_types 1 name && size > 2'],
    ['children.filter(c, c.name)', 'expression_types 20 c.name'],
    ['children.age > 2', 'expression_types 1 children.age'],
    ['children[0].age', 'expression_syntax 1 children[0]'],
    ['{"a": 1}', 'expression_syntax 2 "a": 1}'],
    ['b"x"', 'expression_syntax 1 b"x"'],
    ['children.all(c, children.exists(d, d.age > c.age))', 'expression_loop 17 children.exists(d, d.age > c.age)'],
    [
      'children.all(c, c.doses.all(d, c.doses.exists(e, e.number > d.number)))',
      'expression_loop 32 c.doses.exists(e, e.number > d.number)',
    ],
    ['children.all(size, size.age > 2)', 'expression_loop 1 children.all(size, size.age > 2)'],
    ['a.b.c.d', 'expression_name 1 a'],
  ])('%s is refused with its place', (expr, fault) => {
    expect(faults(expr)).toEqual([fault]);
  });

  it('is one that is too long or too deep', () => {
    expect(faults(`size > ${'1'.repeat(LONGEST)}`)[0]).toMatch(/^expression_syntax/);
    expect(faults(`${'('.repeat(100)}size${')'.repeat(100)} > 1`)[0]).toMatch(/^expression_syntax/);
    // Only the translation of these is too deep.
    expect(faults(`${'1 + '.repeat(100)}size > 1`)[0]).toMatch(/^expression_syntax/);
    expect(faults(`${'!'.repeat(200)}(size > 1)`)[0]).toMatch(/^expression_syntax/);
  });

  it('names every unknown name at once', () => {
    expect(faults('siz > 2 && nam == "x"')).toEqual(['expression_name 1 siz', 'expression_name 12 nam']);
  });
});

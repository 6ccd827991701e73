import { describe, expect, it } from 'vitest';
import { compileExpression, LONGEST_EXPRESSION, type Program } from '../../src/core/expressions/program.ts';
import {
  type AnswerTypes,
  type EvaluationContext,
  namesInExpression,
  ROW_LIMIT,
} from '../../src/core/expressions/types.ts';

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
    ['floor(size / 2)', { size: 7 }, 3],
    ['floor(-size / 2)', { size: 7 }, -4],
    // What computers make of (0.1 + 0.7) * 10 is a little less than 8.
    ['floor((0.1 + 0.7) * size)', { size: 10 }, 8],
    ['mod(size, 3)', { size: 7 }, 1],
    ['mod(-size, 3)', { size: 7 }, -1],
    ['mod(-size, 3)', { size: 6 }, 0],
    ['mod(size, -3)', { size: 7 }, 1],
    ['mod(size, 0.1)', { size: 0.3 }, 0],
    ['mod(size, 2)', { size: 5.5 }, 1.5],
    ['mod(size, 7)', { size: 9007199254740991 }, 3],
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
    ['year(visited) * 10000 + month(visited) * 100 + day(visited)', { visited: '2026-03-20' }, 20260320],
    ['day(visited)', { visited: '2026-11-21T20:00:00Z' }, 22],
    ['year(visited)', { visited: '2026-12-31T20:00:00Z' }, 2027],
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
    ['first(children).name', 'Ali'],
    ['children[1].name', 'Mina'],
    ['children[size(children) - 1].age', 7],
    ['children.filter(c, c.age > 5)[0].name', 'Mina'],
    ['first(children.map(c, c.age > 5, c.name))', 'Mina'],
    ['children.map(c, c.age * 2)[1]', 14],
    ['first(first(children).doses).day', '2026-01-01'],
    ['children[0].doses[0].number', 1],
    ['children.map(c, c.doses)[0][0].day', '2026-01-01'],
    ['children.all(c, c.age >= first(children).age)', true],
    ['["low", "high"][children[1].age > 5 ? 1 : 0]', 'high'],
  ])('%s over rows is %j', (expr, result) => {
    expect(run(expr, { children })).toBe(result);
  });

  it('means the answer where an answer is called like something that is read beside the answers', () => {
    const beside: AnswerTypes = { user: 'text', record: 'text' };
    const compiled = compileExpression('user + 1', { ...TYPES, user: 'number' }, beside);
    expect('program' in compiled && compiled.program.run({ user: 41 }, { today: TODAY })).toBe(42);
    expect('program' in compiled && compiled.program.type).toBe('number');
  });

  it('takes an entry by a number only, also where the type of the index is known late', () => {
    const compiled = compileExpression('services[last.at]', TYPES, { last: 'any' });
    const at = (index: unknown) =>
      'program' in compiled &&
      compiled.program.run({ services: ['a', 'b'] }, { today: TODAY, last: { at: index } } as EvaluationContext);
    expect(at(1)).toBe('b');
    for (const index of ['1', 'length', 'at', '__proto__', true, [1], null, {}, -1, 0.5, 2, Number.NaN, 1e300])
      expect(at(index), JSON.stringify(index)).toBeUndefined();
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
    expect(namesInExpression(expr)).toEqual(names);
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
    ['first(children).age', undefined],
    ['first(children) == null', true],
    ['services[0]', undefined],
    ['services[0] == null || services[0] == "water"', true],
    ['mod(size, 2)', undefined],
    ['floor(size)', undefined],
    ['year(visited)', undefined],
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
    ['children[2].name', { children: [{ name: 'Ali' }, {}] }],
    ['children[1].name', { children: [{ name: 'Ali' }, {}] }],
    ['children[0 - 1].name', { children: [{ name: 'Ali' }] }],
    ['children[0.5].name', { children: [{ name: 'Ali' }] }],
    ['children[size].name', { children: [{ name: 'Ali' }], size: 1e300 }],
    ['children[size].name', { children: [{ name: 'Ali' }] }],
    ['children[size].name', { children: [{ name: 'Ali' }], size: '0' }],
    ['children[0].name', { children: [null, { name: 'Ali' }] }],
    ['children[0].name', { children: 'Ali' }],
    ['children[0].name', { children: [{ name: 7 }] }],
    ['children[0].name', { children: [['Ali']] }],
    ['first(services)', { services: [7] }],
    ['first(services)', { services: { length: 1, 0: 'water' } }],
    ['first([size, 3])', {}],
    ['mod(size, under5)', { size: 7, under5: 0 }],
    ['mod(size * size, 2) < 2', { size: 1e200 }],
    ['mod(3, size * size) < 4', { size: 1e200 }],
    ['floor(size)', { size: 'x' }],
    ['year(visited)', { visited: '2026-02-30' }],
    ['month(visited)', { visited: '2026-13-01' }],
    ['day(visited)', { visited: 'T' }],
    ['day(visited)', { visited: 20260101 }],
  ])('is %s of %j', (expr, answers) => {
    expect(run(expr, answers)).toBeUndefined();
  });

  it.each([
    ['a division by zero', 'size / under5', { size: 1, under5: 0 }],
    ['a number too large', 'size * size', { size: 1e200 }],
    ['no date', 'days(visited, today())', { visited: 'soon' }],
    ['no number', 'double(name)', { name: 'three' }],
    ['an answer of another type', 'size > 3', { size: '4' }],
    ['a list that is none', 'size(children) > 0', { children: 'x' }],
    ['rows that are none', 'children.all(c, c.age > 0)', { children: [null, 3, 'x', []] }],
    ['too many rows', 'size(children) > 0', { children: Array(ROW_LIMIT + 1).fill({}) }],
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
    ['children[0].agee', 'expression_name 1 agee'],
    ['children["age"]', 'expression_types 10 "age"'],
    ['children[name].age', 'expression_types 10 name'],
    ['children[0]["age"]', 'expression_types 1 children[0]'],
    ['name[0]', 'expression_types 1 name'],
    ['first(name)', 'expression_types 7 name'],
    ['first()', 'expression_arguments 1 first'],
    ['mod(7)', 'expression_arguments 1 mod'],
    ['mod(size, name)', 'expression_types 1 mod(size, name)'],
    ['year(size)', 'expression_types 1 year(size)'],
    ['entry_(services, 0)', 'expression_function 1 entry_'],
    ['row.index > 1', 'expression_name 1 row'],
    [
      'children.all(c, first(children).doses.all(d, d.number > c.age))',
      'expression_loop 17 first(children).doses.all(d, d.number > c.age)',
    ],
    ['children.all(c, [children][0].all(d, d.age > c.age))', 'expression_loop 17 [children][0].all(d, d.age > c.age)'],
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
    expect(faults(`size > ${'1'.repeat(LONGEST_EXPRESSION)}`)[0]).toMatch(/^expression_syntax/);
    expect(faults(`${'('.repeat(100)}size${')'.repeat(100)} > 1`)[0]).toMatch(/^expression_syntax/);
    // Only the translation of these is too deep.
    expect(faults(`${'1 + '.repeat(100)}size > 1`)[0]).toMatch(/^expression_syntax/);
    expect(faults(`${'!'.repeat(200)}(size > 1)`)[0]).toMatch(/^expression_syntax/);
  });

  it.each([
    ['(', 'size', ')'],
    ['!', 'true', ''],
    ['-', 'size', ''],
    ['[', 'size', ']'],
    ['first(', 'services', ')'],
    ['floor(', 'size', ')'],
    ['services[', '0', ']'],
    ['size > 1 ? 1 : ', '2', ''],
    ['children.map(c, ', '1', ')'],
    ['', 'services', '[0]'],
    ['', 'children', '.age'],
    ['{', '', ''],
  ])('is one of 2,000 characters that is only %s%s%s', (before, inside, after) => {
    const times = Math.floor((2_000 - inside.length) / (before + after).length);
    expect(faults(before.repeat(times) + inside + after.repeat(times))[0]).toMatch(/^expression_syntax/);
  });

  it('is none of 2,000 characters that say something', () => {
    const long = Array.from({ length: 150 }, (_, n) => `size > ${100 - n}`).join(' && ');
    expect(long.length).toBeGreaterThan(1_900);
    expect(run(long, { size: 101 })).toBe(true);
    expect(run(long, { size: 5 })).toBe(false);
    expect(run(long.replaceAll('&&', '||'), { size: 5 })).toBe(true);
    expect(run(`"${'x'.repeat(1_900)}" + name`, { name: 'y' })).toHaveLength(1_901);
  });

  it('names every unknown name at once', () => {
    expect(faults('siz > 2 && nam == "x"')).toEqual(['expression_name 1 siz', 'expression_name 12 nam']);
  });
});

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: names of XLSForm are written so
/** Expressions of XLSForm in CEL and back. What is asked of both is written by hand, from what XLSForm says. */
import { describe, expect, it } from 'vitest';
import { compileExpression } from '../../src/core/expressions/program.ts';
import type { AnswerTypes } from '../../src/core/expressions/types.ts';
import { celToXPath } from '../../src/core/xlsform/xpath/fromCel.ts';
import type { AnswerKind, QuestionAnswer, Scope } from '../../src/core/xlsform/xpath/scope.ts';
import { conditionToCel, constraintToCel, valueToCel } from '../../src/core/xlsform/xpath/toCel.ts';
import { XPathFault } from '../../src/core/xlsform/xpath/tree.ts';

const KNOWN: Record<string, AnswerKind> = {
  n: 'number',
  m: 'number',
  t: 'text',
  c: 'text',
  s: 'texts',
  d: 'date',
  later: 'date',
  moment: 'instant',
  kids: 'rows',
};
const TYPES: AnswerTypes = {
  n: 'number',
  m: 'number',
  t: 'text',
  c: 'text',
  s: 'texts',
  d: 'text',
  later: 'text',
  moment: 'text',
  kids: { rows: { age: 'number', nick: 'text' } },
};

function scopeAt(self?: string, table = ''): Scope {
  const find = (name: string): QuestionAnswer | undefined => {
    if (name === 'age' || name === 'nick') return { name, kind: name === 'age' ? 'number' : 'text', table: 'kids' };
    const kind = new Map(Object.entries(KNOWN)).get(name);
    return kind && { name, kind, table: '' };
  };
  return {
    find,
    names: () => [...Object.keys(KNOWN), 'age', 'nick'],
    table,
    self: self === undefined ? undefined : find(self),
  };
}

function run(expr: string, answers: Record<string, unknown>, row = false): unknown {
  const types = row ? { ...TYPES, age: 'number' as const, row: { keys: { index: 'number' as const } } } : TYPES;
  const compiled = compileExpression(expr, types);
  if ('faults' in compiled) throw new Error(`${expr}: ${JSON.stringify(compiled.faults)}`);
  return compiled.program.run(answers, { today: '2026-11-29' });
}

const holds = (source: string, answers: Record<string, unknown>) =>
  run(conditionToCel(source, scopeAt()), answers) === true;
/** A constraint is broken only where it is false. */
const isMet = (source: string, self: string, answers: Record<string, unknown>) =>
  run(constraintToCel(source, scopeAt(self)), answers) !== false;
const worthOf = (source: string, answers: Record<string, unknown>) => run(valueToCel(source, scopeAt()).code, answers);
const code = (source: string) => conditionToCel(source, scopeAt());

describe('a condition of XLSForm', () => {
  it('is what people would write', () => {
    expect(code("${c} = 'a'")).toBe('c == "a"');
    expect(code('${n} > 5 and ${m} <= 3')).toBe('n > 5 && m <= 3');
    expect(code("selected(${s}, 'a') or selected(${c}, 'b')")).toBe('"a" in s || c == "b"');
    expect(code('${n}>1 or (${n}<0 and ${m}=2)')).toBe('n > 1 || (n < 0 && m == 2)');
    expect(code("${t} != ''")).toBe('t != null');
    expect(code('${c} = 1')).toBe('c == "1"');
    expect(code('../n > /data/group/m')).toBe('n > m');
  });

  it.each([
    ["${c} != 'a'", {}, true],
    ["${c} != 'a'", { c: 'a' }, false],
    ["not(${c} = 'a')", {}, true],
    ["not(${n} > 5 and ${c} = 'a')", { n: 9 }, true],
    ["not(${n} > 5 and ${c} = 'a')", { n: 9, c: 'a' }, false],
    ["not(selected(${s}, 'a'))", {}, true],
    ["not(not(${c} = 'a'))", {}, false],
    ['${n} != ${m}', { n: 1 }, true],
    ['${c} = ${t}', {}, true],
    ['${c} = ${t}', { c: 'x' }, false],
    ['${c} != ${t}', { c: 'x' }, true],
    ['string-length(${t}) > 2', { t: 'abc' }, true],
    ['string-length(${t}) = 0', {}, true],
    ['count-selected(${s}) >= 2', { s: ['a', 'b'] }, true],
    ["${s} = 'a b'", { s: ['a', 'b'] }, true],
    ['${d} > today() - 30', { d: '2026-11-01' }, true],
    ['${d} > today() - 30', { d: '2026-10-01' }, false],
    ["if(${n} > 3, ${c} = 'a', ${c} = 'b')", { c: 'b' }, true],
    ['${n} > 1 = true()', { n: 2 }, true],
    ['${n} > 1 = false()', { n: 2 }, false],
    ['count(${kids}) > 1', { kids: [{}, {}] }, true],
    ['count(${kids}[${age} > 5]) = 1', { kids: [{ age: 6 }, { age: 2 }, {}] }, true],
    ['${age} > 5', { kids: [{ age: 6 }, { age: 2 }] }, true],
    ['${n}', { n: 0 }, false],
    ['${t}', { t: 'x' }, true],
    ["contains(${t}, 'b') and not(starts-with(${t}, 'b'))", { t: 'abc' }, true],
    // Every text contains an empty one, and two answers that are empty are the same.
    ["contains('ab', ${c})", {}, true],
    ['starts-with(${t}, ${c})', {}, true],
    ["contains(${t}, 'a')", {}, false],
    ['${n} = ${m}', {}, true],
    ['${n} != ${m}', {}, false],
    ['${c} = normalize-space(${c})', {}, true],
    ["concat(${c}, ${t}) = ''", {}, true],
    ["concat(${c}, ${t}) = ''", { t: 'x' }, false],
    ["concat('', ${c}) = if(${n} > 1, ${t}, '')", {}, true],
    ["coalesce(${c}, '') = coalesce(${t}, '')", {}, true],
    // A choice stands in brackets beside an operator.
    ['if(${n} > 1, ${c}, ${t}) = ${c}', { n: 2, c: 'a', t: 'b' }, true],
    ['if(${n} > 1, ${c}, ${t}) = ${c}', { n: 1, c: 'a', t: 'b' }, false],
    ["if(${n} < 2, '', 'b') != if(${t} = '', 'b', ${c})", { n: 10, t: 'ab', c: 'a' }, true],
    ['${t} = coalesce(${c}, ${t})', { t: 'b' }, true],
    ['${t} = coalesce(${c}, ${t})', { t: 'b', c: 'a' }, false],
    // What may be put together is empty where it holds nothing, also in one branch only.
    ["${t} = if(${c} = 'a', ${t}, concat(${t}, ${t}))", {}, true],
    ["if(${c} = 'a', ${t}, concat(${t}, ${t})) = ''", {}, true],
    ["if(${c} = 'a', ${t}, concat(${t}, ${t})) != ''", { t: 'x' }, true],
    // A day counted from one that is missing is no number, and like nothing.
    ['(${d} + 1) != ${d}', {}, true],
    ['(${d} + 1) = ${later}', {}, false],
    ['(${d} + 1) = ${later}', { d: '2026-01-31', later: '2026-02-01' }, true],
    ['(${n} + 1) * 2 > 5 - -3', { n: 4 }, true],
  ] as const)('%s with %j is %s', (source, answers, expected) => {
    expect(holds(source, answers)).toBe(expected);
  });
});

describe('a constraint of XLSForm', () => {
  it('is asked only of an answer that is there', () => {
    expect(isMet('. > 0', 'n', {})).toBe(true);
    expect(isMet('. > 0', 'n', { n: 0 })).toBe(false);
    expect(isMet('. <= ${m}', 'n', {})).toBe(true);
  });

  it('fails where a text that it makes of the answer is empty', () => {
    expect(isMet("if(. = 'a', '', 'b') = 'a'", 't', { t: 'a' })).toBe(false);
    expect(isMet('contains(normalize-space(.), ${c})', 't', { t: 'x' })).toBe(true);
  });

  it('fails where it compares with another answer that is empty, as it does in ODK', () => {
    expect(constraintToCel('. <= ${m}', scopeAt('n'))).toBe('n == null || (m != null && n <= m)');
    expect(isMet('. <= ${m}', 'n', { n: 3 })).toBe(false);
    expect(isMet('. <= ${m}', 'n', { n: 3, m: 3 })).toBe(true);
    expect(isMet('not(. > ${m})', 'n', { n: 3 })).toBe(true);
  });
});

describe('what XLSForm reads otherwise', () => {
  it('a number divided by zero is infinite there and no answer here', () => {
    expect(holds('2 <= ${n} div 0', { n: 2 })).toBe(false);
    expect(holds('(${n} mod ${m}) != 1', { n: 2, m: 0 })).toBe(false);
  });
});

describe('a calculation of XLSForm', () => {
  it.each([
    ["if(${c} = 'a', 'x', if(${c} = 'b', 'y', ''))", { c: 'b' }, 'y'],
    ["if(${c} = 'a', 'x', if(${c} = 'b', 'y', ''))", {}, undefined],
    ["concat(${t}, '-', ${n})", { n: 5 }, '-5'],
    ['coalesce(${t}, ${c})', { c: 'z' }, 'z'],
    ['sum(${age})', { kids: [{ age: 2 }, {}, { age: 3 }] }, 5],
    ['max(${age})', { kids: [{ age: 2 }, { age: 3 }] }, 3],
    ['max(${n})', { n: 4 }, 4],
    ['18 div pow(${n} div 100, 2)', { n: 150 }, 8],
    ['pow(-${n}, 3)', { n: 2 }, -8],
    ['pow(${n}, 2)', {}, undefined],
    ['min(${n}, 9)', { n: 4 }, 4],
    ['sum(${nick})', { kids: [{ nick: '2' }, {}, { nick: '3' }] }, 5],
    ["join('-', ${age})", { kids: [{ age: 2 }, {}, { age: 3 }] }, '2-3'],
    ['int(${n} div 2)', { n: -5 }, -2],
    ['int((today() - ${d}) div 365.25)', { d: '2000-11-30' }, 25],
    ['round(${n} div 3, 2)', { n: 10 }, 3.33],
    ['${n} mod 2', { n: 7 }, 1],
    ["format-date(${d}, '%Y/%m')", { d: '2026-03-09' }, '2026/03'],
    ['decimal-date-time(${later}) - decimal-date-time(${d})', { d: '2026-01-01', later: '2026-01-31' }, 30],
    ['indexed-repeat(${age}, ${kids}, 2)', { kids: [{ age: 2 }, { age: 3 }] }, 3],
    ['selected-at(${s}, 1)', { s: ['a', 'b'] }, 'b'],
    ['${n} > 3', { n: 4 }, 'true'],
    ['${n} > 3', {}, 'false'],
    ["count-selected(${s}) + if(selected(${s}, 'a'), 10, 0)", { s: ['a', 'b'] }, 12],
  ] as const)('%s with %j is %j', (source, answers, expected) => {
    expect(worthOf(source, answers)).toEqual(expected);
  });

  it('knows its row', () => {
    expect(
      run(valueToCel('position(..) * ${age}', scopeAt(undefined, 'kids')).code, { row: { index: 2 }, age: 4 }, true),
    ).toBe(8);
  });

  it.each([
    ["pulldata('a', 'b', 'c', ${t})", 'xpath_function'],
    ["instance('x')/root/item[name = 1]/label", 'xpath_path'],
    ['${moment} - ${d}', 'xpath_time'],
    ['indexed-repeat(${n}, ${kids}, 1)', 'xpath_rows'],
    ['pow(2, ${n})', 'xpath_function'],
    ['pow(${n}, 0.5)', 'xpath_function'],
    ['${nobody} + 1', 'xpath_name'],
    ['1 +', 'xpath_syntax'],
    ["format-date(${d}, '%A')", 'xpath_format'],
    ['jr:choice-name(${c}, "c")', 'xpath_function'],
    ['__proto__ + constructor', 'xpath_name'],
    ['constructor(1)', 'xpath_function'],
    [`${'('.repeat(5000)}1${')'.repeat(5000)}`, 'xpath_deep'],
    [`1${' + 1'.repeat(3000)}`, 'xpath_long'],
    [`'${'a'.repeat(30_000)}'`, 'xpath_long'],
    [nested(20), 'xpath_long'],
  ])('is refused with the reason: %.40s', (source, expected) => {
    const fault = (() => {
      try {
        return valueToCel(source, scopeAt());
      } catch (error) {
        return error;
      }
    })();
    expect(fault).toBeInstanceOf(XPathFault);
    expect((fault as XPathFault).code).toBe(expected);
  });

  it('suggests the name that was probably meant', () => {
    expect(() => conditionToCel('${nik} = 1', scopeAt())).toThrow(expect.objectContaining({ meant: 'nick' }));
  });
});

/** An expression whose translation would double with each level. */
function nested(depth: number): string {
  return depth === 0 ? '${t}' : `concat(coalesce(if(\${n} > 1, ${nested(depth - 1)}, ''), 'x'), 'y')`;
}

describe('what comes back from CEL', () => {
  const names = {
    nameOf: (name: string) => (Object.hasOwn(KNOWN, name) || name === 'age' || name === 'nick' ? name : undefined),
    isSeveral: (name: string) => name === 's',
    columnsOf: (table: string) => (table === 'kids' ? new Set(['age', 'nick']) : undefined),
  };

  it.each([
    'c == "a"',
    'c == null || c != "a"',
    '"a" in s',
    '!("a" in s)',
    'n > 5 && m <= 3',
    'n > 1 || (n < 0 && m == 2)',
    't != null',
    'size(s) >= 2',
    'size(kids) > 2',
    'size(kids.filter(r, r.age > 5)) > 2',
    'd > addDays(today(), -30)',
    't.contains("x") && !t.startsWith("y")',
    'first(kids).age > 5',
    'kids[1].age > 5',
    'mod(n, 2) == 1',
    '(n + 1) * 2 > 5 - m',
    'days(d, later) > 3',
  ])('%s is the same again', (expr) => {
    const again = conditionToCel(celToXPath(expr, names), scopeAt());
    const worlds = [
      {},
      { n: 2, m: 2, c: 'a', s: ['a'], t: 'xyz', d: '2026-11-20', later: '2026-11-28', kids: [{ age: 6 }, { age: 7 }] },
    ];
    for (const world of worlds) expect(run(again, world) === true).toBe(run(expr, world) === true);
  });

  it('says what XPath cannot', () => {
    expect(() => celToXPath('solarYear(d) > 1400', names)).toThrow(expect.objectContaining({ code: 'xpath_function' }));
    expect(() => celToXPath('nobody > 1', names)).toThrow(expect.objectContaining({ code: 'xpath_name' }));
  });

  it('asks of a difference that there is an answer, as CEL does', () => {
    expect(celToXPath('c != "a"', names)).toBe("${c} != '' and ${c} != 'a'");
  });
});

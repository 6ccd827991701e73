/**
 * The functions of expressions. They throw where they have no answer, which makes the whole expression unanswered: see
 * "Expressions" in forms/README.md.
 */
import { Environment } from '@marcbachmann/cel-js/evaluator';
import { isShape, type LineString, type Polygon, polygonArea, shapeLength } from '../geometry/shape.ts';
import { addDays, daysBetween, kabulDay, toDateParts } from '../text/dates.ts';
import { spendSteps } from './budget.ts';

/** Function of translated expressions that counts the steps of its first argument. */
export const COUNTED_FUNCTION = 'counted_';
/** Function of translated expressions that takes one entry of a list, counted from 0. */
export const ENTRY_FUNCTION = 'entry_';
/** Most decimals that `round` keeps. */
const DECIMALS = 6;

class Unanswered extends Error {}

/** Names that people write, with the least and the most number of arguments. */
export const FUNCTIONS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  abs: [1, 1],
  addDays: [2, 2],
  area: [1, 1],
  day: [1, 1],
  days: [2, 2],
  double: [1, 1],
  first: [1, 1],
  floor: [1, 1],
  has: [1, 1],
  length: [1, 1],
  max: [1, 32],
  min: [1, 32],
  mod: [2, 2],
  month: [1, 1],
  round: [1, 2],
  size: [1, 1],
  solarYear: [1, 1],
  string: [1, 1],
  sum: [1, 1],
  today: [0, 0],
  year: [1, 1],
};

/** The same for what is written after a dot. */
export const METHODS: typeof FUNCTIONS = {
  contains: [1, 1],
  endsWith: [1, 1],
  join: [0, 1],
  size: [0, 0],
  startsWith: [1, 1],
  trim: [0, 0],
};

/** Loops over the rows of a table or the options of an answer. */
export const LOOPS: typeof FUNCTIONS = {
  all: [2, 2],
  exists: [2, 2],
  exists_one: [2, 2],
  filter: [2, 2],
  map: [2, 3],
};

/** What the evaluator holds for a shape: it tells types of objects apart by their class. */
class Line {
  readonly shape: LineString;
  constructor(shape: LineString) {
    this.shape = shape;
  }
}
class Area {
  readonly shape: Polygon;
  constructor(shape: Polygon) {
    this.shape = shape;
  }
}

/** Returns a shape as the evaluator knows it; undefined for what is none. */
export function shapeInCode(value: unknown): Line | Area | undefined {
  if (!isShape(value)) return undefined;
  return value.type === 'Polygon' ? new Area(value) : new Line(value);
}

function answered<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Unanswered();
  return value;
}

/** Returns the date of a date or of an instant. */
function dayOf(text: string): string {
  const instant = text.includes('T') ? new Date(text) : undefined;
  return instant && !Number.isNaN(instant.getTime()) ? kabulDay(instant) : text;
}

function whole(value: number): number {
  if (!Number.isInteger(value) || Math.abs(value) > 100_000) throw new Unanswered();
  return value;
}

/** Takes away what the arithmetic of computers adds: 7.999999999999999 is 8. */
function plain(value: number): number {
  return Number(value.toPrecision(15));
}

/** Rounds half away from zero, as people do, and 1.005 to 1.01. */
function round(value: number, digits = 0): number {
  if (whole(digits) < 0 || digits > DECIMALS) throw new Unanswered();
  const scale = 10 ** digits;
  return (Math.sign(value) * Math.round(plain(Math.abs(value) * scale))) / scale;
}

/** Returns what is left of a division, with the sign of the first number. 0.3 divided by 0.1 leaves nothing. */
function remainder(value: number, by: number): number {
  if (by === 0 || !Number.isFinite(value) || !Number.isFinite(by)) throw new Unanswered();
  const isWhole = Number.isInteger(value) && Number.isInteger(by);
  // Nothing has no sign: -6 % 3 is -0.
  return (!isWhole && Number.isInteger(plain(value / by)) ? 0 : value % by) + 0;
}

/** Returns the first in the order given; throws for an empty list. */
function first<T>(list: readonly T[], isBefore: (a: T, b: T) => boolean): T {
  return answered(
    list.reduce<T | undefined>((best, one) => (best === undefined || isBefore(one, best) ? one : best), undefined),
  );
}

/**
 * Makes an environment with the functions, and with those that `translate` writes: `unanswered`, `holds`, `nothing` and
 * `divisor`.
 */
export function expressionEnvironment(): Environment {
  const environment = new Environment({
    limits: { maxAstNodes: 1_000, maxDepth: 40, maxListElements: 50, maxMapEntries: 0, maxCallArguments: 32 },
  });
  const add = (signature: string, handler: (...given: never[]) => unknown) =>
    environment.registerFunction(signature, handler, { async: false });
  add('abs(double): double', Math.abs);
  add('addDays(string, double): string', (day: string, n: number) => answered(addDays(dayOf(day), whole(n))));
  add('days(string, string): double', (from: string, to: string) => answered(daysBetween(dayOf(from), dayOf(to))));
  add('solarYear(string): double', (day: string) => answered(toDateParts(dayOf(day), 'solar')).year);
  for (const part of ['year', 'month', 'day'] as const)
    add(`${part}(string): double`, (day: string) => answered(toDateParts(dayOf(day), 'gregorian'))[part]);
  add('round(double): double', (value: number) => round(value));
  add('round(double, double): double', round);
  add('floor(double): double', (value: number) => Math.floor(plain(value)));
  add('mod(double, double): double', remainder);
  add('sum(list<double>): double', (list: number[]) => list.reduce((a, b) => a + b, 0));
  for (const type of ['double', 'string']) {
    add(`min(list<${type}>): ${type}`, (list: number[]) => first(list, (a, b) => a < b));
    add(`max(list<${type}>): ${type}`, (list: number[]) => first(list, (a, b) => a > b));
  }
  environment.registerType('Line', { ctor: Line, fields: {} }).registerType('Area', { ctor: Area, fields: {} });
  for (const type of ['Line', 'Area']) add(`length(${type}): double`, ({ shape }: Line | Area) => shapeLength(shape));
  add('area(Area): double', ({ shape }: Area) => polygonArea(shape));
  add('nothing(): dyn', () => answered(null));
  add('divisor(double): double', (value: number) => answered(value === 0 ? null : value));
  addTest(environment, 'unanswered', (value) => value instanceof Error || value === null || isEmptyList(value), 'any');
  addTest(environment, 'holds', (value) => value === true, 'bool');
  addCounted(environment);
  addEntry(environment);
  return environment;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/**
 * Adds the function that counts work: its argument, of any type, is its value. It ends the expression when the budget of the
 * record is spent.
 */
function addCounted(environment: Environment): void {
  type Counted = { args: [part: unknown, steps: { args: number }] };
  environment.registerFunction(`${COUNTED_FUNCTION}(ast, ast): dyn`, ({ args }: Counted) => ({
    args,
    async: false,
    // biome-ignore lint/suspicious/noExplicitAny: the evaluator does not declare the types of its checker
    typeCheck: (checker: any, macro: Counted, context: unknown) => checker.check(macro.args[0], context),
    // biome-ignore lint/suspicious/noExplicitAny: the same
    evaluate(evaluator: any, macro: Counted, context: unknown) {
      const value = evaluator.run(macro.args[0], context);
      if (!spendSteps(macro.args[1].args, sizeOf(value))) throw new Unanswered();
      return value;
    },
  }));
}

/** Adds the function that takes one entry of a list. There is none before the first, after the last, and between two. */
function addEntry(environment: Environment): void {
  // biome-ignore lint/suspicious/noExplicitAny: the evaluator does not declare its nodes and types
  type Taken = { args: [list: any, index: any] };
  environment.registerFunction(`${ENTRY_FUNCTION}(ast, ast): dyn`, ({ args }: Taken) => ({
    args,
    async: false,
    // biome-ignore lint/suspicious/noExplicitAny: the same
    typeCheck(checker: any, { args: [list, index] }: Taken, context: unknown) {
      const type = checker.check(list, context);
      if (type.kind !== 'list' && type.kind !== 'dyn')
        throw checker.createError('invalid_list', 'a list is needed', list);
      const { kind, name } = checker.check(index, context);
      if (name !== 'double' && kind !== 'dyn') throw checker.createError('invalid_index', 'a number is needed', index);
      return type.kind === 'list' ? type.valueType : type;
    },
    // biome-ignore lint/suspicious/noExplicitAny: the same
    evaluate(evaluator: any, { args: [list, index] }: Taken, context: unknown) {
      const entries: unknown = evaluator.run(list, context);
      const at: unknown = evaluator.run(index, context);
      const value: unknown = Array.isArray(entries) && typeof at === 'number' ? entries[at] : undefined;
      const type = list.checkedType.valueType;
      if (value === undefined || !type || type.matchesValueType(value, evaluator)) return answered(value);
      // Loops do the same with each row: only what the evaluator has wrapped knows its columns.
      const isRow = type.kind === 'message' && evaluator.debugType(value).kind === 'map';
      return answered(isRow ? evaluator.objectTypes.get(type.name)?.convert?.(value) : undefined);
    },
  }));
}

/** Returns the characters of a text, the entries of a list, and the positions of a shape. */
function sizeOf(value: unknown): number {
  if (value instanceof Line || value instanceof Area) return value.shape.coordinates.flat().length;
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0;
}

/** Adds a function that sees its argument as a value or as the error of working it out. */
function addTest(
  environment: Environment,
  name: string,
  test: (value: unknown) => boolean,
  wanted: 'any' | 'bool',
): void {
  type Node = { checkedType?: unknown };
  interface Macro {
    args: [Node];
  }
  environment.registerFunction(`${name}(ast): bool`, ({ args }: Macro) => ({
    args,
    async: false,
    // biome-ignore lint/suspicious/noExplicitAny: the evaluator does not declare the types of its checker
    typeCheck(checker: any, macro: Macro, context: unknown) {
      const type = checker.check(macro.args[0], context);
      if (wanted === 'bool' && !type.isDynOrBool())
        throw checker.createError('invalid_condition_type', 'a condition is needed', macro.args[0]);
      return checker.getType('bool');
    },
    // biome-ignore lint/suspicious/noExplicitAny: the same
    evaluate: (evaluator: any, macro: Macro, context: unknown) => test(evaluator.tryEval(macro.args[0], context)),
  }));
}

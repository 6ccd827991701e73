/**
 * Finds conditions and constraints whose outcome is always the same. Decides only what it can decide exactly, by trying every
 * case: answers with closed options, and numbers that are compared with each other and with numbers.
 */

import type { JsonSchema } from '../definitions/types.ts';
import type { Program } from '../expressions/program.ts';
import { readsToday } from '../expressions/types.ts';
import { getOwn } from '../json.ts';
import type { ContractsByName } from './conditions.ts';
import type { IssueCode } from './issues/issue.ts';

const MOST_CASES = 4000;
const MOST_OPTIONS = 5;

/** Returns the code of the finding; undefined if the outcome differs or cannot be decided. */
export function constantOutcome(
  program: Program,
  expr: string,
  schemas: ContractsByName,
  isConstraint: boolean,
): IssueCode | undefined {
  if (readsToday(expr)) return undefined;
  const cases = casesOf(program.inputs, expr, schemas);
  if (!cases) return undefined;
  const seen = new Set(cases.map((answers) => program.run(answers, { today: '' })));
  if (isConstraint) {
    if (!seen.has(false)) return 'constraint_always';
    return seen.has(true) ? undefined : 'constraint_never';
  }
  if (!seen.has(true)) return 'expression_never';
  return seen.size === 1 ? 'expression_always' : undefined;
}

/** Returns all combinations of answers that may differ in their outcome; undefined if these cannot be told. */
function casesOf(
  names: readonly string[],
  expr: string,
  schemas: ContractsByName,
): Record<string, unknown>[] | undefined {
  const code = expr.replace(/"[^"]*"|'[^']*'/g, '');
  const isNumber = (name: string) => ['integer', 'number'].includes(String(getOwn(schemas, name)?.type));
  const numbers = names.filter(isNumber);
  // Only the order of numbers may decide: no arithmetic, no functions, no entry of a list.
  if (numbers.length > 0 && /[+*/]|-(?!\s*\d)|\w\s*\(|(?<=[\w\])])(?<!\bin)\[/.test(code)) return undefined;
  const points = pointsAround(
    [...literalsIn(code), ...numbers.flatMap((name) => boundsOf(getOwn(schemas, name)))],
    numbers.length,
  );
  let cases: Record<string, unknown>[] = [{}];
  for (const name of names) {
    const values = isNumber(name) ? within(points, getOwn(schemas, name)) : optionsOf(getOwn(schemas, name));
    if (!values || values.length * cases.length > MOST_CASES) return undefined;
    cases = cases.flatMap((one) => [undefined, ...values].map((value) => ({ ...one, [name]: value })));
  }
  return cases;
}

function literalsIn(code: string): number[] {
  return [...code.matchAll(/(?<![\w.])-?\d+(\.\d+)?/g)].map(([digits]) => Number(digits));
}

function boundsOf({ minimum, maximum }: JsonSchema = {}): number[] {
  return [minimum, maximum].filter((bound) => typeof bound === 'number');
}

/** Returns the given points, and between and beyond them as many others as there are numbers, whole ones among them. */
function pointsAround(given: number[], count: number): number[] {
  const sorted = [...new Set(given.length > 0 ? given : [0])].sort((a, b) => a - b);
  const found = new Set(sorted);
  sorted.forEach((point, index) => {
    const next = sorted[index + 1] ?? point + count + 1;
    for (let step = 1; step <= count; step += 1) {
      found.add(point + ((next - point) * step) / (count + 1));
      found.add(Math.floor(point) + step);
      found.add(Math.ceil(point) - step);
    }
  });
  return [...found];
}

function within(points: number[], schema: JsonSchema = {}): number[] {
  const { type, minimum, maximum } = schema;
  const fits = (point: number) => !(point < Number(minimum)) && !(point > Number(maximum));
  return points.filter((point) => fits(point) && (type !== 'integer' || Number.isInteger(point)));
}

/** Returns every answer to a question with closed options: each option, or each choice of some. */
function optionsOf({ enum: single, items }: JsonSchema = {}): unknown[] | undefined {
  if (Array.isArray(single)) return single;
  const several = (items as JsonSchema | undefined)?.enum;
  if (!Array.isArray(several) || several.length > MOST_OPTIONS) return undefined;
  return Array.from({ length: 2 ** several.length }, (_, bits) => several.filter((_one, at) => (bits >> at) & 1));
}

/**
 * Compiles expressions. One rule holds for what cannot be worked out (an unanswered answer, a division by zero, an answer of
 * another type): the expression is unanswered then, as in three-valued logic; `&&` and `||` may still decide.
 */

import type { ASTNode } from '@marcbachmann/cel-js';
import type { Environment } from '@marcbachmann/cel-js/evaluator';
import { getOwn, isObject } from '../json.ts';
import { truncate } from '../text/letters.ts';
import { onBudget, spendSteps } from './budget.ts';
import { expressionEnvironment, shapeInCode } from './functions.ts';
import { type ExpressionReads, READS_NOTHING, readsIn } from './reads.ts';
import {
  countParts,
  type Fault,
  nameInCode,
  sourceTextOf,
  type TextComparison,
  TODAY_VARIABLE,
  Translation,
} from './translate.ts';
import { type AnswerType, type AnswerTypes, type EvaluationContext, ROW_LIMIT } from './types.ts';

/** Most characters of an expression, with what is written around a filter. */
export const LONGEST_EXPRESSION = 2_100;
/** Most characters of a text that an expression reads. What is longer counts as unanswered. */
const LONGEST_ANSWER = 10_000;

/** Limits of a translation, which has more parts than what was written and is nested deeper. */
const TRANSLATED = { maxAstNodes: 10_000, maxDepth: 200 };

export type ResultType = 'number' | 'text' | 'boolean' | 'texts' | 'any' | 'other';

export interface Program {
  /** Names of the answers that it reads. */
  inputs: string[];
  /** The same with the columns of tables. */
  reads: ExpressionReads;
  /** What its answers are compared with. */
  comparisons: TextComparison[];
  type: ResultType;
  /** Returns the value; undefined if it is unanswered. Never throws. `moment` has what is read beside the answers. */
  run(answers: Readonly<Record<string, unknown>>, moment?: EvaluationContext): unknown;
}

export type CompileResult = { program: Program } | { faults: Fault[] };

let shared: Environment | undefined;

/** An expression as it was written. */
export type ExpressionTree = ASTNode;

/** Returns what was written as a tree; undefined if it is no expression. */
export function parseExpression(expr: string): ExpressionTree | undefined {
  shared ??= expressionEnvironment();
  try {
    return shared.parse(expr).ast;
  } catch {
    return undefined;
  }
}

/** Returns what an expression reads; nothing if it is none, since then it never has a value. */
export function expressionReadsOf(expr: string): ExpressionReads {
  const tree = parseExpression(expr);
  return tree ? readsIn(tree) : READS_NOTHING;
}

/** Compiles an expression over these answers, and what it may read `beside` them. An answer of the same name comes first. */
export function compileExpression(expr: string, answerTypes: AnswerTypes, beside: AnswerTypes = {}): CompileResult {
  // A form may have very many answers: they are not copied for each expression.
  const typeOf = (name: string) => getOwn(answerTypes, name) ?? getOwn(beside, name);
  if (expr.length > LONGEST_EXPRESSION)
    return {
      faults: [
        {
          code: 'expression_syntax',
          at: LONGEST_EXPRESSION + 1,
          text: expr.slice(LONGEST_EXPRESSION, LONGEST_EXPRESSION + 20),
        },
      ],
    };
  shared ??= expressionEnvironment();
  const environment = shared.clone({ limits: TRANSLATED });
  let parsed: ReturnType<Environment['parse']>;
  try {
    parsed = shared.parse(expr);
  } catch (error) {
    const start = (error as { range?: { start: number } }).range?.start ?? 0;
    return { faults: [{ code: 'expression_syntax', at: start + 1, text: expr.slice(start, start + 20) }] };
  }
  const translation = new Translation(parsed.ast, { has: (name) => typeOf(name) !== undefined });
  const { code, comparisons, inputs, faults } = translation;
  if (faults.length > 0) return { faults };
  environment.registerVariable(TODAY_VARIABLE, 'string');
  for (const name of inputs)
    environment.registerVariable(nameInCode(name), typeName(typeOf(name) as AnswerType, name, environment));
  let program: ReturnType<Environment['parse']>;
  try {
    program = environment.parse(code);
  } catch {
    // The translation is nested deeper than what was written, and may pass the evaluator's limit.
    return { faults: [{ code: 'expression_syntax', at: 1, text: truncate(expr, 20) }] };
  }
  const { valid, type, error } = program.check();
  if (!valid) {
    const node = translation.origin(error?.range ?? { start: 0, end: 0 });
    const isColumn = error?.code === 'no_such_key' && node.op === '.';
    const fault = isColumn
      ? { code: 'expression_name' as const, text: node.args[1] }
      : { code: 'expression_types' as const, text: sourceTextOf(node) };
    return { faults: [{ ...fault, at: node.start + 1 }] };
  }
  const steps = countParts(parsed.ast);
  return {
    program: {
      inputs: [...inputs],
      reads: readsIn(parsed.ast),
      comparisons,
      type: getOwn(RESULTS, type as string) ?? 'other',
      run: (answers, moment) =>
        onBudget(() => {
          if (!spendSteps(steps)) return undefined;
          const context: Record<string, unknown> = moment?.today ? { [TODAY_VARIABLE]: moment.today } : {};
          for (const name of inputs) {
            const source = Object.hasOwn(answerTypes, name) ? answers : { ...moment };
            if (isTooLong(getOwn(source, name))) return undefined;
            const value = answered(source, name, typeOf(name) as AnswerType);
            if (value !== undefined) context[nameInCode(name)] = value;
          }
          try {
            const result: unknown = program(context);
            return typeof result === 'number' && !Number.isFinite(result) ? undefined : result;
          } catch {
            return undefined;
          }
        }),
    },
  };
}

const RESULTS: Readonly<Record<string, ResultType>> = {
  double: 'number',
  string: 'text',
  bool: 'boolean',
  'list<string>': 'texts',
  dyn: 'any',
};

const TYPES = {
  number: 'double',
  text: 'string',
  boolean: 'bool',
  texts: 'list<string>',
  line: 'Line',
  area: 'Area',
  any: 'dyn',
} as const;

/** Returns the evaluator's type. An object, or the rows of a table, have a type of their own, so that their keys are known. */
function typeName(type: AnswerType, name: string, environment: Environment): string {
  if (typeof type === 'string') return TYPES[type];
  const own = `Keys_${name}`;
  const fields = Object.entries('rows' in type ? type.rows : type.keys).map(([key, inner]) => [
    key,
    typeName(inner, `${name}_${key}`, environment),
  ]);
  environment.registerType(own, { fields: Object.fromEntries(fields) });
  return 'rows' in type ? `list<${own}>` : own;
}

/** Returns an answer without empty cells; undefined if it is unanswered, which a list never is. */
function answered(answers: Readonly<Record<string, unknown>>, name: string, type: AnswerType): unknown {
  const value = getOwn(answers, name);
  const isEmpty = value === undefined || value === null || value === '';
  if (type === 'line' || type === 'area') return shapeInCode(value);
  if (typeof type === 'string') return isEmpty ? (type === 'texts' ? [] : undefined) : value;
  if ('keys' in type) return isEmpty ? undefined : filled(value, type.keys);
  if (isEmpty) return [];
  return Array.isArray(value) ? value.map((row) => filled(row, type.rows)) : value;
}

function filled(row: unknown, types: AnswerTypes): unknown {
  if (!isObject(row)) return row;
  spendSteps(Object.keys(types).length);
  const cells = Object.entries(types).map(([name, type]) => [name, answered(row, name, type)] as const);
  return Object.fromEntries(cells.filter(([, value]) => value !== undefined));
}

function isTooLong(value: unknown): boolean {
  if (typeof value === 'string') return value.length > LONGEST_ANSWER;
  return Array.isArray(value) && value.length > ROW_LIMIT;
}

/** Makes programs of the expressions that a validator module carries. Only forms with expressions need this and the evaluator. */
import { getOwn } from '../json.ts';
import { runAllSteps, type SteppedWork } from '../steps.ts';
import { compileExpression, type Program } from './program.ts';
import {
  type AnswerTypes,
  attributesRead,
  DEFAULT_TYPES,
  type EvaluationContext,
  type ExpressionRule,
  type Expressions,
  filterExpression,
  filterTypes,
  SITUATION_TYPES,
  tablePathOf,
  typesInRow,
} from './types.ts';

/** Those of columns and inner tables read a row. */
export interface Programs {
  /** Derived values by path of the field. */
  values: ReadonlyMap<string, Program>;
  /** Constraints by id. */
  constraints: ReadonlyMap<string, Program>;
  /** Values of the options that are offered, by path of the field. They read the options as an answer named OPTIONS. */
  filters: ReadonlyMap<string, Program>;
  /** Number of rows by path of the table. */
  counts: ReadonlyMap<string, Program>;
  /** Initial answers by path of the field, each after those it reads. */
  defaults: ReadonlyMap<string, Program>;
}

type Predicate = (data: unknown, moment?: EvaluationContext) => boolean;

interface Generated {
  conditions: Record<string, Predicate>;
  expressions?: Expressions;
  programs?: Programs;
}

/** Returns the module with a predicate for each condition that has an expression. Throws if an expression is wrong. */
export function withPrograms<Module extends Generated>(module: Module): Module {
  return runAllSteps(programsInSteps(module));
}

/** The same in steps: one for each expression. */
export function* programsInSteps<Module extends Generated>(module: Module): SteppedWork<Module> {
  const { expressions } = module;
  if (!expressions) return module;
  const { types } = expressions;
  const conditions = { ...module.conditions };
  for (const [key, rule] of Object.entries(expressions.conditions)) {
    yield;
    conditions[key] = predicateOf(rule, types, module.conditions);
  }
  const inTable = (path: string) => typesInRow(types, tablePathOf(path));
  return {
    ...module,
    conditions,
    programs: {
      values: yield* programsOf(expressions.values, (expr, path) => programOf(expr, inTable(path))),
      constraints: yield* programsOf(expressions.constraints, ({ expr, table }) =>
        programOf(expr, typesInRow(types, table)),
      ),
      filters: yield* programsOf(expressions.filters, (filter, path) =>
        programOf(filterExpression(filter).expr, filterTypes(inTable(path), attributesRead(filter))),
      ),
      counts: yield* programsOf(expressions.counts, (expr, path) => programOf(expr, inTable(path))),
      defaults: yield* programsOf(expressions.defaults, (expr, path) => programOf(expr, inTable(path), DEFAULT_TYPES)),
    },
  };
}

/** A condition that meets an unanswered answer does not hold. */
function predicateOf(rule: ExpressionRule, types: AnswerTypes, schemas: Generated['conditions']): Predicate {
  if (typeof rule === 'string') return (data) => getOwn(schemas, rule)?.(data) ?? false;
  if ('expr' in rule) {
    const { run } = programOf(rule.expr, typesInRow(types, rule.table), SITUATION_TYPES);
    return (data, moment) => run(data as Record<string, unknown>, moment) === true;
  }
  if ('not' in rule) {
    const inner = predicateOf(rule.not, types, schemas);
    return (data, moment) => !inner(data, moment);
  }
  const isAll = 'all' in rule;
  const parts = (isAll ? rule.all : rule.any).map((one) => predicateOf(one, types, schemas));
  return (data, moment) => (isAll ? parts.every((one) => one(data, moment)) : parts.some((one) => one(data, moment)));
}

function* programsOf<One>(
  all: Record<string, One>,
  compile: (one: One, name: string) => Program,
): SteppedWork<Map<string, Program>> {
  const programs = new Map<string, Program>();
  for (const [name, one] of Object.entries(all)) {
    yield;
    programs.set(name, compile(one, name));
  }
  return programs;
}

function programOf(expr: string, types: AnswerTypes, beside?: AnswerTypes): Program {
  const compiled = compileExpression(expr, types, beside);
  if ('program' in compiled) return compiled.program;
  const [fault] = compiled.faults;
  throw new Error(`${fault?.code} at ${fault?.at} of the expression ${expr}`);
}

/**
 * Checks that some answers make a question visible, and required: a condition that no answers meet is a mistake.
 *
 * The answers to each question are tried on their own, as its contract allows them. What excludes each other only across
 * two questions is not seen, nor through patterns, formats, lengths of texts or what a list contains: such tests count as met.
 */

import { groupsOf, questionsOf } from '../definitions/sections.ts';
import type { Condition, Field, JsonSchema } from '../definitions/types.ts';
import { escapePointer, getOwn, isObject } from '../json.ts';
import { type ContractsByName, schemasInRow } from './conditions.ts';
import type { FormFile, ReportIssue } from './issues/issue.ts';

/** Whether a value passes a schema; undefined if only the validator could tell. */
type Verdict = boolean | undefined;

interface Test {
  field: string;
  is: JsonSchema;
  /** False for a test that must fail. */
  holds: boolean;
}

/** `told` returns true if another finding explains the condition at a pointer. */
export function checkReach(
  { definition, schema }: FormFile,
  told: (pointer: string) => boolean,
  report: ReportIssue,
): void {
  const contracts = (schema.properties ?? {}) as ContractsByName;
  const shownIn = new Map<string, Condition | undefined>();
  for (const [index, section] of definition.sections.entries()) {
    const base = `/sections/${index}`;
    const isNever = (at: string, ...conditions: (Condition | undefined)[]) => {
      const found = never(contracts, ...conditions);
      if (found && !told(`${at}/visibleWhen`)) report(`${at}/visibleWhen`, 'never_visible');
      return found;
    };
    const isHidden = isNever(base, section.visibleWhen);
    const hidden = groupsOf(section, base).filter(
      ({ group, pointer }) =>
        !isHidden && group.visibleWhen && isNever(pointer, section.visibleWhen, group.visibleWhen),
    );
    for (const { name, group, visibleWhen } of questionsOf(section))
      shownIn.set(name, isHidden || hidden.some((one) => one.group === group) ? undefined : visibleWhen);
  }
  const check = (fields: Record<string, Field>, own: ContractsByName, base: string, shown: typeof shownIn): void => {
    for (const [name, { visibleWhen, requiredWhen, columns }] of Object.entries(fields)) {
      const at = `${base}/${escapePointer(name)}`;
      if (columns) check(columns, schemasInRow(own, name), `${at}/columns`, new Map());
      const isHidden = visibleWhen !== undefined && never(own, shown.get(name), visibleWhen);
      if (isHidden && !told(`${at}/visibleWhen`)) report(`${at}/visibleWhen`, 'never_visible');
      if (isHidden || !requiredWhen || told(`${at}/requiredWhen`)) continue;
      if (never(own, shown.get(name), visibleWhen, requiredWhen)) report(`${at}/requiredWhen`, 'never_required');
    }
  };
  check(definition.fields, contracts, '/fields', shownIn);
}

/** Returns true if no answers meet all conditions. */
function never(contracts: ContractsByName, ...conditions: (Condition | undefined)[]): boolean {
  const all = conditions.filter((one) => one !== undefined);
  return !ways({ all } as Condition).some((tests) => areMet(tests, contracts));
}

/** More ways than these are not tried; the condition counts as met. */
const MOST_WAYS = 1000;

/** Returns the ways in which a condition is met: tests that all pass. Parts that are no tests of one answer are left out. */
function ways(condition: Condition, holds = true): Test[][] {
  if ('not' in condition) return ways(condition.not, !holds);
  if ('field' in condition) return [[{ field: condition.field, is: condition.is as JsonSchema, holds }]];
  const parts = 'all' in condition ? condition.all : 'any' in condition ? condition.any : undefined;
  if (!parts) return [[]];
  const found = parts.map((one) => ways(one, holds));
  if ('all' in condition !== holds) return found.flat();
  if (found.reduce((product, { length }) => product * length, 1) > MOST_WAYS) return [[]];
  return found.reduce((before, next) => before.flatMap((tests) => next.map((more) => [...tests, ...more])), [[]]);
}

/** Returns true if for each question some answer, or none, passes all tests of it. */
function areMet(tests: readonly Test[], contracts: ContractsByName): boolean {
  return [...new Set(tests.map(({ field }) => field))].every((field) => {
    const own = tests.filter((test) => test.field === field);
    const contract = getOwn(contracts, field) ?? {};
    if (own.every(({ holds }) => !holds)) return true;
    return answersToTry([contract, ...own.map(({ is }) => is)]).some(
      (answer) => passes(contract, answer) !== false && own.every(({ is, holds }) => passes(is, answer) !== !holds),
    );
  });
}

/** Returns every value that schemas name, one between any two numbers, and one of each kind that they do not name. */
function answersToTry(schemas: readonly JsonSchema[]): unknown[] {
  const named = schemas.flatMap(valuesIn);
  const numbers = [0, ...named.filter((value) => typeof value === 'number')].sort((a, b) => a - b);
  const between = numbers.map((number, at) => (number + (numbers[at + 1] ?? number + 2)) / 2);
  return [
    ...named,
    ...numbers.flatMap((number) => [number, number - 1, number + 1]),
    ...between,
    OTHER_WORDS,
    true,
    [],
  ];
}

const OTHER_WORDS = 'words that no schema names';
const BOUNDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const;

function valuesIn(schema: JsonSchema): unknown[] {
  const inner = [schema.not, ...[schema.anyOf ?? [], schema.allOf ?? []].flat()].filter(isObject);
  return [
    ...('const' in schema ? [schema.const] : []),
    ...((schema.enum ?? []) as unknown[]),
    ...BOUNDS.flatMap((bound) => (Object.hasOwn(schema, bound) ? [schema[bound]] : [])),
    ...inner.flatMap(valuesIn),
  ];
}

function passes(schema: JsonSchema, value: unknown): Verdict {
  return all(Object.entries(schema).map(([keyword, wanted]) => passesKeyword(keyword, wanted, value)));
}

function passesKeyword(keyword: string, wanted: unknown, value: unknown): Verdict {
  const number = typeof value === 'number' ? value : undefined;
  switch (keyword) {
    case 'const':
      return value === wanted;
    case 'enum':
      return (wanted as unknown[]).includes(value);
    case 'type':
      return [wanted].flat().some((type) => getOwn(IS_OF_TYPE, String(type))?.(value));
    case 'minimum':
      return number === undefined || number >= Number(wanted);
    case 'maximum':
      return number === undefined || number <= Number(wanted);
    case 'exclusiveMinimum':
      return number === undefined || number > Number(wanted);
    case 'exclusiveMaximum':
      return number === undefined || number < Number(wanted);
    case 'not':
      return opposite(passes(wanted as JsonSchema, value));
    case 'allOf':
      return all((wanted as JsonSchema[]).map((one) => passes(one, value)));
    case 'anyOf':
      return opposite(all((wanted as JsonSchema[]).map((one) => opposite(passes(one, value)))));
    default:
      return undefined;
  }
}

const IS_OF_TYPE: Readonly<Record<string, (value: unknown) => boolean>> = {
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
};

function opposite(verdict: Verdict): Verdict {
  return verdict === undefined ? undefined : !verdict;
}

function all(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes(false)) return false;
  return verdicts.includes(undefined) ? undefined : true;
}

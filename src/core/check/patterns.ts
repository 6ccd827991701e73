/** Checks that every pattern of a form can be matched in linear time: those of its contract, and those of its conditions. */

import type { CompiledForm } from '../definitions/types.ts';
import { MOST_STORED_POSITIONS, readPattern } from '../expressions/patternSyntax.ts';
import { escapePointer, isObject } from '../json.ts';
import type { FormFile, ReportIssue } from './issues/issue.ts';

export function checkPatterns({ definition, schema }: FormFile, report: ReportIssue, reportSchema: ReportIssue): void {
  inSchema(schema, '', reportSchema);
  inConditions(definition, '', report);
}

/** Returns the patterns of a stored form that match every text, because they cannot be matched in linear time. */
export function unmatchedPatterns({ definition, contract }: CompiledForm): string[] {
  const found = new Set<string>();
  const add: ReportIssue = (_pointer, _code, params) => void found.add(String(params?.pattern));
  inSchema(contract, '', add, MOST_STORED_POSITIONS);
  inConditions(definition, '', add, MOST_STORED_POSITIONS);
  return [...found];
}

/** Keywords that hold answers, not rules. */
const VALUES: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);

function inSchema(value: unknown, at: string, report: ReportIssue, most?: number): void {
  if (Array.isArray(value)) for (const [index, one] of value.entries()) inSchema(one, `${at}/${index}`, report, most);
  if (!isObject(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    const pointer = `${at}/${escapePointer(key)}`;
    if (key === 'pattern' && typeof inner === 'string') judge(inner, pointer, report, most);
    if (key === 'patternProperties' && isObject(inner))
      for (const pattern of Object.keys(inner)) judge(pattern, `${pointer}/${escapePointer(pattern)}`, report, most);
    if (!VALUES.has(key)) inSchema(inner, pointer, report, most);
  }
}

/** A condition tests an answer with a schema: `is`, or `problemWhen` of the question itself. */
function inConditions(value: unknown, at: string, report: ReportIssue, most?: number): void {
  if (Array.isArray(value))
    for (const [index, one] of value.entries()) inConditions(one, `${at}/${index}`, report, most);
  if (!isObject(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    const look = key === 'is' || key === 'problemWhen' ? inSchema : inConditions;
    look(inner, `${at}/${escapePointer(key)}`, report, most);
  }
}

function judge(pattern: string, pointer: string, report: ReportIssue, most?: number): void {
  const tree = readPattern(pattern, most);
  if ('fault' in tree) report(pointer, tree.fault.code, { pattern, part: tree.fault.part });
}

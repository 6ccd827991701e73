/** Converts errors of Ajv to errors of the catalogue: one pointer and one code that can be explained to a user. */

import type { AjvError, CompiledForm, FieldNode } from '../definitions/types.ts';
import type { ErrorCode } from '../errors/catalogue.ts';
import { addError, countUncheckedIfFull, type ErrorParams, type RecordErrors } from '../errors/recordErrors.ts';
import { escapePointer, getOwn } from '../json.ts';
import { FIELD_TYPES } from './types/index.ts';
import { propertyKindOf } from './types/question.ts';

/**
 * Adds each error once. Skips errors of `if`, because the errors of its branches are reported too, and those inside an answer
 * whose type has a rule, which says more.
 */
export function addAjvErrors(form: CompiledForm, found: readonly AjvError[], errors: RecordErrors): void {
  for (const [index, error] of found.entries()) {
    if (countUncheckedIfFull(errors, found.length - index)) return;
    if (error.keyword === 'if' || isInsideRuled(form, error.instancePath)) continue;
    const extra = error.params.missingProperty ?? error.params.additionalProperty ?? error.params.unevaluatedProperty;
    const pointer = typeof extra === 'string' ? `${error.instancePath}/${escapePointer(extra)}` : error.instancePath;
    const node = nodeAtPointer(form, pointer);
    const [code, params] = ajvErrorCode(error, node, pointer, form.byProperty.get(pointer.split('/')[1] ?? ''));
    addError(errors, pointer, code, fieldErrorParams(node, code, params));
  }
}

/** Returns the parameters of a field's error, with the definition's own message if it has one. */
export function fieldErrorParams(
  node: FieldNode | undefined,
  code: ErrorCode,
  params?: ErrorParams,
): ErrorParams | undefined {
  const sentence = node?.def.messages?.[code];
  return sentence ? { ...params, sentence } : params;
}

/** Returns the field at a pointer. Inside tables, returns the column at any depth. */
export function nodeAtPointer(form: CompiledForm, pointer: string): FieldNode | undefined {
  return nodesAtPointer(form, pointer).at(-1);
}

/** Returns the field at a pointer after the tables that it is in. Empty if a part of the pointer names no field. */
export function nodesAtPointer(form: CompiledForm, pointer: string): FieldNode[] {
  const [, name = '', ...within] = pointer.split('/');
  let node = form.byProperty.get(name);
  const nodes = node ? [node] : [];
  for (let at = 1; node?.columns && within[at] !== undefined; at += 2) {
    const column: string = within[at] as string;
    node = node.columns.find((one) => one.properties.includes(column));
    if (!node) return [];
    nodes.push(node);
  }
  return nodes;
}

/** Returns the pointers in the order of the questions. Errors of one row stand in the order of its columns. */
export function sortPointersByForm(form: CompiledForm, pointers: readonly string[]): string[] {
  const names = new Map([...form.byProperty.keys()].map((name, at) => [name, at]));
  const places = new Map(
    pointers.map((pointer) => {
      const [, name = '', ...within] = pointer.split('/');
      const nodes = nodesAtPointer(form, pointer);
      const places = within.map((part, at) =>
        at % 2 === 0
          ? Number(part) || 0
          : (nodes[(at - 1) / 2]?.columns?.indexOf(nodes[(at + 1) / 2] as FieldNode) ?? 0),
      );
      return [pointer, [names.get(name) ?? 0, ...places]];
    }),
  );
  return [...pointers].sort((a, b) => compare(places.get(a) ?? [], places.get(b) ?? []));
}

/** The shorter list comes first if the other one begins with it. */
function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((place, index) => place !== b[index]);
  return at < 0 ? a.length - b.length : (a[at] as number) - (b[at] ?? -1);
}

function isInsideRuled(form: CompiledForm, pointer: string): boolean {
  const node = nodeAtPointer(form, pointer);
  return node !== undefined && FIELD_TYPES[node.type].rule !== undefined;
}

/** Returns the code of an error and what its sentence names. `question` is the top-level field that contains the pointer. */
export function ajvErrorCode(
  error: Pick<AjvError, 'keyword' | 'params'>,
  node?: FieldNode,
  pointer = '',
  question?: FieldNode,
): [code: ErrorCode, params?: ErrorParams] {
  const limit = error.params.limit ?? error.params.comparison;
  const own = node && FIELD_TYPES[node.type].errors;
  const missing = question && FIELD_TYPES[question.type].errors?.missing;
  switch (error.keyword) {
    case 'required':
    case 'dependentRequired':
      return [missing && pointer.endsWith(`/${missing}`) ? missing : 'required'];
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return ['unknown_field'];
    case 'type':
      return [typeCode(error.params.type, node)];
    case 'format':
      return [getOwn(FORMAT_CODES, String(error.params.format)) ?? 'pattern'];
    case 'pattern':
      return [own?.pattern ?? 'pattern'];
    case 'minimum':
    case 'exclusiveMinimum':
    case 'maximum':
    case 'exclusiveMaximum':
      return bound(error.keyword.toLowerCase().includes('max') ? 'maximum' : 'minimum', limit, node, pointer);
    case 'minLength':
      return limit === 1 ? ['required'] : ['min_length', { limit }];
    case 'maxLength':
      return ['max_length', { limit }];
    case 'enum':
    case 'const':
      return ['choice'];
    case 'maxItems':
      return ['too_many', { limit }];
    case 'minItems':
      return limit === 1 ? ['required'] : ['too_few', { limit }];
    case 'uniqueItems':
      return ['duplicate_items'];
    case 'multipleOf':
      return ['multiple', { limit: error.params.multipleOf }];
    default:
      return ['not_fitting'];
  }
}

const FORMAT_CODES: Readonly<Record<string, ErrorCode>> = {
  date: 'date',
  'date-time': 'date',
  email: 'email',
  uri: 'url',
};

function typeCode(expected: unknown, node: FieldNode | undefined): ErrorCode {
  if (expected === 'integer') return 'integer';
  if (expected === 'number') return 'decimal';
  const part = node && propertyKindOf(node);
  return expected === 'string' && (part === 'day' || part === 'instant') ? 'date' : 'type';
}

/** For a coordinate outside the country, the error names both bounds. */
function bound(
  code: 'minimum' | 'maximum',
  limit: unknown,
  node: FieldNode | undefined,
  pointer: string,
): [ErrorCode, ErrorParams] {
  const bounds = node && FIELD_TYPES[node.type].errors?.bounds;
  const name = pointer.slice(1);
  const part = bounds && Object.keys(bounds).find((one) => getOwn(node.parts, one) === name);
  if (part === undefined) return [code, { limit }];
  const contracts = node?.schema.properties as Record<string, { minimum?: number; maximum?: number }> | undefined;
  return [
    getOwn(bounds, part) ?? code,
    { minimum: getOwn(contracts, name)?.minimum, maximum: getOwn(contracts, name)?.maximum },
  ];
}

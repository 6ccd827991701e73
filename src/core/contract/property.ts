/** The part of a data contract that one stored property has, as the type of its question, its options and its limits say. */

import { enumCodesOf, LIMIT_TYPES, typeMismatch } from '../check/contract.ts';
import { contractText } from '../definitions/freeze.ts';
import type { Constants, Field, JsonSchema } from '../definitions/types.ts';
import type { Contract } from '../form/types/fieldType.ts';
import { FIELD_TYPES } from '../form/types/index.ts';
import { equalJson, getOwn } from '../json.ts';

/** A part of a contract as it stands in its file, and with its references resolved. */
export interface SchemaPart {
  raw: JsonSchema;
  resolved: JsonSchema;
}

export interface ContractContext {
  constants: Constants;
  /** Returns a reference to a type that all contracts share, and what it refers to. */
  shared(name: string): SchemaPart;
  /** Names of the lists whose codes the contract says once, by their options. */
  lists: ReadonlyMap<unknown, string>;
  /** Returns the rows of problems that the form names. */
  problems(): SchemaPart | undefined;
}

/** The shared type of a value that is worked out, and whether it is a whole number. */
export interface ValueType {
  name: string;
  isWhole: boolean;
}

/** Where the codes of lists stand. */
export const LIST_CODES_POINTER = '#/$defs/';

const ANNOTATIONS = ['description', 'default'];

/** Most rows of a table, and the length of a scale or slider, where the definition says nothing. */
const ROWS = { maxItems: 100 };
const SCALE = { minimum: 0, maximum: 10 };

/**
 * Returns the contract of a part of a question. What `given` says besides stays: nobody writes a contract, and everybody may
 * tighten it. Returns `given` itself if it says the same already.
 */
export function contractProperty(
  field: Field,
  part: string,
  given: SchemaPart | undefined,
  writing: ContractContext,
  typed: ValueType | undefined,
): SchemaPart {
  const limits = statedLimits(field, part);
  const plain = plainProperty(field, part, writing, typed);
  if (!given) return limited(plain, limits);
  const isRight =
    typeMismatch(field, part, given.resolved, writing.constants) === undefined &&
    isSameKind(given.resolved, plain.resolved, typed) &&
    (!FIELD_TYPES[field.type].repeats || hasSameRows(given.resolved, plain.resolved)) &&
    hasSameCodes(field, given.resolved, plain.resolved);
  return limited(isRight ? given : keeping(given, plain), limits);
}

/** Returns the limits of a definition that concern a part: of an amount of money only the number. A limit that is null is none. */
function statedLimits({ limits = {} }: Field, part: string): [string, unknown][] {
  // A half-written draft may say anything, and any keyword would become a rule.
  return part === 'currency' ? [] : Object.entries(limits).filter(([key]) => Object.hasOwn(LIMIT_TYPES, key));
}

function plainProperty(field: Field, part: string, writing: ContractContext, typed: ValueType | undefined): SchemaPart {
  const { contract, writes, options, repeats } = FIELD_TYPES[field.type];
  const name = typed?.name ?? (typeof writes === 'function' ? writes(field, part) : writes);
  if (name !== undefined) return typed?.isWhole ? whole(writing.shared(name)) : writing.shared(name);
  if (repeats) {
    const rows = writing.problems();
    if (rows) return rowsSchemaPart(rows);
  }
  const wanted: Contract = (typeof contract === 'function' ? contract(field, part) : contract) ?? { type: 'array' };
  const { type, format, pattern, items, slider, steps } = wanted;
  const scale = wanted.enum === 'scale' ? options?.(writing.constants, part) : undefined;
  const closed = wanted.enum === 'some' ? field.options : scale;
  const own = (codes: JsonSchema | undefined): JsonSchema => ({
    type: slider ? 'number' : type,
    ...(format !== undefined && { format }),
    ...(pattern !== undefined && { pattern }),
    ...((slider || steps !== undefined) && SCALE),
    ...(items ? { items: { type: items, ...codes }, uniqueItems: true } : codes),
  });
  const resolved = own(closed && { enum: closed.map(({ value }) => value) });
  const list = writing.lists.get(closed);
  return { raw: list === undefined ? resolved : own({ $ref: `${LIST_CODES_POINTER}${list}` }), resolved };
}

function whole({ raw, resolved }: SchemaPart): SchemaPart {
  return { raw: { ...raw, type: 'integer' }, resolved: { ...resolved, type: 'integer' } };
}

/** Returns a list of rows. */
export function rowsSchemaPart({ raw, resolved }: SchemaPart): SchemaPart {
  return { raw: { type: 'array', items: raw, ...ROWS }, resolved: { type: 'array', items: resolved, ...ROWS } };
}

/** A number that is worked out does not fit a text, nor the reverse; whole numbers are numbers. */
function isSameKind(given: JsonSchema, plain: JsonSchema, typed: ValueType | undefined): boolean {
  const kindOf = ({ type: kind }: JsonSchema) => (kind === 'integer' ? 'number' : kind);
  return typed === undefined || kindOf(given) === kindOf(plain);
}

function hasSameRows({ items: given = {} }: JsonSchema, { items: plain = {} }: JsonSchema): boolean {
  return contractText(given as JsonSchema) === contractText(plain as JsonSchema);
}

/** The codes of closed options stand in both, in any order. Of a shared scale a contract may allow fewer. */
function hasSameCodes({ options }: Field, given: JsonSchema, plain: JsonSchema): boolean {
  if (!options) return true;
  const codes = (schema: JsonSchema) => enumCodesOf(schema)?.slice().sort();
  return equalJson(codes(given), codes(plain));
}

/** Returns the plain property with what the given one says besides, where it is of the same kind. */
function keeping({ raw: given, resolved }: SchemaPart, plain: SchemaPart): SchemaPart {
  const isSame = resolved.type === plain.resolved.type;
  const isOpen = plain.resolved.enum === undefined && plain.resolved.format === undefined;
  const [codes, beginning] = [plain.resolved.enum as unknown[] | undefined, given.default];
  const kept = [
    ...ANNOTATIONS.filter((key) => key !== 'default' || (isSame && (!codes || codes.includes(beginning)))),
    ...(isSame && isOpen
      ? Object.keys(LIMIT_TYPES).filter((key) => key !== 'pattern' || plain.resolved.pattern === undefined)
      : []),
  ];
  const own = Object.fromEntries(kept.flatMap((key) => (Object.hasOwn(given, key) ? [[key, getOwn(given, key)]] : [])));
  return { raw: { ...plain.raw, ...own }, resolved: { ...plain.resolved, ...own } };
}

/** Returns the property with these limits; the same one if it has them. */
function limited(property: SchemaPart, limits: readonly [string, unknown][]): SchemaPart {
  const { resolved } = property;
  const changed = limits.filter(([key, limit]) => (getOwn(resolved, key) ?? null) !== limit);
  if (changed.length === 0) return property;
  const [gone, set] = [changed.filter(([, limit]) => limit === null), changed.filter(([, limit]) => limit !== null)];
  // What a reference says can be replaced beside it, but not taken away.
  const isReferred = gone.length > 0 && property.raw.$ref !== undefined;
  const without = (schema: JsonSchema) =>
    Object.fromEntries(Object.entries(schema).filter(([key]) => !gone.some(([name]) => name === key)));
  const added = Object.fromEntries(set);
  return {
    raw: { ...without(isReferred ? resolved : property.raw), ...added },
    resolved: { ...without(resolved), ...added },
  };
}

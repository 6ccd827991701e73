/**
 * A published version never changes its data contract, and an earlier version changes at all only as a correction that is
 * recorded. `schemas/contracts.lock.json` keeps the hashes.
 */
import { getOwn } from '../json.ts';
import type { FormSource, JsonSchema } from './types.ts';

interface Locked {
  /** Hash of the data contract. */
  contract: string;
  /** For earlier versions: hash of the whole definition, words and layout. */
  definition?: string;
  /** Days on which a correction of an earlier version was recorded. */
  corrected?: readonly string[];
}

/** Maps a version such as `school@1` to its hashes. */
export type ContractLock = Record<string, Locked>;

export const LOCK_PATH = 'schemas/contracts.lock.json';

/** Keywords that do not affect which records are valid. */
const ANNOTATIONS = new Set(['$id', '$schema', '$comment', 'title', 'description', 'examples', 'default']);
/** Keywords whose keys are names of properties or schemas, not keywords. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);
/** Keywords whose lists have no meaningful order. */
const SETS = new Set(['required', 'enum', 'type']);

/** Returns the contract as text with sorted keys and without annotations, so that equal rules give equal texts. */
export function contractText(schema: JsonSchema): string {
  return JSON.stringify(rules(schema));
}

function rules(value: unknown, names = false): unknown {
  if (Array.isArray(value)) return value.map((one) => rules(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.keys(value)
      .filter((key) => names || !ANNOTATIONS.has(key))
      .sort()
      .map((key) => {
        const inner = getOwn(value as JsonSchema, key);
        const ordered = !names && SETS.has(key) && Array.isArray(inner) ? [...inner].sort() : inner;
        return [key, rules(ordered, !names && MAPS.has(key))];
      }),
  );
}

export function versionKey({ definition }: Pick<FormSource, 'definition'>): string {
  return `${definition.form}@${definition.version}`;
}

type Hash = (text: string) => string;

interface Freezing {
  hash: Hash;
  /** Versions that may not change any more: those of the lock that was committed. */
  published: ContractLock;
  /** The day to record for corrected definitions; without it they keep their old hash. */
  correctedOn?: string | undefined;
}

/** Returns the lock of these versions. What was published keeps its old hashes; only a recorded correction changes them. */
export function lockContracts(forms: readonly FormSource[], lock: ContractLock, freezing: Freezing): ContractLock {
  const { hash, published, correctedOn } = freezing;
  const next: ContractLock = { ...published };
  for (const source of forms) {
    const key = versionKey(source);
    const before = published[key];
    const contract = before?.contract ?? hash(contractText(source.schema));
    const definition = isEarlier(source, forms) ? hash(JSON.stringify(source.definition)) : undefined;
    const corrected = correctedOn === undefined ? undefined : [...(before?.corrected ?? []), correctedOn];
    if (definition === undefined) next[key] = { ...before, contract };
    else if (before?.definition === undefined) next[key] = { contract, definition };
    else if (before.definition === definition) next[key] = before;
    else if (lock[key]?.definition === definition) next[key] = lock[key];
    else if (corrected) next[key] = { contract, definition, corrected };
  }
  return Object.fromEntries(Object.entries(next).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isEarlier({ definition }: FormSource, forms: readonly FormSource[]): boolean {
  return forms.some((one) => one.definition.form === definition.form && one.definition.version > definition.version);
}

export interface LockBreak {
  key: string;
  form: string;
  version: number;
  /** changed: the published contract; corrected: the definition of an earlier version; behind: freezing is due. */
  kind: 'changed' | 'corrected' | 'missing' | 'behind';
}

/** Returns the versions that are not as the lock has them. `published` is the lock that was committed. */
export function lockBreaks(
  forms: readonly FormSource[],
  lock: ContractLock,
  { hash, published }: Pick<Freezing, 'hash' | 'published'>,
): LockBreak[] {
  const found = new Map(forms.map((source) => [versionKey(source), source]));
  const kindOf = (key: string): LockBreak['kind'] | undefined => {
    const source = found.get(key);
    if (!source) return published[key] ? 'missing' : 'behind';
    const contract = hash(contractText(source.schema));
    if (published[key] && published[key].contract !== contract) return 'changed';
    const definition = isEarlier(source, forms) ? hash(JSON.stringify(source.definition)) : undefined;
    const isSame =
      lock[key]?.contract === contract && (definition === undefined || lock[key].definition === definition);
    if (isSame) return undefined;
    return published[key]?.definition ? 'corrected' : 'behind';
  };
  return [...new Set([...Object.keys(lock), ...found.keys()])].flatMap((key): LockBreak[] => {
    const [form = '', version = ''] = key.split('@');
    const kind = kindOf(key);
    return kind ? [{ key, form, version: Number(version), kind }] : [];
  });
}

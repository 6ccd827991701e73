/**
 * A published version never changes its data contract. `schemas/contracts.lock.json` keeps the hash of each published
 * contract, and the contract of that version must still have it.
 */
import type { FormSource, JsonSchema } from './types.ts';

/** Maps a version such as `school@1` to the hash of its contract. */
export type ContractLock = Record<string, string>;

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
        const inner = (value as JsonSchema)[key];
        const ordered = !names && SETS.has(key) && Array.isArray(inner) ? [...inner].sort() : inner;
        return [key, rules(ordered, !names && MAPS.has(key))];
      }),
  );
}

export function versionKey({ definition }: Pick<FormSource, 'definition'>): string {
  return `${definition.form}@${definition.version}`;
}

/** Returns the lock with every missing version added. A contract that changed keeps its old hash. */
export function freeze(forms: readonly FormSource[], lock: ContractLock, hash: (text: string) => string): ContractLock {
  const next = { ...lock };
  for (const source of forms) next[versionKey(source)] ??= hash(contractText(source.schema));
  return Object.fromEntries(Object.entries(next).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export interface LockBreak {
  key: string;
  form: string;
  version: number;
  kind: 'changed' | 'missing';
}

/** Returns the published versions whose contract changed or is gone. */
export function lockBreaks(
  forms: readonly FormSource[],
  lock: ContractLock,
  hash: (text: string) => string,
): LockBreak[] {
  const sources = new Map(forms.map((source) => [versionKey(source), source]));
  return Object.entries(lock).flatMap(([key, known]): LockBreak[] => {
    const [form = '', version = ''] = key.split('@');
    const source = sources.get(key);
    if (!source) return [{ key, form, version: Number(version), kind: 'missing' }];
    return hash(contractText(source.schema)) === known
      ? []
      : [{ key, form, version: Number(version), kind: 'changed' }];
  });
}

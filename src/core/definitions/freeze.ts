/**
 * A published version never changes its data contract. `schemas/contracts.lock.json` keeps the hash of each published
 * contract; what stands under an old number must still have it.
 */
import type { FormSource, JsonSchema } from './types.ts';

/** `school@1` to the hash of its contract. */
export type ContractLock = Record<string, string>;

export const LOCK_PATH = 'schemas/contracts.lock.json';

/** Words and defaults say nothing about which records are valid. */
const ANNOTATIONS = new Set(['$id', '$schema', '$comment', 'title', 'description', 'examples', 'default']);
/** Keywords whose keys are names of our own, not keywords. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);
/** Lists whose order has no meaning. */
const SETS = new Set(['required', 'enum', 'type']);

/** The contract as text: sorted keys, without words, so that the same rules always give the same text. */
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

/** The lock with every version that is not in it yet; changed contracts keep their old hash. */
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

/** Published versions whose contract changed or that are gone. */
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

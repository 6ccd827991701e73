/**
 * Converts the answers of an old form version to a newer one. A renamed question keeps its id, so its new property name is
 * found automatically. Every other change is declared in the `migrate` block of the newer version, version by version.
 */
import type { CompiledForm, JsonSchema, RecordData } from './types.ts';

export interface Migrated {
  data: RecordData;
  /** Property names of the old version whose answers have no place in the new one. */
  dropped: string[];
}

/** Returns answers of version `from` as version `to`. `versions` are all of the form. The given data is not changed. */
export function migrate(data: RecordData, versions: readonly CompiledForm[], from: number, to: number): Migrated {
  const steps = versions
    .filter((form) => form.version >= from && form.version <= to)
    .sort((a, b) => a.version - b.version);
  const dropped: string[] = [];
  let now = { ...data };
  for (let at = 1; at < steps.length; at++) {
    now = step(now, steps[at - 1] as CompiledForm, steps[at] as CompiledForm, dropped);
  }
  return { data: now, dropped };
}

function step(data: RecordData, before: CompiledForm, after: CompiledForm, dropped: string[]): RecordData {
  const { rename = {}, map = {}, drop = {}, set = {} } = after.definition.migrate ?? {};
  const properties = (after.contract.properties ?? {}) as Record<string, JsonSchema>;
  const next: RecordData = {};
  for (const [name, value] of Object.entries(data)) {
    const target = rename[name] ?? sameQuestion(name, before, after) ?? name;
    const schema = properties[target];
    if (Object.hasOwn(drop, name) || schema === undefined) {
      dropped.push(name);
      continue;
    }
    const mapping = map[name] ?? map[target];
    const mapped = mapping ? mapValue(value, mapping) : value;
    const fitting = fits(mapped, schema);
    if (fitting === undefined) dropped.push(name);
    else next[target] = fitting;
  }
  for (const [name, value] of Object.entries(set)) {
    if (next[name] === undefined && properties[name] !== undefined) next[name] = value;
  }
  return next;
}

/** Returns the new property name of the same part of the same question. */
function sameQuestion(name: string, before: CompiledForm, after: CompiledForm): string | undefined {
  const old = before.byProperty.get(name);
  const now = old && after.byQuestion.get(old.id);
  if (!old || !now || now.properties.length === 0) return undefined;
  if (old.def.rows) {
    const row = old.def.rows.find((one) => one.name === name);
    return now.def.rows?.find((one) => one.id === row?.id)?.name;
  }
  const part = Object.entries(old.parts).find(([, stored]) => stored === name)?.[0];
  return part === undefined ? undefined : now.parts[part];
}

function mapValue(value: unknown, mapping: Record<string, string | null>): unknown {
  const one = (single: unknown): unknown => {
    const mapped = typeof single === 'string' && Object.hasOwn(mapping, single) ? mapping[single] : single;
    return mapped === null ? undefined : mapped;
  };
  return Array.isArray(value) ? [...new Set(value.map(one).filter((item) => item !== undefined))] : one(value);
}

/** Removes options that no longer exist; undefined if nothing is left. Other errors are left to the validator. */
function fits(value: unknown, schema: JsonSchema): unknown {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return undefined;
  const items = schema.items as JsonSchema | undefined;
  if (Array.isArray(value) && Array.isArray(items?.enum)) {
    const kept = value.filter((item) => (items.enum as unknown[]).includes(item));
    return kept.length > 0 ? kept : undefined;
  }
  return value;
}

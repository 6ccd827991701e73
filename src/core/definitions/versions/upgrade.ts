/**
 * Converts answers of any version to the newest one with the declared migrations, and replaces merged choices by the
 * canonical ones. The result is never stored.
 */

import type { CompiledForm, RecordData } from '../types.ts';
import { type MigratedAnswers, migrateAnswers } from './migrate.ts';

/** All versions of the forms, and what choices were merged into. */
export interface VersionedDefinitions {
  /** Returns the newest version. */
  form(name: string): CompiledForm | undefined;
  /** All versions, the oldest first. */
  versions(name: string): CompiledForm[];
  canonical(list: string, id: string): string;
}

interface Answered {
  form: string;
  form_version: number;
  data: RecordData;
}

export function newestAnswers(registry: VersionedDefinitions, record: Answered): RecordData {
  return readAsNewest(registry, record).data;
}

/** Also returns the names of the answers that the newest version does not have. */
export function readAsNewest(registry: VersionedDefinitions, { form, form_version, data }: Answered): MigratedAnswers {
  const newest = registry.form(form);
  if (!newest) return { data, dropped: [] };
  const isOlder = form_version < newest.version;
  const read = isOlder
    ? migrateAnswers(data, registry.versions(form), form_version, newest.version)
    : { data, dropped: [] };
  return { ...read, data: withCanonical(registry, newest, read.data) };
}

/** Returns the same object if nothing in it was merged. */
function withCanonical(registry: VersionedDefinitions, form: CompiledForm, data: RecordData): RecordData {
  let changed: RecordData | undefined;
  for (const node of form.fields.values()) {
    const list = node.def.choices;
    if (list === undefined) continue;
    for (const property of node.properties) {
      const answer = data[property];
      const now = canonical(registry, list, answer);
      if (now === answer) continue;
      changed ??= { ...data };
      changed[property] = now as RecordData[string];
    }
  }
  return changed ?? data;
}

function canonical(registry: VersionedDefinitions, list: string, answer: unknown): unknown {
  if (typeof answer === 'string') return registry.canonical(list, answer);
  if (!Array.isArray(answer) || answer.every((id) => typeof id !== 'string' || registry.canonical(list, id) === id))
    return answer;
  return [...new Set(answer.map((id) => (typeof id === 'string' ? registry.canonical(list, id) : id)))];
}

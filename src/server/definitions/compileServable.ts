/**
 * Whether a definition can be served: its text can be read, its form compiled, its validator made. Whoever publishes is told
 * before anything is stored; what is stored all the same (older data, a restored backup) is passed over, so that one definition
 * stops neither the server nor the others.
 */
import { compileForm } from '../../core/definitions/compile.ts';
import { isRowForm } from '../../core/definitions/rows.ts';
import type { CompiledForm, FormSource, Workflow } from '../../core/definitions/types.ts';
import { getOwn, isObject } from '../../core/json.ts';
import { loadValidator } from './validator.ts';

/** A stored version that is not served. `name` is a form, or a shared part. */
export interface UnservedVersion {
  name: string;
  version: number;
  /** What is wrong, in the words of the part of the program that found it. */
  reason: string;
}

/** A definition cannot be served. Nothing of it was stored. */
export class NotServable extends Error {}

export function unservableReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Parses the stored text of a definition. Throws with a reason. */
export function parseDefinition(text: string): Record<string, unknown> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error('the stored text is not JSON');
  }
  if (!isObject(json)) throw new Error('the stored text is no object');
  return json;
}

export function isParseable(text: string): boolean {
  try {
    parseDefinition(text);
    return true;
  } catch {
    return false;
  }
}

/** Compiles a form version. Throws with a reason if it cannot be served. */
export async function compileServable(
  source: FormSource,
  workflows: Readonly<Record<string, Workflow>>,
): Promise<CompiledForm> {
  const { definition } = source;
  const { form, version, title, changes, api, paths, list, workflow } = definition;
  if (typeof form !== 'string' || !Number.isInteger(version) || !isObject(title) || !isObject(changes))
    throw new Error('its name, version, title or note is missing');
  const compiled = compileForm(source);
  await loadValidator(compiled);
  if (isRowForm(definition)) return compiled;
  if (typeof api?.base !== 'string' || !isObject(paths) || !Array.isArray(list?.columns))
    throw new Error('its api, paths or list is missing');
  if (!getOwn(workflows, workflow)) throw new Error(`there is no workflow ${workflow}`);
  return compiled;
}

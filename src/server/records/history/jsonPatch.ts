/**
 * Reads the JSON Patches (RFC 6902) of revisions made before answers were stored with salts. Only `add`, `remove` and
 * `replace` were ever written. Nothing writes them any more.
 */

import type { RecordData } from '../../../core/definitions/types.ts';
import { pointerSteps } from '../../../core/json.ts';

interface Operation {
  op: string;
  /** JSON Pointer. */
  path: string;
  value?: unknown;
}

/** Returns the document after the patch, without changing the given one. Throws if the patch does not fit. */
export function applyPatch(document: RecordData, patch: string): RecordData {
  const result = structuredClone(document);
  for (const operation of JSON.parse(patch) as Operation[]) apply(result, operation);
  return result;
}

/** Returns the patch without its operations on these properties. */
export function patchWithout(patch: string, names: ReadonlySet<string>): string {
  const operations = JSON.parse(patch) as Operation[];
  return JSON.stringify(operations.filter(({ path }) => !names.has(tokensOf(path)[0] as string)));
}

function tokensOf(path: string): string[] {
  if (!path.startsWith('/')) throw new Error(`"${path}" names no part of a record`);
  return pointerSteps(path);
}

function apply(document: RecordData, { op, path, value }: Operation): void {
  const tokens = tokensOf(path);
  const last = tokens.pop() as string;
  let at: unknown = document;
  for (const token of tokens) at = member(at, token, path);
  if (Array.isArray(at)) {
    const index = last === '-' ? at.length : Number(last);
    const isThere = Number.isInteger(index) && index >= 0 && index < at.length + (op === 'add' ? 1 : 0);
    if (!isThere) throw new Error(`there is no ${path}`);
    if (op === 'add') at.splice(index, 0, value);
    else if (op === 'remove') at.splice(index, 1);
    else if (op === 'replace') at[index] = value;
    else throw new Error(`a patch may not ${op}`);
    return;
  }
  if (typeof at !== 'object' || at === null) throw new Error(`there is no ${path}`);
  const record = at as RecordData;
  if (op !== 'add' && !Object.hasOwn(record, last)) throw new Error(`there is no ${path}`);
  if (op === 'remove') delete record[last];
  else if (op === 'add' || op === 'replace') record[last] = value;
  else throw new Error(`a patch may not ${op}`);
}

function member(at: unknown, token: string, path: string): unknown {
  const found = Array.isArray(at) ? at[Number(token)] : (at as RecordData | null)?.[token];
  if (typeof found !== 'object' || found === null) throw new Error(`there is no ${path}`);
  return found;
}

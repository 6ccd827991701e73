/** Reads and changes the body of an operation: the answers in it, and the files that it names. */
import type { CompiledForm, RecordData } from '../definitions/types.ts';
import { holdsFiles } from '../form/types/question.ts';
import type { Operation } from './types.ts';

type Base = NonNullable<Operation['base']>;

/** Returns the answers of a create or an update. */
export function answersOfBody({ byProperty }: CompiledForm, body: Record<string, unknown>): RecordData {
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => byProperty.has(name) && value !== null));
}

/**
 * Replaces the answers of a body that was written in one version of the form by answers in another one. An update keeps the
 * files of a question that is missing, so an emptied one is sent as null.
 */
export function replaceAnswers(
  { form, written }: { form: CompiledForm; written: CompiledForm },
  body: Record<string, unknown>,
  data: RecordData,
) {
  const envelope = Object.entries(body).filter(([name]) => !form.byProperty.has(name) && !written.byProperty.has(name));
  const emptied = [...form.fields.values()].filter(holdsFiles).map(({ name }) => [name, null]);
  return { ...Object.fromEntries(envelope), ...Object.fromEntries(emptied), ...data };
}

/** Returns the form version that the answers of an operation are in. */
export function formVersionOf({ body, base }: Pick<Operation, 'body' | 'base'>): number | undefined {
  return typeof body.form_version === 'number' ? body.form_version : base?.form_version;
}

/** Replaces ids wherever they stand in a value. In a list that has the new id already, it stays there once. */
export function replaceIds<T>(value: T, ids: ReadonlyMap<string, string>): T {
  if (typeof value === 'string') return (ids.get(value) ?? value) as T;
  if (Array.isArray(value)) {
    const list: unknown[] = value.map((one) => replaceIds(one, ids));
    const replaced = new Set<unknown>(ids.values());
    return list.filter((one, at) => !replaced.has(one) || list.indexOf(one) === at) as T;
  }
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaceIds(one, ids)])) as T;
  return value;
}

/** Returns the ids in a value of files that had no id from the server when they were named there. */
export function localFilesIn(value: unknown): string[] {
  return [...new Set(textsIn(value).filter((text) => text.startsWith('local:')))];
}

/** Returns every text in a value. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}

/** Returns true if the operation changes the state of the record, alone or together with answers. */
export function isTransition({ kind, body }: Pick<Operation, 'kind' | 'body'>): boolean {
  return kind === 'transition' || (kind === 'update' && typeof body.transition === 'string');
}

/** Returns what an operation keeps of a record that it changes. */
export function operationBaseOf({ version, form_version, state, data }: Base): Base {
  return { version, form_version, state, data };
}

/** What becomes of answers that a version has no place for: given up with a reason, read by another question, or as another option. */
import type { Text } from '../definitions/types.ts';
import { getOwn, isObject } from '../json.ts';
import { type FormDraft, fieldAt, nameInPath, patchDefinition, tablePath } from './draft.ts';
import { storedNamesOfField } from './names.ts';
import { withPatch } from './parts.ts';
import { removeQuestion } from './questions.ts';

export type MigrationKind = 'rename' | 'map' | 'split' | 'merge' | 'drop' | 'set';

export function migrationEntriesOf({ definition }: FormDraft, kind: MigrationKind): Record<string, unknown> {
  const all = isObject(definition.migrate) ? definition.migrate : {};
  const entries = getOwn(all, kind);
  return isObject(entries) ? entries : {};
}

/** Returns the draft with other entries of one kind; without any, the kind is left out. */
export function withMigration(draft: FormDraft, kind: MigrationKind, entries: Record<string, unknown>): FormDraft {
  const before = isObject(draft.definition.migrate) ? draft.definition.migrate : {};
  const migrate = withPatch(before, { [kind]: Object.keys(entries).length > 0 ? entries : undefined });
  return patchDefinition(draft, { migrate: Object.keys(migrate).length > 0 ? migrate : undefined });
}

/** Removes a question whose answers are not read any more. */
export function dropQuestion(draft: FormDraft, path: string, reason: Text): FormDraft {
  const names = storedPathsOf(draft, path).map((name) => [name, reason]);
  const dropped = { ...migrationEntriesOf(draft, 'drop'), ...Object.fromEntries(names) };
  return withMigration(removeQuestion(draft, path), 'drop', dropped);
}

/** Removes a question whose answers another one takes: a new one instead of its own, one that was there beside its own. */
export function transferAnswers(draft: FormDraft, path: string, target: string, isNew: boolean): FormDraft {
  const open = removeQuestion(draft, path);
  if (isNew) return withMigration(open, 'rename', { ...migrationEntriesOf(draft, 'rename'), [path]: target });
  const merged = migrationEntriesOf(draft, 'merge');
  const before = getOwn(merged, target);
  const sources = Array.isArray(before) ? before : [target];
  return withMigration(open, 'merge', { ...merged, [target]: [...sources, path] });
}

/** Says which option takes the answers of one that is gone; null gives them up. */
export function mapOption(draft: FormDraft, path: string, from: string, to: string | null): FormDraft {
  const all = migrationEntriesOf(draft, 'map');
  const before = getOwn(all, path);
  const own = isObject(before) ? before : {};
  return withMigration(draft, 'map', { ...all, [path]: { ...own, [from]: to } });
}

/** Returns the stored names of a question, each with the tables before it. */
export function storedPathsOf(draft: FormDraft, path: string): string[] {
  const field = fieldAt(draft, path);
  const table = tablePath(path);
  const names = field ? storedNamesOfField(nameInPath(path), field) : [nameInPath(path)];
  return names.map((name) => (table === '' ? name : `${table}.${name}`));
}

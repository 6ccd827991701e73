/** Only users who may see the answers of restricted questions may read their files. */

import { restrictedNamesFor } from '../../../core/records/permission.ts';
import type { Actor, StoredRecord } from '../../../core/records/types.ts';
import { referencesInAnswers } from '../../../core/saving/references.ts';
import type { Services } from '../../http/services.ts';

/** Checks whether a user may read a file of a record, given the `record` as they see it. `field` is the file's question. */
export function mayReadFile(
  { registry }: Pick<Services, 'registry'>,
  record: StoredRecord,
  file: { id: string; field: string | null },
  actor: Actor,
): boolean {
  const newest = registry.form(record.form);
  const form = registry.form(record.form, record.form_version) ?? newest;
  if (!form || !newest) return false;
  const { names, within } = restrictedNamesFor(newest, actor, registry);
  const field = file.field ?? '';
  if (names.has(field) || form.fields.get(field)?.properties.some((name) => names.has(name))) return false;
  // In a table, allows only files that the user still sees in it. The column of an older file is not known.
  return !within.has(field) || referencesInAnswers(form, record.data).files.some(({ id }) => id === file.id);
}

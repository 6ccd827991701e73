/** Files of restricted questions are for those who get the answers. */
import type { Actor, StoredRecord } from '../../../core/records/types.ts';
import type { Services } from '../../http/services.ts';
import { pointersOf } from '../../records/references.ts';
import { hiddenFrom } from '../../records/restricted.ts';

/** Whether somebody who sees `record`, as they see it, may read one of its files; `field` is the question it was given to. */
export function maySeeFile(
  { registry }: Pick<Services, 'registry'>,
  record: StoredRecord,
  file: { id: string; field: string | null },
  actor: Actor,
): boolean {
  const newest = registry.form(record.form);
  const form = registry.form(record.form, record.form_version) ?? newest;
  if (!form || !newest) return false;
  const { names, within } = hiddenFrom(newest, actor, registry);
  const field = file.field ?? '';
  if (names.has(field) || form.fields.get(field)?.properties.some((name) => names.has(name))) return false;
  // Of a table only what still stands in it, as the person sees it: which column an older file was in is not known.
  return !within.has(field) || pointersOf(form, record.data).files.some(({ id }) => id === file.id);
}

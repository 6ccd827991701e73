/** Names of what the cells of an export refer to. */
import type { Refs } from '../../../core/form/types/fieldType.ts';
import type { ListRow } from '../../records/types.ts';
import type { Call } from '../call.ts';
import { collectNames } from '../names.ts';

/** Returns the names of what the cells of these rows refer to. `isAll` adds what only older versions asked. */
export async function namesIn({ services, form }: Call, rows: Iterable<ListRow>, isAll: boolean): Promise<Refs> {
  const refs = collectNames(services);
  for (const { record, stored, columns: shown } of rows) {
    refs.addRecord(form, record);
    const captured = isAll && services.registry.form(record.form, record.form_version);
    if (captured) refs.addAnswers(captured, stored);
    refs.addRecordId(record.id);
    for (const value of Object.values(shown)) refs.addPlace(value);
  }
  return refs.load();
}

/** The names that a record had before. They are not stored, but follow from its history. */
import type { RecordData } from '../../../core/definitions/types.ts';
import { currentRecordName, recordIdsInName } from '../../../core/saving/identity.ts';
import type { Handle } from '../../db/database.ts';
import { findRecord, findRecordNames } from '../../db/rows.ts';
import type { FormRegistry } from '../../definitions/registry.ts';
import { applyRevision, revisionsOf } from '../history/chain.ts';

/** Returns every name that the record's own answers gave it, but for its present one. */
export async function earlierNames(db: Handle, registry: FormRegistry, id: string): Promise<string[]> {
  const record = await findRecord(db, id);
  if (!record) return [];
  const names = new Set<string>();
  let data: RecordData = {};
  for (const revision of await revisionsOf(db, id)) {
    data = applyRevision(data, revision);
    const form = registry.form(record.form, revision.form_version) ?? registry.form(record.form);
    if (!form) continue;
    names.add(
      currentRecordName(registry, form, data, record.code, await findRecordNames(db, recordIdsInName(form, data))),
    );
  }
  names.delete(record.name);
  return [...names];
}

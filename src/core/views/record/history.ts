/** The changes of a record, the newest first, with the names of all that it refers to or referred to. */
import type { CompiledForm } from '../../definitions/types.ts';
import type { HistoryResponse } from '../../generated/api.ts';
import { NameCollector } from '../names.ts';
import type { Reads, SeenRecord } from '../reads.ts';
import { capturedForm } from './show.ts';

export async function historyView(reads: Reads, form: CompiledForm, seen: SeenRecord): Promise<HistoryResponse> {
  const data = await reads.history(form, seen);
  const names = new NameCollector(reads, seen.refs);
  const versions = reads.registry.versions(form.form);
  names.addRecord(capturedForm(reads, seen), seen.record);
  for (const { by, changes, not_taken = [] } of data) {
    names.addAccount(by.id);
    // Older values may refer to things that the record no longer refers to.
    const values = [
      ...changes.flatMap(({ field, before, after }) => [before, after].map((value) => ({ field, value }))),
      ...not_taken,
    ];
    for (const { field, value } of values)
      for (const version of versions) names.addAnswers(version, { [field]: value }, new Set([field]));
  }
  return { data, refs: await names.load() };
}

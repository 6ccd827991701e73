/** Returns the change history of a record and its attached files. */

import type { Call } from '../call.ts';
import { maySeeFile } from '../files/restricted.ts';
import { collectNames } from '../names.ts';

export async function history(call: Call, id: string) {
  const { services, form, actor } = call;
  const changes = await services.records.history(form, id, actor);
  const collector = collectNames(services);
  const { record } = await services.records.get(form, id, actor);
  const versions = services.registry.versions(form.form);
  collector.addRecord(services.registry.form(record.form, record.form_version) ?? form, record);
  for (const change of changes) {
    collector.addAccount(change.by.id);
    // Older values may refer to things that the record no longer refers to.
    const given = (change.not_taken ?? []).map(({ field, value }) => ({ field, before: null, after: value }));
    for (const { field, before, after } of [...change.changes, ...given]) {
      for (const version of versions)
        for (const value of [before, after]) collector.addAnswers(version, { [field]: value }, new Set([field]));
    }
  }
  return { data: changes, refs: await collector.load() };
}

export async function attachments(call: Call, id: string) {
  const { services, form, actor } = call;
  const { record } = await services.records.get(form, id, actor);
  const rows = await services.database.read
    .selectFrom('attachments')
    .select(['id', 'name', 'media_type', 'size', 'width', 'height', 'field', 'created_at', 'created_by'])
    .where('record_id', '=', record.id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const shown = rows.filter((row) => maySeeFile(services, record, row, actor));
  const collector = collectNames(services);
  for (const row of shown) collector.addAccount(row.created_by);
  const refs = await collector.load();
  return {
    data: shown.map(({ created_by, ...row }) => ({
      ...row,
      url: `/api/files/${row.id}`,
      by: { id: created_by, name: refs[created_by]?.name ?? '' },
    })),
  };
}

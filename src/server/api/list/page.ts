/** Builds a page of rows for screens and documented clients, with the options of the list's filters. */

import { SharedDenials } from '../../../core/api/denials.ts';
import { listedProperties, propertiesOf } from '../../../core/api/listed.ts';
import { offered } from '../../../core/api/offered.ts';
import { type RenderedRecord, renderRecord } from '../../../core/api/render.ts';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { ListPage } from '../../records/types.ts';
import type { Call } from '../call.ts';
import { readerOf } from '../reader.ts';
import { childCounts } from '../record/childCounts.ts';
import { RefCollector } from '../record/refs.ts';

export interface ListAnswer {
  data: RenderedRecord[];
  meta: Record<string, unknown>;
}

/** Returns a page of any form. `keys` are further documented keys of its `meta`, `columns` what the rows carry besides. */
export async function answerPage(
  call: Call,
  form: CompiledForm,
  page: ListPage,
  keys: Record<string, unknown> = {},
  columns: readonly string[] = [],
): Promise<ListAnswer> {
  const { services } = call;
  const isWhole = call.query.fields === 'all';
  const shared = new SharedDenials();
  const collector = new RefCollector(services);
  const only = isWhole ? undefined : new Set([...listedProperties(form), ...propertiesOf(form, columns)]);
  for (const row of page.rows) {
    collector.addRecord(form, row.record, only);
    collector.addNamed(row);
    for (const value of Object.values(row.columns)) collector.addPlace(value);
  }
  const refs = await collector.load();
  const data = page.rows.map(({ record, scope, columns }) =>
    renderRecord({ ...readerOf(call), refs }, form, record, scope, {
      columns,
      refusals: shared,
      ...(only && { only }),
    }),
  );
  const meta: Record<string, unknown> = {
    per_page: page.per_page,
    current_page: page.current_page,
    last_page: page.last_page,
    total: page.total,
    capped: page.capped,
    next_cursor: page.next_cursor,
    refusals: shared.refusals,
    ...keys,
  };
  if (call.query.counts === '1') {
    const ids = page.rows.map(({ record }) => record.id);
    meta.counts = await childCounts(call, form, ids);
  }
  return { data, meta: { ...meta, ...offered(services.registry, form, call.language), refs } };
}

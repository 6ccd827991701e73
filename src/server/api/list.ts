/** `GET {base}`: rows as screens and the documented clients want them, with everything their filters offer. */
import type { CompiledForm } from '../../core/definitions/types.ts';
import { pick } from '../../core/text/languages.ts';
import type { ListPage, ListQuery } from '../records/types.ts';
import type { Call } from './call.ts';
import { listedProperties } from './listed.ts';
import { namedRow } from './names.ts';
import { listQuery } from './paging.ts';
import { RefCollector } from './refs.ts';
import { SharedRefusals } from './refusals.ts';
import { type RenderedRecord, renderRecord } from './render.ts';
import { answerSources } from './sources/answer.ts';

export interface ListAnswer {
  data: RenderedRecord[];
  meta: Record<string, unknown>;
}

export async function list(call: Call): Promise<ListAnswer> {
  const query = listQuery(call);
  const page = await call.rooms.records.list(query, call.actor);
  return answerPage(call, call.form, page);
}

/** A page of any form as an answer; `forms` of a site uses it for its children. */
export async function answerPage(call: Call, form: CompiledForm, page: ListPage): Promise<ListAnswer> {
  const { rooms, language } = call;
  const refs = new RefCollector(rooms);
  const captured = page.rows.map((row) => rooms.library.form(row.record.form, row.record.form_version) ?? form);
  const only = captured.map((version) => (call.query.fields === 'all' ? undefined : listedProperties(version)));
  const shared = new SharedRefusals();
  page.rows.forEach((row, index) => {
    refs.addRecord(captured[index] as CompiledForm, row.record, only[index]);
    refs.addRecordId(row.record.id);
  });
  for (const { columns } of page.rows) for (const value of Object.values(columns)) refs.addPlace(value);
  const names = await refs.load();
  const data = page.rows.map((row, index) =>
    renderRecord({ rooms, language, refs: names }, captured[index] as CompiledForm, row.record, row.scope, {
      columns: row.columns,
      refusals: shared,
      ...(only[index] && { only: only[index] }),
    }),
  );
  const meta = {
    per_page: page.per_page,
    current_page: page.current_page,
    last_page: page.last_page,
    total: page.total,
    capped: page.capped,
    next_cursor: page.next_cursor,
    ...listMeta(call, form),
    refusals: shared.refusals,
    refs: names,
  };
  const further = form.definition.api.meta;
  if (further) Object.assign(meta, await answerSources(further, { ...call, form }, {}));
  return { data, meta };
}

/** Made once for a language until places or definitions change. */
const offered = new WeakMap<object, Map<string, ReturnType<typeof makeMeta>>>();

/** What every list's filters offer. */
function listMeta(call: Call, form: CompiledForm) {
  const revision = call.rooms.library.places();
  let known = offered.get(revision);
  if (!known) {
    known = new Map();
    offered.set(revision, known);
  }
  const key = `${form.key} ${call.language}`;
  let meta = known.get(key);
  if (!meta) {
    meta = makeMeta(call, form);
    known.set(key, meta);
  }
  return meta;
}

function makeMeta({ rooms, language }: Call, form: CompiledForm) {
  const { library } = rooms;
  const provinces = [...library.places().values()].filter((place) => place.level === 'province');
  return {
    provinces: provinces.map(({ id, name_en, name_fa, name_ps }) =>
      namedRow({ id, name_en, name_fa, name_ps }, language),
    ),
    organizations: library
      .choices('organization')
      .map(({ id, name_en, name_fa, name_ps }) => namedRow({ id, name_en, name_fa, name_ps }, language)),
    status: library.workflow(form).states.map((state) => ({
      id: state.id,
      name: pick(state.label, language),
      name_en: state.label.en,
      name_fa: state.label.fa,
      name_ps: state.label.ps,
      variant: state.variant,
      icon: state.icon,
    })),
  };
}

/** Every page one after the other by key, for what reads everything. Stops after `most` rows. */
export async function* everyRow(call: Call, query: ListQuery, most: number): AsyncGenerator<ListPage['rows'][number]> {
  let after: string | undefined;
  let given = 0;
  while (given < most) {
    const page: ListPage = await call.rooms.records.list(
      { ...query, page: 1, per_page: Math.min(200, most - given), ...(after && { after }) },
      call.actor,
    );
    for (const row of page.rows) yield row;
    given += page.rows.length;
    if (!page.next_cursor || page.rows.length === 0) return;
    after = page.next_cursor;
  }
}

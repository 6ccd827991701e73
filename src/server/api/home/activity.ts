/** The newest changes of records that the person sees. */

import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { ActivityView } from '../../../core/generated/api.ts';
import { seesSome, visiblePlaces } from '../../../core/records/permission.ts';
import { FOLLOWED } from '../../db/events.ts';
import { rowsById } from '../../db/rows.ts';
import { notesIn } from '../../records/history/chain.ts';
import { recordNames } from '../reads.ts';
import type { HomeContext } from './context.ts';

const SHOWN = 12;
/** Longest pause within a run of alike changes. */
const RUN_MS = 60_000;
/** Number of newest events to search. */
const LOOKED_AT = 400;

/** Returns the ids of recently changed records that may concern the person, the newest first. */
async function newestChanged({ services, actor, forms }: HomeContext): Promise<string[]> {
  const { permissions } = services.registry.common();
  const seen = forms.map((form) => visiblePlaces(actor, form, permissions)).filter(seesSome);
  const provinces = [...new Set(seen.flatMap((places) => places.provinces))];
  let events = services.database.read
    .selectFrom('events')
    .select('record_id')
    .where('record_id', 'is not', null)
    .where('action', '!=', FOLLOWED)
    .orderBy('at', 'desc')
    .limit(LOOKED_AT);
  if (!seen.some((places) => places.all)) {
    events = events.where((eb) =>
      eb.or([
        eb('user_id', '=', actor.id),
        ...(provinces.length > 0 ? [eb('province_id', 'in', provinces), eb('province_id', 'is', null)] : []),
      ]),
    );
  }
  const ids = new Set((await events.execute()).flatMap(({ record_id }) => record_id ?? []));
  return [...ids].slice(0, 4 * SHOWN);
}

/** Returns the newest changes. Events name the records; the rules decide which of them the person sees. */
export async function activity(context: HomeContext): Promise<ActivityView[]> {
  const { services, actor } = context;
  const ids = [...(await services.records.seenAmong(await newestChanged(context), actor))];
  if (ids.length === 0) return [];
  const columns = ['id', 'form', 'code', 'updated_at'] as const;
  const records = await rowsById(services.database.read, 'records', columns, ids);
  records.sort((x, y) => (x.updated_at < y.updated_at ? 1 : -1));
  const revisions = await services.database.read
    .selectFrom('record_revisions as r')
    .innerJoin('records as last', (on) => on.onRef('last.id', '=', 'r.record_id').onRef('last.version', '=', 'r.seq'))
    .select(['r.record_id', 'r.action', 'r.at', 'r.by_id', 'r.by_name', 'r.record'])
    .where('r.record_id', 'in', ids)
    .execute();
  const names = await recordNames(services, ids);
  const rows = records.flatMap(({ id, form, code }): ActivityView[] => {
    const last = revisions.find(({ record_id }) => record_id === id);
    if (!last) return [];
    const { title, paths } = (services.registry.form(form) as CompiledForm).definition;
    const { at, by_id, by_name, action } = last;
    const name = names[id]?.name ?? code ?? '';
    const path = paths.record.replace(':id', id);
    const by = { id: by_id, name: by_name };
    const { taken_in_by } = notesIn(last);
    return [{ form, id, code, name, path, title, at, by, ...(taken_in_by && { taken_in_by }), action, count: 1 }];
  });
  return inRuns(rows).slice(0, SHOWN);
}

/** Joins what one person did to many records of a form, one right after the other. */
function inRuns(rows: readonly ActivityView[]): ActivityView[] {
  const runs: ActivityView[] = [];
  let end = '';
  for (const row of rows) {
    const run = runs.at(-1);
    const isByAlike = run?.by.id === row.by.id && run.taken_in_by?.id === row.taken_in_by?.id;
    const isAlike = run?.form === row.form && run.action === row.action && isByAlike;
    if (run && isAlike && Date.parse(end) - Date.parse(row.at) <= RUN_MS) run.count += 1;
    else runs.push({ ...row });
    end = row.at;
  }
  return runs;
}

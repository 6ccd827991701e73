/** The sites of many forms that a person sees, with their positions and the open problems of their log, for the map. */
import { sql } from 'kysely';
import type { CompiledForm } from '../../core/definitions/types.ts';
import { visibleRows } from '../../core/query/pageRows.ts';
import type { Actor } from '../../core/records/types.ts';
import type { RecordDeps } from './context.ts';
import { andConditions, readyColumn, readyPlan, type SqlCondition, visibleCondition } from './filters.ts';

export interface SiteMapQuery {
  forms: {
    form: CompiledForm;
    /** Properties that hold the position. Without it the sites are returned without one. */
    point?: { latitude: string; longitude: string } | undefined;
  }[];
  provinces?: readonly string[] | undefined;
  state?: string | undefined;
}

export interface MappedSite {
  form: string;
  id: string;
  code: string;
  name: string;
  state: string;
  province_id: string;
  latitude: number | null;
  longitude: number | null;
  /** Number of open problems that the person sees, and the day on which the oldest was identified. */
  open: number;
  oldest: string | null;
}

type Row = Omit<MappedSite, 'open' | 'oldest'>;

/** Returns the sites by name. Throws `unavailable` while a table is being filled. */
export async function mappedSites(deps: RecordDeps, query: SiteMapQuery, actor: Actor): Promise<MappedSite[]> {
  if (query.provinces?.length === 0) return [];
  const found = query.forms.flatMap((one) => sitesOf(deps, one, query, actor) ?? []);
  if (found.length === 0) return [];
  const selects = found.map(
    ({
      form,
      table,
      where,
      latitude,
      longitude,
    }) => sql`SELECT CAST(${form} AS text) AS form, id, code, name, name_sort,
      state, province_id, ${latitude} AS latitude, ${longitude} AS longitude FROM ${sql.table(table)} WHERE ${where}`,
  );
  const { rows } = await sql<Row>`SELECT * FROM (${sql.join(selects, sql` UNION ALL `)}) AS sites
    ORDER BY name_sort, id`.execute(deps.read);
  const problems = await openProblems(deps, found, actor);
  return rows.map(({ form, id, code, name, state, province_id, latitude, longitude }) => {
    const { open = 0, oldest = null } = problems.get(id) ?? {};
    return { form, id, code, name, state, province_id, latitude, longitude, open, oldest };
  });
}

interface Sites {
  form: string;
  table: string;
  where: SqlCondition;
  latitude: SqlCondition;
  longitude: SqlCondition;
}

function sitesOf(
  deps: RecordDeps,
  { form, point }: SiteMapQuery['forms'][number],
  { provinces, state }: SiteMapQuery,
  actor: Actor,
): Sites | null {
  const { plan, pending } = readyPlan(deps, form);
  const scope = visibleCondition(plan, actor, deps.registry, deps.database.dialect);
  if (!scope) return null;
  const column = (property: string | undefined) =>
    property === undefined ? sql`CAST(NULL AS real)` : sql.ref(readyColumn(plan, property, pending).value);
  const conditions = [
    sql`deleted = 0`,
    ...scope,
    ...(provinces ? [sql`${deps.database.dialect.unindexed('province_id')} IN (${sql.join(provinces)})`] : []),
    ...(state === undefined ? [] : [sql`state = ${state}`]),
  ];
  return {
    form: form.form,
    table: plan.table,
    where: andConditions(conditions),
    latitude: column(point?.latitude),
    longitude: column(point?.longitude),
  };
}

/** Counts the open problems of the sites. As everywhere, a problem is seen by whoever sees a visit that it stands on. */
async function openProblems(
  deps: RecordDeps,
  sites: readonly Sites[],
  actor: Actor,
): Promise<Map<string, { open: number; oldest: string }>> {
  const seen = seenVisits(deps, actor);
  if (!seen) return new Map();
  const ids = sites.map(({ table, where }) => sql`SELECT id FROM ${sql.table(table)} WHERE ${where}`);
  const { rows } = await sql<{ site_id: string; open: number | string; oldest: string }>`SELECT site_id,
    count(*) AS open, min(counted_identified) AS oldest FROM problems
    WHERE ${andConditions([sql`problems.counted_open = 1`, sql`site_id IN (${sql.join(ids, sql` UNION ALL `)})`, ...seen])}
    GROUP BY site_id`.execute(deps.read);
  return new Map(rows.map(({ site_id, open, oldest }) => [site_id, { open: Number(open), oldest }]));
}

/** Returns the conditions of problems on visits that the actor sees: none if they see all. Null if they see no visit. */
function seenVisits({ registry }: RecordDeps, actor: Actor): SqlCondition[] | null {
  const everywhere: string[] = [];
  const choices: SqlCondition[] = [];
  const forms = registry.forms().filter(({ definition }) => definition.problems);
  for (const form of forms) {
    const visible = visibleRows(form, actor, registry);
    if (visible === undefined) everywhere.push(form.form);
    if (!visible) continue;
    const { provinces, createdBy } = visible;
    const places = [
      ...(provinces.length > 0 ? [sql`COALESCE(visit.province_id, '') IN (${sql.join(provinces)})`] : []),
      ...(createdBy ? [sql`visit.created_by = ${createdBy}`] : []),
    ];
    choices.push(sql`(visit.form = ${form.form} AND (${sql.join(places, sql` OR `)}))`);
  }
  // The log has no entries of removed visits.
  if (everywhere.length === forms.length) return [];
  if (everywhere.length > 0) choices.push(sql`visit.form IN (${sql.join(everywhere)})`);
  if (choices.length === 0) return null;
  return [
    sql`EXISTS (SELECT 1 FROM problem_logs JOIN records AS visit ON visit.id = problem_logs.record_id
      WHERE problem_logs.problem_id = problems.id AND (${sql.join(choices, sql` OR `)}))`,
  ];
}

/** The sites of many forms that a person sees, with their positions and the open problems of their log, for the map. */
import { sql } from 'kysely';
import type { CompiledForm } from '../../core/definitions/types.ts';
import { visibleRows } from '../../core/query/visible.ts';
import type { Actor } from '../../core/records/types.ts';
import type { RecordDeps } from './context.ts';
import { all, readyColumn, readyPlan, type SqlCondition } from './filters.ts';
import { visibleCondition } from './scopeCondition.ts';

export interface MapQuery {
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
export async function mappedSites(deps: RecordDeps, query: MapQuery, actor: Actor): Promise<MappedSite[]> {
  const selects = query.forms.flatMap((one) => selectOf(deps, one, query, actor) ?? []);
  if (selects.length === 0) return [];
  const { rows } = await sql<Row>`SELECT * FROM (${sql.join(selects, sql` UNION ALL `)}) AS sites
    ORDER BY name_sort, id`.execute(deps.read);
  const problems = await openProblems(deps, actor);
  return rows.map(({ form, id, code, name, state, province_id, latitude, longitude }) => {
    const { open = 0, oldest = null } = problems.get(id) ?? {};
    return { form, id, code, name, state, province_id, latitude, longitude, open, oldest };
  });
}

function selectOf(
  deps: RecordDeps,
  { form, point }: MapQuery['forms'][number],
  { provinces, state }: MapQuery,
  actor: Actor,
): SqlCondition | null {
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
  return sql`SELECT CAST(${form.form} AS text) AS form, id, code, name, name_sort, state, province_id,
    ${column(point?.latitude)} AS latitude, ${column(point?.longitude)} AS longitude
    FROM ${sql.table(plan.table)} WHERE ${all(conditions)}`;
}

/** Counts the open problems by site. As everywhere, a problem is seen by whoever sees a visit that it stands on. */
async function openProblems(
  { registry, read }: RecordDeps,
  actor: Actor,
): Promise<Map<string, { open: number; oldest: string }>> {
  const everywhere: string[] = [];
  const choices: SqlCondition[] = [];
  for (const form of registry.forms().filter(({ definition }) => definition.problems)) {
    const visible = visibleRows(form, actor, registry);
    if (visible === undefined) everywhere.push(form.form);
    if (!visible) continue;
    const { provinces, createdBy } = visible;
    const seen = [
      ...(provinces.length > 0 ? [sql`COALESCE(visit.province_id, '') IN (${sql.join(provinces)})`] : []),
      ...(createdBy ? [sql`visit.created_by = ${createdBy}`] : []),
    ];
    choices.push(sql`(visit.form = ${form.form} AND (${sql.join(seen, sql` OR `)}))`);
  }
  if (everywhere.length > 0) choices.push(sql`visit.form IN (${sql.join(everywhere)})`);
  if (choices.length === 0) return new Map();
  const { rows } = await sql<{ site_id: string; open: number | string; oldest: string }>`SELECT site_id,
    count(*) AS open, min(date_identified) AS oldest FROM problems
    WHERE problems.open = 1 AND site_id IS NOT NULL AND EXISTS (SELECT 1 FROM problem_logs
      JOIN records AS visit ON visit.id = problem_logs.record_id
      WHERE problem_logs.problem_id = problems.id AND visit.deleted_at IS NULL AND (${sql.join(choices, sql` OR `)}))
    GROUP BY site_id`.execute(read);
  return new Map(rows.map(({ site_id, open, oldest }) => [site_id, { open: Number(open), oldest }]));
}

/** Counts what a measure of the public page counts, by its dimensions. The result is exact and never leaves the server. */
import { currentProblemType } from '../../core/api/problems.ts';
import type { CompiledForm, Public } from '../../core/definitions/types.ts';
import type { DistrictSites } from '../../core/public/districts.ts';
import { type PublicCell, sumCellsBy } from '../../core/public/publish.ts';
import { countingStates } from '../../core/records/counting.ts';
import type { Handle } from '../db/database.ts';
import type { FormRegistry } from '../definitions/registry.ts';

export type Measure = Public['measures'][number];
export type Dimension = Measure['dimensions'][number];
type Counted = Record<Dimension, string | null> & { count: number | string };
type Names = Pick<FormRegistry, 'canonicalPlace' | 'forms' | 'choices'>;

/** Returns the counts by the dimensions of the measure, or by these. */
export async function countCells(
  db: Handle,
  registry: FormRegistry,
  measure: Measure,
  dimensions: readonly Dimension[] = measure.dimensions,
): Promise<PublicCell[]> {
  const rows = measure.of === 'problems' ? await problems(db) : await records(db, registry, measure.kinds ?? []);
  const cells = rows.map((row) => ({
    at: dimensions.map((dimension) => dimensionValue(row, dimension, registry)),
    count: Number(row.count),
  }));
  return sumCellsBy(cells, [...dimensions.keys()]);
}

/** Returns how many sites each district has, of all programmes. */
export async function sitesByDistrict(db: Handle, registry: FormRegistry): Promise<DistrictSites[]> {
  const found = new Map<string, DistrictSites>();
  for (const row of await records(db, registry, ['site'])) {
    const district = dimensionValue(row, 'district', registry);
    const province = dimensionValue(row, 'province', registry);
    const one = found.get(district) ?? { district, province, sites: 0 };
    one.sites += Number(row.count);
    found.set(district, one);
  }
  return [...found.values()];
}

/** Returns an empty text for a record without a value, since null stands for a cell that is not told apart. */
function dimensionValue(row: Counted, dimension: Dimension, registry: Names): string {
  const value = row[dimension] ?? '';
  if (dimension === 'problem_type') return currentProblemType(registry, value, row.programme ?? '');
  return dimension === 'province' || dimension === 'district' ? registry.canonicalPlace(value) : value;
}

/** Counts the problems that visits which count tell of. */
function problems(db: Handle): Promise<Counted[]> {
  return db
    .selectFrom('problems')
    .innerJoin('records as site', 'site.id', 'problems.site_id')
    .where('site.deleted_at', 'is', null)
    .where('problems.counted_status', '<>', '')
    .select((row) => [
      'problems.programme',
      'site.province_id as province',
      'site.district_id as district',
      'site.organization_id as organization',
      'problems.counted_status as status',
      'problems.counted_type_id as problem_type',
      row.fn.countAll<number | string>().as('count'),
    ])
    .groupBy([
      'problems.programme',
      'site.province_id',
      'site.district_id',
      'site.organization_id',
      'problems.counted_status',
      'problems.counted_type_id',
    ])
    .execute();
}

async function records(db: Handle, registry: FormRegistry, kinds: readonly string[]): Promise<Counted[]> {
  const forms = departmentForms(registry).filter(({ definition }) => kinds.includes(definition.kind));
  if (forms.length === 0) return [];
  const byName = new Map(forms.map((form) => [form.form, form]));
  const rows = await db
    .selectFrom('records')
    .where('form', 'in', [...byName.keys()])
    .where('deleted_at', 'is', null)
    .select((row) => [
      'form',
      'province_id as province',
      'district_id as district',
      'organization_id as organization',
      'state as status',
      row.fn.countAll<number | string>().as('count'),
    ])
    .groupBy(['form', 'province_id', 'district_id', 'organization_id', 'state'])
    .execute();
  return rows.flatMap(({ form: name, ...row }) => {
    const form = byName.get(name) as CompiledForm;
    const isCounted = countingStates(registry, form).includes(row.status);
    return isCounted ? [{ ...row, programme: form.definition.programme, problem_type: null }] : [];
  });
}

/** Returns the newest forms of programmes that the menu has as departments. */
export function departmentForms(registry: Pick<FormRegistry, 'forms' | 'common'>): CompiledForm[] {
  const departments = new Set(registry.common().navigation.departments.map(({ id }) => id));
  return registry.forms().filter(({ definition }) => departments.has(definition.programme));
}

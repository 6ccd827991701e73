/** What the public page says in a language: the published figures as tables, for the values that somebody chose. */
import { namedRow } from '../../core/api/names.ts';
import type { PublicFiguresResponse } from '../../core/generated/api.ts';
import { PROBLEM_STATUS } from '../../core/problems/log.ts';
import { OTHER_DISTRICTS } from '../../core/public/districts.ts';
import { ownTableOf } from '../../core/public/measure.ts';
import {
  dimensionValues,
  isPublished,
  type PublicFilters,
  tabulateCells,
  tabulateWithOwn,
} from '../../core/public/tabulate.ts';
import { type Language, pickText } from '../../core/text/languages.ts';
import { sortKey } from '../../core/text/letters.ts';
import type { Handle } from '../db/database.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import { type Dimension, departmentForms } from './count.ts';
import { publicFlowsOf } from './flows.ts';
import { type PublishedCounts, publishedFigures } from './publish.ts';

export const PUBLIC_DIMENSIONS = [
  'programme',
  'province',
  'district',
  'organization',
  'status',
  'problem_type',
] as const satisfies Dimension[];

interface Reader {
  db: Handle;
  registry: FormRegistry;
  language: Language;
}

export async function publicFigures(reader: Reader, filters: PublicFilters): Promise<PublicFiguresResponse | null> {
  const { registry, language } = reader;
  const page = registry.common().public;
  if (!page) return null;
  const all = await publishedFigures(reader.db);
  const published = all.map((one) => ({ ...one, cells: one.cells.filter(({ count }) => count > 0) }));
  const names = namesOf(reader);
  const measures = page.measures.flatMap(({ id, title, ownTable }) => {
    const found = published.find(({ measure }) => measure === id);
    const own = ownTable && published.find(({ measure }) => measure === ownTableOf(id));
    // A measure that does not know a chosen dimension would show other records than those asked for.
    const known: string[] = [...(found?.dimensions ?? []), ...(own?.dimensions ?? [])];
    if (!found || Object.keys(filters).some((one) => !known.includes(one))) return [];
    const { total, tables } = own
      ? tabulateWithOwn(
          found.dimensions,
          found.cells,
          { dimension: ownTable, cells: own.cells, threshold: page.threshold },
          filters,
        )
      : tabulateCells(found.dimensions, found.cells, filters);
    return [
      {
        id,
        title: pickText(title, language),
        total,
        tables: tables.map(({ rows, dimension, ...others }) => ({
          ...others,
          dimension,
          rows: rows.map((row) => ({ ...row, name: names(dimension as Dimension, row.id) })),
        })),
      },
    ];
  });
  return {
    day: published.map(({ day }) => day).sort()[0] ?? null,
    threshold: page.threshold,
    least_sites: page.leastSites ?? 1,
    title: pickText(page.title, language),
    about: page.about.map((text) => pickText(text, language)),
    flows: publicFlowsOf(registry, language).map(({ id, title }) => ({ id, title })),
    filters: PUBLIC_DIMENSIONS.map((dimension) => ({
      dimension,
      options: options(reader, published, dimension, filters),
    })),
    measures,
  };
}

function options(
  { registry, ...reader }: Reader,
  published: PublishedCounts[],
  dimension: Dimension,
  filters: PublicFilters,
) {
  const ids = new Set(published.flatMap(({ dimensions, cells }) => dimensionValues(dimensions, cells, dimension)));
  const isEmpty = (id: string) =>
    !published.some(({ dimensions, cells }) => isPublished(dimensions, cells, { ...chosen, [dimension]: id }));
  // Another province has other districts, so choosing one takes the district back.
  const { district: _district, ...wider } = filters;
  const chosen = dimension === 'province' ? wider : filters;
  const names = namesOf({ registry, ...reader });
  const isBelow = (id: string) =>
    dimension !== 'district' ||
    id === filters.district ||
    (filters.province !== undefined &&
      (id === OTHER_DISTRICTS ? !isEmpty(id) : registry.place(id)?.parent_id === filters.province));
  return [...ids]
    .filter(isBelow)
    .map((id) => ({ id, name: names(dimension, id), ...(isEmpty(id) && { empty: true as const }) }))
    .sort((a, b) => (sortKey(a.name) < sortKey(b.name) ? -1 : 1));
}

/** Returns how values of dimensions are called. Without a name, an id is not shown. */
function namesOf({ registry, language }: Reader): (dimension: Dimension, id: string) => string {
  const { departments } = registry.common().navigation;
  const problem = registry.problem()?.fields.get(PROBLEM_STATUS)?.def.options ?? [];
  const states = departmentForms(registry).flatMap((form) => registry.workflow(form).states);
  const others = registry.common().public?.otherDistricts;
  const typeLists = [...new Set(registry.forms().flatMap(({ definition }) => definition.problems?.types ?? []))];
  const row = (found: Parameters<typeof namedRow>[0] | undefined) => (found ? namedRow(found, language).name : '');
  const finders: Record<Dimension, (id: string) => string> = {
    programme: (id) => {
      const found = departments.find((one) => one.id === id);
      return found ? pickText(found.heading ?? found.title, language) : '';
    },
    province: (id) => row(registry.place(id)),
    district: (id) => (id === OTHER_DISTRICTS && others ? pickText(others, language) : row(registry.place(id))),
    organization: (id) => row(registry.choice('organization', id)),
    status: (id) => {
      const label = problem.find(({ value }) => value === id)?.label ?? states.find((one) => one.id === id)?.label;
      return label ? pickText(label, language) : '';
    },
    problem_type: (id) => row(typeLists.map((list) => registry.choice(list, id)).find(Boolean)),
  };
  return (dimension, id) => (id ? finders[dimension](id) : '');
}

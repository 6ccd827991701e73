/** Groups records by a choice, a state, a place or a person, and gives each group a name and filters. */

import { namedRow } from '../../../core/api/names.ts';
import type { CompiledForm, FieldNode } from '../../../core/definitions/types.ts';
import { holdsPlaces, optionsOf } from '../../../core/form/types/question.ts';
import type { FigureGroup } from '../../../core/generated/api.ts';
import { organizationList } from '../../../core/records/place.ts';
import { sortKey } from '../../../core/text/fold.ts';
import { type Language, pick } from '../../../core/text/languages.ts';
import type { Services } from '../../http/services.ts';
import { words } from '../../http/words.ts';
import type { AggregateRow } from '../../records/types.ts';
import type { Call } from '../call.ts';
import { recordNames } from '../record/refs.ts';

/** Returns the group of records without a value. */
export function nobody(field: string, total: number, language: Language): FigureGroup {
  const name = words(language, 'server:figures.none');
  return { id: '', name, total, filters: [{ field, op: 'empty', value: true }] };
}

/** Closed scales keep their order and include options nobody chose. Other groups are sorted by frequency, highest first. */
export async function groupsOf(
  call: Call,
  field: string,
  rows: AggregateRow[],
  language: Language,
): Promise<FigureGroup[]> {
  const totals = new Map(rows.map(({ keys, count }) => [keys[0] ?? '', count]));
  const group = (id: string, name: string, variant?: string): FigureGroup => ({
    id,
    name,
    total: totals.get(id) ?? 0,
    ...(variant && { variant }),
    filters: [{ field, op: 'eq', value: id }],
  });
  const scale = scaleOf(call.services, call.form, field);
  const empty = totals.get('') ?? 0;
  const rest = empty > 0 ? [nobody(field, empty, language)] : [];
  if (scale) return [...scale.map(({ id, label, variant }) => group(id, pick(label, language), variant)), ...rest];
  const ids = [...totals.keys()].filter((id) => id !== '');
  const nameOf = await names(call, field, ids, language);
  const found = ids.map((id) => group(id, nameOf(id)));
  found.sort((a, b) => b.total - a.total || (sortKey(a.name) < sortKey(b.name) ? -1 : 1));
  return [...found, ...rest];
}

interface Step {
  id: string;
  label: Parameters<typeof pick>[0];
  variant?: string;
}

function scaleOf({ registry }: Services, form: CompiledForm, field: string): Step[] | undefined {
  if (field === 'status') return registry.workflow(form).states;
  const node = nodeOf(form, field);
  const options = node && optionsOf(node, registry.common().constants, form.byProperty.has(field) ? field : undefined);
  return options?.map(({ value, label }) => ({ id: value, label }));
}

function nodeOf(form: CompiledForm, field: string): FieldNode | undefined {
  return form.fields.get(field) ?? form.byProperty.get(field);
}

const PLACES: ReadonlySet<string> = new Set(['province', 'district', 'village']);

async function names(
  { services, form }: Call,
  field: string,
  ids: string[],
  language: Language,
): Promise<(id: string) => string> {
  const node = nodeOf(form, field);
  const { registry } = services;
  const list = node?.def.choices ?? (field === 'organization' ? organizationList(form) : undefined);
  const of = (row: Parameters<typeof namedRow>[0] | undefined, id: string) => (row ? namedRow(row, language).name : id);
  if (list !== undefined) return (id) => of(registry.choice(list, id), id);
  if (PLACES.has(field.replace(/_id$/, '')) || (node && holdsPlaces(node))) return (id) => of(registry.place(id), id);
  const known = await recordNames(services, ids);
  return (id) => known[id]?.name ?? id;
}

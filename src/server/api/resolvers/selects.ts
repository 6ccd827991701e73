/** What clients choose from: options and items of lists, places, records, people and sites, and what a problem log offers. */
import { type Named, namedFromText, namedRecord, namedRow } from '../../../core/api/names.ts';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { closedOptionsOf } from '../../../core/form/types/question.ts';
import { getOwn } from '../../../core/json.ts';
import { isOpenStatus, PROBLEM_STATUS, type ProblemStatus, ROLE_PROPERTIES } from '../../../core/problems/log.ts';
import { ROLE_FIELD } from '../../../core/query/recordSearch.ts';
import { isItemValidOn } from '../../../core/records/registry.ts';
import type { RecordMeta } from '../../../core/records/types.ts';
import { kabulDay } from '../../../core/text/dates.ts';
import { isPlaceOffered } from '../../../core/views/list/places.ts';
import { carriedOverProblems } from '../../../core/views/record/show.ts';
import { everyListRow } from '../../records/list.ts';
import type { Filter } from '../../records/types.ts';
import type { ApiCall } from '../call.ts';
import { createNameCollector, createServerReads, findNamesOfRecords } from '../reads.ts';
import type { Resolver } from './resolver.ts';

/** `choices:department`: items of a choice list. Those that are not valid today are left out of selects. */
export const choicesResolver: Resolver = (list, call): Named[] => choiceItems(list, call);

export function choiceItems(
  list: string,
  { services, language }: Pick<ApiCall, 'services' | 'language'>,
  all = false,
): Named[] {
  const today = kabulDay(services.now());
  return services.registry
    .choices(list)
    .filter((item) => all || isItemValidOn(item, today))
    .map(({ list: _list, extra, ...item }) => namedRow({ ...extra, ...item }, language));
}

/** `options:survey_type`: closed options of a field. `value` repeats the id for clients that expect it. */
export const optionsResolver: Resolver = (name, call) => {
  const node = call.form.byProperty.get(name) ?? call.form.fields.get(name);
  if (node?.def.choices) return choiceItems(node.def.choices, call).map((item) => ({ ...item, value: item.id }));
  const { constants } = call.services.registry.common();
  // The options of an amount are its currencies.
  const found = node?.properties.flatMap((property) => closedOptionsOf(node, constants, property) ?? []) ?? [];
  const once = new Map(found.map((option) => [option.value, option]));
  return [...once.values()].map(({ value, label }) => ({
    ...namedFromText(value, label, call.language),
    value,
  }));
};

/** `places:province`: places of a level. */
export const placesResolver: Resolver = (level, { services, language }): Named[] =>
  [...services.registry.places().values()]
    .filter((place) => place.level === level && isPlaceOffered(place))
    .map((place) => namedRow(place, language));

/** With more records than this, users search instead of scrolling. */
const MOST_ITEMS = 1000;

/** `records:school`: records of a form that the user may see. Always includes the chosen parent. */
export const recordsResolver: Resolver = async (name, call, { parent, view }) => {
  const items = await recordItems(name, call, []);
  const chosen = parent?.record ?? undefined;
  const missing = chosen?.form === name && !items.some((item) => item.id === chosen.id);
  if (missing && parent) items.unshift(item(parent.record, parent.name));
  const belongs = view?.record.parent_id;
  if (belongs && !items.some((item) => item.id === belongs)) {
    const found = (await findNamesOfRecords(call.services, [belongs]))[belongs];
    if (found?.form === name)
      items.unshift(
        item({ id: belongs, code: found.code ?? null, province_id: null, district_id: null }, found.name ?? ''),
      );
  }
  return items;
};

/** Returns id, name, code and place of every visible record that matches the filters, at most `MOST_ITEMS`. */
async function recordItems(name: string, call: ApiCall, filters: Filter[]) {
  const form = call.services.registry.form(name);
  if (!form) return [];
  const items = [];
  for await (const { record, name: own } of everyListRow(
    call.services.records,
    { form, filters, sort: [] },
    call.actor,
    MOST_ITEMS,
  ))
    items.push(item(record, own || (record.code ?? '')));
  return items;
}

/** Returns such items of several forms, each with its form. */
async function itemsOfForms(forms: readonly CompiledForm[], call: ApiCall) {
  const lists = await Promise.all(
    forms.map(async ({ form }) => (await recordItems(form, call, [])).map((one) => ({ ...one, form }))),
  );
  return lists.flat();
}

function item(record: Pick<RecordMeta, 'id' | 'code' | 'province_id' | 'district_id'>, name: string) {
  const { id, code, province_id, district_id } = record;
  return { ...namedRecord(id, name), code, province_id, district_id };
}

/** The department in the query: `department`, the id of an item of that choice list. Its code is a programme. */
const DEPARTMENTS = 'department';

/** Returns undefined if the query names no department, and null if that department does not exist. */
function departmentOf({ query, services }: ApiCall): { id: string; code: string } | null | undefined {
  const { department } = query;
  if (typeof department !== 'string') return undefined;
  const item = services.registry.choices(DEPARTMENTS).find((one) => one.id === department);
  return item ? { id: item.id, code: item.code } : null;
}

/** The field of person forms that holds the departments. */
const DEPARTMENTS_FIELD = 'departments';

/**
 * `people:staff:focal_point,coordinator`: people of a person form, optionally only with some roles. With `department` in the
 * query, only people of that department and people without any, who work with all.
 */
export const peopleResolver: Resolver = async (argument, call) => {
  const [form = '', roles] = argument.split(':');
  const asked = roles?.split(',').filter(Boolean) ?? [];
  const ofRoles: Filter[] = asked.length > 0 ? [{ field: ROLE_FIELD, op: 'in', value: asked }] : [];
  const department = departmentOf(call);
  if (department === null) return [];
  if (!department || !call.services.registry.form(form)?.fields.has(DEPARTMENTS_FIELD))
    return recordItems(form, call, ofRoles);
  const ways: Filter[] = [
    { field: DEPARTMENTS_FIELD, op: 'eq', value: department.id },
    { field: DEPARTMENTS_FIELD, op: 'empty', value: null },
  ];
  const found = await Promise.all(ways.map((way) => recordItems(form, call, [...ofRoles, way])));
  return found.flat();
};

/** `sites`: sites of every programme that the user may see. With `department` in the query, only those of the programme in its code. */
export const sitesResolver: Resolver = async (_argument, call) => {
  const department = departmentOf(call);
  if (department === null) return [];
  const forms = call.services.registry
    .forms()
    .filter(
      ({ definition }) => definition.kind === 'site' && (!department || definition.programme === department.code),
    );
  return itemsOfForms(forms, call);
};

/**
 * `problems:types`, `problems:statuses`, `problems:roles`, `problems:people`, `problems:ongoing`: data for the problem log of a visit.
 * Ongoing are the open problems of the site, with who identified them but without the later roles.
 */
const PARTS: Record<string, Resolver> = {
  types: (_argument, call) =>
    call.form.definition.problems ? choiceItems(call.form.definition.problems.types, call) : [],

  statuses: (_argument, { services, language }) =>
    (services.registry.problem()?.fields.get(PROBLEM_STATUS)?.def.options ?? []).map(({ value, label }) => ({
      ...namedFromText(value, label, language),
      open: isOpenStatus(value as ProblemStatus),
    })),

  roles: (_argument, { services, language }) =>
    Object.entries(ROLE_PROPERTIES).flatMap(([role, name]) => {
      const label = services.registry.problem()?.fields.get(name)?.def.label;
      return label ? { ...namedFromText(role, label, language), key: name.replace(/_by_id$/, '') } : [];
    }),

  /** Everyone whom the log may name: people of all person forms. */
  people: (_argument, call) =>
    itemsOfForms(
      call.services.registry.forms().filter((form) => form.definition.kind === 'person'),
      call,
    ),

  ongoing: async (_argument, call, { view, parent, refs }) => {
    const site = view?.record.site_id ?? view?.record.parent_id ?? parent?.record.id;
    if (!site) return [];
    const names = createNameCollector(call.services);
    const rows = await carriedOverProblems(createServerReads(call), call.form, site, names);
    Object.assign(refs ?? {}, await names.load());
    return rows;
  },
};

export const problemsResolver: Resolver = (part, call, context) => {
  const source = getOwn(PARTS, part);
  if (!source) throw new Error(`${call.form.key}: the API names an unknown source problems:${part}`);
  return source('', call, context);
};

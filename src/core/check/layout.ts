/** Checks sections, columns, filters, tabs and the names a form uses for its own fields. */

import { propertiesByPart } from '../definitions/inputs.ts';
import { isRowForm } from '../definitions/rows.ts';
import { groupsOf, questionsOf } from '../definitions/sections.ts';
import type { Field, FormDefinition } from '../definitions/types.ts';
import type { Figure, Where } from '../generated/form.ts';
import { escapePointer, getOwn } from '../json.ts';
import { CAPTURE_SOURCES } from '../query/columns.ts';
import { didYouMean, type FormFile, type ReportIssue } from './issues/issue.ts';

/** Columns that the engine has for every record. */
export const ENGINE_COLUMNS: readonly string[] = [
  'index',
  'status',
  'code',
  'name',
  'province',
  'district',
  'village',
  'organization',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'date',
];

export function checkLayout(
  { definition }: FormFile,
  formsByName: ReadonlyMap<string, FormDefinition>,
  report: ReportIssue,
): void {
  checkSections(definition, report);
  checkColumnGroups(definition.fields, '/fields', report);
  checkOwnFields(definition, report);
  if (!isRowForm(definition)) checkScreens(definition, formsByName, report);
}

/** Checks what lists, figures and the detail screen show. */
function checkScreens(
  definition: FormDefinition,
  formsByName: ReadonlyMap<string, FormDefinition>,
  report: ReportIssue,
): void {
  const known = storedNames(definition);
  const parents = (definition.parent?.forms ?? []).flatMap((name) => formsByName.get(name) ?? []);
  const source = (name: string, pointer: string): void => {
    const [first = '', second] = name.split('.');
    if (Object.hasOwn(CAPTURE_SOURCES, name)) return;
    if (first === 'parent' && second !== undefined) {
      if (!definition.parent) report(pointer, 'parent_none', { name });
      else if (
        parents.length > 0 &&
        !ENGINE_COLUMNS.includes(second) &&
        !parents.some((parent) => storedNames(parent).has(second))
      ) {
        report(pointer, 'parent_no_field', { name: second });
      }
    } else if (second !== undefined || (!ENGINE_COLUMNS.includes(first) && !known.has(first))) {
      report(pointer, 'column_unknown', {
        name,
        ...didYouMean(name, [...known, ...ENGINE_COLUMNS, ...Object.keys(CAPTURE_SOURCES)]),
      });
    }
  };
  for (const [index, column] of definition.list.columns.entries()) {
    source(typeof column === 'string' ? column : column.field, `/list/columns/${index}`);
  }
  for (const key of ['filters', 'search'] as const) {
    for (const [index, name] of (definition.list[key] ?? []).entries()) source(name, `/list/${key}/${index}`);
  }
  if (definition.list.sort) source(definition.list.sort.replace(/^-/, ''), '/list/sort');
  const conditions = (where: Where | undefined, pointer: string): void => {
    for (const [index, { field }] of (where ?? []).entries()) source(field, `${pointer}/${index}/field`);
  };
  conditions(definition.matrix?.where, '/matrix/where');
  for (const [index, { where }] of (definition.dueDates ?? []).entries()) conditions(where, `/dueDates/${index}/where`);
  for (const [index, name] of (definition.figures?.filters ?? []).entries()) source(name, `/figures/filters/${index}`);
  for (const [index, item] of (definition.figures?.items ?? []).entries()) {
    const at = `/figures/items/${index}`;
    if (item.by !== undefined) source(item.by, `${at}/by`);
    if (item.of !== undefined) source(item.of, `${at}/of`);
    conditions(item.where, `${at}/where`);
    const needed = NEEDED[item.show];
    if (needed && item[needed] === undefined) report(at, 'key_missing', { name: needed });
  }
  for (const [index, tab] of (definition.detail?.tabs ?? []).entries()) {
    for (const [at, id] of (tab.sections ?? []).entries()) {
      if (!definition.sections.some((section) => section.id === id))
        report(`/detail/tabs/${index}/sections/${at}`, 'section_unknown', { name: id });
    }
    if (tab.show === 'children' && (!tab.type || !getOwn(definition.api.formTypes, tab.type))) {
      report(`/detail/tabs/${index}/type`, 'tab_type_unknown', { name: tab.type ?? '' });
    }
  }
  checkOverview(definition, report);
}

/** Checks what the top of the detail screen tells of a place. */
function checkOverview({ api, detail, fields }: FormDefinition, report: ReportIssue): void {
  const { visits = [], position, people = [] } = detail?.overview ?? {};
  for (const [index, name] of visits.entries())
    if (!getOwn(api.formTypes, name)) report(`/detail/overview/visits/${index}`, 'tab_type_unknown', { name });
  const expect = (name: string | undefined, pointer: string, type?: string): void => {
    if (name === undefined) return;
    const field = getOwn(fields, name);
    if (!field) report(pointer, 'field_unknown', { name, ...didYouMean(name, Object.keys(fields)) });
    else if (type && field.type !== type) report(pointer, 'field_wrong_type', { name, type: field.type, needed: type });
  };
  expect(position, '/detail/overview/position', 'geopoint');
  for (const [index, { name, phone }] of people.entries()) {
    for (const [at, one] of name.entries()) expect(one, `/detail/overview/people/${index}/name/${at}`);
    expect(phone, `/detail/overview/people/${index}/phone`, 'phone');
  }
}

/** The key that each kind of figure requires. */
const NEEDED: Partial<Record<Figure['show'], 'by' | 'of'>> = {
  average: 'of',
  bars: 'by',
  donut: 'by',
  months: 'by',
  ages: 'by',
};

function storedNames(definition: FormDefinition): Set<string> {
  return new Set(
    Object.entries(definition.fields).flatMap(([name, field]) => [
      name,
      ...Object.values(propertiesByPart(name, field)),
    ]),
  );
}

function checkSections(definition: FormDefinition, report: ReportIssue): void {
  const places = new Map<string, string>();
  const ids = new Set<string>();
  const groups = new Set<string>();
  for (const [index, section] of definition.sections.entries()) {
    if (ids.has(section.id)) report(`/sections/${index}/id`, 'section_twice', { name: section.id });
    ids.add(section.id);
    for (const { group, pointer } of groupsOf(section, `/sections/${index}`)) {
      if (groups.has(group.group)) report(`${pointer}/group`, 'item_twice', { name: group.group });
      groups.add(group.group);
    }
    for (const { name, pointer } of questionsOf(section, `/sections/${index}`)) {
      if (!getOwn(definition.fields, name))
        report(pointer, 'field_unknown', { name, ...didYouMean(name, Object.keys(definition.fields)) });
      const other = places.get(name);
      if (other !== undefined) report(pointer, 'field_in_two_sections', { name, section: other });
      places.set(name, section.id);
    }
  }
  for (const name of Object.keys(definition.fields)) {
    if (!places.has(name)) report(`/fields/${escapePointer(name)}`, 'field_in_no_section', { name });
  }
}

/** Checks the groups of each table: they name its columns, each once and as they stand. */
function checkColumnGroups(fields: Record<string, Field>, base: string, report: ReportIssue): void {
  for (const [name, { type, columns, groups = [] }] of Object.entries(fields)) {
    const at = `${base}/${escapePointer(name)}`;
    if (groups.length > 0 && !columns) report(`${at}/groups`, 'columns_none', { type });
    if (!columns) continue;
    checkColumnGroups(columns, `${at}/columns`, report);
    const order = Object.keys(columns);
    const placed = new Map<string, string>();
    const ids = new Set<string>();
    for (const [index, { group, fields: named }] of groups.entries()) {
      const pointer = `${at}/groups/${index}`;
      if (ids.has(group)) report(`${pointer}/group`, 'item_twice', { name: group });
      ids.add(group);
      for (const [place, column] of named.entries()) {
        const other = placed.get(column);
        if (!Object.hasOwn(columns, column))
          report(`${pointer}/fields/${place}`, 'field_unknown', { name: column, ...didYouMean(column, order) });
        else if (other !== undefined)
          report(`${pointer}/fields/${place}`, 'field_in_two_sections', { name: column, section: other });
        placed.set(column, group);
      }
      const first = order.indexOf(named[0] ?? '');
      const isKnown = named.every((column) => order.includes(column));
      if (isKnown && named.some((column, place) => order[first + place] !== column))
        report(`${pointer}/fields`, 'group_scattered', { name: group });
    }
  }
}

/** Checks that fields with a special purpose exist and have the right type. */
function checkOwnFields(definition: FormDefinition, report: ReportIssue): void {
  const expect = (name: string | undefined, pointer: string, types?: string[]): void => {
    if (name === undefined) return;
    const field = getOwn(definition.fields, name);
    if (!field) report(pointer, 'field_unknown', { name, ...didYouMean(name, Object.keys(definition.fields)) });
    else if (types && !types.includes(field.type))
      report(pointer, 'field_wrong_type', { name, type: field.type, needed: types.join(' / ') });
  };
  expect(definition.parent?.field, '/parent/field', ['record']);
  expect(definition.place, '/place', ['place']);
  expect(definition.date, '/date', ['date']);
  expect(definition.organization, '/organization', ['choice', 'record', 'hidden']);
  expect(definition.problems?.field, '/problems/field', ['problems']);
  expect(definition.matrix?.rows, '/matrix/rows', ['choice']);
  expect(definition.matrix?.columns, '/matrix/columns', ['choice']);
  expect(definition.matrix?.level, '/matrix/level', ['derived']);
  for (const [index, name] of (definition.quick?.fields ?? []).entries()) expect(name, `/quick/fields/${index}`);
  checkGallery(definition, expect);
  expect(definition.code?.by?.field, '/code/by/field');
  for (const [index, name] of (definition.name ?? []).entries()) expect(name, `/name/${index}`);
  const by = definition.code?.by;
  const options = by && getOwn(definition.fields, by.field)?.options;
  for (const value of Object.keys(by?.patterns ?? {})) {
    if (options && !options.some((option) => option.value === value))
      report(`/code/by/patterns/${escapePointer(value)}`, 'option_unknown', { name: value, field: by?.field ?? '' });
  }
  const aliases = new Map<string, string>();
  const stored = storedNames(definition);
  for (const [name, field] of Object.entries(definition.fields)) {
    for (const [index, alias] of (field.aliases ?? []).entries()) {
      const pointer = `/fields/${escapePointer(name)}/aliases/${index}`;
      if (stored.has(alias)) report(pointer, 'alias_stored', { name: alias });
      else if (aliases.has(alias)) report(pointer, 'alias_taken', { name: alias, field: aliases.get(alias) ?? '' });
      aliases.set(alias, name);
    }
  }
}

/** Types of the questions that are parts in the gallery. The others hold words. */
const GALLERY_TYPES: Partial<Record<string, string[]>> = {
  picture: ['image'],
  narrow: ['choice'],
  cover: ['hidden'],
  order: ['hidden'],
};

function checkGallery(
  { gallery = {} }: FormDefinition,
  expect: (name: string, pointer: string, types?: string[]) => void,
): void {
  for (const [part, named] of Object.entries(gallery)) {
    if (typeof named === 'string') expect(named, `/gallery/${part}`, getOwn(GALLERY_TYPES, part));
    else for (const [index, name] of named.entries()) expect(name, `/gallery/${part}/${index}`);
  }
}

/** Checks that reports use only names that exist: forms, answers, states, roles, measures. */

import type { SourceFile, SourceFiles } from '../../definitions/files.ts';
import { propertiesByPart } from '../../definitions/inputs.ts';
import type { FormDefinition, Workflow } from '../../definitions/types.ts';
import type { Block, Measure, ReportDefinition } from '../../generated/report.ts';
import { ENGINE_SOURCES, SOURCE_ALIASES } from '../../query/columns.ts';
import { partsOfMeasure } from '../../reports/cells.ts';
import { isFieldDimension, isQuestionDimension, measuresOf } from '../../reports/sources.ts';
import type { CommonFiles } from '../commonFiles.ts';
import { didYouMean, type Issue, type ReportIssue } from '../issues/issue.ts';
import { checkBlockNeeds } from './needs.ts';

type Forms = ReadonlyMap<string, FormDefinition>;

/** What problems of the log and entries of the activity log have, besides a place. */
const OF_LOGS: readonly string[] = [
  ...['type_id', 'status', 'site_id', 'programme', 'date_identified', 'date_solved'],
  ...[
    'action',
    'person',
    'created_by',
    'created_at',
    'form',
    'date',
    'province',
    'district',
    'village',
    'organization',
  ],
];

export function reportIssues(files: SourceFiles, forms: Forms, common: CommonFiles): Issue[] {
  const issues: Issue[] = [];
  const known = new Set<string>();
  const screens = new Map<string, string>();
  for (const definition of forms.values())
    for (const path of Object.values(definition.paths))
      if (typeof path === 'string') screens.set(trimmed(path), definition.form);
  const calls = new Map<string, string>();
  for (const file of files.values()) {
    if (file.kind !== 'report') continue;
    const report = file.json as ReportDefinition;
    const say: ReportIssue = (pointer, code, params = {}) =>
      void issues.push({ file: file.path, pointer, code, params });
    checkName(file, report, known, say);
    checkProgramme(file, report, forms, say);
    for (const [pointer, path] of screensOf(report)) {
      // The result is a screen of its own, and a slash at the end makes no other one.
      const own = [trimmed(path), `${trimmed(path)}/show`];
      const other = own.map((one) => screens.get(one)).find((one) => one !== undefined);
      if (other !== undefined) say(pointer, 'screen_taken', { path, form: other });
      for (const one of own) screens.set(one, report.report);
    }
    for (const path of callsOf(report)) {
      const other = calls.get(path);
      if (other !== undefined) say('/api', 'path_taken', { path, form: other });
      calls.set(path, report.report);
    }
    checkReport(report, forms, common, say);
  }
  return issues;
}

function checkName({ path }: SourceFile, { report }: ReportDefinition, known: Set<string>, say: ReportIssue): void {
  const file = (path.split('/').at(-1) ?? '').replace(/\.report\.json$/, '');
  if (file !== report) say('/report', 'report_name', { file, name: report });
  else if (known.has(report)) say('/report', 'item_twice', { name: report });
  known.add(report);
}

/** Folders of definitions that no programme has. */
const NO_PROGRAMME: readonly string[] = ['common', 'demo'];

function checkProgramme(
  { path }: SourceFile,
  { programme: name }: ReportDefinition,
  forms: Forms,
  say: ReportIssue,
): void {
  const folder = path.split('/').at(-2) ?? '';
  const isKnown = [...forms.values()].some(({ programme }) => programme === name) && !NO_PROGRAMME.includes(name);
  if (!isKnown) say('/programme', 'programme_unknown', { name });
  else if (folder !== name) say('/programme', 'report_programme', { file: folder, name });
}

function trimmed(path: string): string {
  return path.replace(/(.)\/+$/, '$1');
}

function screensOf({ path, aliases = [] }: ReportDefinition): [pointer: string, path: string][] {
  return [['/path', path], ...aliases.map((one, at): [string, string] => [`/aliases/${at}`, one])];
}

function callsOf({ api }: ReportDefinition): string[] {
  return api ? [...new Set([api.base, api.result ?? `${api.base}/show`])] : [];
}

function checkReport(report: ReportDefinition, forms: Forms, common: CommonFiles, say: ReportIssue): void {
  const roles = common.permissions?.roles.map(({ id }) => id);
  for (const [at, role] of (report.roles ?? []).entries())
    if (roles && !roles.includes(role)) say(`/roles/${at}`, 'role_unknown', { name: role, ...didYouMean(role, roles) });
  const workflows = Object.values(common.workflows ?? {});
  for (const [at, state] of (report.states ?? []).entries())
    if (!isState(state, workflows)) say(`/states/${at}`, 'state_nowhere', { name: state });
  const blocks = new Set<string>();
  for (const [at, block] of report.blocks.entries()) {
    const pointer = `/blocks/${at}`;
    if (blocks.has(block.id)) say(`${pointer}/id`, 'item_twice', { name: block.id });
    blocks.add(block.id);
    checkBlock(block, pointer, forms, workflows, say);
    checkBlockNeeds(block, pointer, say);
  }
  for (const [at, filter] of report.filters.entries()) {
    if (typeof filter !== 'object') continue;
    for (const [index, form] of (filter.of ?? []).entries()) {
      const definition = forms.get(form);
      if (!definition)
        say(`/filters/${at}/of/${index}`, 'form_unknown', { name: form, ...didYouMean(form, forms.keys()) });
      else if (!hasSource(definition, filter.by, forms)) say(`/filters/${at}/by`, 'field_unknown', { name: filter.by });
    }
  }
  for (const [key, what] of Object.entries(report.api?.keys ?? {})) {
    const [id, measure] = what.split('.');
    const block = report.blocks.find((one) => one.id === id);
    const isKnown = block && (measure === undefined || measuresOf(block).some((one) => one.id === measure));
    if (!isKnown) say(`/api/keys/${key}`, 'measure_unknown', { name: what });
  }
}

function isState(state: string, workflows: readonly Workflow[]): boolean {
  return workflows.some(({ states }) => states.some(({ id }) => id === state));
}

function checkBlock(
  block: Block,
  pointer: string,
  forms: Forms,
  workflows: readonly Workflow[],
  say: ReportIssue,
): void {
  const measures = measuresOf(block);
  const ids = measures.map(({ id }) => id);
  for (const [at, measure] of measures.entries()) {
    const place = `${pointer}/measures/${at}`;
    if (ids.indexOf(measure.id) < at) say(`${place}/id`, 'item_twice', { name: measure.id });
    for (const key of ['rate', 'plus', 'minus'] as const)
      for (const [index, name] of (measure[key] ?? []).entries())
        if (!ids.includes(name)) say(`${place}/${key}/${index}`, 'measure_unknown', { name, ...didYouMean(name, ids) });
        else if (reaches(measures, name, measure.id, new Set()))
          say(`${place}/${key}/${index}`, 'measure_circle', { name });
    for (const key of ['from', 'to'] as const) {
      const state = measure[key];
      if (state !== undefined && !isState(state, workflows)) say(`${place}/${key}`, 'state_nowhere', { name: state });
    }
    checkSources(block, measure, place, forms, say);
    checkValues(measure, place, forms, say);
  }
  for (const key of ['order', 'only'] as const) {
    const name = block[key]?.replace(/^-/, '');
    if (name !== undefined && !ids.includes(name))
      say(`${pointer}/${key}`, 'measure_unknown', { name, ...didYouMean(name, ids) });
  }
}

/** Returns true if working out a measure needs another one. */
function reaches(measures: readonly Measure[], from: string, to: string, seen: Set<string>): boolean {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  const measure = measures.find(({ id }) => id === from);
  return partsOfMeasure(measure ?? {}).some((next) => reaches(measures, next, to, seen));
}

function checkSources({ by, across }: Block, measure: Measure, pointer: string, forms: Forms, say: ReportIssue): void {
  const isOfLog = measure.of === 'problems' || measure.of === 'events';
  const named: [pointer: string, source: string][] = [
    ...(measure.where ?? []).map(({ field }, at): [string, string] => [`${pointer}/where/${at}/field`, field]),
    ...(measure.field === undefined ? [] : [[`${pointer}/field`, measure.field] as [string, string]]),
    ...(measure.fields ?? []).map((field, at): [string, string] => [`${pointer}/fields/${at}`, field]),
    ...[by, across].filter(isFieldDimension).map(({ field }): [string, string] => [pointer, field]),
  ];
  for (const [at, name] of (measure.visits === undefined ? [] : [measure.visits]).entries())
    if (!forms.get(name)?.due) say(`${pointer}/visits`, 'form_unknown', { name, at });
  const known = (measure.forms ?? []).flatMap((name, at) => {
    const form = forms.get(name);
    if (!form) say(`${pointer}/forms/${at}`, 'form_unknown', { name, ...didYouMean(name, forms.keys()) });
    return form ?? [];
  });
  for (const [place, source] of named) {
    if (isOfLog ? OF_LOGS.includes(source.replace(/(?<!site|type)_id$/, '')) : known.length === 0) continue;
    const lacking = isOfLog ? true : known.some((form) => !hasSource(form, source, forms));
    if (lacking) say(place, 'field_unknown', { name: source });
  }
  for (const dimension of [by, across].filter(isQuestionDimension))
    for (const section of dimension.sections ?? [])
      if (known.length > 0 && !known.some(({ sections }) => sections.some(({ id }) => id === section)))
        say(pointer, 'section_unknown', { name: section });
}

/** Reports values of conditions that no record can have, because the question has other options in each of the forms. */
function checkValues({ of, where, forms: names }: Measure, pointer: string, forms: Forms, say: ReportIssue): void {
  if (of === 'problems' || of === 'events') return;
  const known = (names ?? []).flatMap((name) => forms.get(name) ?? []);
  for (const [at, { field, value }] of (where ?? []).entries()) {
    const closed = known.map((form) => optionsOf(form, field, forms));
    if (known.length === 0 || closed.includes(undefined)) continue;
    const options = closed.flatMap((one) => one ?? []);
    for (const one of Array.isArray(value) ? value : [value ?? ''])
      if (one !== '' && !options.includes(String(one)))
        say(`${pointer}/where/${at}/value`, 'option_unknown', {
          name: String(one),
          field,
          ...didYouMean(String(one), options),
        });
  }
}

/** Returns the options of a source; undefined if it has no closed list of them. */
function optionsOf(form: FormDefinition, source: string, forms: Forms): string[] | undefined {
  if (source.startsWith('parent.')) {
    const above = (form.parent?.forms ?? []).flatMap((name: string) => forms.get(name) ?? []);
    const closed = above.map((parent) => optionsOf(parent, source.slice('parent.'.length), forms));
    return closed.includes(undefined) || closed.length === 0 ? undefined : closed.flatMap((one) => one ?? []);
  }
  const found = Object.entries(form.fields).find(
    ([name, field]) => name === source || Object.values(propertiesByPart(name, field)).includes(source),
  );
  // Other parts of an answer, such as the words beside “other”, have no options.
  const [name, field] = found ?? [];
  const isValue = name === source || field?.bind?.value === source || field?.rows?.some((row) => row.name === source);
  return isValue ? field?.options?.map(({ value }) => value) : undefined;
}

function hasSource(form: FormDefinition, source: string, forms: Forms): boolean {
  if (
    Object.hasOwn(ENGINE_SOURCES, source) ||
    Object.hasOwn(SOURCE_ALIASES, source) ||
    source === 'site' ||
    source === 'person'
  )
    return true;
  if (source.startsWith('parent.')) {
    const above = (form.parent?.forms ?? []).flatMap((name: string) => forms.get(name) ?? []);
    return above.some((parent) => hasSource(parent, source.slice('parent.'.length), forms));
  }
  return Object.entries(form.fields).some(
    ([name, field]) => name === source || Object.values(propertiesByPart(name, field)).includes(source),
  );
}

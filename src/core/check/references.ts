/** Checks the names a form uses: forms, workflows, choice lists, fields, error codes, sections of problem types. */

import { propertiesByPart } from '../definitions/inputs.ts';
import { isFormList } from '../definitions/lists.ts';
import { isRowForm, OWN_PROBLEM_TYPES } from '../definitions/rows.ts';
import type { Field, FormDefinition } from '../definitions/types.ts';
import { ERROR_CODES } from '../errors/catalogue.ts';
import { FIELD_TYPES } from '../form/types/index.ts';
import { escapePointer, getOwn } from '../json.ts';
import type { CommonFiles } from './commonFiles.ts';
import type { IssueCode } from './issues/codes.ts';
import { didYouMean, type FormFile, type ReportIssue } from './issues/issue.ts';

const typesOf = (...kinds: string[]) =>
  Object.entries(FIELD_TYPES).flatMap(([name, { parts }]) =>
    typeof parts === 'object' && kinds.includes(parts.value ?? '') ? [name] : [],
  );

const DAYS = typesOf('day');
const ROWS = typesOf('rows');
const TIMES = typesOf('instant', 'time');
/** Types whose answers have an order in time. */
const ORDERED = typesOf('day', 'instant', 'time');

/** A form file and what its names may refer to. */
interface Among extends Pick<FormFile, 'definition' | 'schema'> {
  formsByName: ReadonlyMap<string, FormDefinition>;
  common: CommonFiles;
  report: ReportIssue;
}

export function checkReferences(
  file: FormFile,
  formsByName: ReadonlyMap<string, FormDefinition>,
  common: CommonFiles,
  report: ReportIssue,
): void {
  const { definition, schema } = file;
  const among = { definition, schema, formsByName, common, report };
  if (!isRowForm(definition)) {
    checkForm(among);
    checkApi(among);
  }
  checkFields(among, definition.fields, '/fields');
  checkCategories(among);
  checkSameAs(among);
  checkReview(among);
  checkImport(among);
}

/** Reports a name that is not among these, and suggests the one that was probably meant. */
function expectOne(report: ReportIssue, code: IssueCode, names: Iterable<string>, name: string, pointer: string): void {
  const known = [...names];
  if (!known.includes(name)) report(pointer, code, { name, ...didYouMean(name, known) });
}

function expectForm({ formsByName, report }: Among, name: string, pointer: string): void {
  expectOne(report, 'form_unknown', formsByName.keys(), name, pointer);
}

function expectForms(among: Among, names: readonly string[] | undefined, pointer: string): void {
  for (const [index, name] of (names ?? []).entries()) expectForm(among, name, `${pointer}/${index}`);
}

function expectList({ definition, common, report }: Among, name: string, pointer: string): void {
  const own = Object.keys(definition.lists ?? {}).map((list) => `#${list}`);
  expectOne(report, 'list_unknown', isFormList(name) ? own : Object.keys(common.choices ?? {}), name, pointer);
}

function checkFields(among: Among, all: Record<string, Field>, base: string): void {
  const { definition, report } = among;
  const names = Object.keys(definition.fields);
  for (const [name, field] of Object.entries(all)) {
    const at = `${base}/${escapePointer(name)}`;
    for (const [key, other] of Object.entries({ remarkOf: field.remarkOf, 'suggest/of': field.suggest?.of }))
      if (other !== undefined) expectOne(report, 'field_unknown', names, other, `${at}/${key}`);
    if (field.notBefore !== undefined) checkOrder(field, field.notBefore, all, `${at}/notBefore`, report);
    if (field.notAfter !== undefined && !DAYS.includes(field.type))
      report(`${at}/notAfter`, 'field_wrong_type', { name, type: field.type, needed: DAYS.join(' / ') });
    for (const [index, other] of (field.rowOf ?? []).entries())
      if (!getOwn(definition.fields, other)?.columns?.id)
        report(`${at}/rowOf/${index}`, 'field_unknown', { name: other, ...didYouMean(other, names) });
    if (field.choices !== undefined && !(isRowForm(definition) && field.choices === OWN_PROBLEM_TYPES))
      expectList(among, field.choices, `${at}/choices`);
    expectForms(among, field.record?.forms, `${at}/record/forms`);
    expectForms(among, field.person?.forms, `${at}/person/forms`);
    if (field.suggest?.choices !== undefined) expectList(among, field.suggest.choices, `${at}/suggest/choices`);
    checkFitting(among, field, at);
    for (const code of Object.keys(field.messages ?? {}))
      expectOne(report, 'message_unknown', ERROR_CODES, code, `${at}/messages/${code}`);
    if (field.problemWhen)
      checkProblemType(
        among,
        field.problemType ?? name,
        `${at}/${field.problemType === undefined ? 'problemWhen' : 'problemType'}`,
      );
    if (field.columns) checkFields(among, field.columns, `${at}/columns`);
  }
}

/** Checks names that only forms with records use: the workflow and other forms. */
function checkForm(among: Among): void {
  const { definition, common, report } = among;
  if (!getOwn(common.workflows, definition.workflow))
    report('/workflow', 'workflow_unknown', { name: definition.workflow });
  expectForms(among, definition.parent?.forms, '/parent/forms');
  if (definition.problems) expectList(among, definition.problems.types, '/problems/types');
  if (definition.rates) expectForm(among, definition.rates.form, '/rates/form');
  for (const [index, button] of (definition.list.buttons ?? []).entries())
    expectForm(among, button.form, `/list/buttons/${index}/form`);
  for (const [index, { creates }] of (definition.detail?.links ?? []).entries())
    if (creates !== undefined) expectForm(among, creates, `/detail/links/${index}/creates`);
}

function checkApi(among: Among): void {
  const { definition, formsByName, common, report } = among;
  const { api, workflow, fields } = definition;
  expectForms(among, api.accepts, '/api/accepts');
  for (const [type, { form: name, by }] of Object.entries(api.formTypes ?? {})) {
    const at = `/api/formTypes/${escapePointer(type)}`;
    expectForm(among, name, `${at}/form`);
    const child = formsByName.get(name);
    const asked = child?.fields ?? {};
    const isOf = (forms: readonly string[] | undefined) => forms?.includes(definition.form);
    if (by === undefined && child && !isOf(child.parent?.forms)) report(`${at}/form`, 'form_type_apart', { name });
    if (by !== undefined && !isOf(getOwn(asked, by)?.record?.forms))
      report(`${at}/by`, 'field_unknown', { name: by, ...didYouMean(by, Object.keys(asked)) });
  }
  for (const key of ['create', 'show', 'saved', 'meta'] as const)
    for (const [name, source] of Object.entries(api[key] ?? {}))
      checkSource(among, source, `/api/${key}/${escapePointer(name)}`, definition);
  for (const [index, name] of (api.public?.fields ?? []).entries())
    if (!getOwn(fields, name)) report(`/api/public/fields/${index}`, 'field_unknown', { name });
  for (const [index, name] of (api.public?.states ?? []).entries())
    if (!getOwn(common.workflows, workflow)?.states.some((state) => state.id === name))
      report(`/api/public/states/${index}`, 'state_unknown', { name });
  for (const [path, { of, keys }] of Object.entries(api.calls ?? {})) {
    const at = `/api/calls/${escapePointer(path)}`;
    if (of !== undefined) expectForm(among, of, `${at}/of`);
    const lender = of === undefined ? definition : formsByName.get(of);
    for (const [name, source] of Object.entries(keys))
      if (lender) checkSource(among, source, `${at}/keys/${escapePointer(name)}`, lender);
  }
}

function checkSource(among: Among, source: string, pointer: string, of: FormDefinition): void {
  const { report } = among;
  const [kind, rest = ''] = source.split(/:(.*)/);
  const [first = ''] = rest.split(':');
  if (kind === 'records' || kind === 'people') expectForm(among, first, pointer);
  else if (kind === 'choices') expectList(among, rest, pointer);
  else if ((kind === 'options' || kind === 'field') && !getOwn(of.fields, first) && !isStored(of, first))
    report(pointer, 'field_unknown', { name: first });
  else if (kind === 'children' && !getOwn(of.api.formTypes, first))
    report(pointer, 'form_type_unknown', { name: first });
  else if (kind === 'questions' && rest !== '') {
    for (const id of rest.split(','))
      if (!of.sections.some((section) => section.id === id)) report(pointer, 'section_unknown', { name: id });
  } else if (kind === 'problems' && !of.problems && first !== 'statuses' && of.kind !== 'site')
    report(pointer, 'problems_none', {});
}

function isStored({ fields }: FormDefinition, name: string): boolean {
  return Object.entries(fields).some(([field, def]) => Object.values(propertiesByPart(field, def)).includes(name));
}

/** Checks `where` and `same` of a record field: names are filters of the other forms; values of `same` are answers here. */
function checkFitting({ definition, formsByName, report }: Among, { record }: Field, at: string): void {
  for (const key of ['where', 'same'] as const) {
    for (const [name, here] of Object.entries(record?.[key] ?? {})) {
      for (const other of record?.forms ?? []) {
        const filters = formsByName.get(other)?.list.filters;
        if (formsByName.has(other) && !filters?.includes(name))
          report(`${at}/record/${key}/${name}`, 'record_no_filter', { name, form: other });
      }
      if (key === 'same' && !isStored(definition, here))
        report(`${at}/record/same/${name}`, 'answer_unknown', { name: here });
    }
  }
}

/** Compares dates only with dates, instants with instants, times with times. */
function checkOrder(
  field: Field,
  name: string,
  siblings: Record<string, Field>,
  pointer: string,
  report: ReportIssue,
): void {
  const other = getOwn(siblings, name);
  if (!other) report(pointer, 'field_unknown', { name, ...didYouMean(name, Object.keys(siblings)) });
  else if (other.type !== field.type || !ORDERED.includes(other.type))
    report(pointer, 'field_wrong_type', {
      name,
      type: other.type,
      needed: ORDERED.includes(field.type) ? field.type : ORDERED.join(' / '),
    });
}

function problemTypesOf({ definition, common }: Among) {
  return definition.problems && getOwn(common.choices, definition.problems.types);
}

function checkProblemType(among: Among, code: string, pointer: string): void {
  const types = problemTypesOf(among);
  if (!types) return;
  const codes = types.items.map((item) => item.code ?? item.id);
  if (!codes.includes(code))
    among.report(pointer, 'problem_type_unknown', { list: types.list, name: code, ...didYouMean(code, codes) });
}

function checkCategories(among: Among): void {
  for (const { id, category } of problemTypesOf(among)?.items ?? [])
    if (category !== undefined && !among.definition.sections.some((section) => section.id === category))
      among.report('/problems/types', 'problem_section_unknown', { name: id, section: category });
}

/** Checks the fields that tell that two records say the same: they can be compared, and one of them is always answered. */
function checkSameAs({ definition, schema, report }: Among): void {
  const names = definition.sameAs?.fields;
  if (!names) return;
  const required = (schema.required ?? []) as string[];
  for (const [index, name] of names.entries()) {
    const at = `/sameAs/fields/${index}`;
    const field = getOwn(definition.fields, name);
    if (!field) report(at, 'field_unknown', { name, ...didYouMean(name, Object.keys(definition.fields)) });
    else if (ROWS.includes(field.type)) report(at, 'same_type', { name, type: field.type });
  }
  const isAnswered = names.some((name) => {
    const field = getOwn(definition.fields, name);
    return field && Object.values(propertiesByPart(name, field)).some((stored) => required.includes(stored));
  });
  if (!isAnswered) report('/sameAs/fields', 'same_required', { names: names.join(', ') });
  if (definition.import?.key) report('/import/key', 'same_twice', {});
}

/** Checks that the flags of a review read times that the form asks. */
function checkReview({ definition, report }: Among): void {
  const short = definition.review?.flags.short;
  if (!short) return;
  for (const key of ['from', 'to'] as const) {
    const [name, at] = [short[key], `/review/flags/short/${key}`];
    if (name === undefined) continue;
    const type = getOwn(definition.fields, name)?.type;
    if (type === undefined) report(at, 'field_unknown', { name, ...didYouMean(name, Object.keys(definition.fields)) });
    else if (!TIMES.includes(type)) report(at, 'field_wrong_type', { name, type, needed: TIMES.join(' / ') });
  }
}

/** Checks the columns for spreadsheet import: their types can be read from a cell, and every required field is included. */
function checkImport({ definition, schema, report }: Among): void {
  const names = definition.import?.fields;
  if (!names) return;
  const required = (schema.required ?? []) as string[];
  for (const [index, name] of names.entries()) {
    const at = `/import/fields/${index}`;
    const type = getOwn(definition.fields, name)?.type;
    if (type === undefined) report(at, 'field_unknown', { name, ...didYouMean(name, Object.keys(definition.fields)) });
    else if (FIELD_TYPES[type].read === undefined) report(at, 'import_type', { name, type });
  }
  for (const [index, name] of (definition.import?.key ?? []).entries())
    expectOne(report, 'import_key', names, name, `/import/key/${index}`);
  for (const [name, field] of Object.entries(definition.fields)) {
    const needed = Object.values(propertiesByPart(name, field)).some((stored) => required.includes(stored));
    if (needed && !names.includes(name)) report('/import/fields', 'import_required', { name });
  }
}

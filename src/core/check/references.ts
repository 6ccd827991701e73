/** Names of other files: forms, workflows, choice lists, roles, sections of problem types. */

import { partsOf } from '../definitions/compile.ts';
import { isRow, OWN_TYPES } from '../definitions/rows.ts';
import type { Field, FormDefinition } from '../definitions/types.ts';
import { ERROR_CODES, isErrorCode } from '../errors/catalogue.ts';
import { escapePointer } from '../errors/json.ts';
import { FIELD_TYPES } from '../form/types/index.ts';
import type { CommonFiles } from './commonFiles.ts';
import { type FormFile, meant, type Report } from './issue.ts';

/** Types whose answers come one after the other. */
const ORDERED = Object.entries(FIELD_TYPES).flatMap(([name, { parts }]) =>
  typeof parts === 'object' && ['day', 'instant', 'time'].includes(parts.value ?? '') ? [name] : [],
);

export function checkReferences(
  { definition, schema }: FormFile,
  formsByName: ReadonlyMap<string, FormDefinition>,
  common: CommonFiles,
  report: Report,
): void {
  const required = (schema.required ?? []) as string[];
  const form = (name: string, pointer: string): void => {
    if (!formsByName.has(name)) report(pointer, 'form_unknown', { name, ...meant(name, formsByName.keys()) });
  };
  const list = (name: string, pointer: string): void => {
    if (!common.choices?.[name])
      report(pointer, 'list_unknown', { name, ...meant(name, Object.keys(common.choices ?? {})) });
  };
  if (!isRow(definition)) checkOfRecords();
  const fields = (all: Record<string, Field>, base: string): void => {
    for (const [name, field] of Object.entries(all)) {
      const at = `${base}/${escapePointer(name)}`;
      for (const [key, other] of Object.entries({ remarkOf: field.remarkOf, 'suggest/of': field.suggest?.of }))
        if (other !== undefined && !definition.fields[other])
          report(`${at}/${key}`, 'field_unknown', { name: other, ...meant(other, Object.keys(definition.fields)) });
      if (field.notBefore !== undefined) checkOrder(field, field.notBefore, all, `${at}/notBefore`);
      for (const [index, other] of (field.rowOf ?? []).entries())
        if (!definition.fields[other]?.columns?.id)
          report(`${at}/rowOf/${index}`, 'field_unknown', {
            name: other,
            ...meant(other, Object.keys(definition.fields)),
          });
      if (field.choices !== undefined && !(isRow(definition) && field.choices === OWN_TYPES))
        list(field.choices, `${at}/choices`);
      for (const [index, other] of (field.record?.forms ?? []).entries()) form(other, `${at}/record/forms/${index}`);
      checkFitting(field, at);
      for (const code of Object.keys(field.messages ?? {}))
        if (!isErrorCode(code))
          report(`${at}/messages/${code}`, 'message_unknown', { name: code, ...meant(code, ERROR_CODES) });
      for (const [index, other] of (field.person?.forms ?? []).entries()) form(other, `${at}/person/forms/${index}`);
      if (field.problemWhen)
        checkProblemType(
          field.problemType ?? name,
          `${at}/${field.problemType === undefined ? 'problemWhen' : 'problemType'}`,
        );
      if (field.columns) fields(field.columns, `${at}/columns`);
    }
  };
  fields(definition.fields, '/fields');
  checkCategories();
  checkImport();

  /** What only forms name that have records: a workflow, other forms, API keys. */
  function checkOfRecords(): void {
    if (!common.workflows?.[definition.workflow])
      report('/workflow', 'workflow_unknown', { name: definition.workflow });
    for (const [index, name] of (definition.parent?.forms ?? []).entries()) form(name, `/parent/forms/${index}`);
    if (definition.problems) list(definition.problems.types, '/problems/types');
    if (definition.rates) form(definition.rates.form, '/rates/form');
    for (const [index, button] of (definition.list.buttons ?? []).entries())
      form(button.form, `/list/buttons/${index}/form`);
    for (const [index, { creates }] of (definition.detail?.links ?? []).entries())
      if (creates !== undefined) form(creates, `/detail/links/${index}/creates`);
    for (const [index, name] of (definition.api.accepts ?? []).entries()) form(name, `/api/accepts/${index}`);
    for (const [type, { form: name, by }] of Object.entries(definition.api.formTypes ?? {})) {
      form(name, `/api/formTypes/${escapePointer(type)}/form`);
      const child = formsByName.get(name);
      const asked = child?.fields ?? {};
      if (by === undefined && child && !(child.parent?.forms as string[] | undefined)?.includes(definition.form))
        report(`/api/formTypes/${escapePointer(type)}/form`, 'form_type_apart', { name });
      if (by !== undefined && !(asked[by]?.record?.forms as string[] | undefined)?.includes(definition.form))
        report(`/api/formTypes/${escapePointer(type)}/by`, 'field_unknown', {
          name: by,
          ...meant(by, Object.keys(asked)),
        });
    }
    for (const key of ['create', 'show', 'saved', 'meta'] as const) {
      for (const [name, source] of Object.entries(definition.api[key] ?? {}))
        checkSource(source, `/api/${key}/${escapePointer(name)}`);
    }
    for (const [index, name] of (definition.api.public?.fields ?? []).entries())
      if (!definition.fields[name]) report(`/api/public/fields/${index}`, 'field_unknown', { name });
    for (const [index, name] of (definition.api.public?.states ?? []).entries())
      if (!common.workflows?.[definition.workflow]?.states.some((state) => state.id === name))
        report(`/api/public/states/${index}`, 'state_unknown', { name });
    for (const [path, { of, keys }] of Object.entries(definition.api.calls ?? {})) {
      const at = `/api/calls/${escapePointer(path)}`;
      if (of !== undefined) form(of, `${at}/of`);
      const lender = of === undefined ? definition : formsByName.get(of);
      for (const [name, source] of Object.entries(keys))
        if (lender) checkSource(source, `${at}/keys/${escapePointer(name)}`, lender);
    }
  }

  function checkSource(source: string, pointer: string, of: FormDefinition = definition): void {
    const [kind, rest = ''] = source.split(/:(.*)/);
    const [first = ''] = rest.split(':');
    if (kind === 'records' || kind === 'people') form(first, pointer);
    else if (kind === 'choices') list(rest, pointer);
    else if ((kind === 'options' || kind === 'field') && !of.fields[first] && !isStored(of, first))
      report(pointer, 'field_unknown', { name: first });
    else if (kind === 'children' && !of.api.formTypes?.[first]) report(pointer, 'form_type_unknown', { name: first });
    else if (kind === 'questions' && rest !== '') {
      for (const id of rest.split(','))
        if (!of.sections.some((section) => section.id === id)) report(pointer, 'section_unknown', { name: id });
    } else if (kind === 'problems' && !of.problems && first !== 'statuses' && of.kind !== 'site')
      report(pointer, 'problems_none', {});
  }

  function isStored({ fields: all }: FormDefinition, name: string): boolean {
    return Object.entries(all).some(([field, def]) => Object.values(partsOf(field, def)).includes(name));
  }

  /** What a choice of records is narrowed by is a filter of their lists, and an answer here. */
  function checkFitting({ record }: Field, at: string): void {
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

  /** Days are compared with days, instants with instants, times with times. */
  function checkOrder(field: Field, name: string, siblings: Record<string, Field>, pointer: string): void {
    const other = siblings[name];
    if (!other) report(pointer, 'field_unknown', { name, ...meant(name, Object.keys(siblings)) });
    else if (other.type !== field.type || !ORDERED.includes(other.type))
      report(pointer, 'field_wrong_type', {
        name,
        type: other.type,
        needed: ORDERED.includes(field.type) ? field.type : ORDERED.join(' / '),
      });
  }

  function checkProblemType(code: string, pointer: string): void {
    const types = definition.problems && common.choices?.[definition.problems.types];
    if (types && !types.items.some((item) => (item.code ?? item.id) === code)) {
      report(pointer, 'problem_type_unknown', {
        list: types.list,
        name: code,
        ...meant(
          code,
          types.items.map((item) => item.code ?? item.id),
        ),
      });
    }
  }

  /** Columns of an uploaded sheet are fields whose answer fits into cells, and every required one is among them. */
  function checkImport(): void {
    const names = definition.import?.fields;
    if (!names) return;
    for (const [index, name] of names.entries()) {
      const type = definition.fields[name]?.type;
      if (type === undefined)
        report(`/import/fields/${index}`, 'field_unknown', { name, ...meant(name, Object.keys(definition.fields)) });
      else if (FIELD_TYPES[type].read === undefined) report(`/import/fields/${index}`, 'import_type', { name, type });
    }
    for (const [index, name] of (definition.import?.key ?? []).entries())
      if (!names.includes(name)) report(`/import/key/${index}`, 'import_key', { name, ...meant(name, names) });
    for (const [name, field] of Object.entries(definition.fields)) {
      const needed = Object.values(partsOf(name, field)).some((stored) => required.includes(stored));
      if (needed && !names.includes(name)) report('/import/fields', 'import_required', { name });
    }
  }

  function checkCategories(): void {
    const types = definition.problems && common.choices?.[definition.problems.types];
    for (const item of types?.items ?? []) {
      if (item.category !== undefined && !definition.sections.some((section) => section.id === item.category)) {
        report('/problems/types', 'problem_section_unknown', { name: item.id, section: item.category });
      }
    }
  }
}

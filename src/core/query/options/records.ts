/** Reads the options of a question from records, as the lists of the caller show them. */

import { namedRow } from '../../api/names.ts';
import type { CompiledForm, FieldNode } from '../../definitions/types.ts';
import { Failure } from '../../errors/failure.ts';
import { restrictedNamesFor } from '../../records/permission.ts';
import type { Registry } from '../../records/registry.ts';
import type { Actor } from '../../records/types.ts';
import { toRecordFilterOption } from '../../saving/references.ts';
import type { Filter } from '../filter.ts';
import type { ListRow } from '../listQuery.ts';
import { ROLE_FIELD } from '../recordSearch.ts';
import { invalidCursorFailure, type OptionCursor } from './cursor.ts';
import {
  OPTION_BATCH,
  type OptionBatch,
  type OptionCandidate,
  type OptionContext,
  type OptionSearchRequest,
  type RequiredEqualities,
} from './question.ts';

/** A list of records that options come from. */
interface Source {
  form: CompiledForm;
  filters: Filter[];
}

export async function* recordBatches(
  asking: OptionContext,
  question: OptionSearchRequest,
  equal: RequiredEqualities,
): AsyncGenerator<OptionBatch> {
  const sources = sourcesOf(asking, question, equal);
  const { ids, after } = question;
  for (let at = after?.source ?? 0; at < sources.length; at += 1) {
    const source = sources[at] as Source;
    let from = at === after?.source ? after.at : '';
    while (true) {
      const page = await pageOf(asking, question, source, from);
      from = page.next_cursor ?? '';
      const next: OptionCursor | null =
        from !== '' ? { source: at, at: from } : at + 1 < sources.length ? { source: at + 1, at: '' } : null;
      yield { found: page.rows.map((row) => recordCandidate(asking, row)), next };
      if (from === '' || ids) break;
    }
  }
}

function pageOf({ list }: OptionContext, { ids, text }: OptionSearchRequest, { form, filters }: Source, after: string) {
  const query = { form, filters, sort: ['name'], page: 1, per_page: ids?.length || OPTION_BATCH };
  return list({ ...query, ...(text && { text }), ...(after && { after }) }).catch((error: unknown) => {
    throw after && error instanceof Failure && error.code === 'bad_filter' ? invalidCursorFailure() : error;
  });
}

/** Returns a list for each form. With `near` there are two: of that province, and of the others. */
function sourcesOf(
  { registry, actor }: OptionContext,
  question: OptionSearchRequest,
  equal: RequiredEqualities,
): Source[] {
  const { node, ids, near } = question;
  const forms = formsOf(registry, node);
  if (ids) return forms.map((form) => ({ form, filters: [{ field: 'id', op: 'in', value: ids }] }));
  const sources = forms.map((form) => ({ form, filters: filtersOf(registry, actor, form, question, equal) }));
  if (near === undefined) return sources;
  return (['eq', 'ne'] as const).flatMap((op) =>
    sources.map(({ form, filters }) => ({
      form,
      filters: [...filters, { field: 'province_id', op, value: near }],
    })),
  );
}

function recordCandidate({ registry, language }: OptionContext, { record, name }: ListRow): OptionCandidate {
  const { id, code } = record;
  const province = record.province_id ? registry.place(record.province_id) : undefined;
  const detail = [province && namedRow(province, language).name, code].filter(Boolean).join(' · ');
  return {
    item: { id, name: name || code || id, code, detail: detail || null },
    option: toRecordFilterOption(record, record.data),
  };
}

function formsOf(registry: Registry, { def }: FieldNode): CompiledForm[] {
  const named: readonly string[] | undefined = (def.record ?? def.person)?.forms;
  return named
    ? named.flatMap((name) => registry.form(name) ?? [])
    : registry.forms().filter(({ definition }) => definition.kind === 'person');
}

/** Returns what the list itself can find. */
function filtersOf(
  registry: Registry,
  actor: Actor,
  form: CompiledForm,
  { node: { def }, answers }: OptionSearchRequest,
  equal: RequiredEqualities,
): Filter[] {
  const { where = {}, same = {} } = def.record ?? {};
  const fixed = Object.entries(where).map(([field, value]): Filter => ({ field, op: 'eq', value }));
  const alike = Object.entries(same).flatMap(([field, here]): Filter[] => {
    const value = answers[here];
    return typeof value === 'string' && value !== '' ? [{ field, op: 'eq', value }] : [];
  });
  const roles = def.person?.roles;
  const ofRoles: Filter[] = roles && form.fields.has(ROLE_FIELD) ? [{ field: ROLE_FIELD, op: 'in', value: roles }] : [];
  const hidden = restrictedNamesFor(form, actor, registry).names;
  const listed = new Set((form.definition.list.filters ?? []).filter((name) => !hidden.has(name)));
  const narrowed = equal.filter(([name]) => listed.has(name));
  return [...fixed, ...alike, ...ofRoles, ...narrowed.map(([field, value]): Filter => ({ field, op: 'eq', value }))];
}

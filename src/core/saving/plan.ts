/**
 * Works out a record as it is after a change, or throws why the change is not allowed. The server writes the result in a
 * transaction, a device adds it to its unsent changes.
 */

import type { CompiledForm, RecordData } from '../definitions/types.ts';
import { Failure } from '../errors/failure.ts';
import { getOwn } from '../json.ts';
import { isSourceRestricted } from '../records/permission.ts';
import type { RecordPlace } from '../records/place.ts';
import { isResubmission } from '../records/steps.ts';
import type { Actor } from '../records/types.ts';
import { duplicateKey, duplicateProperties } from '../spreadsheet/duplicateKey.ts';
import { cleanText, isBlankText } from '../text/letters.ts';
import { currentRecordName } from './identity.ts';
import { confirmSiteProblems, type PreparedRecord, prepareRecord } from './prepareRecord.ts';
import type { AcknowledgedWarning, ChangePlan, NamedRecord, SavingDeps, UpdateBody, WriteContext } from './types.ts';

/** Throws `version_withdrawn` if the record was captured after its form version was withdrawn. */
export function mustNotBeWithdrawn(
  { registry }: Pick<SavingDeps, 'registry'>,
  form: CompiledForm,
  captured_at: string,
): void {
  const withdrawn = registry.withdrawal(form);
  if (!withdrawn || captured_at < withdrawn.at) return;
  throw new Failure('version_withdrawn', { params: { version: form.version, reason: withdrawn.reason } });
}

/** Checks a new record, and that the actor may create it in its place. */
export async function prepareNew(
  deps: SavingDeps,
  form: CompiledForm,
  id: string,
  data: RecordData,
  parentId: string | undefined,
  context: WriteContext,
): Promise<PreparedRecord> {
  const { permission } = deps;
  const { actor, captured_at } = context;
  // What was filled in before its form was retired is taken, however late it arrives.
  const filled = captured_at !== undefined && { at: new Date(captured_at) };
  permission.mustBeAllowed(permission.scopeForNew(form, null, actor, { ...filled }), 'create');
  const prepared = await prepareRecord(deps, { form, id, data, before: null, parentId, context });
  const { parent, place } = prepared;
  const there = permission.scopeForNew(form, parent, actor, { province_id: place.province_id, ...filled });
  permission.mustBeAllowed(there, 'create');
  return prepared;
}

/** Returns the code that a person typed. Null if codes of this form are not typed. */
export function typedRecordCode(form: CompiledForm, data: RecordData): string | null {
  return form.definition.code?.typed && typeof data.code === 'string' ? data.code : null;
}

export function codeTakenFailure(): Failure {
  return new Failure('validation_failed', { errors: { '/code': [{ code: 'unique' }] } });
}

/** Returns a new record as it is stored. `code` is null if it has none yet. */
export function newStoredRecord(
  { registry }: Pick<SavingDeps, 'registry'>,
  form: CompiledForm,
  { id, prepared, code, context, at }: NewRecordInput,
): Omit<NamedRecord, 'version'> {
  const { actor } = context;
  const data =
    code && form.definition.code?.typed && form.byProperty.has('code') ? { ...prepared.data, code } : prepared.data;
  return {
    id,
    form: form.form,
    form_version: form.version,
    code,
    state: registry.workflow(form).initial,
    name: currentRecordName(registry, form, data, code, prepared.names),
    ...prepared.place,
    created_by: actor.id,
    created_at: at,
    created_sent_by: actor.taken_in_by?.id ?? null,
    ...editedBy(actor),
    updated_by: actor.id,
    updated_at: at,
    started_at: context.filling?.started_at ?? null,
    captured_at: context.captured_at ?? null,
    device_id: context.device_id ?? null,
    deleted_at: null,
    data,
  };
}

/** Whose work the answers are from now on: the actor's, and that of whoever sends them from the actor's rescue file. */
function editedBy({ id, taken_in_by }: Actor): Pick<NamedRecord, 'edited_by' | 'edited_sent_by'> {
  return { edited_by: id, edited_sent_by: taken_in_by?.id ?? null };
}

export interface NewRecordInput {
  id: string;
  prepared: PreparedRecord;
  code: string | null;
  context: WriteContext;
  at: string;
}

/** Returns the record after an update. Throws if it is not allowed or has errors. */
export async function planUpdate<R extends NamedRecord>(
  deps: SavingDeps,
  record: R,
  { form, data: sent, keep, transition }: UpdateBody,
  context: WriteContext,
): Promise<ChangePlan<R>> {
  const { actor } = context;
  const { source, registry, permission, now } = deps;
  permission.mustBeAllowed(permission.scope(form, record, actor), 'edit');
  const step = transition && mayTake(deps, form, record, transition, context);
  if (step && !step.after_edit)
    throw new Failure('validation_failed', { errors: { '/transition': [{ code: 'choice' }] } });
  const { data, place, names, parent } = await prepareRecord(deps, {
    form,
    id: record.id,
    data: { ...sent, ...keptAnswers(deps, form, record, keep) },
    before: record,
    parentId: undefined,
    context,
  });
  const { askedAbout = record.data } = context;
  const acknowledged = await requireAcknowledgement(
    deps,
    form,
    { id: record.id, data, before: askedAbout, place },
    context,
  );
  if (place.province_id !== record.province_id) {
    const there = { ...record, province_id: place.province_id };
    permission.mustBeAllowed(permission.scope(form, there, actor), 'edit');
  }
  const isTyped = form.definition.code?.typed === true && form.byProperty.has('code');
  const stored = isTyped && !data.code && record.code ? { ...data, code: record.code } : data;
  const typed = typedRecordCode(form, stored);
  if (typed && typed !== record.code && !(await source.isCodeFree(form, typed))) throw codeTakenFailure();
  const code = typed ?? record.code;
  const after = {
    ...record,
    ...place,
    form_version: form.version,
    code,
    name: currentRecordName(registry, form, stored, code, names),
    ...editedBy(actor),
    updated_by: actor.id,
    updated_at: now().toISOString(),
    data: stored,
    ...(step && { state: step.to }),
  };
  return { after, action: transition ?? 'edit', names, parent, acknowledged };
}

/** Returns the record's answers under `names` of `form`, even if the record's own version names a question differently. */
function keptAnswers(
  { registry }: SavingDeps,
  form: CompiledForm,
  record: NamedRecord,
  names: readonly string[] = [],
): RecordData {
  const captured = registry.form(record.form, record.form_version) ?? form;
  return Object.fromEntries(
    names.flatMap((name) => {
      const question = form.byProperty.get(name)?.id;
      const before = (question && captured.byQuestion.get(question)?.properties[0]) ?? name;
      return record.data[before] === undefined ? [] : [[name, record.data[before]]];
    }),
  );
}

export interface PlannedAnswers {
  id: string;
  data: RecordData;
  /** The answers before this change; null of a new record. */
  before: RecordData | null;
  place: Pick<RecordPlace, 'site_id'>;
}

/** Throws if the writer is to be asked before it is written. Returns what they were asked about and meant. */
export async function requireAcknowledgement(
  deps: Pick<SavingDeps, 'source' | 'registry'>,
  form: CompiledForm,
  { place, ...record }: PlannedAnswers,
  context: WriteContext,
): Promise<AcknowledgedWarning[]> {
  const visit = { ...record, site_id: place.site_id };
  // Nobody is asked what would reveal an answer that they may not read.
  const isHidden = (name: string) => isSourceRestricted(form, name, context.actor, deps.registry);
  return [
    ...(await askAboutSame(deps, form, record, context, isHidden)),
    ...(isHidden(form.definition.problems?.field ?? '') ? [] : await confirmSiteProblems(deps, form, visit, context)),
  ];
}

/**
 * Returns what the revision says about it. Throws `record_same` if the writer wants to be asked and another record says the
 * same. A change of other answers is not asked about again.
 */
async function askAboutSame(
  { source }: Pick<SavingDeps, 'source'>,
  form: CompiledForm,
  { id, data, before }: { id: string; data: RecordData; before: RecordData | null },
  { actor, same }: WriteContext,
  isHidden: (name: string) => boolean,
): Promise<AcknowledgedWarning[]> {
  if (!same || !form.definition.sameAs) return [];
  const properties = duplicateProperties(form);
  if (properties.some(isHidden)) return [];
  if (before && duplicateKey(properties, before) === duplicateKey(properties, data)) return [];
  const found = await source.same(form, { id, data }, actor);
  if (found.records.length === 0 && !found.hidden) return [];
  if (same === 'ask') throw new Failure('record_same', { detail: { duplicates: found } });
  return ['same'];
}

/** Returns the transition from the record's state. Throws if there is none or the actor may not take it. */
function mayTake(
  { registry, permission }: Pick<SavingDeps, 'registry' | 'permission'>,
  form: CompiledForm,
  record: NamedRecord,
  action: string,
  { actor }: WriteContext,
) {
  const found = registry
    .workflow(form)
    .transitions.find((one) => one.action === action && one.from.includes(record.state));
  const scope = permission.scope(form, record, actor);
  if (found || getOwn(scope.refused, action)) permission.mustBeAllowed(scope, action);
  if (!found) throw new Failure('transition_not_possible', { params: { action, state: record.state } });
  return found;
}

export interface PlannedTransition {
  action: string;
  comment?: string | undefined;
  /** Comments on single questions. */
  fields?: { field: string; comment: string }[] | undefined;
}

export function planTransition<R extends NamedRecord>(
  deps: SavingDeps,
  form: CompiledForm,
  record: R,
  { action, comment, fields = [] }: PlannedTransition,
  context: WriteContext,
): ChangePlan<R> {
  const words = cleanText(comment ?? '');
  const found = mayTake(deps, form, record, action, context);
  if (found.comment === 'required' && words === '' && !fields.some((one) => !isBlankText(one.comment)))
    throw new Failure('transition_comment_required', { params: { action } });
  const { actor } = context;
  const after = {
    ...record,
    state: found.to,
    // Whoever hands a record in answers for it as if they had written it.
    ...(isResubmission(deps.registry.workflow(form), found) && editedBy(actor)),
    updated_by: actor.id,
    updated_at: deps.now().toISOString(),
  };
  return { after, action, comment: words || null, fields };
}

export async function planRemoval<R extends NamedRecord>(
  { permission, source, now }: SavingDeps,
  form: CompiledForm,
  record: R,
  { actor }: WriteContext,
): Promise<ChangePlan<R>> {
  if (record.deleted_at !== null) throw new Failure('record_not_found');
  permission.mustBeAllowed(permission.scope(form, record, actor), 'delete');
  if (await source.hasChildren(record.id)) throw new Failure('has_children');
  const at = now().toISOString();
  return { after: { ...record, deleted_at: at, updated_by: actor.id, updated_at: at }, action: 'delete' };
}

export async function planRestore<R extends NamedRecord>(
  { permission, source, now }: SavingDeps,
  record: R,
  { actor }: WriteContext,
): Promise<ChangePlan<R>> {
  if (!permission.mayRestore(actor)) throw new Failure('forbidden', { params: { action: 'restore' } });
  if (record.deleted_at === null)
    throw new Failure('transition_not_possible', { params: { action: 'restore', state: record.state } });
  const parent = record.parent_id === null ? undefined : await source.record(record.parent_id);
  if (parent?.deleted_at) throw new Failure('parent_deleted');
  return {
    after: { ...record, deleted_at: null, updated_by: actor.id, updated_at: now().toISOString() },
    action: 'restore',
  };
}

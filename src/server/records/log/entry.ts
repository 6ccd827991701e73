/** Makes the log's record of a submission, with the reasons of a refusal and only those answers that name nobody. */

import { v5 as uuidOf } from 'uuid';
import type { CompiledForm, FieldNode, RecordData } from '../../../core/definitions/types.ts';
import { CATALOGUE } from '../../../core/errors/catalogue.ts';
import type { Failure } from '../../../core/errors/failure.ts';
import type { RecordErrors } from '../../../core/errors/recordErrors.ts';
import { coerceAnswers } from '../../../core/form/coerce.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { propertyKindOf } from '../../../core/form/types/question.ts';
import { getOwn } from '../../../core/json.ts';
import { placeOfRecord } from '../../../core/records/place.ts';
import type { Actor } from '../../../core/records/types.ts';
import { composeRecordName } from '../../../core/saving/identity.ts';
import { isBlank } from '../../../core/text/letters.ts';
import type { RecordRow } from '../../db/rows.ts';
import type { FormRegistry } from '../../definitions/registry.ts';
import { nextRevision, type StoredRevision } from '../history/chain.ts';

export interface Submission {
  form: CompiledForm;
  /** Time of the submission in UTC. */
  at: string;
  actor: Pick<Actor, 'id' | 'name'>;
  action: 'create' | 'edit';
  /** The record that was written or was to be changed. */
  record_id?: string;
  /** Version of the record after the write. A repeated request has the same version, so it is logged only once. */
  version?: number;
  /** The parent given for a new record. */
  parent_id?: string;
  /** Why the submission was refused. Absent if it was accepted. */
  failure?: Failure;
  /** The answers as sent. Only present for refused submissions. */
  answers?: Record<string, unknown>;
}

export interface SubmissionEntry {
  row: RecordRow;
  revision: StoredRevision;
}

type LogDefinition = NonNullable<CompiledForm['definition']['log']>;
type Facts = Partial<Record<LogDefinition['facts'][string], unknown>>;

/** UUID namespace for the ids of entries. */
const NAMESPACE = 'c2c84ad5-5a3e-4c06-8c0e-6f0b6f4d9a17';

const MOST_ROWS = 50;

/** Returns the id of an entry: the same id for the same accepted version, a new id for each refusal. */
export function submissionEntryId(log: CompiledForm, { record_id, version, failure, at, actor }: Submission): string {
  const subject = failure ? `${at} ${actor.id} ${Math.random()}` : `${record_id} ${version}`;
  return uuidOf(`${log.form} ${subject}`, NAMESPACE);
}

/** Makes the entry of a submission. `rows` holds the current rows of the records that the submission names. */
export function submissionEntryOf(
  registry: FormRegistry,
  log: CompiledForm,
  id: string,
  submission: Submission,
  rows: ReadonlyMap<string, RecordRow>,
): SubmissionEntry {
  const facts = factsOf(registry, submission, rows);
  const named = Object.entries(log.definition.log?.facts ?? {});
  const data: RecordData = Object.fromEntries(
    named.flatMap(([name, fact]) => (isBlank(facts[fact]) ? [] : [[name, facts[fact]]])),
  );
  const { at, actor } = submission;
  const made: Omit<RecordRow, 'version' | 'hash'> = {
    id,
    form: log.form,
    form_version: log.version,
    code: null,
    state: registry.workflow(log).initial,
    name: composeRecordName(registry, log, data, null, new Map()),
    ...placeOfRecord(log, data, null, registry),
    created_by: actor.id,
    created_at: at,
    edited_by: actor.id,
    created_sent_by: null,
    edited_sent_by: null,
    updated_by: actor.id,
    updated_at: at,
    started_at: null,
    captured_at: null,
    device_id: null,
    deleted_at: null,
    data,
  };
  const by = { by_id: actor.id, by_name: actor.name };
  const done = { action: 'create', at, ...by, device_id: null, captured_at: null, comment: null, fields: null };
  const revision = nextRevision(null, made, done);
  return { row: { ...made, version: revision.seq, hash: revision.hash }, revision };
}

/** Collects the facts of a submission. Its place is that of the record, or of the parent if the record does not exist. */
function factsOf(registry: FormRegistry, submission: Submission, rows: ReadonlyMap<string, RecordRow>): Facts {
  const { form, at, actor, action, answers, failure } = submission;
  const record = rows.get(submission.record_id ?? '');
  const parent = record ? undefined : rows.get(submission.parent_id ?? '');
  const isSite = parent && registry.form(parent.form)?.definition.kind === 'site';
  const place = record ?? parent;
  const sent = answers ? coerceAnswers(form, answers).data : undefined;
  const answered = sent ?? record?.data ?? {};
  return {
    at,
    who: actor.name,
    form: form.form,
    action,
    record: record?.form === form.form ? record.id : undefined,
    code: record?.code ?? undefined,
    site: record?.site_id ?? (isSite ? parent.id : parent?.site_id) ?? undefined,
    province: place?.province_id ?? undefined,
    district: place?.district_id ?? undefined,
    village: place?.village_id ?? undefined,
    answered: Object.keys(answered).filter((name) => form.byProperty.has(name)).length,
    ...(failure && refusalFacts(form, failure)),
    ...(sent && { answers: safeAnswers(form, sent, registry.restrictedNames(form.form).names) }),
  };
}

/** Returns error codes with their pointers. Unknown property names could be any typed text, so they are left out. */
function refusalFacts(form: CompiledForm, { code, errors = {}, params }: Failure) {
  const rows = Object.entries(errors as RecordErrors).flatMap(([pointer, list]) =>
    list.map((error) => {
      const name = pointer.split('/')[1] ?? '';
      const isKnown = form.byProperty.has(name) || Object.hasOwn(form.aliases, name);
      return { ...(isKnown && { question: pointer.slice(0, 120) }), code: error.code, ...inText(error.params) };
    }),
  );
  const found = rows.length > 0 ? rows : [{ code, ...inText(params) }];
  const reasons = [...new Set(found.map((row) => row.code))].filter((one) => Object.hasOwn(CATALOGUE, one));
  return { reasons: reasons.slice(0, MOST_ROWS), errors: found.slice(0, MOST_ROWS) };
}

/** Without the message of the form, and the answers that it names. */
function inText(params: Record<string, unknown> | undefined): { params?: string } {
  const { sentence: _own, answers: _named, ...plain } = params ?? {};
  const text = JSON.stringify(plain);
  return Object.keys(plain).length > 0 && text.length <= 500 ? { params: text } : {};
}

/** Returns only answers on closed scales, numbers, dates and times: no free text, people or files. */
function safeAnswers(
  form: CompiledForm,
  data: RecordData,
  restricted: ReadonlySet<string>,
): { question: string; answer: string }[] {
  return [...form.fields.values()]
    .flatMap((node) =>
      node.properties.flatMap((name) => {
        const answer = restricted.has(name) ? undefined : safeAnswer(node, name, data[name]);
        return answer === undefined ? [] : [{ question: name, answer }];
      }),
    )
    .slice(0, 2 * MOST_ROWS);
}

function safeAnswer(node: FieldNode, name: string, value: unknown): string | undefined {
  if (!FIELD_TYPES[node.type].isSafeInLogs) return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  if (typeof value !== 'string') return undefined;
  const part = propertyKindOf(node, name);
  if (part === 'day') return /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined;
  if (part === 'time') return /^\d{2}:\d{2}$/.test(value) ? value : undefined;
  const properties = node.schema.properties as Record<string, { enum?: unknown[] }> | undefined;
  const allowed = (getOwn(properties, name) ?? node.schema).enum;
  return Array.isArray(allowed) && allowed.includes(value) ? value : undefined;
}

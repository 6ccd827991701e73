/**
 * Reads the body of a save: which version of the form its answers are of, what they say, and the envelope around them. The contract says
 * how many values there can be. If a form has a question with the name of an
 * envelope key (code), the value is an answer. A client may send back everything that reading a record adds; it is ignored.
 */
import type { CompiledForm, JsonSchema, RecordData } from '../definitions/types.ts';
import { migrateAnswers } from '../definitions/versions/migrate.ts';
import { Failure } from '../errors/failure.ts';
import { addError, type RecordErrors } from '../errors/recordErrors.ts';
import { coerceAnswers } from '../form/coerce.ts';
import { holdsFiles, isReadOnlyQuestion } from '../form/types/question.ts';
import { getOwn, isObject, JSON_LIMITS } from '../json.ts';
import { memoizeByObject } from '../memoize.ts';
import type { Registry } from '../records/registry.ts';
import { textOrUndefined } from '../text/letters.ts';
import { readOtherProblems, UNASKED_PROBLEMS } from './prepareRecord.ts';
import type { FillTime, UpdateBody, WriteContext } from './types.ts';

/** Keys that control a write, and keys that `GET` adds to a record. */
const ENVELOPE = new Set([
  'id',
  'client_id',
  'version',
  'transition',
  'same',
  'other_problems',
  '_method',
  '_probe',
  'token',
  'form',
  'form_version',
  'captured_at',
  'device_clock',
  'filling',
  'not_taken',
  'deleted_at',
  'device_id',
  'isMobile',
  'current_state',
  'record_status',
  'recordScope',
  'scope',
  'why_not',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'organization',
  'province',
  'district',
  'village',
  'parent',
  'columns',
  'parent_id',
  'data',
  'code',
  'name',
]);

export interface RequestEnvelope {
  /** The record to change. Undefined means a new record. */
  id?: string;
  /** The id that the client chose for a new record. */
  clientId?: string;
  version?: number;
  formVersion?: number;
  parentId?: string;
  /** Transition to take together with an update. */
  transition?: string;
  /** Everything else: the answers. */
  answers: Record<string, unknown>;
}

const ID = /^[A-Za-z0-9._-]{1,64}$/;

/** Returns the value as a record id if it can be one in a path or a body; otherwise undefined. */
export function parseRecordId(value: unknown): string | undefined {
  const id = typeof value === 'number' ? String(value) : textOrUndefined(value);
  return id && ID.test(id) ? id : undefined;
}

/** Splits a body into envelope and answers. Throws `validation_failed` for an invalid id or version. */
export function readEnvelope(form: CompiledForm, body: Record<string, unknown>): RequestEnvelope {
  const { api, parent } = form.definition;
  const idNames = [...(api.record ? [`${api.record}_id`] : []), ...(api.ids ?? [])];
  // Keys of `api.show` inside the record are computed, so they are not answers.
  const shown = Object.keys(api.show ?? {}).filter((key) => api.record && key.startsWith(`${api.record}.`));
  const also = [...idNames, ...shown.map((key) => key.slice(key.indexOf('.') + 1)), parent?.param];
  const isAnswer = (name: string) => form.byProperty.has(name) || Object.hasOwn(form.aliases, name);
  const answers: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    if ((ENVELOPE.has(name) || also.includes(name)) && !isAnswer(name)) continue;
    if (name === 'id') continue;
    answers[name] = value;
  }
  const own = idNames
    .filter((name) => !isAnswer(name))
    .map((name) => getOwn(body, name))
    .find((value) => value !== undefined);
  const id = given('id', body.id ?? own);
  const clientId = given('client_id', body.client_id);
  const parentId =
    parseRecordId(parent && (getOwn(body, parent.field) ?? getOwn(body, parent.param ?? ''))) ??
    parseRecordId(body.parent_id);
  if (parent && parentId && getOwn(answers, parent.field) === undefined) answers[parent.field] = parentId;
  const version = whole('version', form.byProperty.has('version') ? undefined : body.version);
  const formVersion = whole('form_version', body.form_version);
  const transition = isAnswer('transition') ? undefined : step(body.transition);
  return {
    ...(id && { id }),
    ...(clientId && { clientId }),
    ...(version !== undefined && { version }),
    ...(formVersion !== undefined && { formVersion }),
    ...(parentId && { parentId }),
    ...(transition && { transition }),
    answers,
  };
}

/** Returns what a body says about the write itself, beside the answers. What makes no sense is left out. */
export function readWriteOptions(
  body: Record<string, unknown>,
): Pick<WriteContext, 'same' | 'other_problems' | 'captured_at' | 'device_clock' | 'device_id' | 'filling'> {
  const { same, device_clock } = body;
  const captured = textOrUndefined(body.captured_at);
  const device = textOrUndefined(body.device_id);
  const filling = fillingOf(body.filling);
  return {
    ...((same === 'ask' || same === 'save') && { same }),
    other_problems: readOtherProblems(body) ?? UNASKED_PROBLEMS,
    ...(captured && !Number.isNaN(Date.parse(captured)) && { captured_at: new Date(captured).toISOString() }),
    ...((device_clock === 'checked' || device_clock === 'wrong') && { device_clock }),
    ...(device && { device_id: device.slice(0, LONGEST_DEVICE_ID) }),
    ...(filling && { filling }),
  };
}

export const LONGEST_DEVICE_ID = 100;

/** Longest time that a form may have been open, in seconds. */
const LONGEST = 366 * 24 * 3600;

function fillingOf(given: unknown): FillTime | undefined {
  if (!isObject(given)) return undefined;
  const { started_at, seconds } = given;
  const began = typeof started_at === 'string' && started_at.length <= 40 ? Date.parse(started_at) : Number.NaN;
  if (Number.isNaN(began) || typeof seconds !== 'number' || !(seconds >= 0 && seconds <= LONGEST)) return undefined;
  return { started_at: new Date(began).toISOString(), seconds: Math.round(seconds) };
}

/** Returns the version that the writer saw. Reads the first source that has one: body, query or If-Match header. */
export function readSeenVersion(...sources: unknown[]): number | undefined {
  for (const source of sources) {
    const plain = typeof source === 'string' ? source.replace(/^(W\/)?"|"$/g, '') : source;
    const version = whole('version', plain);
    if (version !== undefined) return version;
  }
  return undefined;
}

function given(name: string, value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const id = parseRecordId(value);
  if (!id) throw new Failure('validation_failed', { errors: { [`/${name}`]: [{ code: 'pattern' }] } });
  return id;
}

/** A transition that is no text must not be left out: the answers would be saved without the step. */
function step(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const action = textOrUndefined(value);
  if (!action) throw new Failure('validation_failed', { errors: { '/transition': [{ code: 'choice' }] } });
  return action;
}

function whole(name: string, value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && /^\d{1,9}$/.test(value)
        ? Number(value)
        : Number.NaN;
  if (!Number.isInteger(number) || number < 1 || number > 1e9) {
    throw new Failure('validation_failed', { errors: { [`/${name}`]: [{ code: 'integer' }] } });
  }
  return number;
}

type Body = Record<string, unknown>;
type Forms = Pick<Registry, 'form' | 'captureForm' | 'withdrawal' | 'versions'>;

export interface CreateBody {
  form: CompiledForm;
  data: RecordData;
  envelope: RequestEnvelope;
}

/** `of` is any version of the form. Throws `validation_failed` for values of the wrong type. */
export function readCreate(registry: Forms, of: CompiledForm, body: Body): CreateBody {
  const envelope = readEnvelope(of, body);
  const asked = envelope.formVersion && registry.form(of.form, envelope.formVersion);
  const form = asked || registry.captureForm(of.form) || of;
  const { data, errors } = coerceAnswers(form, envelope.answers);
  addTooLongErrors(form, data, errors);
  if (Object.keys(errors).length > 0) throw new Failure('validation_failed', { errors });
  return { form, data, envelope };
}

/**
 * `captured` is the version that the record was captured with. It keeps it, unless `form_version` is later and not withdrawn.
 * A file question that is missing keeps its files, since they may have been uploaded separately. Null empties it. `current`
 * is the version of the record itself.
 */
export function readUpdate(registry: Forms, captured: CompiledForm, body: Body, current: number): UpdateBody {
  const asked = registry.form(captured.form, Number(body.form_version) || 0);
  const form = asked && asked.version > captured.version && !registry.withdrawal(asked) ? asked : captured;
  const envelope = readEnvelope(form, body);
  if (asked && asked.version < captured.version && envelope.version !== undefined && envelope.version !== current)
    return readOutdated(registry, asked, captured, body);
  const { data, errors, named } = coerceAnswers(form, envelope.answers);
  addTooLongErrors(form, data, errors);
  if (Object.keys(errors).length > 0) throw new Failure('validation_failed', { errors });
  const keep = [...form.fields.values()].filter(
    (node) => isReadOnlyQuestion(node) || (holdsFiles(node) && !named.has(node.name)),
  );
  const { version, transition } = envelope;
  const given = form.byProperty.has('not_taken') ? undefined : body.not_taken;
  const notTaken = isObject(given) ? coerceAnswers(form, given).data : undefined;
  return { form, data, version, transition, keep: keep.map((node) => node.name), ...(notTaken && { notTaken }) };
}

/**
 * Reads answers that were written before somebody else moved the record to a newer version of its form. They are only shown
 * in the response to the version conflict, so what the newer version has no question for may be left out.
 */
function readOutdated(registry: Forms, asked: CompiledForm, captured: CompiledForm, body: Body): UpdateBody {
  const { answers, version, transition } = readEnvelope(asked, body);
  const { data, errors } = coerceAnswers(asked, answers);
  if (Object.keys(errors).length > 0) throw new Failure('validation_failed', { errors });
  const read = migrateAnswers(data, registry.versions(asked.form), asked.version, captured.version);
  return { form: captured, data: read.data, version, transition };
}

/** Values that a body may have besides the answers: what reading a record adds, other spellings, mistakes worth a message. */
const BESIDES = 20_000;
/** Entries of a list whose contract does not say how many there may be. */
const MOST_ENTRIES = 5_000;
/** The same of a list in a row, when values are counted: nobody fills the longest list in each row of the longest table. */
const USUAL_ENTRIES = 20;
/** Lists up to this length are checked whole, so that all mistakes are named. */
const CHECKED_WHOLE = 1_000;

/** Returns how many values a body for the form may have. It may name each answer twice: by itself, and in a group. */
export const mostBodyValues = memoizeByObject('values of bodies', ({ contract }: CompiledForm) =>
  Math.min(2 * valuesIn(contract) + BESIDES, JSON_LIMITS.values),
);

function valuesIn(schema: JsonSchema, isInRow = false): number {
  if (isObject(schema.properties))
    return Object.values(schema.properties).reduce<number>((sum, one) => sum + valuesIn(one as JsonSchema, isInRow), 1);
  if (!isObject(schema.items)) return 1;
  const entries = isInRow ? Math.min(entriesOf(schema), USUAL_ENTRIES) : entriesOf(schema);
  return Math.min(1 + entries * valuesIn(schema.items, true), JSON_LIMITS.values);
}

function entriesOf({ maxItems }: JsonSchema): number {
  return typeof maxItems === 'number' ? maxItems : MOST_ENTRIES;
}

/** Adds an error for each list that is much longer than its contract says, in tables too. */
export function addTooLongErrors({ contract }: CompiledForm, data: RecordData, errors: RecordErrors): void {
  const look = (schema: JsonSchema, value: unknown, pointer: string): void => {
    if (Array.isArray(value)) {
      // Positions of a line or a ring: their type counts them, in words of its own.
      if (isObject(schema.items) && schema.items.type === 'array') return;
      const limit = entriesOf(schema);
      if (value.length > limit && value.length > CHECKED_WHOLE) addError(errors, pointer, 'too_many', { limit });
      else if (isObject(schema.items) && isObject(schema.items.properties))
        for (const [index, row] of value.entries()) look(schema.items, row, `${pointer}/${index}`);
    } else if (isObject(value) && isObject(schema.properties)) {
      for (const [name, inner] of Object.entries(value))
        if (typeof inner === 'object' && Object.hasOwn(schema.properties, name))
          look(getOwn(schema.properties, name) as JsonSchema, inner, `${pointer}/${name}`);
    }
  };
  look(contract, data, '');
}

/**
 * Checks what is sent against `schemas/api`. Each route gets its schemas when it is registered; Ajv compiles one when it is first
 * needed. `x-refusal` in a shape names the error in place of the usual one: that of an answer, `bad_body` or `bad_filter` for the whole
 * request, or `conflict` for a version, which the call itself compares and refuses with both sides.
 */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance, FastifySchema } from 'fastify';
import type { JsonSchema } from '../../../core/definitions/types.ts';
import { FORMATS } from '../../../core/definitions/validatorRuntime.ts';
import type { ErrorCode } from '../../../core/errors/catalogue.ts';
import { badFilter, Failure } from '../../../core/errors/failure.ts';
import { addError, countUncheckedIfFull, type RecordErrors } from '../../../core/errors/recordErrors.ts';
import { ajvErrorCode } from '../../../core/form/messages.ts';
import { escapePointer, getOwn, isObject, pointerSteps } from '../../../core/json.ts';
import { parseRecordId } from '../../../core/saving/envelope.ts';
import { isFormEncoded } from '../../http/bodies.ts';
import {
  type CallEntry,
  componentRef,
  FIXED_CALLS,
  FORM_CALLS,
  querySchemas,
  routePatternOf,
  type SchemasByName,
  sharedSchemas,
} from './calls.ts';

type Part = 'body' | 'querystring' | 'params';
type Checked = { value?: unknown; error?: Failure };
export type RequestCheck = (data: unknown) => Checked;

/** Below it stand the forms, and uploads that speak a protocol of their own. */
const UNDESCRIBED = /^\/api(\/\*)?$|^\/api\/files\/uploads/;

/** Gives every route below /api that is registered from now on the schemas of its call. Throws for a call that is not described. */
export function addRouteSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler<JsonSchema>(({ schema, httpPart }) => compileRequestCheck(schema, httpPart as Part));
  app.addHook('onRoute', (route) => {
    const { method, url } = route;
    const call = routes.get(`${method === 'HEAD' ? 'GET' : method} ${url}`);
    if (!call && /^\/api(\/|$)/.test(url) && !UNDESCRIBED.test(url))
      throw new Error(`schemas/api/calls.json does not describe ${method} ${url}`);
    if (!call) return;
    route.schema = requestSchemasOf(call);
    // The call refuses who may not make it before it reads what was sent (`checkedBodyOf`, `checkedQueryOf`).
    route.attachValidation = true;
  });
}

const routes = new Map(
  Object.entries(FIXED_CALLS).map(([name, call]) => {
    const [method, path = ''] = name.split(' ');
    return [`${method} /api${routePatternOf(path)}`, call];
  }),
);

/** Bodies of files, and of answers, which the contract of the form checks. */
const READ_BY_CALLS = /^(multipart$|\{form\})/;

/** Returns the schemas of what a call takes. */
export function requestSchemasOf(call: CallEntry): FastifySchema & Partial<Record<Part, JsonSchema>> {
  const wrong = call.wrong ?? (call.refusals.includes(422) ? undefined : 'bad_body');
  const object = (properties: SchemasByName, refusal: ErrorCode) => ({
    type: 'object',
    properties,
    'x-refusal': refusal,
  });
  return {
    ...(call.params && { params: object(call.params, 'record_not_found') }),
    ...(call.body &&
      !READ_BY_CALLS.test(call.body) && { body: { ...componentRef(call.body), ...(wrong && { 'x-refusal': wrong }) } }),
    ...(call.query && { querystring: object(querySchemas(call), 'bad_filter') }),
  };
}

/** Checks of what the calls of forms take, by their names. */
const formChecks = new Map(
  Object.entries(FORM_CALLS).map(([name, call]) => {
    const { querystring, body } = requestSchemasOf(call);
    const query = querystring && compileRequestCheck(querystring, 'querystring');
    return [name, { query, body: body && compileRequestCheck(body, 'body'), isLoose: call.loose !== undefined }];
  }),
);

/**
 * Checks what a call of forms takes, and changes it to what its text says. Throws bad_filter for the query. Returns what is wrong with
 * the body, to which the call adds what no shape can say (`readPartialBody`).
 */
export function checkFormCall(
  name: string,
  { query, body }: Record<'query' | 'body', Record<string, unknown>>,
): Failure | undefined {
  const checks = formChecks.get(name);
  const wrong = checks?.query?.(query).error;
  if (wrong) throw wrong;
  if (checks?.isLoose) tightenStep(body);
  return checks?.body?.(body).error;
}

/** Writes a `LooseStepBody` as the shape has it. In place, since a form-encoded body is recognized by its object. */
function tightenStep(body: Record<string, unknown>): void {
  if (isObject(body.comment)) Object.assign(body, { comment: undefined }, body.comment);
  // A look that is unclear must not become a change.
  for (const [name, value] of Object.entries(body))
    if ((value === null || value === '') && name !== 'look') Reflect.deleteProperty(body, name);
  const ids = body.record_id ?? body.id;
  const idOf = (id: unknown) => parseRecordId(id) ?? id;
  body.record_id = Array.isArray(ids) ? ids.map(idOf) : idOf(ids);
  if (isObject(body.fields)) body.fields = [body.fields];
}

/** Where something comes from: form-encoded bodies and queries are text, of which numbers and truth values are read. */
type Carrier = 'json' | 'form' | 'query';

const ajvs: Partial<Record<Carrier, Ajv2020>> = {};
let shapes: SchemasByName | undefined;

function shapesOf(): SchemasByName {
  shapes ??= sharedSchemas();
  return shapes;
}

/** What is not described is left out. */
function ajvOf(carrier: Carrier): Ajv2020 {
  const known = ajvs[carrier];
  if (known) return known;
  const quiet = { strict: false, validateSchema: false, messages: false, code: { optimize: false } };
  const reading = { allErrors: true, verbose: true, useDefaults: true, removeAdditional: true, formats: FORMATS };
  const ajv = new Ajv2020({ ...quiet, ...reading, coerceTypes: carrier !== 'json' });
  if (carrier !== 'query') ajv.addSchema({ $id: 'api', components: { schemas: shapesOf() } });
  ajvs[carrier] = ajv;
  return ajv;
}

/** Returns the check of one part of a request. It may change what it is given: defaults are filled in, numbers read from text. */
export function compileRequestCheck(schema: JsonSchema, part: Part): RequestCheck {
  const compiled: Partial<Record<Carrier, ValidateFunction>> = {};
  const whole = { ...schema, ...(typeof schema.$ref === 'string' && { $ref: `api${schema.$ref}` }) };
  return (sent) => {
    const data = sent ?? {};
    const carrier = part !== 'body' ? 'query' : isFormEncoded(data) ? 'form' : 'json';
    if (part === 'querystring') readTexts(data as Record<string, unknown>, schema.properties as SchemasByName);
    compiled[carrier] ??= ajvOf(carrier).compile(whole);
    const error = compiled[carrier](data) ? undefined : failureOf(compiled[carrier].errors ?? [], schema);
    return error ? { error } : { value: data };
  };
}

/** How a type is read from text, and what fits no schema otherwise: Ajv takes 1e9 and 0x10 for whole numbers too. */
const READ: Readonly<Record<string, (text: unknown) => unknown>> = {
  integer: (text) => (/^\d{1,9}$/.test(String(text)) ? text : {}),
  array: (text) => (typeof text === 'string' ? text.split(',').filter(Boolean) : {}),
};

/** A list is one text with commas. An empty parameter that holds no text is as if it was left out. */
function readTexts(query: Record<string, unknown>, shapes: SchemasByName): void {
  for (const [name, text] of Object.entries(query)) {
    const shape = getOwn(shapes, name);
    const read = getOwn(READ, String(shape?.type));
    if (text === '' && shape && shape.type !== 'string') Reflect.deleteProperty(query, name);
    else if (read) Object.assign(query, { [name]: read(text) });
  }
}

/** Converts what Ajv found to one refusal; undefined if all of it is left to the call. */
function failureOf(found: readonly ErrorObject[], whole: JsonSchema): Failure | undefined {
  const errors: RecordErrors = {};
  for (const [index, error] of found.entries()) {
    if (countUncheckedIfFull(errors, found.length - index)) break;
    const { missingProperty: missing } = error.params;
    const place = error.instancePath;
    const pointer = typeof missing === 'string' ? `${place}/${escapePointer(missing)}` : place;
    const [code, params] = codeFor(error, missing, pointer, whole);
    if (LEFT.has(code)) continue;
    if (code === 'record_not_found') return new Failure(code);
    if (code === 'bad_filter') return badFilter(pointerSteps(pointer)[0] ?? '');
    if (code === 'bad_body' || pointer === '') return new Failure('bad_body');
    addError(errors, pointer, code, params);
  }
  return Object.keys(errors).length > 0 ? new Failure('validation_failed', { errors }) : undefined;
}

/** Errors that the call itself throws, with more than a shape can say. */
const LEFT: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'conflict',
  'login_required',
  'latitude_bound',
  'longitude_bound',
]);

/** Returns the code that the shape names, the one of the request that its key or the whole names, or the usual one. */
function codeFor(
  error: ErrorObject,
  missing: unknown,
  pointer: string,
  whole: JsonSchema,
): ReturnType<typeof ajvErrorCode> {
  const own = error.parentSchema as JsonSchema;
  const name = /[^/]+$/.exec(String(whole.$ref ?? ''))?.[0];
  const { properties } = name === undefined ? whole : (getOwn(shapesOf(), name) ?? {});
  const near = typeof missing === 'string' ? getOwn(own.properties as SchemasByName, missing) : own;
  const key = getOwn(properties as SchemasByName, pointerSteps(pointer)[0] ?? '')?.['x-refusal'];
  const refusal = near?.['x-refusal'] ?? (/^bad_/.test(String(key)) ? key : undefined) ?? whole['x-refusal'];
  const limit = near?.maxItems ?? near?.maxLength ?? near?.minLength;
  return refusal === undefined
    ? ajvErrorCode(error)
    : [refusal as ErrorCode, limit === undefined ? undefined : { limit }];
}

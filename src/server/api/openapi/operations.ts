/** Converts the calls of schemas/api to operations of the document. */

import type { JsonSchema } from '../../../core/definitions/types.ts';
import { getOwn } from '../../../core/json.ts';
import { type CallEntry, componentRef, querySchemas } from '../contract/calls.ts';

export interface Parameter {
  name: string;
  in: 'query' | 'path';
  required?: boolean;
  description: string;
  schema: JsonSchema;
  style?: 'form';
  explode?: false;
}

export interface Operation {
  tags: string[];
  summary: string;
  /** Of the method and the path, so that a client's names stay when other calls come. */
  operationId?: string;
  parameters?: Parameter[];
  requestBody?: JsonSchema;
  responses: Record<string, JsonSchema>;
  security?: never[];
}

export type Paths = Record<string, Record<string, Operation>>;

const FILE: JsonSchema = { '*/*': { schema: { type: 'string', format: 'binary' } } };
const FILES: JsonSchema = {
  type: 'object',
  properties: { file: { type: 'string', format: 'binary' } },
  additionalProperties: true,
};

const PAGED: JsonSchema = {
  Link: {
    description:
      'The next page with its cursor, rel="next" (RFC 8288), relative to the address of the call. Absent on the last page. Who follows it reads no row twice and leaves out none',
    schema: { type: 'string' },
  },
};

/** Meaning of each error status. */
export const STATUS_MEANINGS: Record<string, string> = {
  400: 'The query or body cannot be read',
  401: 'Not logged in',
  403: 'Not allowed, with the reason',
  404: 'Not there or not visible',
  409: 'Not possible as things stand, and why',
  417: 'Changed by somebody else: both sides',
  422: 'Refused answers, by field',
  default: 'Too large (413), too often (429), or the server cannot (5xx)',
};

/** Returns a name for each operation: `GET /schools/{id}` is `getSchoolsById`. */
export function withOperationIds(paths: Paths): Paths {
  return Object.fromEntries(
    Object.entries(paths).map(([path, calls]) => [
      path,
      Object.fromEntries(
        Object.entries(calls).map(([method, call]) => [method, { ...call, operationId: operationId(method, path) }]),
      ),
    ]),
  );
}

function operationId(method: string, path: string): string {
  const words = path.split('/').flatMap((part) => {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    return (name ? `by-${name}` : part).split(/[^A-Za-z0-9]+/).filter(Boolean);
  });
  return [method, ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('');
}

/** `path` has `{parameters}`. Shapes named `{form}.…` are those of `form`. */
export function buildOperation(path: string, call: CallEntry, tag: string, form = ''): Operation {
  const shape = (name: string) => componentRef(name.replace('{form}', form));
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
      parameter(name, 'path', getOwn(call.params ?? {}, name)),
    ),
    ...Object.entries(querySchemas(call)).map(([name, schema]) => parameter(name, 'query', schema)),
  ];
  const refusals = [
    ...(call.public ? [] : [401, 403]),
    ...(call.query ? [400] : []),
    ...(call.params ? [404] : []),
    ...call.refusals,
  ];
  return {
    tags: [tag],
    summary: call.summary,
    ...(parameters.length > 0 && { parameters }),
    ...(call.body && { requestBody: { required: true, content: bodyOf(call, call.body, shape) } }),
    responses: {
      200: { description: call.summary, ...(isPaged(call) && { headers: PAGED }), content: answerOf(call, shape) },
      ...Object.fromEntries(
        [...refusals, 'default'].map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
    },
    ...(call.public && { security: [] }),
  };
}

function isPaged({ query = {} }: CallEntry): boolean {
  return Object.hasOwn(query, 'page') && Object.hasOwn(query, 'after');
}

function bodyOf({ loose }: CallEntry, body: string, shape: (name: string) => JsonSchema): JsonSchema {
  if (body === 'multipart') return { 'multipart/form-data': { schema: FILES } };
  const content = { schema: loose ? { anyOf: [shape(body), shape(loose)] } : shape(body) };
  return {
    'application/json': content,
    'application/x-www-form-urlencoded': content,
    ...(body.startsWith('{form}') && { 'multipart/form-data': content }),
  };
}

function answerOf({ answer, file, text, lines }: CallEntry, shape: (name: string) => JsonSchema): JsonSchema {
  return {
    ...(answer && { 'application/json': { schema: shape(answer) } }),
    ...(text && { 'text/plain': { schema: { type: 'string' } } }),
    ...(lines && { 'application/x-ndjson': { schema: shape(lines) } }),
    ...(file && FILE),
  };
}

function parameter(name: string, where: Parameter['in'], given: JsonSchema = { type: 'string' }): Parameter {
  const { description = name, ...schema } = given;
  const told = {
    name,
    in: where,
    ...(where === 'path' && { required: true }),
    description: String(description),
    schema,
  };
  // A list is one parameter with commas.
  return schema.type === 'array' ? { ...told, style: 'form', explode: false } : told;
}

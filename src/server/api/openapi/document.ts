/** OpenAPI 3.1 out of the definitions: paths of every form, its data contract as a schema, the errors of the catalogue. */
import type { CompiledForm, JsonSchema } from '../../../core/definitions/types.ts';
import { CATALOGUE, ERROR_CODES } from '../../../core/errors/catalogue.ts';
import { ALL_OPERATORS } from '../../../core/form/operators.ts';
import type { Services } from '../../http/services.ts';
import { declaredPaths } from './declared.ts';
import { PERSONAL_PATHS } from './personal.ts';
import { type Operation, type Parameter, SHARED_PATHS } from './shared.ts';

export interface OpenApi {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  security: Record<string, string[]>[];
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: JsonSchema };
}

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: JsonSchema) => ({ 'application/json': { schema } });
const query = (name: string, description: string, type = 'string'): Parameter => ({
  name,
  in: 'query',
  description,
  schema: { type },
});
const ID: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Id of the record',
  schema: { type: 'string' },
};

const LIST: Parameter[] = [
  query('page', 'From 1', 'integer'),
  query('per_page', 'Rows a page, at most 200', 'integer'),
  query('filters', `JSON: {field: value} or [{field, op, value}] with op ${ALL_OPERATORS.join(', ')}`),
  query('sort', 'Columns, a minus sign in front for descending: -monitoring_date,code'),
  query('text', 'Free text over code, name and listed texts'),
  query('after', 'next_cursor of the page before, for walks over everything'),
  query(
    'fields',
    'all: rows with every answer; otherwise they carry what columns and filters show. Refusals stand once in meta.refusals: {key: {code, message}}, rows name them: why_not {action: key}',
  ),
  query(
    'counts',
    '1: meta.counts says of each row how many records of each form_type belong to it: {id: {type: number}}',
  ),
];

export function openApiDocument({ registry }: Services): OpenApi {
  const forms = registry.forms();
  const paths: OpenApi['paths'] = structuredClone({ ...SHARED_PATHS, ...PERSONAL_PATHS });
  for (const form of forms)
    for (const base of [form.definition.api.base, ...(form.definition.api.also ?? [])])
      Object.assign(paths, formPaths(form, base));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Amanat',
      version: String(registry.revision()),
      description:
        'Community-based monitoring. Bodies may be form-encoded, JSON or multipart; Accept-Language is en, fa or pa (Pashto).',
    },
    servers: [{ url: '/api' }],
    security: [{ bearer: [] }],
    tags: [
      { name: 'session' },
      { name: 'system' },
      ...forms.map((form) => ({ name: form.form, description: form.definition.plural.en })),
    ],
    paths,
    components: {
      schemas: {
        ...Object.fromEntries(forms.map((form) => [form.form, schemaOf(form.contract)])),
        Error: ERROR,
        Text: {
          type: 'object',
          properties: { en: { type: 'string' }, fa: { type: 'string' }, ps: { type: 'string' } },
          required: ['en', 'fa', 'ps'],
        },
        Saved: {
          type: 'object',
          properties: {
            id: { type: 'string' },
            code: { type: ['string', 'null'] },
            version: { type: 'integer' },
            message: { type: 'string' },
          },
          required: ['id', 'version', 'message'],
        },
        StatusChange: {
          type: 'object',
          description: 'Flat, or the same names nested under comment.',
          properties: {
            record_id: { type: ['string', 'array'], items: { type: 'string' }, description: 'One id or several' },
            action: { type: 'string', description: 'A step of the workflow' },
            comment: { type: 'string' },
            version: { type: 'integer' },
          },
          required: ['record_id', 'action'],
        },
      },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}

const ERROR: JsonSchema = {
  type: 'object',
  properties: {
    code: {
      type: 'string',
      enum: [...ERROR_CODES],
      description: ERROR_CODES.map((code) => `${CATALOGUE[code].number} ${code}`).join('\n'),
    },
    number: { type: 'integer' },
    message: { type: 'string', description: "A sentence in the reader's language" },
    errors: {
      type: 'object',
      description: 'By JSON Pointer',
      additionalProperties: {
        type: 'array',
        items: {
          type: 'object',
          properties: { code: { type: 'string' }, number: { type: 'integer' }, message: { type: 'string' } },
        },
      },
    },
    more_errors: { type: 'integer', description: 'Beyond those listed, and what was not looked at any more' },
    errorInfo: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }, { type: 'string' }] },
    request_id: { type: 'string', description: 'With a 5xx: what to tell an administrator' },
  },
  required: ['code', 'number', 'message'],
};

function formPaths(form: CompiledForm, base: string): OpenApi['paths'] {
  const { definition } = form;
  const { title, plural, api } = definition;
  const tags = [form.form];
  const one = title.en.toLowerCase();
  const record = api.record ?? 'data';
  const recordAnswer = {
    type: 'object',
    properties: { [record]: ref(form.form), recordScope: { type: 'object' }, currentState: { type: 'object' } },
  };
  const saved = { allOf: [ref('Saved'), { type: 'object', properties: { [record]: ref(form.form) } }] };
  const body = {
    required: true,
    content: {
      ...json(ref(form.form)),
      'application/x-www-form-urlencoded': { schema: ref(form.form) },
      'multipart/form-data': { schema: ref(form.form) },
    },
  };
  const answers = (description: string, schema: JsonSchema, ...refusals: number[]): Operation['responses'] => ({
    200: { description, content: json(schema) },
    ...Object.fromEntries(
      [401, ...refusals].map((status) => [
        status,
        { description: REFUSALS[status] ?? '', content: json(ref('Error')) },
      ]),
    ),
  });
  const list = {
    type: 'object',
    properties: { data: { type: 'array', items: ref(form.form) }, meta: { type: 'object' } },
  };
  const change: Operation = {
    tags,
    summary: `Change a ${one}`,
    parameters: [ID],
    requestBody: body,
    responses: answers('Saved', saved, 403, 404, 417, 422),
  };
  const paths: OpenApi['paths'] = {
    [`/${base}`]: {
      get: {
        tags,
        summary: plural.en,
        parameters: [...LIST, query('deleted', '1: the deleted records; for who may restore')],
        responses: answers('A page', list, 400, 403),
      },
      post: {
        tags,
        summary: `Make a ${one}; with id in the body: change it`,
        requestBody: body,
        responses: answers('Saved', saved, 403, 417, 422),
      },
    },
    [`/${base}/store`]: {
      post: { tags, summary: `Make a ${one}`, requestBody: body, responses: answers('Saved', saved, 403, 417, 422) },
    },
    [`/${base}/create`]: {
      get: {
        tags,
        summary: `What an empty ${one} needs${api.create ? `: ${Object.keys(api.create).join(', ')}` : ''}`,
        parameters: definition.parent?.param ? [query(definition.parent.param, 'Id of the record it belongs to')] : [],
        responses: answers('Selects and defaults', { type: 'object' }, 404),
      },
    },
    [`/${base}/validation`]: {
      get: {
        tags,
        summary: 'Is a value still free?',
        parameters: [query('fieldName', ''), query('value', ''), query('id', '')],
        responses: answers('The answer', { type: 'object', properties: { validate: { type: 'boolean' } } }, 400),
      },
    },
    [`/${base}/change-record-status`]: {
      post: {
        tags,
        summary: 'Take a step of the workflow',
        requestBody: { required: true, content: json(ref('StatusChange')) },
        responses: answers('Done', { type: 'object' }, 403, 404, 417, 422),
      },
    },
    [`/${base}/change-record-status/all`]: {
      post: {
        tags,
        summary:
          'Take a step with everything the filters show; limit records are looked at, after goes on at next_cursor',
        responses: answers('Done', { type: 'object' }, 403, 422),
      },
    },
    [`/${base}/export`]: {
      get: {
        tags,
        summary: 'What the list shows, as a file',
        parameters: [...LIST, query('format', 'xlsx or csv'), query('localSuffix', 'en, fa or pa')],
        responses: { 200: { description: 'The file' } },
      },
    },
    [`/${base}/{id}`]: {
      get: {
        tags,
        summary: title.en,
        parameters: [ID, query('edit', '1: with the selects of the edit screen')],
        responses: answers(title.en, recordAnswer, 404),
      },
      put: change,
      post: { ...change, summary: `${change.summary}, for callers without PUT` },
      delete: {
        tags,
        summary: `Delete a ${one}`,
        parameters: [ID],
        responses: { 200: { description: 'A sentence', content: { 'text/plain': { schema: { type: 'string' } } } } },
      },
    },
    [`/${base}/{id}/restore`]: {
      post: {
        tags,
        summary: 'Bring a deleted record back',
        parameters: [ID],
        responses: answers('Restored', saved, 403, 404),
      },
    },
    [`/${base}/{id}/history`]: {
      get: {
        tags,
        summary: 'Who changed what',
        parameters: [ID],
        responses: answers('Changes, oldest first', { type: 'object' }, 404),
      },
    },
    [`/${base}/{id}/attachments`]: {
      get: {
        tags,
        summary: 'Files of the record',
        parameters: [ID],
        responses: answers('Files', { type: 'object' }, 404),
      },
    },
  };
  if (definition.import) {
    const file = {
      required: true,
      content: {
        'multipart/form-data': {
          schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] },
        },
      },
    };
    paths[`/${base}/upload/template`] = {
      get: {
        tags,
        summary: 'The workbook to fill: headings, a guide, lists of choices',
        parameters: [query('localSuffix', 'en, fa or pa')],
        responses: { 200: { description: 'The workbook' } },
      },
    };
    paths[`/${base}/upload/preview`] = {
      post: {
        tags,
        summary: 'Rows of a workbook or CSV as they are read, errors by cell, whether they were imported already',
        requestBody: file,
        responses: answers('The rows; nothing is made', { type: 'object' }, 403, 422),
      },
    };
    paths[`/${base}/upload`] = {
      post: {
        tags,
        summary: 'Make a record of every row, or none: 422 names the wrong cells; the same content is taken once',
        requestBody: file,
        responses: answers('imported, already, records', { type: 'object' }, 403, 422),
      },
    };
  }
  if (api.formTypes) {
    const types = { ...query('form_type', 'Which ones'), schema: { type: 'string', enum: Object.keys(api.formTypes) } };
    paths[`/${base}/{id}/forms`] = {
      get: {
        tags,
        summary: 'Records that belong to it',
        parameters: [ID, types, ...LIST],
        responses: answers('A page', { type: 'object' }, 400, 404),
      },
    };
  }
  if (definition.rates) {
    const days = [query('fromDate', 'Day, YYYY-MM-DD'), query('toDate', 'Day, YYYY-MM-DD')];
    paths[`/${base}/{id}/rates`] = {
      get: {
        tags,
        summary: 'Average of every rated question',
        parameters: [ID, ...days],
        responses: answers('Rates', { type: 'object' }, 400, 404),
      },
    };
  }
  if (definition.kind === 'site') {
    const how = [
      query('filters', 'JSON: from_date, to_date, status, problem_type_id'),
      query('download', '1: a workbook'),
      query('localSuffix', 'en, fa or pa'),
    ];
    paths[`/${base}/{id}/problems`] = {
      get: {
        tags,
        summary: 'Its problems',
        parameters: [ID, ...how],
        responses: answers('Problems', { type: 'object' }, 400, 404),
      },
    };
  }
  return Object.assign(paths, declaredPaths(form, base));
}

const REFUSALS: Record<number, string> = {
  400: 'The query or body cannot be read',
  401: 'Not logged in',
  403: 'Not allowed, with the reason',
  404: 'Not there or not visible',
  417: 'Changed by somebody else: both sides',
  422: 'Refused answers, by field',
};

function schemaOf({ $schema: _dialect, $id: _id, ...rest }: JsonSchema): JsonSchema {
  return rest;
}

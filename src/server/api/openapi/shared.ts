/** Paths that no form makes: session, files, places, lists, definitions. */
import type { JsonSchema } from '../../../core/definitions/types.ts';

export interface Parameter {
  name: string;
  in: 'query' | 'path';
  required?: boolean;
  description: string;
  schema: JsonSchema;
}

export interface Operation {
  tags: string[];
  summary: string;
  parameters?: Parameter[];
  requestBody?: JsonSchema;
  responses: Record<string, { description: string; content?: JsonSchema }>;
  security?: never[];
}

export const inPath = (name: string): Parameter => ({
  name,
  in: 'path',
  required: true,
  description: name,
  schema: { type: 'string' },
});

export const inQuery = (name: string, description: string): Parameter => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string' },
});

export function operation(
  tag: string,
  summary: string,
  parameters: Parameter[] = [],
  body?: Record<string, JsonSchema>,
): Operation {
  return {
    tags: [tag],
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { type: 'object', properties: body } } },
      },
    }),
    responses: {
      200: { description: summary },
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

const text: JsonSchema = { type: 'string' };
const GRANTS: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      role: { type: 'string' },
      programme: { type: ['string', 'null'] },
      province_id: { type: ['string', 'null'] },
    },
    required: ['role'],
  },
};

const PLACE: Record<string, JsonSchema> = {
  name_en: text,
  name_fa: text,
  name_ps: text,
  aliases: { type: 'array', items: text },
  pcode: { type: ['string', 'null'] },
  latitude: { type: ['number', 'null'] },
  longitude: { type: ['number', 'null'] },
};

export const SHARED_PATHS: Record<string, Record<string, Operation>> = {
  '/auth/login': {
    post: {
      ...operation('session', 'Log in: access_token, user, siteUsers, device_token', [], {
        username: text,
        password: text,
        device_token: {
          type: 'string',
          description: 'What an earlier login on this device answered: wrong passwords of strangers do not hold it up',
        },
      }),
      security: [],
    },
  },
  '/auth/logout': { post: operation('session', 'End this session') },
  '/auth/password': {
    post: operation('session', 'Change the own password', [], {
      current_password: text,
      new_password: text,
      confirmation: text,
    }),
  },
  '/auth/sessions': {
    get: operation('session', 'Where I am logged in: device, created_at, last_used_at, current'),
    delete: operation('session', 'End all my other sessions'),
  },
  '/auth/sessions/{id}': { delete: operation('session', 'End one of my sessions', [inPath('id')]) },
  '/session': {
    get: operation('session', 'Who I am and what I may do'),
    put: operation('session', 'Choose language and calendar', [], { language: text, calendar: text }),
  },
  '/users': {
    get: operation('session', 'Accounts, for administrators'),
    post: operation('session', 'Make an account; its one-time password is told once'),
  },
  '/users/{id}': {
    get: operation('session', 'One account', [inPath('id')]),
    put: operation('session', 'Change an account', [inPath('id')]),
  },
  '/users/{id}/password': { post: operation('session', 'A new one-time password', [inPath('id')]) },
  '/dashboard': { get: operation('system', 'What waits for me and what happened') },
  '/files': {
    post: {
      ...operation('system', 'Upload a file', [
        { name: 'form', in: 'query', description: 'Form of the question it is for', schema: { type: 'string' } },
        {
          name: 'field',
          in: 'query',
          description:
            'Question it is for; in a table table.column. What a camera wrote is kept where the question says keepPosition.',
          schema: { type: 'string' },
        },
      ]),
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
          },
        },
      },
    },
  },
  '/files/{id}': {
    get: operation('system', 'Read a file', [
      inPath('id'),
      { name: 'size', in: 'query', description: 'thumb: a small picture', schema: { type: 'string', enum: ['thumb'] } },
    ]),
  },
  '/proofs/{token}': {
    get: {
      ...operation('system', 'What the public is told of a record whose token one has; no login', [inPath('token')]),
      security: [],
    },
  },
  '/common': { get: operation('system', 'Constants, navigation, workflows, roles') },
  '/definitions': {
    get: operation('system', 'Forms'),
    post: operation(
      'system',
      'Publish a form version: form, version, hash, revision; 422 with issues [{file, pointer, message}], without file in the definition',
      [],
      { definition: { type: 'object' }, schema: { type: 'object', description: 'Its data contract, a JSON Schema' } },
    ),
  },
  '/definitions/{form}': { get: operation('system', 'Newest version of a form', [inPath('form')]) },
  '/definitions/{form}/{version}': {
    get: operation('system', 'One version of a form', [inPath('form'), inPath('version')]),
  },
  '/definitions/{form}/{version}/validator.js': {
    get: {
      ...operation('system', 'Validator of a version as a module', [inPath('form'), inPath('version')]),
      security: [],
    },
  },
  '/provinces': { get: operation('system', 'Provinces') },
  '/districts': { get: operation('system', 'Districts') },
  '/villages': { get: operation('system', 'Villages') },
  '/province/{id}/districts': { get: operation('system', 'Districts of a province', [inPath('id')]) },
  '/district/{id}/villages': { get: operation('system', 'Villages of a district', [inPath('id')]) },
  '/places': {
    get: operation('system', 'Places by id', [
      { name: 'ids', in: 'query', description: 'Ids with commas', schema: text },
      {
        name: 'roles',
        in: 'query',
        description: 'Of forms of people: only those with one of these roles',
        schema: text,
      },
      { name: 'near', in: 'query', description: 'Id of a province whose records come first', schema: text },
    ]),
  },
  '/lookup/places': {
    get: operation('system', 'A few places whose names, in any spelling, have the words', [
      { name: 'text', in: 'query', description: 'Words, folded', schema: text },
      { name: 'level', in: 'query', description: 'province, district, village, with commas', schema: text },
      { name: 'within', in: 'query', description: 'Ids of provinces or districts they lie in', schema: text },
    ]),
  },
  '/lookup/records': {
    get: operation('system', 'A few records the caller may see: by words, or exactly these ids', [
      { name: 'forms', in: 'query', description: 'Forms with commas', schema: text },
      { name: 'text', in: 'query', description: 'Words, folded', schema: text },
      { name: 'ids', in: 'query', description: 'Ids with commas', schema: text },
    ]),
  },
  '/permissions': {
    get: operation('session', 'Roles, forms, rules and workflows: who may what', [inQuery('area', 'One area of work')]),
  },
  '/permissions/accounts': {
    get: operation('session', 'Accounts and the grants they hold', [
      inQuery('area', 'Only holders of its roles'),
      inQuery('text', 'Name or user name'),
      inQuery('role', ''),
      inQuery('programme', ''),
      inQuery('province', 'Id of a province that a grant names'),
      inQuery('page', 'From 1'),
    ]),
  },
  '/permissions/accounts/{id}': {
    put: operation(
      'session',
      'Give and take roles of an area; 417 when the grants are not the seen ones any more',
      [inPath('id'), inQuery('area', 'Other roles stay as they are')],
      { grants: GRANTS, seen: GRANTS },
    ),
  },
  '/permissions/changes': {
    get: operation('session', 'Log of grants, newest first', [
      inQuery('area', ''),
      inQuery('account', 'Whose grants'),
      inQuery('by', 'Who changed them'),
      inQuery('from', 'Day, YYYY-MM-DD'),
      inQuery('to', 'Day, YYYY-MM-DD'),
      inQuery('page', 'From 1'),
    ]),
  },
  '/permissions/explain': {
    get: operation('session', 'What an account may do on a form, in every state, with the rule or the reason', [
      inQuery('account', 'Id of the account'),
      inQuery('form', ''),
      inQuery('province', 'Id of a province'),
      inQuery('own', '1: records the account made'),
      inQuery('area', ''),
    ]),
  },
  '/users/{id}/changes': { get: operation('session', 'What happened to an account', [inPath('id')]) },
  '/users/{id}/sessions': { delete: operation('session', 'End every login of an account', [inPath('id')]) },
  '/restrictions': {
    get: operation(
      'system',
      'Questions of all forms that some version restricts: whether the newest one does, since when not, and who lifted what why',
    ),
  },
  '/definitions/{form}/restrictions': {
    get: operation('system', 'Questions that a version of the form restricts, and decisions about them', [
      inPath('form'),
    ]),
  },
  '/definitions/{form}/restrictions/{question}': {
    get: operation(
      'system',
      'What lifting would show to whom: records that answer the question, accounts by role, lists of records below',
      [inPath('form'), inPath('question')],
    ),
  },
  '/definitions/{form}/restrictions/{question}/lift': {
    post: operation(
      'system',
      'Let everybody who sees the records read the answers again',
      [inPath('form'), inPath('question')],
      { reason: text },
    ),
  },
  '/definitions/{form}/restrictions/{question}/restore': {
    post: operation('system', 'Take that decision back', [inPath('form'), inPath('question')], { reason: text }),
  },
  '/master-tables': { get: operation('system', 'Open lists') },
  '/master-tables/{list}': {
    get: operation('system', 'Items of a list', [inPath('list')]),
    post: operation('system', 'Add an item', [inPath('list')]),
  },
  '/master-tables/{list}/order': { post: operation('system', 'Put the items into an order', [inPath('list')]) },
  '/master-tables/{list}/history': { get: operation('system', 'Who changed what', [inPath('list')]) },
  '/master-tables/{list}/{id}': { put: operation('system', 'Add or change an item', [inPath('list'), inPath('id')]) },
  '/master-tables/{list}/{id}/retire': {
    post: operation('system', 'Offer it no more', [inPath('list'), inPath('id')]),
  },
  '/master-tables/{list}/{id}/restore': {
    post: operation('system', 'Offer it again, or undo its merging', [inPath('list'), inPath('id')]),
  },
  '/master-tables/{list}/{id}/merge': {
    post: operation('system', 'Let another item stand for it', [inPath('list'), inPath('id')]),
  },
  '/admin/places': {
    get: operation('system', 'Places to keep: those in one, or what has the words', [
      inQuery('parent', 'Id of the place above; without it provinces'),
      inQuery('text', 'Words, in any spelling'),
      inQuery('all', '1: retired ones and doubles too'),
    ]),
    post: operation('system', 'Add a district or a village', [], { parent_id: text, ...PLACE }),
  },
  '/admin/places/history': { get: operation('system', 'Who changed what', [inQuery('id', 'Only of one place')]) },
  '/admin/places/{id}': {
    put: operation('system', 'Change names, spellings, P-code, position', [inPath('id')], {
      updated_at: text,
      ...PLACE,
    }),
  },
  '/admin/places/{id}/retire': { post: operation('system', 'Offer it no more', [inPath('id')]) },
  '/admin/places/{id}/restore': { post: operation('system', 'Offer it again, or undo its merging', [inPath('id')]) },
  '/admin/places/{id}/merge': {
    post: operation('system', 'Let another place of the same level stand for it', [inPath('id')], { into: text }),
  },
  '/health': { get: { ...operation('system', 'Does the process answer? Asks nothing of the database'), security: [] } },
  '/ready': {
    get: {
      ...operation('system', 'Can it do its work: database, migrations, space on the disk; 503 names what failed'),
      security: [],
    },
  },
};

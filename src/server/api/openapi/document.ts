/** OpenAPI 3.1 document: shapes and calls of schemas/api, and those from each form's contract and definition. */

import type { CompiledForm } from '../../../core/definitions/types.ts';
import { getOwn } from '../../../core/json.ts';
import type { Services } from '../../http/services.ts';
import { type CallEntry, componentRef, FIXED_CALLS, type SchemasByName, sharedSchemas } from '../contract/calls.ts';
import { callSchemas, formPaths } from './formPaths.ts';
import { answerSchemasOf, formSchemas } from './formShapes.ts';
import { buildOperation, type Paths, STATUS_MEANINGS, withOperationIds } from './operations.ts';

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  security: Record<string, string[]>[];
  tags: { name: string; description?: string }[];
  paths: Paths;
  components: Record<'schemas' | 'responses' | 'securitySchemes', SchemasByName>;
}

export function openApiDocument({ registry }: Pick<Services, 'registry'>): OpenApiDocument {
  const forms = registry.forms();
  const known = new Map<string, SchemasByName>();
  const answers = ({ form }: CompiledForm): SchemasByName => {
    const found = known.get(form) ?? answerSchemasOf(registry.versions(form));
    known.set(form, found);
    return found;
  };
  const shared = sharedSchemas();
  const paths: Paths = {};
  for (const [at, call] of Object.entries(FIXED_CALLS)) {
    const [method = '', path = ''] = at.split(' ');
    paths[path] = { ...getOwn(paths, path), [method.toLowerCase()]: buildOperation(path, call, call.tag ?? 'system') };
  }
  for (const { api, title } of Object.values(registry.common().choices)) {
    const call: CallEntry = { summary: title.en, answer: 'ChoicesResponse', refusals: [] };
    if (api) paths[`/${api}`] = { get: buildOperation(`/${api}`, call, 'system') };
  }
  const refused = { 'application/json': { schema: componentRef('ErrorResponse') } };
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
      { name: 'sync' },
      ...forms.map((form) => ({ name: form.form, description: form.definition.plural.en })),
    ],
    paths: withOperationIds(
      Object.assign(paths, ...forms.map((form) => formPaths(form, registry.workflow(form)))) as Paths,
    ),
    components: {
      schemas: Object.assign(
        shared,
        ...forms.flatMap((form) => [
          formSchemas(registry.versions(form.form), registry.captureForm(form.form) ?? form, answers, shared),
          callSchemas(form, (name) => registry.form(name), answers),
        ]),
      ) as SchemasByName,
      responses: Object.fromEntries(
        Object.entries(STATUS_MEANINGS).map(([status, description]) => [status, { description, content: refused }]),
      ),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}

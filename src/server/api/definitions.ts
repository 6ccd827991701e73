/** Requests for definitions: common files, forms, their versions and validators. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { setAtKey } from '../../core/api/render.ts';
import { isRowForm, problemRowSchema } from '../../core/definitions/rows.ts';
import { shareCodes } from '../../core/definitions/sharedCodes.ts';
import type { CompiledForm, FormDefinition } from '../../core/definitions/types.ts';
import { Failure } from '../../core/errors/failure.ts';
import type { DefinitionView, UnservedVersion } from '../../core/generated/api.ts';
import { memoizeByObject } from '../../core/memoize.ts';
import { restrictedNamesFor, seesSomePlaces, visiblePlaces } from '../../core/records/permission.ts';
import { restrictedPathsOf } from '../../core/records/restricted.ts';
import { bulkActions, formRefusal, mayActSystemWide, scopeOf, selectionActions } from '../../core/records/scope.ts';
import type { Actor } from '../../core/records/types.ts';
import { isolateName, type Language } from '../../core/text/languages.ts';
import type { Handle } from '../db/database.ts';
import { findMedia } from '../definitions/mediaStore.ts';
import { validatorText } from '../definitions/validator.ts';
import { publishedForms, writtenVersions } from '../definitions/written.ts';
import { checkedQueryOf } from '../http/bodies.ts';
import { etagOf, FILE_POLICY } from '../http/responses.ts';
import type { Services } from '../http/services.ts';
import { requireActor } from '../http/session.ts';
import { words } from '../http/words.ts';
import { formDetails } from './admin/formDetails.ts';
import { mustBePublisher } from './admin/publication.ts';

export function registerDefinitionRoutes(app: FastifyInstance, services: Services): void {
  const { registry } = services;

  app.get('/api/common', async (request) => {
    await requireActor(request, services);
    const { constants, navigation, workflows, permissions } = registry.common();
    return { constants, navigation, workflows, roles: permissions.roles, revision: registry.revision() };
  });

  app.get('/api/definitions', async (request) => {
    const actor = await requireActor(request, services);
    const unserved = mayActSystemWide(actor, 'definitions', registry.common().permissions)
      ? unservedVersions(services, request.language)
      : [];
    const isDetailed = checkedQueryOf(request).details === '1';
    if (isDetailed) await mustBePublisher(request, services);
    const details = isDetailed ? await formDetails(services, registry.forms()) : undefined;
    const written = await ifWritten(request, services, publishedForms);
    return {
      data: registry.forms().map((form) => ({
        ...formHeading(services, form, actor),
        ...(details && { details: details.get(form.form) }),
      })),
      revision: registry.revision(),
      ...(unserved.length > 0 && { unserved }),
      ...(written && { written }),
    };
  });

  registerMedia(app, services);

  const find = (name: string, version?: string): CompiledForm => {
    if (version !== undefined && !/^\d{1,6}$/.test(version)) throw new Failure('record_not_found');
    const form = version === undefined ? registry.versions(name).at(-1) : registry.form(name, Number(version));
    if (!form) throw new Failure('record_not_found');
    return form;
  };
  app.get<{ Params: { form: string } }>('/api/definitions/:form', async (request): Promise<DefinitionView> => {
    await requireActor(request, services);
    const form = find(request.params.form);
    const written = await ifWritten(request, services, (db) => writtenVersions(db, form.form));
    return { ...definitionView(services, form), ...(written && { written_versions: written }) };
  });

  app.get<{ Params: { form: string; version: string } }>('/api/definitions/:form/:version', async (request) => {
    await requireActor(request, services);
    return definitionView(services, find(request.params.form, request.params.version));
  });

  // A browser imports this module without headers, so it needs no login. A contract contains rules but no data.
  const moduleOf = memoizeByObject('validators as text', async (form: CompiledForm) => {
    const text = await validatorText(form);
    return { text, etag: `"${etagOf(text)}"` };
  });
  app.get<{ Params: { form: string; version: string } }>(
    '/api/definitions/:form/:version/validator.js',
    async (request, reply) => {
      const form = find(request.params.form, request.params.version);
      const module = await moduleOf(form);
      const named = (request.query as { hash?: string }).hash === registry.hash(form);
      reply
        .header('etag', module.etag)
        .header('cache-control', named ? 'public, max-age=31536000, immutable' : 'public, no-cache');
      if (request.headers['if-none-match'] === module.etag) return reply.code(304).send();
      return reply.type('text/javascript; charset=utf-8').send(module.text);
    },
  );
}

function registerMedia(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { hash: string } }>('/api/definitions/media/:hash', async (request, reply) => {
    await requireActor(request, services);
    const { hash } = request.params;
    const media = /^[a-f0-9]{64}$/.test(hash) ? await findMedia(services.database.read, hash) : undefined;
    if (!media) throw new Failure('record_not_found');
    const etag = `"${hash}"`;
    reply
      .header('content-security-policy', FILE_POLICY)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type(media.mediaType).send(media.bytes);
  });
}

/** Returns what would be written into files, if the request asks for it. Throws role_needed unless it comes from who may publish. */
async function ifWritten<T>(
  request: FastifyRequest,
  services: Services,
  read: (db: Handle) => Promise<T>,
): Promise<T | undefined> {
  if (checkedQueryOf(request).written !== '1') return undefined;
  await mustBePublisher(request, services);
  return read(services.database.read);
}

/** Names what is stored and cannot be served, with what is served in its place. */
function unservedVersions({ registry }: Services, language: Language): UnservedVersion[] {
  return registry.unserved().map(({ name, version, reason }) => {
    const part = registry.commonParts().get(name);
    const served = part ? (part.published?.version ?? 0) : (registry.form(name)?.version ?? null);
    const key = served === null ? 'unserved' : served === 0 ? 'unserved_file' : 'unserved_earlier';
    const message = words(language, `server:${key}`, {
      name: isolateName(name),
      version,
      served: served ?? 0,
      reason: isolateName(reason),
    });
    return { name, version, served, message };
  });
}

/** Where a form came from is for those who write it, and as long as the form. */
function withoutOrigin(definition: FormDefinition): FormDefinition {
  if (definition.origin === undefined) return definition;
  const { origin: _, ...rest } = definition;
  return rest as FormDefinition;
}

export function definitionView({ registry }: Services, form: CompiledForm): DefinitionView {
  return {
    form: form.form,
    version: form.version,
    schema: isRowForm(form.definition) ? problemRowSchema(form) : shareCodes(form.contract),
    definition: withoutOrigin(form.definition),
    ...(form.row && { row: { definition: form.row.definition, schema: form.row.contract } }),
    aliases: nested(form.aliases),
    hash: registry.hash(form),
    versions: registry.versions(form.form).map((one) => one.version),
  };
}

export function formHeading(services: Services, form: CompiledForm, actor: Actor) {
  const { definition } = form;
  const { permissions } = services.registry.common();
  const scope = scopeOf({ ...services.registry.scopeRules(form), record: null, actor });
  const workflow = services.registry.workflow(form);
  const hidden = restrictedPathsOf(restrictedNamesFor(form, actor, services.registry));
  const restricted = services.registry.restrictedQuestions(form.form);
  const bulk = bulkActions(actor, form, permissions, workflow);
  const marked = definition.kind === 'log' ? [] : selectionActions(actor, form, permissions, workflow);
  const retired = services.registry.retiredSince(form.form);
  const captured = services.registry.captureForm(form.form) ?? form;
  const view = seesSomePlaces(visiblePlaces(actor, form, permissions));
  return {
    form: form.form,
    version: form.version,
    ...(captured !== form && { captured_with: captured.version }),
    programme: definition.programme,
    kind: definition.kind,
    title: definition.title,
    plural: definition.plural,
    new: definition.new ?? null,
    icon: definition.icon ?? null,
    paths: definition.paths,
    parent: definition.parent ?? null,
    api: { base: definition.api.base, record: definition.api.record ?? 'data' },
    workflow: definition.workflow,
    ...(definition.import && { import: { path: definition.import.path } }),
    hash: services.registry.hash(form),
    ...(hidden.length > 0 && { hidden }),
    ...(restricted.size > 0 && { restricted: [...restricted] }),
    ...(retired && { retired }),
    ...(isPlaced(form, services.registry) && { placed: true }),
    may: {
      ...(scope.allowed.create && { create: true }),
      ...(view && { view: true }),
      ...(!formRefusal(actor, 'export', form, permissions, workflow) && { export: true }),
      ...(definition.kind !== 'log' && !formRefusal(actor, 'edit', form, permissions, workflow) && { correct: true }),
      ...(!formRefusal(actor, 'share', form, permissions, workflow) && { share: true }),
      ...(bulk.length > 0 && { bulk }),
      ...(marked.length > 0 && { marked }),
    },
  };
}

/** Returns true if records have a province of their own, or that of what they are about. */
function isPlaced({ definition: { place, parent } }: CompiledForm, registry: Services['registry']): boolean {
  if (place) return true;
  return (parent?.forms ?? []).some((name) => registry.form(name)?.definition.place !== undefined);
}

/** Nests documented names with a dot, as a record does: `{accessibility: {budget: property name}}`. */
function nested(aliases: Record<string, string>): Record<string, unknown> {
  const groups: Record<string, unknown> = {};
  for (const [alias, stored] of Object.entries(aliases)) setAtKey(groups, alias, stored);
  return groups;
}

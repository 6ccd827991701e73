/** Registers all of /api except accounts and files: definitions, reference data, and the generic forms. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../../core/errors/failure.ts';
import { JSON_LIMITS } from '../../core/json.ts';
import { mostBodyValues } from '../../core/saving/envelope.ts';
import { checkedBodyOf, checkedQueryOf } from '../http/bodies.ts';
import { RECORD_LIMIT } from '../http/limits.ts';
import type { Services } from '../http/services.ts';
import { requireActor } from '../http/session.ts';
import { registerBorderRoutes } from './admin/borders.ts';
import { choiceHandler, registerChoiceListRoutes } from './admin/choices.ts';
import { registerCommonPartRoutes } from './admin/commonParts.ts';
import { registerMediaRoutes } from './admin/definitionMedia.ts';
import { registerDraftRoutes } from './admin/drafts/definitionDrafts.ts';
import { registerPreviewRoutes } from './admin/drafts/preview.ts';
import { registerPersonalRoutes } from './admin/personalData.ts';
import { registerPlaceAdminRoutes } from './admin/places.ts';
import { registerPublishRoutes } from './admin/publication.ts';
import { registerQuestionRoutes } from './admin/questions.ts';
import { registerRestrictionRoutes } from './admin/restrictions.ts';
import { registerRetirementRoutes } from './admin/retirement.ts';
import { registerVersionStartRoutes } from './admin/versionStart.ts';
import { registerVersionRoutes } from './admin/versions.ts';
import { registerWithdrawalRoutes } from './admin/withdrawal.ts';
import { registerXlsformExportRoutes } from './admin/xlsform/export.ts';
import { registerXlsformRoutes } from './admin/xlsform/xlsform.ts';
import type { ApiCall } from './call.ts';
import { registerDefinitionRoutes } from './definitions.ts';
import { FormBases, formHandlerOf, formRoutePattern, sheetHandlerOf } from './dispatch.ts';
import { readMultipart } from './files/multipart.ts';
import { registerFormDraftRoutes } from './formDrafts.ts';
import { registerHomeRoutes } from './home/home.ts';
import { registerNewsRoutes } from './home/newsCalls.ts';
import { registerOptionRoutes, registerPickerRoutes, registerSearchRoutes } from './list/pickers.ts';
import { registerSiteMapRoutes } from './list/siteMap.ts';
import { registerSavedViewRoutes } from './list/views.ts';
import { registerOpenApiRoutes } from './openapi/routes.ts';
import { registerPlaceRoutes } from './places.ts';
import { registerPublicFigureRoutes } from './public/figures.ts';
import { registerVerificationRoutes } from './public/verification.ts';
import { registerReportRoutes } from './reports/calls.ts';
import { documentedReport } from './reports/documented.ts';
import { registerReportDraftRoutes } from './reports/drafts.ts';
import { registerStartRoutes } from './start.ts';
import { registerSyncRoutes } from './sync/routes.ts';
import { registerDraftTextRoutes } from './words/draft.ts';

export function registerApi(app: FastifyInstance, services: Services): void {
  registerDefinitionRoutes(app, services);
  registerPublishRoutes(app, services);
  registerCommonPartRoutes(app, services);
  registerDraftRoutes(app, services);
  registerXlsformRoutes(app, services);
  registerXlsformExportRoutes(app, services);
  registerDraftTextRoutes(app, services);
  registerMediaRoutes(app, services);
  registerPreviewRoutes(app, services);
  registerVersionRoutes(app, services);
  registerRestrictionRoutes(app, services);
  registerQuestionRoutes(app, services);
  registerRetirementRoutes(app, services);
  registerWithdrawalRoutes(app, services);
  registerVersionStartRoutes(app, services);
  registerPlaceRoutes(app, services);
  registerPlaceAdminRoutes(app, services);
  registerBorderRoutes(app, services);
  registerPickerRoutes(app, services);
  registerSearchRoutes(app, services);
  registerSiteMapRoutes(app, services);
  registerSavedViewRoutes(app, services);
  registerFormDraftRoutes(app, services);
  registerOptionRoutes(app, services);
  registerPersonalRoutes(app, services);
  registerChoiceListRoutes(app, services);
  registerHomeRoutes(app, services);
  registerNewsRoutes(app, services);
  registerStartRoutes(app, services);
  registerSyncRoutes(app, services);
  registerPublicFigureRoutes(app, services);
  registerVerificationRoutes(app, services);
  registerReportRoutes(app, services);
  registerReportDraftRoutes(app, services);
  registerOpenApiRoutes(app, services);
  const bases = new FormBases();

  const mostValuesOf = (request: FastifyRequest) => {
    const form = bases.match(services, pathOf(request))?.form;
    return form ? Math.max(...services.registry.versions(form.form).map(mostBodyValues)) : JSON_LIMITS.values;
  };

  app.all('/api/*', { bodyLimit: RECORD_LIMIT, config: { mostValues: mostValuesOf } }, async (request, reply) => {
    const segments = pathOf(request);
    const match = bases.match(services, segments);
    const below = match && formRoutePattern(request.method, match);
    const actor = await requireActor(request, services, match && `${request.method} {base}${below}`);
    const query = checkedQueryOf(request);
    const common = { services, actor, language: request.language, query, request, reply };
    if (!match) {
      const report = request.method === 'GET' ? documentedReport(services, segments) : undefined;
      if (report) {
        request.pattern = report.pattern;
        return report.answer(common);
      }
      const table =
        request.method === 'GET' && segments.length === 1 ? choiceHandler(services, segments[0] as string) : undefined;
      if (table === undefined) throw new Failure('route_not_found');
      return table(request.language);
    }
    request.pattern = `/api/${match.base}${below}`;
    const sheet = sheetHandlerOf(match.form, `${request.method} ${below}`);
    if (sheet) return sheet({ ...common, body: {}, form: match.form, base: match.base });
    const multipart = request.isMultipart();
    const routed = multipart ? undefined : formHandlerOf(match, request.method, checkedBodyOf(request));
    const body = multipart ? await readMultipart(request, services, match.form, actor) : checkedBodyOf(request);
    const handler = routed ?? formHandlerOf(match, request.method, body);
    const call: ApiCall = { ...common, body, form: match.form, base: match.base };
    const answer = await handler(call);
    // A handler that sent a stream is awaited until its end. The client may have hung up by then, with all of it or a part.
    if (reply.sent || reply.raw.headersSent || reply.raw.destroyed || answer === reply) return reply;
    return typeof answer === 'string' ? reply.type('text/plain; charset=utf-8').send(answer) : reply.send(answer);
  });

  // Matches only what no route above matches: the bare prefix.
  app.all('/api', async () => {
    throw new Failure('route_not_found');
  });
}

/** Returns the decoded segments after /api. Throws route_not_found if they cannot be decoded. */
function pathOf(request: FastifyRequest): string[] {
  const path = (request.url.split('?')[0] ?? '').replace(/^\/api\//, '').replace(/\/+$/, '');
  try {
    const segments = path.split('/').map(decodeURIComponent);
    if (segments.some((segment) => segment === '' || segment.includes('\0') || segment.length > 300))
      throw new URIError();
    return segments;
  } catch {
    throw new Failure('route_not_found');
  }
}

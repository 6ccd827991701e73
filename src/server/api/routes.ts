/** Registers all of /api except accounts and files: definitions, reference data, and the generic forms. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../../core/errors/failure.ts';
import { JSON_LIMITS } from '../../core/errors/json.ts';
import { mostBodyValues } from '../../core/saving/envelope.ts';
import { checkedBodyOf, checkedQueryOf } from '../http/bodies.ts';
import { RECORD_LIMIT } from '../http/limits.ts';
import type { Services } from '../http/services.ts';
import { requireActor } from '../http/session.ts';
import { registerBorders } from './admin/borders.ts';
import { choiceHandler, registerMasterTables } from './admin/choices.ts';
import { registerCommonParts } from './admin/commonParts.ts';
import { registerDefinitionDrafts } from './admin/definitionDrafts.ts';
import { registerDefinitionMedia } from './admin/definitionMedia.ts';
import { registerPersonalData } from './admin/personalData.ts';
import { registerPlaceAdministration } from './admin/places.ts';
import { registerPreview } from './admin/preview.ts';
import { registerPublish } from './admin/publication.ts';
import { registerQuestions } from './admin/questions.ts';
import { registerRestrictions } from './admin/restrictions.ts';
import { registerRetirement } from './admin/retirement.ts';
import { registerVersionStart } from './admin/versionStart.ts';
import { registerVersions } from './admin/versions.ts';
import { registerWithdrawal } from './admin/withdrawal.ts';
import { registerXlsformExport } from './admin/xlsform/export.ts';
import { registerXlsform } from './admin/xlsform/xlsform.ts';
import type { ApiCall } from './call.ts';
import { registerDefinitions } from './definitions.ts';
import { FormBases, formHandlerOf, formRoutePattern } from './dispatch.ts';
import { readMultipart } from './files/multipart.ts';
import { registerFormDrafts } from './formDrafts.ts';
import { registerHome } from './home/home.ts';
import { registerNews } from './home/newsCalls.ts';
import { sheetCallOf } from './import/calls.ts';
import { registerFind, registerOptionSearch, registerPickers } from './list/pickers.ts';
import { registerSiteMap } from './list/siteMap.ts';
import { registerViews } from './list/views.ts';
import { registerOpenApi } from './openapi/routes.ts';
import { registerPlaces } from './places.ts';
import { registerPublicFigures } from './public/figures.ts';
import { registerPublicVerification } from './public/verification.ts';
import { registerReports } from './reports/calls.ts';
import { documentedReport } from './reports/documented.ts';
import { registerReportDrafts } from './reports/drafts.ts';
import { registerStart } from './start.ts';
import { registerSync } from './sync/routes.ts';
import { registerDraftWords } from './words/draft.ts';

export function registerApi(app: FastifyInstance, services: Services): void {
  registerDefinitions(app, services);
  registerPublish(app, services);
  registerCommonParts(app, services);
  registerDefinitionDrafts(app, services);
  registerXlsform(app, services);
  registerXlsformExport(app, services);
  registerDraftWords(app, services);
  registerDefinitionMedia(app, services);
  registerPreview(app, services);
  registerVersions(app, services);
  registerRestrictions(app, services);
  registerQuestions(app, services);
  registerRetirement(app, services);
  registerWithdrawal(app, services);
  registerVersionStart(app, services);
  registerPlaces(app, services);
  registerPlaceAdministration(app, services);
  registerBorders(app, services);
  registerPickers(app, services);
  registerFind(app, services);
  registerSiteMap(app, services);
  registerViews(app, services);
  registerFormDrafts(app, services);
  registerOptionSearch(app, services);
  registerPersonalData(app, services);
  registerMasterTables(app, services);
  registerHome(app, services);
  registerNews(app, services);
  registerStart(app, services);
  registerSync(app, services);
  registerPublicFigures(app, services);
  registerPublicVerification(app, services);
  registerReports(app, services);
  registerReportDrafts(app, services);
  registerOpenApi(app, services);
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
    const sheet = sheetCallOf(match.form, `${request.method} ${below}`);
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

/** All of /api that is not accounts or files: what describes the system, master data, and the generic forms. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../../core/errors/catalogue.ts';
import { bodyOf, queryOf } from '../http/bodies.ts';
import type { Rooms } from '../http/rooms.ts';
import { actorOf } from '../http/session.ts';
import type { Call } from './call.ts';
import { registerDashboard } from './dashboard.ts';
import { registerDefinitions } from './definitions.ts';
import { Bases, handlerOf, patternBelow } from './dispatch.ts';
import { registerMasterTables, tableOfBase } from './masterTables.ts';
import { readMultipart } from './multipart.ts';
import { registerOpenApi } from './openapi.ts';
import { registerPersonalData } from './personalData.ts';
import { registerPickers } from './pickers.ts';
import { registerPlaceAdministration } from './placeAdministration.ts';
import { registerPlaces } from './places.ts';
import { registerProofs } from './proofs.ts';
import { registerPublish } from './publish.ts';
import { registerRestrictions } from './restrictions.ts';
import { sheetCallOf } from './spreadsheet/calls.ts';

export function registerApi(app: FastifyInstance, rooms: Rooms): void {
  registerDefinitions(app, rooms);
  registerPublish(app, rooms);
  registerRestrictions(app, rooms);
  registerPlaces(app, rooms);
  registerPlaceAdministration(app, rooms);
  registerPickers(app, rooms);
  registerPersonalData(app, rooms);
  registerMasterTables(app, rooms);
  registerDashboard(app, rooms);
  registerProofs(app, rooms);
  registerOpenApi(app, rooms);
  const bases = new Bases();

  app.all('/api/*', async (request, reply) => {
    const segments = pathOf(request);
    const actor = await actorOf(request, rooms);
    const query = queryOf(request);
    const common = { rooms, actor, language: request.language, query, request, reply };
    const match = bases.match({ ...common, body: {} }, segments);
    if (!match) {
      const table =
        request.method === 'GET' && segments.length === 1 ? tableOfBase(rooms, segments[0] as string) : undefined;
      if (table === undefined) throw new Failure('route_not_found');
      return table(request.language);
    }
    request.pattern = patternBelow(match.form, match.base, match.rest);
    const sheet = sheetCallOf(match.form, request.method, match.rest);
    if (sheet) return sheet({ ...common, body: {}, form: match.form, base: match.base });
    const multipart = request.isMultipart();
    const routed = multipart ? undefined : handlerOf(match.form, request.method, match.rest, bodyOf(request));
    const body = multipart ? await readMultipart(request, rooms, match.form, actor) : bodyOf(request);
    const handler = routed ?? handlerOf(match.form, request.method, match.rest, body);
    const call: Call = { ...common, body, form: match.form, base: match.base };
    const answer = await handler(call);
    if (reply.sent || answer === reply) return reply;
    return typeof answer === 'string' ? reply.type('text/plain; charset=utf-8').send(answer) : reply.send(answer);
  });

  // Only what no route above takes: the bare prefix.
  app.all('/api', async () => {
    throw new Failure('route_not_found');
  });
}

/** Decoded segments behind /api; throws route_not_found for what cannot be decoded. */
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

/** Fastify with everything that holds for all routes; the rooms' routes are registered behind it. */
import compress from '@fastify/compress';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { v7 as uuid } from 'uuid';
import { registerAccountRoutes } from '../accounts/routes.ts';
import { registerApi } from '../api/routes.ts';
import { registerFileRoutes } from '../files/routes.ts';
import { serveApp } from './app-files.ts';
import { addBodies, parseQuery } from './bodies.ts';
import { loggedUrl, sendError } from './errors.ts';
import { BODY_LIMIT } from './limits.ts';
import type { Rooms } from './rooms.ts';
import { addSecurityHeaders } from './security.ts';
import { addSessions } from './session.ts';

/** A server that answers but does not listen yet. */
export async function buildServer(rooms: Rooms): Promise<FastifyInstance> {
  const { settings } = rooms;
  const app = Fastify({
    loggerInstance: rooms.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustProxy,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 120_000,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    genReqId: () => uuid(),
    routerOptions: {
      querystringParser: parseQuery,
      maxParamLength: 300,
      ignoreTrailingSlash: true,
      caseSensitive: true,
    },
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  addSessions(app);
  await addSecurityHeaders(app);
  await app.register(compress, { global: true, threshold: 1024, encodings: ['gzip', 'deflate', 'identity'] });
  await addBodies(app, settings.fileLimit);
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', String(request.id));
    if (request.url.startsWith('/api') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({
      method: request.method,
      url: loggedUrl(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
  });
  registerAccountRoutes(app, rooms);
  registerFileRoutes(app, rooms);
  registerApi(app, rooms);
  await serveApp(app, settings.appDir);
  return app;
}

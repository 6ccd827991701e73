/** Fastify with everything that applies to all routes; then registers the routes. */
import compress from '@fastify/compress';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { registerAccountRoutes } from './api/admin/accounts.ts';
import { addRouteSchemas } from './api/contract/validation.ts';
import { registerFileRoutes } from './api/files/routes.ts';
import { registerPublicPageRoutes } from './api/public/page.ts';
import { registerApi } from './api/routes.ts';
import { serveApp } from './http/app-files.ts';
import { addBodyParsers, discardUnreadBodies, parseQuery } from './http/bodies.ts';
import { registerHealth } from './http/health.ts';
import { BODY_LIMIT } from './http/limits.ts';
import { registerManifest } from './http/manifest.ts';
import { registerMetrics } from './http/metrics.ts';
import {
  addProtocolHeader,
  addRequestHeaders,
  addSecurityHeaders,
  logRequests,
  requestId,
  sendError,
} from './http/responses.ts';
import type { Services } from './http/services.ts';
import { addAccountQueues, addSessions } from './http/session.ts';
import { trustProxyOption } from './settings/proxies.ts';

/** Returns a server that handles requests but does not listen yet. */
export async function buildServer(services: Services): Promise<FastifyInstance> {
  const { settings } = services;
  const app = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxyOption(settings.trustProxy),
    bodyLimit: BODY_LIMIT,
    requestTimeout: 120_000,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    // A client that sends a request head byte by byte gets less time than one that uploads a file.
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
    // While the server stops, it still answers requests that arrive on open connections.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    genReqId: requestId,
    routerOptions: {
      querystringParser: parseQuery,
      maxParamLength: 300,
      ignoreTrailingSlash: true,
      caseSensitive: true,
    },
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  discardUnreadBodies(app.server);
  app.decorate('outage', services.outage);
  addSessions(app);
  addProtocolHeader(app);
  addAccountQueues(app, services);
  await addSecurityHeaders(app, settings.appDir);
  await app.register(compress, { global: true, threshold: 1024, encodings: ['gzip', 'deflate', 'identity'] });
  await addBodyParsers(app, settings.fileLimit);
  addRequestHeaders(app);
  logRequests(app);
  addRouteSchemas(app);
  await registerMetrics(app, services);
  registerHealth(app, services);
  registerAccountRoutes(app, services);
  registerFileRoutes(app, services);
  registerApi(app, services);
  registerPublicPageRoutes(app, services);
  registerManifest(app, services);
  await serveApp(app, services);
  return app;
}

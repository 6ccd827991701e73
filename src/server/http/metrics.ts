/**
 * `GET /metrics` in the Prometheus format, for callers with `METRICS_TOKEN`. Without that setting the path does not exist.
 * Each server process reports its own figures; figures of the database are the same from all.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { Failure } from '../../core/errors/failure.ts';
import { freeBytes } from './health.ts';
import { routePattern } from './responses.ts';
import type { Services } from './services.ts';

type Client = typeof import('prom-client');

/** Seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Rows of `settings` in which jobs store their last result. */
const LAST = { backup: 'backup.last', verify: 'verify.last' };

export async function registerMetrics(app: FastifyInstance, services: Services): Promise<void> {
  const token = services.settings.metricsToken;
  if (token === undefined) {
    app.get('/metrics', async () => {
      throw new Failure('route_not_found');
    });
    return;
  }
  // Measuring costs time, so it runs only if the token is set.
  const client = await import('prom-client');
  const registry = new client.Registry();
  client.collectDefaultMetrics({ register: registry });
  measureRequests(app, client, registry);
  measureStore(services, client, registry);
  app.get('/metrics', async (request, reply) => {
    if (!isSame(request.headers.authorization, `Bearer ${token}`)) throw new Failure('unauthorized');
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
  });
}

function measureRequests(app: FastifyInstance, { Counter, Histogram }: Client, registry: Registry): void {
  const registers = [registry];
  const requests = new Counter({
    name: 'amanat_http_requests_total',
    help: 'Requests that were answered',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'amanat_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers,
  });
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: routePattern(request) };
    requests.inc({ ...labels, status: reply.statusCode });
    seconds.observe(labels, reply.elapsedTime / 1000);
  });
}

/** Gauges that are read on each scrape. If one fails, the others still work. */
function measureStore(services: Services, { Gauge }: Client, registry: Registry): void {
  const { database, settings, entryLog } = services;
  const gauge = (name: string, help: string, label: string | undefined, look: () => Promise<Record<string, number>>) =>
    new Gauge({
      name: `amanat_${name}`,
      help,
      registers: [registry],
      ...(label && { labelNames: [label] }),
      async collect() {
        this.reset();
        try {
          for (const [value, figure] of Object.entries(await look()))
            if (label) this.set({ [label]: value }, figure);
            else this.set(figure);
        } catch (error) {
          this.remove();
          if (!services.outage.note(error))
            services.log.warn({ err: error, metric: name }, 'a figure could not be read');
        }
      },
    });
  gauge(
    'database_connections',
    'Connections of the PostgreSQL pool',
    'state',
    async () => database.connections?.() ?? {},
  );
  gauge('database_size_bytes', 'Size of the database', undefined, async () => ({
    all: await database.dialect.size(database.read),
  }));
  gauge('disk_free_bytes', 'Free space where the data folder lies', undefined, async () => ({
    all: await freeBytes(settings.dataDir),
  }));
  gauge('queue_length', 'Work that waits in the background', 'queue', async () => {
    const renames = await database.read
      .selectFrom('pending_work')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    const unsealed = await database.read
      .selectFrom('events')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('seal', 'is', null)
      .executeTakeFirstOrThrow();
    return {
      log_entries: entryLog.waiting(),
      renames: Number(renames.count),
      unsealed_events: Number(unsealed.count),
    };
  });
  gauge('last_success_timestamp_seconds', 'When a job last ended well', 'job', async () => {
    const rows = await database.read
      .selectFrom('settings')
      .select(['key', 'value'])
      .where('key', 'in', Object.values(LAST))
      .execute();
    return Object.fromEntries(
      Object.entries(LAST).flatMap(([job, key]) => {
        const at = momentOf(rows.find((row) => row.key === key)?.value);
        return at === undefined ? [] : [[job, at]];
      }),
    );
  });
}

/** Compares hashes: they have equal length, and comparing them takes constant time. */
function isSame(given: string | undefined, wanted: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given ?? ''), hash(wanted));
}

/** Returns the seconds since 1970 of an instant, or of `at` in a JSON document; undefined if that run failed. */
function momentOf(value: string | undefined): number | undefined {
  const result = (value?.startsWith('{') ? JSON.parse(value) : { at: value }) as { at?: string; ok?: boolean };
  const text = result.ok === false ? undefined : result.at;
  const at = Date.parse(text ?? '') / 1000;
  return Number.isNaN(at) ? undefined : at;
}

/** Calls of devices that work without network: what they receive, and what of theirs is gone (`/api/sync`). */
import type { FastifyInstance } from 'fastify';
import { Failure } from '../../../core/errors/failure.ts';
import { isObject } from '../../../core/errors/json.ts';
import type {
  SyncCheckResponse,
  SyncDoneResponse,
  SyncHeld,
  SyncPlanResponse,
  SyncReferenceResponse,
  SyncRules,
  SyncStateResponse,
} from '../../../core/generated/api.ts';
import { bodyOf, queryOf } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { actorOf, callerOf } from '../../http/session.ts';
import { sendPlaces } from './places.ts';
import { idsOfQuery, syncQuery } from './query.ts';
import { sendRecords } from './records.ts';
import { hashOf, referenceOf, rulesOf } from './reference.ts';
import { stateOf } from './state.ts';

const MOST_CHECKED = 1000;
/** Idempotency keys that can be asked about. Devices make UUIDs. */
const KEY = /^[\w.:-]{1,200}$/;

export function registerSync(app: FastifyInstance, services: Services): void {
  app.get('/api/sync/records', (request, reply) => sendRecords(services, request, reply));

  app.get('/api/sync/places', (request, reply) => sendPlaces(services, request, reply));

  app.get('/api/sync/rules', async (request): Promise<SyncRules> => {
    await actorOf(request, services);
    return rulesOf(services);
  });

  app.get('/api/sync/reference', async (request): Promise<SyncReferenceResponse> => {
    const { account } = await callerOf(request, services);
    const entries = await referenceOf(services, await actorOf(request, services), account);
    return { entries, hash: hashOf(entries) };
  });

  app.get('/api/sync/state', async (request): Promise<SyncStateResponse> => {
    const { account } = await callerOf(request, services);
    return { state: await stateOf(services, await actorOf(request, services), account) };
  });

  app.get('/api/sync/plan', async (request): Promise<SyncPlanResponse> => {
    const actor = await actorOf(request, services);
    const query = queryOf(request);
    const ids = idsOfQuery(query);
    const asked = { ...syncQuery(services, query, actor), ...(ids && { ids }) };
    const found = await services.records.measure(asked, actor);
    const sum = (key: 'records' | 'bytes' | 'files' | 'file_bytes') => found.reduce((all, one) => all + one[key], 0);
    return {
      forms: found.map(({ isEstimate, ...form }) => ({ ...form, is_estimate: isEstimate })),
      records: sum('records'),
      bytes: sum('bytes'),
      files: sum('files'),
      file_bytes: sum('file_bytes'),
    };
  });

  app.post('/api/sync/check', async (request): Promise<SyncCheckResponse> => {
    const actor = await actorOf(request, services);
    const held = heldBy(bodyOf(request).records);
    const versions = await services.records.versionsAmong(
      held.map(({ id }) => id),
      actor,
    );
    return {
      gone: held.flatMap(({ id }) => (versions.has(id) ? [] : [id])),
      changed: held.flatMap(({ id, version }) => {
        const now = versions.get(id);
        return now !== undefined && now !== version ? [{ id, version: now }] : [];
      }),
    };
  });

  app.post('/api/sync/done', async (request): Promise<SyncDoneResponse> => {
    const outcomes = await services.records.outcomesAmong(
      keysIn(bodyOf(request).ids),
      await actorOf(request, services),
    );
    return { done: [...outcomes].map(([id, { id: record_id, version }]) => ({ id, record_id, version })) };
  });
}

/** Reads idempotency keys. Throws bad_body. */
function keysIn(ids: unknown): string[] {
  if (!Array.isArray(ids) || ids.length > MOST_CHECKED) throw new Failure('bad_body');
  if (!ids.every((id): id is string => typeof id === 'string' && KEY.test(id))) throw new Failure('bad_body');
  return ids;
}

/** Reads the ids and versions of a device's records. Throws bad_body. */
function heldBy(records: unknown): SyncHeld[] {
  if (!Array.isArray(records) || records.length > MOST_CHECKED) throw new Failure('bad_body');
  return records.map((one): SyncHeld => {
    if (!isObject(one) || typeof one.id !== 'string' || one.id.length > 100 || typeof one.version !== 'number')
      throw new Failure('bad_body');
    return { id: one.id, version: one.version };
  });
}

/** Calls of devices that work without network: what they receive, and what of theirs is gone (`/api/sync`). */
import type { FastifyInstance } from 'fastify';
import type {
  SyncCheckBody,
  SyncCheckResponse,
  SyncDoneBody,
  SyncDoneResponse,
  SyncPlanResponse,
  SyncReferenceResponse,
  SyncRules,
  SyncStateResponse,
} from '../../../core/generated/api.ts';
import { checkedBodyOf, checkedQueryOf } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { requireActor, requireSession } from '../../http/session.ts';
import { sendPlaces } from './places.ts';
import { type SyncQueryText, syncQuery } from './query.ts';
import { sendRecords } from './records.ts';
import { jsonHashOf, syncReferenceOf, syncRulesOf } from './reference.ts';
import { syncStateOf } from './state.ts';

export function registerSyncRoutes(app: FastifyInstance, services: Services): void {
  app.get('/api/sync/records', (request, reply) => sendRecords(services, request, reply));

  app.get('/api/sync/places', (request, reply) => sendPlaces(services, request, reply));

  app.get('/api/sync/rules', async (request): Promise<SyncRules> => {
    await requireActor(request, services);
    return syncRulesOf(services);
  });

  app.get('/api/sync/reference', async (request): Promise<SyncReferenceResponse> => {
    const { account } = await requireSession(request, services);
    const entries = await syncReferenceOf(services, await requireActor(request, services), account);
    return { entries, hash: jsonHashOf(entries) };
  });

  app.get('/api/sync/state', async (request): Promise<SyncStateResponse> => {
    const { account } = await requireSession(request, services);
    return { state: await syncStateOf(services, await requireActor(request, services), account) };
  });

  app.get('/api/sync/plan', async (request): Promise<SyncPlanResponse> => {
    const actor = await requireActor(request, services);
    const { ids, ...query } = checkedQueryOf<SyncQueryText>(request);
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
    const actor = await requireActor(request, services);
    const { records: held } = checkedBodyOf<SyncCheckBody>(request);
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
    const actor = await requireActor(request, services);
    const outcomes = await services.records.outcomesAmong(checkedBodyOf<SyncDoneBody>(request).ids, actor);
    return { done: [...outcomes].map(([id, { id: record_id, version }]) => ({ id, record_id, version })) };
  });
}

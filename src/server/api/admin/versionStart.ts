/**
 * `POST /api/definitions/{form}/{version}/start`: from which day new records are captured with the newest version. It can be
 * changed until the day has come. Each decision needs a reason and is logged.
 */
import type { FastifyInstance } from 'fastify';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { FormVersion, VersionStartBody } from '../../../core/generated/api.ts';
import { peopleById } from '../../db/rows.ts';
import { readVersionStart } from '../../definitions/startDay.ts';
import { startVersion } from '../../definitions/versionStarts.ts';
import { checkedBodyOf } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { readWithdrawalDecision, type VersionParams } from './withdrawal.ts';

export function registerVersionStartRoutes(app: FastifyInstance, services: Services): void {
  const { registry, database } = services;
  app.post<VersionParams>('/api/definitions/:form/:version/start', async (request) => {
    const { version, decision } = await readWithdrawalDecision(request, services);
    const from_day = readVersionStart(registry, version, checkedBodyOf<VersionStartBody>(request).from, services.now());
    await database.transaction((trx) => startVersion(trx, { ...decision, from_day }));
    await registry.refresh();
    return { start: await versionStartOf(services, version) };
  });
}

/** Returns from which day a version is used, and who decided so. Null if it was used at once. */
export async function versionStartOf(
  { registry, database }: Services,
  version: CompiledForm,
): Promise<FormVersion['start']> {
  const decision = registry.start(version);
  if (!decision) return null;
  const { from_day: from, at, by_id, reason } = decision;
  return { from, at, by: (await peopleById(database.read, [by_id]))(by_id), reason };
}

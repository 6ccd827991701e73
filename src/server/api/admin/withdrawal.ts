/**
 * `POST /api/definitions/{form}/{version}/withdraw` and `…/reinstate`: whether a version of a form takes new records. They are
 * captured with the newest version that is not withdrawn and whose day has come. Records captured with it before are read, exported and corrected as
 * they are. Each decision needs a reason and is logged.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { Failure } from '../../../core/errors/failure.ts';
import type { FormVersion } from '../../../core/generated/api.ts';
import { peopleById } from '../../db/rows.ts';
import { reinstateVersion, withdrawVersion } from '../../definitions/withdrawnVersions.ts';
import type { Services } from '../../http/services.ts';
import { actorAllowedTo } from '../../http/session.ts';
import { readReason } from './reasonInput.ts';

export type VersionParams = { Params: { form: string; version: number } };

/** Returns who decides about which version, when and why. */
export async function readWithdrawalDecision(request: FastifyRequest<VersionParams>, services: Services) {
  const { registry } = services;
  const { id: by_id } = await actorAllowedTo(request, services, 'definitions');
  const { form } = request.params;
  const version = registry.form(form, request.params.version);
  if (!registry.form(form) || !version) throw new Failure('record_not_found');
  const reason = readReason(request);
  return { version, decision: { form, version: version.version, at: services.now().toISOString(), by_id, reason } };
}

export function registerWithdrawalRoutes(app: FastifyInstance, services: Services): void {
  const { registry, database } = services;
  app.post<VersionParams>('/api/definitions/:form/:version/withdraw', async (request) => {
    const { version, decision } = await readWithdrawalDecision(request, services);
    const isLast = registry.versions(version.form).every((one) => one === version || !registry.isOffered(one));
    if (isLast) throw new Failure('only_version');
    await database.transaction((trx) => withdrawVersion(trx, decision));
    await registry.refresh();
    return { withdrawn: await withdrawalOf(services, version) };
  });
  app.post<VersionParams>('/api/definitions/:form/:version/reinstate', async (request) => {
    const { version, decision } = await readWithdrawalDecision(request, services);
    await database.transaction((trx) => reinstateVersion(trx, decision));
    await registry.refresh();
    return { withdrawn: await withdrawalOf(services, version) };
  });
}

/** Returns the decision that holds for a version. Null if it takes new records. */
export async function withdrawalOf(
  { registry, database }: Services,
  version: CompiledForm,
): Promise<FormVersion['withdrawn']> {
  const decision = registry.withdrawal(version);
  if (!decision) return null;
  const { at, by_id, reason } = decision;
  return { at, by: (await peopleById(database.read, [by_id]))(by_id), reason };
}

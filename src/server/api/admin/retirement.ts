/**
 * `POST /api/definitions/{form}/retire` and `…/resume`: whether a form takes new records. Records that exist are read,
 * exported, corrected and decided about as before. Each decision needs a reason and is logged.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../../../core/errors/failure.ts';
import type { RetireBody, Retirement } from '../../../core/generated/api.ts';
import { kabulDay } from '../../../core/text/dates.ts';
import { peopleById } from '../../db/rows.ts';
import { resumeForm, retireForm } from '../../definitions/retiredForms.ts';
import { checkedBodyOf } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { actorAllowedTo } from '../../http/session.ts';
import { readReason } from './reasonInput.ts';

type OfForm = { Params: { form: string } };

export function registerRetirementRoutes(app: FastifyInstance, services: Services): void {
  const { registry, database } = services;
  /** Returns who decides about which form, when and why. */
  const decisionOf = async (request: FastifyRequest<OfForm>) => {
    const { id: by_id } = await actorAllowedTo(request, services, 'definitions');
    const { form } = request.params;
    if (!registry.form(form)) throw new Failure('record_not_found');
    return { form, at: services.now().toISOString(), by_id, reason: readReason(request) };
  };

  app.post<OfForm>('/api/definitions/:form/retire', async (request) => {
    const decision = await decisionOf(request);
    const { from = kabulDay(services.now()) } = checkedBodyOf<RetireBody>(request);
    await database.transaction((trx) => retireForm(trx, { ...decision, from_day: from }));
    await registry.refresh();
    return { retired: await retirementOf(services, decision.form) };
  });
  app.post<OfForm>('/api/definitions/:form/resume', async (request) => {
    const decision = await decisionOf(request);
    await database.transaction((trx) => resumeForm(trx, decision));
    await registry.refresh();
    return { retired: await retirementOf(services, decision.form) };
  });
}

/** Returns the decision that holds for a form. Null if it takes new records and nothing else is decided. */
export async function retirementOf({ registry, database }: Services, form: string): Promise<Retirement | null> {
  const decision = registry.retirement(form);
  if (!decision) return null;
  const { from_day: from, at, by_id, reason } = decision;
  return { from, at, by: (await peopleById(database.read, [by_id]))(by_id), reason };
}

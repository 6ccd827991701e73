/**
 * Restricted questions of a form as administrators see them, and their decisions about them: publishing a version that no
 * longer restricts a question keeps its answers restricted until somebody who may (`restrictions`) lifts that, with a reason.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CompiledForm, FieldNode } from '../../../core/definitions/types.ts';
import { Failure } from '../../../core/errors/failure.ts';
import { everyNode } from '../../../core/records/restricted.ts';
import { mayEngine } from '../../../core/records/scope.ts';
import type { Text } from '../../../core/text/languages.ts';
import type { FormRegistry } from '../../definitions/registry.ts';
import { type LiftedRestriction, liftRestriction, restoreRestriction } from '../../definitions/restrictions.ts';
import { bodyOf } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { actorOf } from '../../http/session.ts';
import { text } from '../call.ts';

const ACTION = 'restrictions';
const LONGEST_REASON = 500;

interface RestrictedQuestion {
  /** Question id. */
  question: string;
  label: Text;
  /** Versions whose definition restricts it. */
  versions: number[];
  /** true: not everybody who sees a record gets its answers. */
  restricted: boolean;
  /** The decision that made it readable. */
  lifted: Pick<LiftedRestriction, 'at' | 'by_id' | 'reason'> | null;
}

type OfQuestion = { Params: { form: string; question: string } };

export function registerRestrictions(app: FastifyInstance, services: Services): void {
  const { registry, database } = services;
  const decide = async (
    request: FastifyRequest<OfQuestion>,
    work: typeof liftRestriction,
    isPossible: (newest: CompiledForm, question: string) => boolean,
  ) => {
    const actor = await actorOf(request, services);
    if (!mayEngine(actor, ACTION, registry.common().permissions)) throw new Failure('forbidden');
    await registry.refresh();
    const { form, question } = request.params;
    const newest = registry.form(form);
    if (!newest || !restrictedOf(registry, form).some((one) => one.question === question))
      throw new Failure('record_not_found');
    if (!isPossible(newest, question))
      throw new Failure('restricted_by_version', { params: { version: newest.version } });
    const reason = text(bodyOf(request).reason)?.slice(0, LONGEST_REASON);
    if (!reason) throw new Failure('validation_failed', { errors: { '/reason': [{ code: 'required' }] } });
    const decision = { form, question, at: services.now().toISOString(), by_id: actor.id, reason };
    await database.transaction((trx) => work(trx, decision));
    await registry.refresh();
    return { data: restrictedOf(registry, form) };
  };

  app.get<{ Params: { form: string } }>('/api/definitions/:form/restrictions', async (request) => {
    const actor = await actorOf(request, services);
    const { permissions } = registry.common();
    if (!mayEngine(actor, ACTION, permissions) && !mayEngine(actor, 'definitions', permissions))
      throw new Failure('forbidden');
    if (!registry.form(request.params.form)) throw new Failure('record_not_found');
    return { data: restrictedOf(registry, request.params.form) };
  });
  app.post<OfQuestion>('/api/definitions/:form/restrictions/:question/lift', (request) =>
    decide(request, liftRestriction, (newest, question) => !restrictedIn(newest).some(({ id }) => id === question)),
  );
  app.post<OfQuestion>('/api/definitions/:form/restrictions/:question/restore', (request) =>
    decide(request, restoreRestriction, () => true),
  );
}

/** Every question that some version of the form restricts. */
export function restrictedOf(registry: FormRegistry, form: string): RestrictedQuestion[] {
  const found = new Map<string, RestrictedQuestion>();
  const now = registry.restrictedQuestions(form);
  for (const version of registry.versions(form))
    for (const { id, def } of restrictedIn(version)) {
      const lifted = registry.liftedRestrictions().find((one) => one.form === form && one.question === id);
      const decision = lifted && { at: lifted.at, by_id: lifted.by_id, reason: lifted.reason };
      const versions = [...(found.get(id)?.versions ?? []), version.version];
      found.set(id, { question: id, label: def.label, versions, restricted: now.has(id), lifted: decision ?? null });
    }
  return [...found.values()];
}

function restrictedIn({ fields }: CompiledForm): FieldNode[] {
  return [...everyNode(fields.values())].filter((node) => node.def.restricted);
}

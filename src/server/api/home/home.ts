/**
 * Answers everything that the home screen shows with one call. Which cards stand there in which order is in
 * `forms/common/home.json`; what each kind of card holds is worked out here, within the person's scope.
 */
import type { FastifyInstance } from 'fastify';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { HomeView } from '../../../core/generated/api.ts';
import { mayActSystemWide } from '../../../core/records/scope.ts';
import type { Actor } from '../../../core/records/types.ts';
import { homeCardsOf, homeView, visibleForms } from '../../../core/views/home/home.ts';
import { activeAccounts } from '../../accounts/actors.ts';
import { draftsRevision } from '../../db/formDrafts.ts';
import type { Services } from '../../http/services.ts';
import { requireActor } from '../../http/session.ts';
import { createServerReads } from '../reads.ts';
import { recentActivity, reportedProblems } from './cards.ts';

export function registerHomeRoutes(app: FastifyInstance, services: Services): void {
  app.get('/api/home', async (request): Promise<HomeView> => {
    const actor = await requireActor(request, services);
    const { language } = request;
    const reads = createServerReads({ services, actor, language });
    const cards = homeCardsOf(reads);
    const { read } = services.database;
    const people = cards.includes('nobody-verifies') ? await activeAccounts(read) : undefined;
    const context = { services, actor, language, forms: visibleForms(reads) };
    return {
      ...(await homeView(reads, cards, people)),
      problems: cards.includes('problems') ? await reportedProblems(context) : [],
      activity: cards.includes('activity') ? await recentActivity(context) : [],
      held: heldFor(services, actor),
      drafts: await draftsRevision(read, actor.id),
    };
  });
}

/** Returns the form versions whose files are not served, for those who may publish. */
function heldFor({ registry }: Services, actor: Actor): HomeView['held'] {
  if (!mayActSystemWide(actor, 'definitions', registry.common().permissions)) return [];
  return registry.held().map(({ form, version }) => {
    const newest = registry.versions(form).at(-1) as CompiledForm;
    return { form, version, next: newest.version + 1, title: newest.definition.title };
  });
}

/**
 * Answers everything that the home screen shows with one call. Which cards stand there in which order is in
 * `forms/common/home.json`; what each kind of card holds is worked out here, within the person's scope.
 */
import type { FastifyInstance } from 'fastify';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { HomeView } from '../../../core/generated/api.ts';
import { cardsFor } from '../../../core/records/home.ts';
import { mayEngine } from '../../../core/records/scope.ts';
import type { Actor } from '../../../core/records/types.ts';
import { seesSome, visiblePlaces } from '../../../core/records/visiblePlaces.ts';
import { workingPeople } from '../../accounts/actors.ts';
import { draftsRevision } from '../../db/formDrafts.ts';
import type { Services } from '../../http/services.ts';
import { actorOf } from '../../http/session.ts';
import { activity } from './activity.ts';
import type { HomeContext } from './context.ts';
import { datesDue } from './datesDue.ts';
import { quickForms } from './quick.ts';
import { reportedProblems } from './reported.ts';
import { sitesDue } from './sitesDue.ts';
import { formLines, waiting } from './waiting.ts';

export function registerHome(app: FastifyInstance, services: Services): void {
  app.get('/api/home', async (request): Promise<HomeView> => {
    const actor = await actorOf(request, services);
    return homeOf({ services, actor, language: request.language, forms: visibleForms(services, actor) });
  });
}

function visibleForms({ registry }: Services, actor: Actor): CompiledForm[] {
  const { permissions } = registry.common();
  return registry.forms().filter((form) => seesSome(visiblePlaces(actor, form, permissions)));
}

async function homeOf(context: HomeContext): Promise<HomeView> {
  const { services, actor } = context;
  const cards = cardsFor(services.registry.common().home, actor);
  const on = <T>(kind: HomeView['cards'][number], work: (context: HomeContext) => Promise<T[]>): Promise<T[]> =>
    cards.includes(kind) ? work(context) : Promise.resolve([]);
  return {
    cards,
    waiting: await waiting(
      context,
      cards.includes('nobody-verifies') ? await workingPeople(services.database.read) : undefined,
    ),
    lines: await formLines(context),
    due: await on('sites-due', sitesDue),
    dates: await on('dates-due', datesDue),
    problems: await on('problems', reportedProblems),
    quick: await on('quick', quickForms),
    activity: await on('activity', activity),
    held: heldFor(services, actor),
    drafts: await draftsRevision(services.database.read, actor.id),
  };
}

/** Returns the form versions whose files are not served, for those who may publish. */
function heldFor({ registry }: Services, actor: Actor): HomeView['held'] {
  if (!mayEngine(actor, 'definitions', registry.common().permissions)) return [];
  return registry.held().map(({ form, version }) => {
    const newest = registry.versions(form).at(-1) as CompiledForm;
    return { form, version, next: newest.version + 1, title: newest.definition.title };
  });
}

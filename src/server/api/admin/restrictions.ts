/**
 * Restricted questions of a form, and decisions about them. If a new version no longer restricts a question, its answers
 * stay restricted until somebody with the right `restrictions` lifts that, with a reason.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CompiledForm, FieldNode } from '../../../core/definitions/types.ts';
import { Failure } from '../../../core/errors/failure.ts';
import type { ListedRestriction, RestrictedQuestion } from '../../../core/generated/api.ts';
import { everyNode } from '../../../core/records/restricted.ts';
import { mayActSystemWide } from '../../../core/records/scope.ts';
import type { Text } from '../../../core/text/languages.ts';
import { peopleById } from '../../db/rows.ts';
import type { FormRegistry } from '../../definitions/registry.ts';
import { liftRestriction, restoreRestriction } from '../../definitions/restrictions.ts';
import type { Services } from '../../http/services.ts';
import { actorAllowedTo, requireActor } from '../../http/session.ts';
import { readReason } from './reasonInput.ts';
import { restrictionReach } from './restrictionReach.ts';

const ACTION = 'restrictions';

type OfQuestion = { Params: { form: string; question: string } };

export function registerRestrictionRoutes(app: FastifyInstance, services: Services): void {
  const { registry, database } = services;
  /** Returns the newest version of the form. Throws record_not_found if no version restricts the question. */
  const newestOf = ({ params: { form, question } }: FastifyRequest<OfQuestion>): CompiledForm => {
    const newest = registry.form(form);
    if (newest && restrictedQuestionsOf(registry, form).some((one) => one.question === question)) return newest;
    throw new Failure('record_not_found');
  };
  const decide = async (
    request: FastifyRequest<OfQuestion>,
    work: typeof liftRestriction,
    isPossible: (newest: CompiledForm, question: string) => boolean,
  ) => {
    const actor = await actorAllowedTo(request, services, ACTION);
    await registry.refresh();
    const { form, question } = request.params;
    const newest = newestOf(request);
    if (!isPossible(newest, question))
      throw new Failure('restricted_by_version', { params: { version: newest.version } });
    const reason = readReason(request);
    const decision = { form, question, at: services.now().toISOString(), by_id: actor.id, reason };
    await database.transaction((trx) => work(trx, decision));
    await registry.refresh();
    return { data: restrictedQuestionsOf(registry, form) };
  };

  /** Users who may publish definitions also see what stays restricted. */
  const mustLook = async (request: FastifyRequest): Promise<void> => {
    const actor = await requireActor(request, services);
    const { permissions } = registry.common();
    if (!mayActSystemWide(actor, ACTION, permissions) && !mayActSystemWide(actor, 'definitions', permissions))
      throw new Failure('forbidden');
  };

  app.get('/api/restrictions', async (request) => {
    await mustLook(request);
    return { data: await listedQuestions(services) };
  });
  app.get<{ Params: { form: string } }>('/api/definitions/:form/restrictions', async (request) => {
    await mustLook(request);
    if (!registry.form(request.params.form)) throw new Failure('record_not_found');
    return { data: restrictedQuestionsOf(registry, request.params.form) };
  });
  app.get<OfQuestion>('/api/definitions/:form/restrictions/:question', async (request) => {
    await mustLook(request);
    return { data: await restrictionReach(services, newestOf(request), request.params.question) };
  });
  app.post<OfQuestion>('/api/definitions/:form/restrictions/:question/lift', (request) =>
    decide(request, liftRestriction, (newest, question) => !restrictedIn(newest).some(({ id }) => id === question)),
  );
  app.post<OfQuestion>('/api/definitions/:form/restrictions/:question/restore', (request) =>
    decide(request, restoreRestriction, () => true),
  );
}

/** Returns every question that some version of the form restricts. */
export function restrictedQuestionsOf(registry: FormRegistry, form: string): RestrictedQuestion[] {
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

/** Returns the questions of a version that no version marks: their answers are made of restricted ones. */
export function derivedFromRestricted(registry: FormRegistry, { form, fields }: CompiledForm): RestrictedQuestion[] {
  const marked = new Set(restrictedQuestionsOf(registry, form).map(({ question }) => question));
  const restricted = registry.restrictedQuestions(form);
  return [...everyNode(fields.values())]
    .filter(({ id }) => restricted.has(id) && !marked.has(id))
    .map(({ id, def }) => ({ question: id, label: def.label, versions: [], restricted: true, lifted: null }));
}

/** Returns the restricted questions of all forms, in the order of forms. */
async function listedQuestions({ registry, database }: Services): Promise<ListedRestriction[]> {
  const found = registry
    .forms()
    .flatMap((newest) => restrictedQuestionsOf(registry, newest.form).map((one) => ({ ...one, newest })));
  const deciders = found.flatMap(({ lifted }) => (lifted ? [lifted.by_id] : []));
  const person = await peopleById(database.read, deciders);
  const published = await database.read.selectFrom('definitions').select(['form', 'version', 'published_at']).execute();
  return found.map(({ newest, lifted, ...one }) => {
    const { form, version } = newest;
    const now = placeOf(newest, one.question);
    const marking = registry.form(form, one.versions.at(-1)) ?? newest;
    const place = now ?? placeOf(marking, one.question);
    const after = registry.versions(form).find((other) => other.version > (one.versions.at(-1) ?? 0))?.version;
    return {
      ...one,
      form,
      plural: newest.definition.plural,
      // The label that people see on the form today.
      label: now?.node.def.label ?? one.label,
      within: place?.within ?? [],
      version,
      marked: one.versions.includes(version),
      asked: now !== undefined,
      since: published.find((row) => row.form === form && row.version === after)?.published_at ?? null,
      lifted: lifted && { at: lifted.at, by: person(lifted.by_id), reason: lifted.reason },
    };
  });
}

/** Returns a question of a form version, and the titles of the section and table that contain it. */
function placeOf(
  { fields, definition }: CompiledForm,
  question: string,
): { node: FieldNode; within: Text[] } | undefined {
  for (const top of fields.values()) {
    const node = [...everyNode([top])].find(({ id }) => id === question);
    if (!node) continue;
    const section = definition.sections.find(({ id }) => id === top.section);
    return { node, within: [...(section ? [section.title] : []), ...(node === top ? [] : [top.def.label])] };
  }
  return undefined;
}

function restrictedIn({ fields }: CompiledForm): FieldNode[] {
  return [...everyNode(fields.values())].filter((node) => node.def.restricted);
}

/**
 * Checks and publishes a form version, whether it was sent as such or kept as a draft. `POST /api/definitions` does so while the
 * server runs; with `dry_run=1` it only says what would happen.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { missingTexts } from '../../../core/definitions/texts.ts';
import type { FormDefinition, FormSource } from '../../../core/definitions/types.ts';
import type { StatesInFiles } from '../../../core/definitions/words/history.ts';
import type { UnfinishedWords } from '../../../core/definitions/words/unfinished.ts';
import { Failure } from '../../../core/errors/failure.ts';
import type { DefinitionDraftBody, DryRunResponse, PublishBody, PublishResponse } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { isReservedForOthers, mayActSystemWide } from '../../../core/records/scope.ts';
import type { Actor } from '../../../core/records/types.ts';
import type { Language } from '../../../core/text/languages.ts';
import { type Candidate, checkCandidate, contractIssue, notServableIssue } from '../../definitions/candidate.ts';
import { withIssuePlaces } from '../../definitions/candidateIssue.ts';
import { NotServable } from '../../definitions/compileServable.ts';
import { readVersionStart } from '../../definitions/startDay.ts';
import { ContractChanged } from '../../definitions/store.ts';
import { checkedBodyOf, checkedQueryOf, rawBodyText } from '../../http/bodies.ts';
import { issuesFailure, issuesWithMessages, jsonSyntaxIssues } from '../../http/issues.ts';
import { errorSentenceIn } from '../../http/responses.ts';
import type { Services } from '../../http/services.ts';
import { requireActor } from '../../http/session.ts';
import { readTranslationStates } from '../wordsInput.ts';
import { impactOf } from './impact.ts';
import { derivedFromRestricted, restrictedQuestionsOf } from './restrictions.ts';
import { toFormSource, versionDifferences } from './versions.ts';

/** What whoever publishes must be allowed. */
export const PUBLISH_ACTION = 'definitions';

/** Returns who may publish, and do these actions too. Throws role_needed with the roles that may. */
export async function mustBePublisher(request: FastifyRequest, services: Services, ...more: string[]): Promise<Actor> {
  const actor = await requireActor(request, services);
  const { permissions } = services.registry.common();
  const mayAll = (one: Actor) =>
    [PUBLISH_ACTION, ...more].every((action) => mayActSystemWide(one, action, permissions));
  if (mayAll(actor)) return actor;
  const able = permissions.roles.filter(({ id }) =>
    mayAll({ ...actor, grants: [{ role: id, programme: null, province_id: null }] }),
  );
  throw new Failure('role_needed', { params: { roles: able.map(({ label }) => label) } });
}

/** Returns definition and contract of the body, two objects; the contract may be left out. Needs a route that keeps the text of the body. */
export function readFormSource(request: FastifyRequest): DefinitionDraftBody & Pick<FormSource, 'schema'> {
  const { definition, schema = {}, ...more } = checkedBodyOf<DefinitionDraftBody>(request);
  const twice = jsonSyntaxIssues(rawBodyText(request));
  if (twice.length > 0) throw issuesFailure(withIssuePlaces(definition, twice), request.language);
  return { ...more, definition, schema };
}

/** Returns the checked source, and what blocks nothing. Throws its issues. */
export async function checkFormSource(
  { registry }: Services,
  given: FormSource,
  language: Language,
): Promise<CheckedFormSource> {
  const found = await checkCandidate(registry, given);
  if ('issues' in found) throw issuesFailure(found.issues, language);
  return found;
}

export type CheckedFormSource = Extract<Candidate, { advice: unknown }>;

interface DryRunOptions extends Pick<PublishOptions, 'writers' | 'from'> {
  unfinished?: UnfinishedWords[];
}

/** Tells what publishing would change. */
export async function publishDryRun(
  services: Services,
  { source, advice }: CheckedFormSource,
  actor: Actor,
  language: Language,
  { writers = [actor.id], unfinished = [], from }: DryRunOptions = {},
): Promise<DryRunResponse> {
  const impact = await impactOf(services, source, actor, language, from);
  const before = services.registry.versions(source.definition.form).at(-1);
  return {
    dry_run: true,
    differences: before ? versionDifferences(toFormSource(before), source, language) : [],
    impact,
    advice: issuesWithMessages(advice, language),
    missing_texts: missingTexts(source.definition),
    unfinished,
    note: noteIn(source.definition, language),
    locked: isOwn(services, source, actor, writers) ? errorSentenceIn(language, 'own_draft') : null,
  };
}

/** Returns true if the permissions leave publishing to somebody else than who wrote it. */
function isOwn({ registry }: Services, { definition }: FormSource, actor: Actor, writers: readonly string[]): boolean {
  const form = { form: definition.form, definition };
  return writers.includes(actor.id) && isReservedForOthers(registry.common().permissions, PUBLISH_ACTION, form);
}

/** Returns the first day of a version's new records; undefined if none is said. Throws why it cannot be (`readVersionStart`). */
export function readStartDay(
  { registry, now }: Services,
  { definition }: FormSource,
  { from }: Pick<PublishBody, 'from'>,
): string | undefined {
  return from === undefined ? undefined : readVersionStart(registry, definition, from, now());
}

/** Throws `own_draft` if somebody else has to publish it. */
export function refuseOwnDraft(...given: Parameters<typeof isOwn>): void {
  if (isOwn(...given)) throw new Failure('own_draft');
}

/** Stands for the note of a draft while it is checked: what is new is asked when it is published. */
export const NOTE_PLACEHOLDER = '…';

/** Returns what is new in this language; null if nobody has said it. */
function noteIn({ changes }: FormDefinition, language: Language): string | null {
  const said = getOwn(changes.note as Readonly<Record<string, string>>, language);
  return said === undefined || said === NOTE_PLACEHOLDER ? null : said;
}

interface PublishOptions {
  /** Ids of those who wrote it; by default whoever publishes. */
  writers?: readonly string[];
  /** What files say of its words. */
  states?: StatesInFiles;
  /** First day of its new records. Default: at once. */
  from?: string | undefined;
}

/** Throws `own_draft` if somebody else has to publish it. */
export async function publishForm(
  services: Services,
  { source }: CheckedFormSource,
  actor: Actor,
  language: Language,
  { writers = [actor.id], states = {}, from }: PublishOptions,
): Promise<PublishResponse> {
  const { registry } = services;
  refuseOwnDraft(services, source, actor, writers);
  try {
    const published = await registry.publish(source, { by: actor.id, states, from });
    const { form, version } = published;
    return {
      form,
      version,
      hash: registry.hash(published),
      revision: registry.revision(),
      // Questions that the new version no longer restricts stay restricted until an administrator lifts that. What is made of
      // restricted answers is restricted with them.
      still_restricted: [
        ...restrictedQuestionsOf(registry, form).filter(
          ({ restricted, versions }) => restricted && !versions.includes(version),
        ),
        ...derivedFromRestricted(registry, published),
      ],
    };
  } catch (error) {
    if (error instanceof NotServable) throw issuesFailure([notServableIssue(error)], language);
    // Somebody else has published this version number in the meantime.
    if (error instanceof ContractChanged) throw issuesFailure([contractIssue(error.version)], language);
    throw error;
  }
}

export function registerPublishRoutes(app: FastifyInstance, services: Services): void {
  const options = { config: { keepsText: true } };
  app.post('/api/definitions', options, async (request) => {
    const actor = await mustBePublisher(request, services);
    const body = checkedBodyOf<PublishBody>(request);
    const states = readTranslationStates(body);
    const found = await checkFormSource(services, readFormSource(request) as unknown as FormSource, request.language);
    const from = readStartDay(services, found.source, body);
    if (checkedQueryOf(request).dry_run === '1')
      return publishDryRun(services, found, actor, request.language, { from });
    return publishForm(services, found, actor, request.language, { states, from });
  });
}

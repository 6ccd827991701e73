/** `POST /api/definitions`: publishes a form version while the server runs. With `dry_run=1` it only says what would happen. */
import type { FastifyInstance } from 'fastify';
import { issueText } from '../../../core/check/issueText.ts';
import type { FormSource } from '../../../core/definitions/types.ts';
import { Failure } from '../../../core/errors/failure.ts';
import { isObject } from '../../../core/errors/json.ts';
import { mayEngine } from '../../../core/records/scope.ts';
import type { Actor } from '../../../core/records/types.ts';
import type { Language } from '../../../core/text/languages.ts';
import { type CandidateIssue, checkCandidate, contractIssue } from '../../definitions/candidate.ts';
import { syntaxIssues } from '../../definitions/jsonSyntax.ts';
import { ContractChanged } from '../../definitions/store.ts';
import { bodyOf, textOf } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { actorOf } from '../../http/session.ts';
import { issueWords } from '../../http/words.ts';
import { impactOf } from './impact.ts';
import { restrictedOf } from './restrictions.ts';
import { differences, sourceOf } from './versions.ts';

const ACTION = 'definitions';

export function registerPublish(app: FastifyInstance, services: Services): void {
  const { registry } = services;
  const options = { config: { keepsText: true } };
  app.post<{ Querystring: { dry_run?: string } }>('/api/definitions', options, async (request) => {
    const actor = await actorOf(request, services);
    mustPublish(services, actor);
    const { definition, schema } = bodyOf(request);
    if (!isObject(definition) || !isObject(schema)) throw new Failure('bad_body');
    const twice = keysTwice(textOf(request));
    if (twice.length > 0) throw refused(twice, request.language);
    const checked = await checkCandidate(registry, { definition, schema } as unknown as FormSource);
    if ('issues' in checked) throw refused(checked.issues, request.language);
    if (request.query.dry_run === '1') {
      const impact = await impactOf(services, checked.source, actor, request.language);
      const before = registry.versions(checked.source.definition.form).at(-1);
      const changes = before ? differences(sourceOf(before), checked.source, request.language) : [];
      return { dry_run: true, differences: changes, impact };
    }
    try {
      const { form, version } = await registry.publish(checked.source, { by: actor.id });
      const served = registry.form(form, version);
      return {
        form,
        version,
        hash: served && registry.hash(served),
        revision: registry.revision(),
        // Questions that the new version no longer restricts stay restricted until an administrator lifts that.
        still_restricted: restrictedOf(registry, form).filter(
          ({ restricted, versions }) => restricted && !versions.includes(version),
        ),
      };
    } catch (error) {
      // Somebody else has published this version number in the meantime.
      if (error instanceof ContractChanged) throw refused([contractIssue(error.version)], request.language);
      throw error;
    }
  });
}

/** Returns keys that stand twice in one object of the body: one of their values would be lost without a word. */
function keysTwice(body: string): CandidateIssue[] {
  return syntaxIssues(body).map(({ pointer, ...finding }) => {
    const [, part, rest] = /^\/(definition|schema)(.*)/.exec(pointer) ?? [];
    return { ...(part === 'schema' && { file: part }), pointer: rest ?? pointer, ...finding };
  });
}

/** Returns each issue as code with parameters, and as a sentence in the user's language. */
function refused(issues: CandidateIssue[], language: Language): Failure {
  const words = issueWords(language);
  const said = issues.map((issue) => ({ ...issue, message: issueText(issue, words, language) }));
  return new Failure('validation_failed', { detail: { issues: said } });
}

/** Throws role_needed with the roles that may publish. */
function mustPublish({ registry }: Services, actor: Actor): void {
  const { permissions } = registry.common();
  if (mayEngine(actor, ACTION, permissions)) return;
  const able = permissions.roles.filter(({ id }) =>
    mayEngine({ ...actor, grants: [{ role: id, programme: null, province_id: null }] }, ACTION, permissions),
  );
  throw new Failure('role_needed', { params: { roles: able.map(({ label }) => label) } });
}

/**
 * `/api/definitions/common`: publishes what all forms share while the server runs. It gets the checks of the files, and what is
 * in use stays: roles that accounts hold, items of lists. Permissions need the right to give roles too, as they give rights.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ChoiceList, Permissions } from '../../../core/definitions/types.ts';
import { Failure } from '../../../core/errors/failure.ts';
import { isObject } from '../../../core/errors/json.ts';
import type {
  CommonPartResponse,
  CommonPartsResponse,
  CommonPart as CommonPartView,
  PublishedPartResponse,
} from '../../../core/generated/api.ts';
import { everythingRule } from '../../../core/records/scope.ts';
import { rowsById } from '../../db/lookup.ts';
import { type CandidateIssue, checkCommonPart } from '../../definitions/candidate.ts';
import { type CommonPart, isPart, listOf, publishCommon, versionsOfPart } from '../../definitions/commonParts.ts';
import { bodyOf, textOf } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { readNote } from './noteInput.ts';
import { keysTwice, publisherOf, refused } from './publication.ts';

type OfPart = { Params: { part: string }; Querystring: { dry_run?: string } };

export function registerCommonParts(app: FastifyInstance, services: Services): void {
  const { registry, database } = services;

  app.get('/api/definitions/common', async (request): Promise<CommonPartsResponse> => {
    await publisherOf(request, services);
    return { data: [...registry.commonParts()].map(([part, served]) => viewOf(part, served)) };
  });

  app.get<OfPart>('/api/definitions/common/:part', async (request): Promise<CommonPartResponse> => {
    await publisherOf(request, services);
    const { part } = request.params;
    const served = registry.commonParts().get(part);
    if (!served) throw new Failure('record_not_found');
    const rows = await versionsOfPart(database.read, part);
    const users = await rowsById(database.read, 'users', ['id', 'name'], [...new Set(rows.map(({ by_id }) => by_id))]);
    const person = (id: string) => ({ id, name: users.find((user) => user.id === id)?.name ?? null });
    return {
      data: viewOf(part, served),
      content: { ...served.content },
      versions: rows.map(({ version, at, by_id, note, content }) => {
        return { version, at, by: person(by_id), note, content: JSON.parse(content) };
      }),
    };
  });

  const options = { config: { keepsText: true } };
  app.post<OfPart>('/api/definitions/common/:part', options, async (request): Promise<PublishedPartResponse> => {
    const { part } = request.params;
    const { id: by_id } = await publisherOf(request, services, ...(part === 'permissions' ? ['accounts'] : []));
    if (!isPart(part)) throw new Failure('record_not_found');
    await registry.refresh();
    const before = registry.commonParts().get(part);
    const content = readContent(request);
    if ((bodyOf(request).hash ?? null) !== (before?.hash ?? null)) throw conflict(before);
    const issues = await checkCommonPart(registry, part, content);
    const found = issues.length > 0 ? issues : await lostInUse(services, part, content, before);
    if (found.length > 0) throw refused(found, request.language);
    if (request.query.dry_run === '1') return { dry_run: true, data: before ? viewOf(part, before) : null };
    const given = {
      part,
      content: content as unknown as CommonPart['content'],
      at: services.now().toISOString(),
      by_id,
    };
    const isDone = await publishCommon(database, { ...given, ...readNote(bodyOf(request)) }, before);
    await registry.refresh();
    const served = registry.commonParts().get(part);
    if (!isDone || !served) throw conflict(served);
    return { data: viewOf(part, served) };
  });
}

function viewOf(part: string, { content, hash, version, published }: CommonPart): CommonPartView {
  const title = listOf(part) === undefined ? null : (content as ChoiceList).title;
  return { part, title, hash, origin: published ? 'published' : 'file', version };
}

function readContent(request: FastifyRequest): Record<string, unknown> {
  const { content } = bodyOf(request);
  if (!isObject(content)) throw new Failure('bad_body');
  const twice = keysTwice(textOf(request));
  if (twice.length > 0) throw refused(twice, request.language);
  return content;
}

/** Tells what is served instead of what was seen. */
function conflict(served: CommonPart | undefined): Failure {
  return new Failure('conflict', {
    detail: { mine: {}, theirs: { version: served?.version ?? null, data: served ? { ...served.content } : null } },
  });
}

/** Returns what the store still needs of the part as it is. */
async function lostInUse(
  { database }: Services,
  part: string,
  content: unknown,
  before: CommonPart | undefined,
): Promise<CandidateIssue[]> {
  if (listOf(part) !== undefined)
    return before ? itemsLeftOut(content as ChoiceList, before.content as ChoiceList) : [];
  if (part !== 'permissions') return [];
  const permissions = content as Permissions;
  if (!everythingRule(permissions)) return [{ pointer: '/rules', code: 'roles_locked', params: {} }];
  const held = await database.read
    .selectFrom('grants')
    .select(['role', (eb) => eb.fn.count<number>('user_id').distinct().as('accounts')])
    .groupBy('role')
    .execute();
  return held
    .filter(({ role }) => !permissions.roles.some(({ id }) => id === role))
    .map(({ role, accounts }) => {
      return { pointer: '/roles', code: 'role_in_use', params: { name: role, accounts: Number(accounts) } };
    });
}

function itemsLeftOut({ items }: ChoiceList, before: ChoiceList): CandidateIssue[] {
  const kept = new Set(items.map(({ id }) => id));
  return before.items
    .filter(({ id }) => !kept.has(id))
    .map(({ id }) => ({ pointer: '/items', code: 'item_left_out', params: { name: id } }));
}

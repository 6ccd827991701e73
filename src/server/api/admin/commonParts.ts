/**
 * `/api/definitions/common`: publishes what all forms share, and reports, while the server runs. It gets the checks of the files, and what is
 * in use stays: roles that accounts hold, items of lists. Permissions need the right to give roles too, as they give rights.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { syntaxIssues } from '../../../core/check/jsonSyntax.ts';
import { diffPart } from '../../../core/definitions/diff/parts.ts';
import { choiceListOfPart, isCommonPart, type PartContent, reportOfPart } from '../../../core/definitions/parts.ts';
import type { ChoiceList, Permissions } from '../../../core/definitions/types.ts';
import { Failure } from '../../../core/errors/failure.ts';
import type {
  CommonPartBody,
  CommonPartResponse,
  CommonPartsResponse,
  CommonPart as CommonPartView,
  PublishPartAnswer,
  VersionDifference,
} from '../../../core/generated/api.ts';
import type { ReportDefinition } from '../../../core/generated/report.ts';
import { isObject } from '../../../core/json.ts';
import { allowEverythingRule, mayActSystemWide } from '../../../core/records/scope.ts';
import type { Actor } from '../../../core/records/types.ts';
import type { Language } from '../../../core/text/languages.ts';
import type { CommonVersionsTable } from '../../db/referenceTables.ts';
import { peopleById } from '../../db/rows.ts';
import { checkCommonPart, notServableIssue } from '../../definitions/candidate.ts';
import type { CandidateIssue } from '../../definitions/candidateIssue.ts';
import { type CommonPart, partText, versionsOfPart } from '../../definitions/commonParts.ts';
import { NotServable } from '../../definitions/compileServable.ts';
import { findDefinitionDraft, removeDefinitionDraft } from '../../definitions/drafts.ts';
import { type WrittenPart, writtenParts } from '../../definitions/written.ts';
import { checkedBodyOf, checkedQueryOf, rawBodyText } from '../../http/bodies.ts';
import { issuesFailure, jsonSyntaxIssues } from '../../http/issues.ts';
import { errorSentenceIn } from '../../http/responses.ts';
import type { Services } from '../../http/services.ts';
import { partImpact } from './partImpact.ts';
import { partNames } from './partNames.ts';
import { mustBePublisher, PUBLISH_ACTION } from './publication.ts';
import { readNote } from './reasonInput.ts';
import { differenceTexts } from './versions.ts';

type OfPart = { Params: { part: string } };

/** Who publishes permissions gives rights. */
const more = (part: string): string[] => (part === 'permissions' ? ['accounts'] : []);

export function registerCommonPartRoutes(app: FastifyInstance, services: Services): void {
  const { registry } = services;

  app.get('/api/definitions/common', async (request): Promise<CommonPartsResponse> => {
    await mustBePublisher(request, services);
    const parts = registry.commonParts();
    const written =
      checkedQueryOf(request).written === '1'
        ? await writtenParts(services.database.read, parts)
        : new Map<string, never>();
    const views = [...parts].map(async ([part, served]) => ({
      ...(await viewOf(services, part, served)),
      ...writtenOf(part, written.get(part)),
    }));
    return { data: await Promise.all(views) };
  });

  app.get<OfPart>('/api/definitions/common/:part', async (request): Promise<CommonPartResponse> => {
    await mustBePublisher(request, services);
    const { part } = request.params;
    const served = registry.commonParts().get(part);
    if (!served) throw new Failure('record_not_found');
    return {
      data: await viewOf(services, part, served),
      content: { ...served.content },
      text: partText(part, served.content),
      file: served.file ? { ...served.file.content } : null,
      versions: await history(services, part, served, request.language),
      locked: await lockedFor(request, services, part),
    };
  });

  const options = { config: { keepsText: true } };
  app.post<OfPart>('/api/definitions/common/:part', options, async (request): Promise<PublishPartAnswer> => {
    const { part } = request.params;
    const actor = await mustBePublisher(request, services, ...more(part));
    if (!isCommonPart(part)) throw new Failure('record_not_found');
    await registry.refresh();
    const before = registry.commonParts().get(part);
    const given = readContent(request);
    const { hash, note, draft } = checkedBodyOf<CommonPartBody>(request);
    if ((hash ?? null) !== (before?.hash ?? null)) throw conflict(before);
    const issues = await checkCommonPart(registry, part, given);
    const found = issues.length > 0 ? issues : await lostInUse(services, actor, part, given, before);
    if (found.length > 0) throw issuesFailure(found, request.language);
    const content = given as unknown as PartContent;
    if (checkedQueryOf(request).dry_run === '1')
      return {
        dry_run: true,
        data: before ? await viewOf(services, part, before) : null,
        differences: commonPartDifferences(services, part, before?.content, content, request.language),
        impact: await partImpact(services, part, before?.content, content),
      };
    const decision = { part, at: services.now().toISOString(), by_id: actor.id, ...readNote({ note }) };
    const isDone = await registry.publishPart({ ...decision, content }, before).catch((error: unknown) => {
      throw error instanceof NotServable ? issuesFailure([notServableIssue(error)], request.language) : error;
    });
    if (isDone) await removePublished(services, draft, actor.id);
    const served = registry.commonParts().get(part);
    if (!isDone || !served) throw conflict(served);
    return { data: await viewOf(services, part, served) };
  });
}

/** Returns the sentence with which a publication would be refused to this person. */
async function lockedFor(request: FastifyRequest, services: Services, part: string): Promise<string | null> {
  try {
    await mustBePublisher(request, services, ...more(part));
    return null;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return errorSentenceIn(request.language, error.code, error.params);
  }
}

async function viewOf(services: Services, part: string, served: CommonPart): Promise<CommonPartView> {
  const { content, hash, file, version, published, replaced } = served;
  const last = published ?? replaced;
  return {
    part,
    title: 'title' in content ? content.title : null,
    ...(reportOfPart(part) !== undefined && { report: reportView(content as ReportDefinition) }),
    hash,
    origin: hash === file?.hash ? 'file' : 'published',
    version,
    published: last
      ? ((await withPeople(services, [last])).map(({ at, by, note }) => ({ at, by, note }))[0] ?? null)
      : null,
    replaced: replaced !== undefined,
  };
}

function writtenOf(part: string, found: WrittenPart | undefined): Pick<CommonPartView, 'written'> {
  if (!found) return {};
  const last = found.published ?? found.replaced;
  const published = last ? { content: { ...last.content }, file_hash: last.file_hash } : null;
  return { written: { text: partText(part, found.written.content), published } };
}

function reportView({ programme, kind, path, description, withdrawn }: ReportDefinition): CommonPartView['report'] {
  return { programme, kind, path, description: description ?? null, withdrawn: withdrawn === true };
}

/** Removes the draft of a report that is published. What somebody saved in the meantime is not what was published, so it stays. */
async function removePublished({ database, now }: Services, seen: CommonPartBody['draft'], by: string): Promise<void> {
  if (!seen) return;
  const draft = await findDefinitionDraft(database.read, seen.id, 'report');
  if (draft && draft.version === seen.version) await removeDefinitionDraft(database, draft, by, now().toISOString());
}

async function withPeople<T extends { by_id: string }>({ database }: Services, rows: readonly T[]) {
  const ids = rows.map(({ by_id }) => by_id);
  const person = await peopleById(database.read, ids);
  return rows.map((row) => ({ ...row, by: person(row.by_id) }));
}

/** Returns the published versions, newest first, with what each changed. */
async function history(
  services: Services,
  part: string,
  { file }: CommonPart,
  language: Language,
): Promise<CommonPartResponse['versions']> {
  const rows = await withPeople(services, await versionsOfPart(services.database.read, part));
  const contentOf = ({ content }: Pick<CommonVersionsTable, 'content'>): PartContent => JSON.parse(content);
  return rows.map((row, at) => {
    const { version, by, note, content, file_hash } = row;
    const last = rows[at + 1];
    // When the file changed between two versions, it was served before the later one.
    const before =
      last?.file_hash === file_hash ? contentOf(last) : file?.hash === file_hash ? file.content : undefined;
    const isKnown = before !== undefined || file_hash === null;
    return {
      version,
      at: row.at,
      by,
      note,
      content: JSON.parse(content),
      differences: isKnown ? commonPartDifferences(services, part, before, contentOf(row), language) : null,
    };
  });
}

export function commonPartDifferences(
  { registry }: Services,
  part: string,
  before: PartContent | undefined,
  after: PartContent,
  language: Language,
): VersionDifference[] {
  const names = partNames(
    registry.forms().map(({ definition }) => definition),
    registry.common().workflows,
  );
  return differenceTexts(diffPart(part, before, after, names), language);
}

/** Returns the content that was sent, as JSON or as text. Throws what is wrong with its syntax. */
function readContent(request: FastifyRequest): Record<string, unknown> {
  const { content, text } = checkedBodyOf<CommonPartBody>(request);
  const wrong = text !== undefined ? syntaxIssues(text) : jsonSyntaxIssues(rawBodyText(request));
  if (wrong.length > 0) throw issuesFailure(wrong, request.language);
  const given: unknown = text !== undefined ? JSON.parse(text) : content;
  if (!isObject(given)) throw new Failure('bad_body');
  return given;
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
  actor: Actor,
  part: string,
  content: unknown,
  before: CommonPart | undefined,
): Promise<CandidateIssue[]> {
  if (choiceListOfPart(part) !== undefined)
    return before ? itemsLeftOut(content as ChoiceList, before.content as ChoiceList) : [];
  if (part !== 'permissions') return [];
  const permissions = content as Permissions;
  if (!allowEverythingRule(permissions)) return [{ pointer: '/rules', code: 'roles_locked', params: {} }];
  if (![PUBLISH_ACTION, ...more(part)].every((action) => mayActSystemWide(actor, action, permissions)))
    return [{ pointer: '/rules', code: 'own_right_lost', params: {} }];
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

/**
 * `/api/definitions/report-drafts`: reports that somebody still writes, for those who may publish. A save names the version it
 * saw; if somebody has saved since, the response is 417 with both sides. What is written may be half-done: `check` tells what
 * publishing it as `/api/definitions/common/reports.<report>` would refuse.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { partOfReport } from '../../../core/definitions/parts.ts';
import { Failure } from '../../../core/errors/failure.ts';
import type {
  MessageResponse,
  NewReportDraftBody,
  ReportCheckResponse,
  ReportChoicesResponse,
  ReportDraftBody,
  ReportDraftEntry,
  ReportDraftResponse,
  ReportDraftsResponse,
} from '../../../core/generated/api.ts';
import type { ReportDefinition } from '../../../core/generated/report.ts';
import { getOwn, isObject } from '../../../core/json.ts';
import { LANGUAGES, type Text } from '../../../core/text/languages.ts';
import {
  addDefinitionDraft,
  type DefinitionDraft,
  listDefinitionDrafts,
  removeDefinitionDraft,
  saveDefinitionDraft,
} from '../../definitions/drafts.ts';
import { checkedBodyOf, rawBodyText } from '../../http/bodies.ts';
import { issuesFailure, issuesWithMessages, jsonSyntaxIssues } from '../../http/issues.ts';
import type { Services } from '../../http/services.ts';
import { words } from '../../http/words.ts';
import { commonPartDifferences } from '../admin/commonParts.ts';
import { type DraftKind, type DraftParams, draftConflict, draftLines, openDraft } from '../admin/drafts/draft.ts';
import { mustBePublisher } from '../admin/publication.ts';
import { reportChoices } from './choices.ts';
import { draftIssues, reportDraftName } from './preview.ts';

const BASE = '/api/definitions/report-drafts';
const WORDED = ['title', 'description', 'rule', 'button', 'help'];
const NO_TITLE: Text = { en: '–', fa: '–', ps: '–' };
const KEEPS_TEXT = { config: { keepsText: true } };

export function registerReportDraftRoutes(app: FastifyInstance, services: Services): void {
  const { database, registry } = services;
  const now = () => services.now().toISOString();

  app.get<{ Params: { form: string } }>(
    '/api/definitions/report-choices/:form',
    async (request): Promise<ReportChoicesResponse> => {
      await mustBePublisher(request, services);
      const form = registry.form(request.params.form);
      if (!form) throw new Failure('record_not_found');
      return { data: reportChoices(registry, form) };
    },
  );

  app.get(BASE, async (request): Promise<ReportDraftsResponse> => {
    await mustBePublisher(request, services);
    return { data: await entries(services, await listDefinitionDrafts(database.read, 'report')) };
  });

  app.post(BASE, KEEPS_TEXT, async (request): Promise<ReportDraftResponse> => {
    const actor = await mustBePublisher(request, services);
    const { from } = checkedBodyOf<NewReportDraftBody>(request);
    const { content, seen_hash } =
      from === undefined ? { content: readContent(request), seen_hash: null } : served(from);
    const input = { definition: content, schema: {}, note: null };
    return whole(services, await addDefinitionDraft(database, input, actor.id, now(), { kind: 'report', seen_hash }));
  });

  app.get<DraftParams>(`${BASE}/:draft`, async (request): Promise<ReportDraftResponse> => {
    const { draft } = await openDraft(services, request, REPORT_DRAFTS);
    return whole(services, draft);
  });

  app.put<DraftParams>(`${BASE}/:draft`, KEEPS_TEXT, async (request): Promise<ReportDraftResponse> => {
    const { actor, draft } = await openDraft(services, request, REPORT_DRAFTS, true);
    const { version, seen } = checkedBodyOf<ReportDraftBody>(request);
    const input = {
      definition: readContent(request),
      schema: {},
      note: null,
      ...(seen !== undefined && { seen_hash: seen }),
    };
    const saved = await saveDefinitionDraft(database, draft, input, actor.id, now());
    if (!saved) throw await draftConflict(services, request, REPORT_DRAFTS, version);
    return whole(services, saved);
  });

  app.delete<DraftParams>(`${BASE}/:draft`, async (request): Promise<MessageResponse> => {
    const { actor, draft } = await openDraft(services, request, REPORT_DRAFTS);
    if (!(await removeDefinitionDraft(database, draft, actor.id, now())))
      throw await draftConflict(services, request, REPORT_DRAFTS, draft.version);
    return { message: words(request.language, 'server:definition_draft_deleted') };
  });

  app.post<DraftParams>(`${BASE}/:draft/check`, async (request): Promise<ReportCheckResponse> => {
    const { draft } = await openDraft(services, request, REPORT_DRAFTS);
    return { version: draft.version, issues: issuesWithMessages(await draftIssues(services, draft), request.language) };
  });

  function served(from: string) {
    const part = registry.commonParts().get(partOfReport(from));
    if (!part) throw new Failure('record_not_found');
    return { content: { ...part.content }, seen_hash: part.hash };
  }
}

/** Returns the report of the body, whatever is in it. */
function readContent(request: FastifyRequest): Record<string, unknown> {
  const { content } = checkedBodyOf<NewReportDraftBody>(request);
  if (!content) throw new Failure('bad_body');
  const twice = jsonSyntaxIssues(rawBodyText(request));
  if (twice.length > 0) throw issuesFailure(twice, request.language);
  return content;
}

const REPORT_DRAFTS: DraftKind = {
  kind: 'report',
  told(services, { definition }, request) {
    const { content } = checkedBodyOf<Partial<ReportDraftBody>>(request);
    const compared = content && ([comparable(content), comparable(definition)] as const);
    return {
      data: definition,
      ...(compared && {
        differences: commonPartDifferences(services, partOfReport(''), ...compared, request.language),
      }),
    };
  },
};

/** Returns a report with all that two are compared by, however much of it is written. */
function comparable(content: Record<string, unknown>): ReportDefinition {
  const inWords = (one: Record<string, unknown>) => ({
    ...one,
    ...Object.fromEntries(WORDED.map((key) => [key, textSoFar(getOwn(one, key)) ?? undefined])),
  });
  const named = (list: unknown) =>
    Array.isArray(list) ? list.filter((one) => isObject(one) && typeof one.id === 'string').map(inWords) : [];
  const blocks = named(content.blocks).map((block) => ({ ...block, measures: named(block.measures) }));
  return { ...inWords(content), title: textSoFar(content.title) ?? NO_TITLE, blocks } as unknown as ReportDefinition;
}

async function whole(services: Services, draft: DefinitionDraft): Promise<ReportDraftResponse> {
  const [data] = await entries(services, [draft]);
  return { data: data as ReportDraftEntry, content: draft.definition, seen: draft.seen_hash };
}

function entries(services: Services, drafts: readonly DefinitionDraft[]): Promise<ReportDraftEntry[]> {
  return draftLines(services, drafts, (draft) => {
    const { report, programme, title } = draft.definition;
    return {
      report: typeof report === 'string' ? report : null,
      programme: typeof programme === 'string' ? programme : null,
      title: textSoFar(title),
      is_new: draft.seen_hash === null,
      preview: reportDraftName(draft),
    };
  });
}

/** Returns what is there of a text; languages that lack it have the first one that has it. Null if there is none. */
function textSoFar(value: unknown): Text | null {
  if (!isObject(value)) return null;
  const said = (language: string) =>
    typeof getOwn(value, language) === 'string' ? (getOwn(value, language) as string).trim() : '';
  const first = LANGUAGES.map(said).find((one) => one !== '');
  if (first === undefined) return null;
  return Object.fromEntries(LANGUAGES.map((one) => [one, said(one) || first])) as unknown as Text;
}

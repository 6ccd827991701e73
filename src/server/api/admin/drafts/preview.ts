/** `/api/definitions/drafts/{draft}/preview`: a draft as a form that can be tried, and the findings of its check. */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { IssueCode } from '../../../../core/check/issues/issue.ts';
import type { CompiledForm } from '../../../../core/definitions/types.ts';
import { Failure } from '../../../../core/errors/failure.ts';
import type { DefinitionPreviewResponse } from '../../../../core/generated/api.ts';
import { getOrMake } from '../../../../core/memoize.ts';
import { checkCandidate, isWellShaped } from '../../../definitions/candidate.ts';
import type { CandidateIssue } from '../../../definitions/candidateIssue.ts';
import { type DefinitionDraft, draftSource, findDefinitionDraft } from '../../../definitions/drafts.ts';
import { validatorText } from '../../../definitions/validator.ts';
import { checkedQueryOf } from '../../../http/bodies.ts';
import { issuesWithMessages } from '../../../http/issues.ts';
import type { Services } from '../../../http/services.ts';
import { definitionView } from '../../definitions.ts';
import { draftEntry, FORM_DRAFTS } from './definitionDrafts.ts';
import { type DraftParams, openDraft } from './draft.ts';

interface Preview {
  issues: CandidateIssue[];
  /** Undefined if the draft cannot be compiled. */
  compiled?: { form: CompiledForm; validator: string; hash: string };
}

/** Previews that are kept, and validators of those shown: a check takes a second, and the two come in two requests. */
const KEPT = 20;

export function registerPreviewRoutes(app: FastifyInstance, services: Services): void {
  const kept = new LRUCache<string, Promise<Preview>>({ max: KEPT });
  // By draft and hash. Whoever was shown a preview gets its validator, also if the draft was saved or published in between.
  const shown = new LRUCache<string, string>({ max: KEPT });
  const previewOf = (draft: DefinitionDraft): Promise<Preview> => {
    const key = `${draft.id} ${draft.version} ${services.registry.revision()}`;
    return getOrMake('previews of drafts', kept, key, () => makePreview(services, draft));
  };

  app.get<DraftParams>(
    '/api/definitions/drafts/:draft/preview',
    async (request): Promise<DefinitionPreviewResponse> => {
      const { draft } = await openDraft(services, request, FORM_DRAFTS);
      const { issues, compiled } = await previewOf(draft);
      if (compiled) shown.set(`${draft.id} ${compiled.hash}`, compiled.validator);
      return {
        data: await draftEntry(services, draft),
        issues: issuesWithMessages(issues, request.language),
        form: compiled ? definitionView(services, compiled.form) : null,
        validator: compiled ? `/api/definitions/drafts/${draft.id}/validator.js?hash=${compiled.hash}` : null,
      };
    },
  );

  // A browser imports this module without headers. Only who was shown the preview knows its hash.
  app.get<DraftParams>('/api/definitions/drafts/:draft/validator.js', async (request, reply) => {
    const { hash } = checkedQueryOf(request);
    const text = shown.get(`${request.params.draft} ${hash}`) ?? (await validatorNow(request.params.draft, hash));
    if (text === undefined) throw new Failure('record_not_found');
    return reply.type('text/javascript; charset=utf-8').send(text);
  });
  /** Another process may have shown the preview. */
  const validatorNow = async (id: string, hash: unknown): Promise<string | undefined> => {
    const draft = await findDefinitionDraft(services.database.read, id);
    const { compiled } = draft ? await previewOf(draft) : {};
    return compiled?.hash === hash ? compiled?.validator : undefined;
  };
}

/** What keeps a version from being published, but not from being tried. */
const WHEN_PUBLISHED: ReadonlySet<string> = new Set<IssueCode>(['note_placeholder', 'version_same']);

async function makePreview({ registry }: Services, draft: DefinitionDraft): Promise<Preview> {
  const checked = await checkCandidate(registry, draftSource(draft));
  const { source = draftSource(draft) } = checked;
  const found = 'issues' in checked ? checked.issues : checked.advice;
  const issues = found.filter(({ code }) => !WHEN_PUBLISHED.has(code));
  if (!(await isWellShaped(source))) return { issues };
  try {
    const form = registry.compile(source);
    const validator = await validatorText(form);
    const hash = createHash('sha256').update(validator).digest('base64url');
    return { issues, compiled: { form, validator, hash } };
  } catch {
    // The findings say what is wrong.
    return { issues };
  }
}

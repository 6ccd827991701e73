/** What the calls about drafts of forms and of reports share: opening one, a save that came too late, and who wrote it. */
import type { FastifyRequest } from 'fastify';
import { Failure } from '../../../../core/errors/failure.ts';
import type { PersonRef } from '../../../../core/generated/api.ts';
import { peopleById } from '../../../db/rows.ts';
import { type DefinitionDraft, findDefinitionDraft } from '../../../definitions/drafts.ts';
import { checkedBodyOf } from '../../../http/bodies.ts';
import type { Services } from '../../../http/services.ts';
import { mustBePublisher } from '../publication.ts';

export type DraftParams = { Params: { draft: string } };
type DraftRequest = FastifyRequest<DraftParams>;

export interface DraftKind {
  kind: DefinitionDraft['kind'];
  /** Returns what a save that came too late is told of the draft that is there. */
  told(services: Services, there: DefinitionDraft, request: DraftRequest): { data: object; differences?: unknown };
}

/** Returns the draft and who asked. With `isSeen` the body must name its present version. */
export async function openDraft(services: Services, request: DraftRequest, one: DraftKind, isSeen = false) {
  const actor = await mustBePublisher(request, services);
  const draft = await findDefinitionDraft(services.database.read, request.params.draft, one.kind);
  if (!draft) throw new Failure('draft_not_found');
  const { version } = isSeen ? checkedBodyOf<{ version: number }>(request) : draft;
  if (version !== draft.version) throw await draftConflict(services, request, one, version);
  return { actor, draft };
}

/** Returns what is there in place of the version that was seen. */
export async function draftConflict(
  services: Services,
  request: DraftRequest,
  { kind, told }: DraftKind,
  version: unknown,
): Promise<Failure> {
  const there = await findDefinitionDraft(services.database.read, request.params.draft, kind);
  if (!there) return new Failure('draft_not_found');
  const { data, ...more } = told(services, there, request);
  const [line] = await draftLines(services, [there], () => ({}));
  return new Failure('conflict', {
    detail: {
      mine: { version: Number.isInteger(version) ? version : null },
      theirs: { version: there.version, data, by: line?.changed_by, at: there.changed_at },
      ...more,
    },
  });
}

/** Who wrote a draft, and when. */
interface DraftWriters extends Pick<DefinitionDraft, 'id' | 'version' | 'created_at' | 'changed_at'> {
  created_by: PersonRef;
  changed_by: PersonRef;
}

/** Returns the lines of a list of drafts: who wrote them, and what `more` says of each. */
export async function draftLines<Line>(
  { database }: Services,
  drafts: readonly DefinitionDraft[],
  more: (draft: DefinitionDraft) => Line,
): Promise<(DraftWriters & Line)[]> {
  const ids = drafts.flatMap(({ created_by, changed_by }) => [created_by, changed_by]);
  const person = await peopleById(database.read, ids);
  return drafts.map((draft) => {
    const { id, version, created_at, created_by, changed_at, changed_by } = draft;
    return {
      ...{ id, version, created_at, created_by: person(created_by), changed_at, changed_by: person(changed_by) },
      ...more(draft),
    };
  });
}

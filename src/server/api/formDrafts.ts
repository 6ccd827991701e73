/**
 * `/api/drafts`: forms that a person has begun and not saved, for that person's other devices. Nobody else reads or writes them,
 * whatever their role. A write or removal names the revision that the device saw; if another device was faster, the response is
 * 417 with its draft. Answers are stored as typed: only saving the record checks them.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { NIL } from 'uuid';
import type { CompiledForm } from '../../core/definitions/types.ts';
import { Failure } from '../../core/errors/failure.ts';
import type {
  FormDraft,
  FormDraftBody,
  FormDraftResponse,
  FormDraftsResponse,
  FormDraftWrittenResponse,
} from '../../core/generated/api.ts';
import { refusalFailure } from '../../core/records/permission.ts';
import { formRefusal } from '../../core/records/scope.ts';
import type { Actor } from '../../core/records/types.ts';
import { parseRecordId } from '../../core/saving/envelope.ts';
import {
  draftsOfPerson,
  type FormDraftEntry,
  type FormDraftInput,
  findFormDraft,
  removeFormDraft,
  revisionOfDrafts,
  type StoredFormDraft,
  writeFormDraft,
} from '../db/formDrafts.ts';
import { checkedBodyOf, checkedQueryOf } from '../http/bodies.ts';
import type { Services } from '../http/services.ts';
import { requireActor } from '../http/session.ts';

type OfDraft = { Params: { draft: string } };
/** The revision that the device saw. */
type Seen = { revision?: string | null };

/** Bytes of what one draft holds. */
const LARGEST = 512 * 1024;

export function registerFormDraftRoutes(app: FastifyInstance, services: Services): void {
  const { database, registry } = services;
  const now = () => services.now().toISOString();

  app.get('/api/drafts', async (request): Promise<FormDraftsResponse> => {
    const owner = await requireActor(request, services);
    const drafts = await draftsOfPerson(database.read, owner.id);
    const fillable = drafts.filter(({ id, form, record_id }) => {
      if (id === NIL) return true;
      const found = registry.form(form);
      return found && !refusalOf(services, owner, found, record_id);
    });
    return { revision: revisionOfDrafts(drafts), data: fillable.map(entry) };
  });

  app.get<OfDraft>('/api/drafts/:draft', async (request): Promise<FormDraftResponse> => {
    const owner = await requireActor(request, services);
    const draft = await findFormDraft(database.read, owner.id, idOf(request));
    if (!draft?.body) throw new Failure('record_not_found');
    mustFill(services, owner, draft);
    return whole(draft, draft.body);
  });

  app.put<OfDraft>('/api/drafts/:draft', async (request): Promise<FormDraftWrittenResponse> => {
    const owner = await requireActor(request, services);
    const id = idOf(request);
    const body = checkedBodyOf<FormDraftBody>(request);
    const input = readInput(body);
    mustFill(services, owner, input);
    const seen = body.revision || null;
    const before = await draftsOfPerson(database.read, owner.id);
    const saved = await writeFormDraft(database, owner.id, id, seen, input, now());
    if (!saved) throw await conflict(services, owner, id, seen);
    return written(before, saved);
  });

  app.delete<OfDraft>('/api/drafts/:draft', async (request): Promise<FormDraftWrittenResponse> => {
    const owner = await requireActor(request, services);
    const id = idOf(request);
    const { revision = checkedBodyOf<Seen>(request).revision } = checkedQueryOf<Seen>(request);
    const seen = revision || null;
    const before = await draftsOfPerson(database.read, owner.id);
    const draft = before.find((one) => one.id === id);
    if (!draft || draft.removed) throw new Failure('record_not_found');
    const removed = draft.revision === seen && (await removeFormDraft(database, draft, now()));
    if (!removed) throw await conflict(services, owner, id, seen);
    return written(before, { ...draft, ...removed });
  });
}

/** Throws `record_not_found` for what can be no id. */
function idOf(request: FastifyRequest<OfDraft>): string {
  const { draft } = request.params;
  if (request.validationError?.validationContext === 'params' || draft === NIL) throw new Failure('record_not_found');
  return draft.toLowerCase();
}

function readInput({ form, form_version, record_id, parent_id, at, draft }: FormDraftBody): FormDraftInput {
  const body = JSON.stringify(draft);
  if (Buffer.byteLength(body) > LARGEST) throw new Failure('too_large', { params: { limit: `${LARGEST / 1024} kB` } });
  const ids = { record_id: parseRecordId(record_id) ?? null, parent_id: parseRecordId(parent_id) ?? null };
  return { form, form_version, ...ids, at: new Date(at).toISOString(), body };
}

/** Throws `record_not_found` for an unknown form, and the reason if the person may not fill it in. */
function mustFill(services: Services, owner: Actor, draft: Pick<StoredFormDraft, 'form' | 'record_id'>): void {
  const form = services.registry.form(draft.form);
  if (!form) throw new Failure('record_not_found');
  const refusal = refusalOf(services, owner, form, draft.record_id);
  if (refusal) throw refusalFailure(actionOf(draft.record_id), refusal);
}

const actionOf = (record_id: string | null) => (record_id === null ? 'create' : 'edit');

/** Whether the record itself may be edited now is decided when it is saved: its state changes, and a draft outlives that. */
function refusalOf({ registry }: Services, owner: Actor, form: CompiledForm, record_id: string | null) {
  const workflow = registry.workflow(form);
  const { permissions } = registry.common();
  const refusals = workflow.states.map(({ id }) =>
    formRefusal(owner, actionOf(record_id), form, permissions, workflow, id),
  );
  return refusals.includes(undefined) ? undefined : refusals[0];
}

async function conflict({ database }: Services, owner: Actor, id: string, seen: string | null): Promise<Failure> {
  // The trace of one that was removed long ago is summed up with others.
  const there =
    (await findFormDraft(database.read, owner.id, id)) ?? (await findFormDraft(database.read, owner.id, NIL));
  if (!there) return new Failure('record_not_found');
  return new Failure('conflict', {
    detail: {
      mine: { revision: seen },
      theirs: {
        revision: there.revision,
        at: there.at,
        form_version: there.form_version,
        data: there.body === null ? null : JSON.parse(there.body),
      },
    },
  });
}

function whole({ body: _, ...draft }: StoredFormDraft, body: string): FormDraftResponse {
  return { data: entry({ ...draft, removed: false }), draft: JSON.parse(body) };
}

function written(before: readonly FormDraftEntry[], { body, ...draft }: StoredFormDraft): FormDraftWrittenResponse {
  const now = { ...draft, removed: body === null };
  const after = [...before.filter(({ id }) => id !== draft.id), now];
  return { data: entry(now), list: { before: revisionOfDrafts(before), after: revisionOfDrafts(after) } };
}

function entry({ user_id: _, ...draft }: FormDraftEntry): FormDraft {
  return draft;
}

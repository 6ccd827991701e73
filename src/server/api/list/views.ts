/**
 * `/api/views/{form}`: what a person sees of the saved views of a list, and the columns remembered for them. A view is read
 * with the rights of its reader: what they may not read, or what the form no longer has, is left out and named in `dropped`.
 * A change names the version it saw; if somebody has changed the view since, the response is 417 with both sides.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { followName } from '../../../core/definitions/followName.ts';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { Failure } from '../../../core/errors/failure.ts';
import type {
  ListColumnsBody,
  MessageResponse,
  NewSavedViewBody,
  SavedView,
  SavedViewBody,
  SavedViewResponse,
  SavedViewsResponse,
} from '../../../core/generated/api.ts';
import { mustSeeSomeRecords, refusalFailure } from '../../../core/records/permission.ts';
import { formRefusal } from '../../../core/records/scope.ts';
import type { Actor } from '../../../core/records/types.ts';
import { peopleById } from '../../db/rows.ts';
import { checkedBodyOf, checkedQueryOf } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { requireActor } from '../../http/session.ts';
import { words } from '../../http/words.ts';
import type { QuerySource, SourceState } from '../../records/judgeSources.ts';
import {
  addSavedView,
  findSavedView,
  rememberColumns,
  rememberedColumns,
  removeSavedView,
  type SavedViewRow,
  type SavedViewState,
  savedViewsOf,
  updateSavedView,
} from '../../records/savedViews.ts';
import { readSavedViewInput, readViewColumns, viewSources } from './viewInput.ts';

type OfForm = { Params: { form: string } };
/** The version that the caller saw. */
type Seen = { version?: number };

type OfView = { Params: { form: string; view: string } };

interface Asking {
  services: Services;
  actor: Actor;
  form: CompiledForm;
}

export function registerSavedViewRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;
  const now = () => services.now().toISOString();

  app.get<OfForm>('/api/views/:form', async (request): Promise<SavedViewsResponse> => {
    const asking = await askingOf(services, request);
    const { form, actor } = asking;
    const remembered = await rememberedColumns(database.read, form.form, actor.id);
    const read = remembered && (await readable(asking, remembered));
    return {
      columns: read?.state.columns ?? null,
      data: await shown(asking, await savedViewsOf(database.read, form.form, actor.id)),
    };
  });

  app.put<OfForm>('/api/views/:form/columns', async (request): Promise<MessageResponse> => {
    const { form, actor } = await askingOf(services, request);
    const columns = readViewColumns(checkedBodyOf<ListColumnsBody>(request));
    const choice = { columns, form_version: form.version };
    await rememberColumns(database, form.form, choice, actor.id, now());
    return { message: words(request.language, 'server:columns_remembered') };
  });

  app.post<OfForm>('/api/views/:form', async (request): Promise<SavedViewResponse> => {
    const asking = await askingOf(services, request);
    const { form, actor } = asking;
    const input = await readSavedViewInput(services, form, actor, checkedBodyOf<NewSavedViewBody>(request));
    if (input.shared) mustShare(asking);
    return one(asking, await addSavedView(database, form.form, input, actor.id, now()));
  });

  app.put<OfView>('/api/views/:form/:view', async (request): Promise<SavedViewResponse> => {
    const asking = await askingOf(services, request);
    const { form, actor } = asking;
    const before = await opened(asking, request, checkedBodyOf<Seen>(request).version);
    const input = await readSavedViewInput(services, form, actor, checkedBodyOf<SavedViewBody>(request), before);
    if (input.shared) mustShare(asking);
    // Saved again, what this person may not read would be lost for all others.
    if (input.state !== before.state && (await hidesPart(asking, before))) throw new Failure('forbidden');
    const saved = await updateSavedView(database, before, input, actor.id, now());
    if (!saved) throw await conflict(asking, request);
    return one(asking, saved);
  });

  app.delete<OfView>('/api/views/:form/:view', async (request): Promise<MessageResponse> => {
    const asking = await askingOf(services, request);
    const { version = checkedBodyOf<Seen>(request).version } = checkedQueryOf<Seen>(request);
    const view = await opened(asking, request, version);
    if (!(await removeSavedView(database, view, asking.actor.id, now()))) throw await conflict(asking, request);
    return { message: words(request.language, 'server:view_deleted') };
  });
}

/** Throws `record_not_found` for an unknown form, and the reason if the person sees no record of it. */
async function askingOf(services: Services, request: FastifyRequest<OfForm>): Promise<Asking> {
  const actor = await requireActor(request, services);
  const form = services.registry.form(request.params.form);
  if (!form) throw new Failure('record_not_found');
  mustSeeSomeRecords(form, actor, services.registry);
  return { services, actor, form };
}

/** Returns why the person may not share views of the form's list. Undefined if they may. */
function shareRefusal({ services: { registry }, actor, form }: Asking) {
  return formRefusal(actor, 'share', form, registry.common().permissions, registry.workflow(form));
}

function mustShare(asking: Asking): void {
  const refusal = shareRefusal(asking);
  if (refusal) throw refusalFailure('share', refusal);
}

/** Returns a view that the person may change, at the version that they saw. */
async function opened(asking: Asking, request: FastifyRequest<OfView>, version: unknown): Promise<SavedViewRow> {
  const { services, actor, form } = asking;
  const view = await findSavedView(services.database.read, form.form, request.params.view);
  if (!view || (view.owner_id !== actor.id && !view.shared)) throw new Failure('record_not_found');
  // Those who may share keep the shared views in order, also when their owner has left.
  if (view.owner_id !== actor.id) mustShare(asking);
  if (view.version !== version) throw await conflict(asking, request);
  return view;
}

async function conflict(asking: Asking, request: FastifyRequest<OfView>): Promise<Failure> {
  const { services, actor, form } = asking;
  const { version } = checkedBodyOf<Seen>(request);
  const there = await findSavedView(services.database.read, form.form, request.params.view);
  if (!there || (there.owner_id !== actor.id && !there.shared)) return new Failure('record_not_found');
  const { data } = await one(asking, there);
  return new Failure('conflict', {
    detail: {
      mine: { version: Number.isInteger(version) ? version : null },
      theirs: { version: there.version, data, by: data.changed_by, at: there.changed_at },
    },
  });
}

interface Readable {
  state: SavedViewState;
  dropped: (QuerySource & { reason: Exclude<SourceState, null> })[];
}

/** Returns what this person can use of a state, under the names of the newest version. */
async function readable({ services, actor, form }: Asking, { state, form_version }: SavedViewRow): Promise<Readable> {
  const versions = services.registry.versions(form.form);
  const dropped: Readable['dropped'] = [];
  const follow = (part: QuerySource['part'], name: string, value?: unknown) => {
    const found = followName({ name, value }, versions, form_version, form.version);
    if (!found) dropped.push({ part, field: name, reason: 'gone' });
    return found;
  };
  const now: SavedViewState = {
    ...state,
    filters: state.filters.flatMap(({ field, op, value }) => {
      const found = follow('filter', field, value);
      return found ? [{ field: found.name, op, value: found.value }] : [];
    }),
    sort: state.sort.flatMap((name) => {
      const found = follow('sort', name.replace(/^-/, ''));
      return found ? `${name.startsWith('-') ? '-' : ''}${found.name}` : [];
    }),
    columns: state.columns?.flatMap((name) => follow('column', name)?.name ?? []) ?? null,
  };
  const asked = viewSources(now);
  const states = await services.records.judgeSources(form, asked, actor);
  const lost = new Map<string, Exclude<SourceState, null>>();
  asked.forEach(({ part, field }, at) => {
    const reason = states[at];
    if (reason) lost.set(`${part} ${field}`, reason);
  });
  for (const one of asked) {
    const reason = lost.get(`${one.part} ${one.field}`);
    if (reason) dropped.push({ ...one, reason });
  }
  const isThere = (part: string) => (name: string) => !lost.has(`${part} ${name.replace(/^-/, '')}`);
  const columns = now.columns?.filter(isThere('column')) ?? null;
  return {
    state: {
      ...now,
      filters: now.filters.filter(({ field }) => isThere('filter')(field)),
      sort: now.sort.filter(isThere('sort')),
      columns: columns?.length ? columns : null,
    },
    dropped,
  };
}

async function hidesPart(asking: Asking, view: SavedViewRow): Promise<boolean> {
  return (await readable(asking, view)).dropped.some(({ reason }) => reason === 'restricted');
}

async function one(asking: Asking, view: SavedViewRow): Promise<SavedViewResponse> {
  const [data] = await shown(asking, [view]);
  return { data: data as SavedView };
}

async function shown(asking: Asking, views: readonly SavedViewRow[]): Promise<SavedView[]> {
  const { services, actor } = asking;
  const ids = views.flatMap(({ owner_id, changed_by }) => [owner_id, changed_by]);
  const person = await peopleById(services.database.read, ids);
  const mayShare = !shareRefusal(asking);
  return Promise.all(
    views.map(async (view): Promise<SavedView> => {
      const { state, dropped } = await readable(asking, view);
      const own = view.owner_id === actor.id;
      return {
        id: view.id,
        name: view.name,
        shared: view.shared,
        own,
        may_change: own || mayShare,
        version: view.version,
        owner: person(view.owner_id),
        changed_at: view.changed_at,
        changed_by: person(view.changed_by),
        ...state,
        dropped,
      };
    }),
  );
}

/** Open choice lists. Every logged-in user may read them. Users with the right `choices` edit those of their programme. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { v7 as uuid } from 'uuid';
import { parentListOf } from '../../../core/definitions/parts.ts';
import { Failure } from '../../../core/errors/failure.ts';
import type {
  ChoiceBody,
  ChoiceTablesResponse,
  MergeBody,
  OrderBody,
  ReferenceEventsResponse,
} from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { isItemValidOn } from '../../../core/records/registry.ts';
import { mayActInProgramme } from '../../../core/records/scope.ts';
import type { Actor } from '../../../core/records/types.ts';
import { kabulDay } from '../../../core/text/dates.ts';
import type { Language } from '../../../core/text/languages.ts';
import { checkedBodyOf, checkedQueryOf, readPartialBody } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { requireActor } from '../../http/session.ts';
import { words } from '../../http/words.ts';
import type { StoredChoice } from '../../reference/choices.ts';
import {
  addChoice,
  type ChoiceEdit,
  changeItem,
  choiceEdit,
  editHistory,
  mergeItems,
  reorderChoices,
  separateItem,
} from '../../reference/referenceEdits.ts';
import { choiceItems } from '../resolvers/selects.ts';
import { type ChoiceItemContext, ITEM_ID_PATTERN, readChoice, toChoiceInput } from './choiceInput.ts';

const EVENTS = 200;

type OfList = { Params: { list: string } };
type OfItem = { Params: { list: string; id: string } };

export function registerChoiceListRoutes(app: FastifyInstance, services: Services): void {
  registerTableReading(app, services);
  registerTableEdits(app, services);
  registerEntryFates(app, services);
}

function registerTableReading(app: FastifyInstance, services: Services): void {
  const { registry, database } = services;

  app.get('/api/master-tables', async (request): Promise<ChoiceTablesResponse> => {
    const actor = await requireActor(request, services);
    const today = kabulDay(services.now());
    const files = registry.common().choices;
    return {
      data: registry.lists().map((list) => ({
        list,
        title: getOwn(files, list)?.title ?? null,
        programme: programmeOf(services, list),
        parent_list: parentList(services, list) ?? null,
        attributes: getOwn(files, list)?.attributes ?? {},
        total: registry.choices(list).length,
        retired: registry.choices(list).filter((item) => !isItemValidOn(item, today)).length,
        may: mayKeep(services, actor, list) ? { edit: true } : {},
      })),
    };
  });

  app.get<OfList>('/api/master-tables/:list', async (request) => {
    await requireActor(request, services);
    const all = checkedQueryOf(request).all === '1';
    return { data: choiceItems(known(services, request.params.list), { services, language: request.language }, all) };
  });

  app.get<OfList>('/api/master-tables/:list/history', async (request): Promise<ReferenceEventsResponse> => {
    const { list } = await begin(request, services);
    return { data: await editHistory(database.read, { kind: 'choice', list }, EVENTS) };
  });
}

function registerTableEdits(app: FastifyInstance, services: Services): void {
  const { registry } = services;

  app.post<OfList>('/api/master-tables/:list', async (request) => {
    const edit = await begin(request, services);
    const { body, errors } = readPartialBody<ChoiceBody>(request);
    const input = readChoice({ body, errors }, undefined, contextOf(services, edit.list));
    const id = uuid();
    const code = body.code && ITEM_ID_PATTERN.test(body.code) ? body.code : id;
    await addChoice(edit, id, code, input);
    return saved(services, edit.list, id, request.language);
  });

  app.post<OfList>('/api/master-tables/:list/order', async (request) => {
    const edit = await begin(request, services);
    const { ids } = checkedBodyOf<OrderBody>(request);
    if (new Set(ids).size !== ids.length || ids.some((id) => !registry.choice(edit.list, id)))
      throw new Failure('bad_body');
    await reorderChoices(edit, ids);
    await registry.refresh();
    return {
      message: words(request.language, 'server:order_saved'),
      data: choiceItems(edit.list, { services, language: request.language }, true),
    };
  });

  app.put<OfItem>('/api/master-tables/:list/:id', async (request) => {
    const edit = await begin(request, services);
    const { id } = request.params;
    const { body, errors } = readPartialBody<ChoiceBody>(request);
    const before = registry.choice(edit.list, id);
    const input = readChoice({ body, errors }, before, contextOf(services, edit.list));
    if (!before) await addChoice(edit, id, id, input);
    else {
      if (before.merged_into !== null) throw new Failure('item_merged');
      // If the client sends `updated_at`, it must match. Otherwise somebody else changed the item meanwhile.
      if (body.updated_at && body.updated_at !== before.updated_at) throw new Failure('conflict');
      await changeItem(edit, before, input);
    }
    return saved(services, edit.list, id, request.language);
  });
}

/** Retires, restores and merges existing items. */
function registerEntryFates(app: FastifyInstance, services: Services): void {
  const { registry } = services;
  /** Handles a request that edits one item. `work` returns the id of the item to send back. */
  const onItem =
    (work: (edit: ChoiceEdit, item: StoredChoice, request: FastifyRequest) => Promise<string>) =>
    async (request: FastifyRequest<OfItem>) => {
      const edit = await begin(request, services);
      const item = registry.choice(edit.list, request.params.id);
      if (!item) throw new Failure('record_not_found');
      return saved(services, edit.list, await work(edit, item, request), request.language);
    };

  /** From today, nobody can choose the item. Records that have it keep it. */
  app.post<OfItem>(
    '/api/master-tables/:list/:id/retire',
    onItem(async (edit, item) => {
      mustNotBeNeeded(services, item);
      const yesterday = kabulDay(new Date(services.now().getTime() - 86_400_000));
      await changeItem(edit, item, { ...toChoiceInput(item), valid_to: yesterday }, 'choice_retired');
      return item.id;
    }),
  );

  app.post<OfItem>(
    '/api/master-tables/:list/:id/restore',
    onItem(async (edit, item) => {
      const open = { ...toChoiceInput(item), valid_from: null, valid_to: null };
      if (item.merged_into === null) await changeItem(edit, item, open, 'choice_restored');
      else await separateItem(edit, item);
      return item.id;
    }),
  );

  /** The item becomes another name of `into`. Records that have it are shown, listed and counted under `into`. */
  app.post<OfItem>(
    '/api/master-tables/:list/:id/merge',
    onItem(async (edit, item, request) => {
      const target = registry.choice(edit.list, checkedBodyOf<MergeBody>(request).into);
      if (!target || target.id === item.id || target.merged_into !== null || item.merged_into !== null)
        throw new Failure('validation_failed', { errors: { '/into': [{ code: 'choice' }] } });
      mustNotBeNeeded(services, item);
      await mergeItems(edit, item, target);
      return target.id;
    }),
  );
}

async function saved(services: Services, list: string, id: string, language: Language) {
  await services.registry.refresh();
  const data = choiceItems(list, { services, language }, true).find((item) => item.id === id);
  return { message: words(language, 'server:item_saved'), data };
}

/** Checks that the user may edit this list. Reloads the lists first, so that the edit applies to current data. */
async function begin(request: FastifyRequest<OfList>, services: Services): Promise<ChoiceEdit> {
  const actor = await requireActor(request, services);
  const list = known(services, request.params.list);
  if (!mayKeep(services, actor, list)) throw new Failure('forbidden');
  await services.registry.refresh();
  return choiceEdit({ database: services.database, at: services.now().toISOString(), by: actor.id }, list);
}

function known({ registry }: Services, list: string): string {
  if (!registry.lists().includes(list)) throw new Failure('record_not_found');
  return list;
}

function parentList({ registry }: Services, list: string): string | undefined {
  const definition = getOwn(registry.common().choices, list);
  return definition && parentListOf(definition);
}

function contextOf(services: Services, list: string): ChoiceItemContext {
  const { registry } = services;
  const above = parentList(services, list);
  return {
    others: registry.choices(list),
    parents: above === undefined ? undefined : registry.choices(above),
    attributes: getOwn(registry.common().choices, list)?.attributes,
  };
}

function programmeOf({ registry }: Services, list: string): string | null {
  return getOwn(registry.common().choices, list)?.programme ?? null;
}

function mayKeep(services: Services, actor: Actor, list: string): boolean {
  return mayActInProgramme(actor, 'choices', programmeOf(services, list), services.registry.common().permissions);
}

/** Throws item_needed if a form needs the item's code (the type of a flagged problem); it must then stay. */
function mustNotBeNeeded({ registry }: Services, { list, code }: StoredChoice): void {
  for (const { definition } of registry.forms()) {
    if (definition.problems?.types !== list) continue;
    const needs = Object.entries(definition.fields).some(
      ([name, field]) => field.problemWhen && (field.problemType ?? name) === code,
    );
    if (needs) throw new Failure('item_needed', { params: { form: definition.title } });
  }
}

/** Returns the handler of a list that has an API path of its own (departments, organizations). */
export function choiceHandler(
  services: Services,
  base: string,
): ((language: Language) => { data: unknown[] }) | undefined {
  const list = Object.values(services.registry.common().choices).find((one) => one.api === base);
  return list && ((language) => ({ data: choiceItems(list.list, { services, language }) }));
}

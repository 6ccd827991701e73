/**
 * Administration of places (`places`): names in three languages, spellings, points. Villages and districts can be added,
 * retired and merged. Provinces can only be renamed, because people's rights depend on them.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { v7 as uuid } from 'uuid';
import { namedRow } from '../../../core/api/names.ts';
import { badFilter, Failure } from '../../../core/errors/failure.ts';
import type {
  MergeBody,
  PlaceBody,
  PlaceEventsResponse,
  ReferencePlace,
  ReferencePlaceList,
  ReferencePlaceResponse,
} from '../../../core/generated/api.ts';
import { pageMeta } from '../../../core/query/pages.ts';
import { kabulDay } from '../../../core/text/dates.ts';
import type { Language } from '../../../core/text/languages.ts';
import { foldText, sortKey, truncate } from '../../../core/text/letters.ts';
import { isPlaceOffered } from '../../../core/views/list/places.ts';
import { checkedBodyOf, checkedQueryOf, readPartialBody } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { actorAllowedTo } from '../../http/session.ts';
import { words } from '../../http/words.ts';
import type { Place } from '../../reference/places.ts';
import {
  addPlace,
  changeItem,
  editHistory,
  mergeItems,
  type PlaceEdit,
  placeEdit,
  retirePlace,
  separateItem,
} from '../../reference/referenceEdits.ts';
import { readPlace } from './placeInput.ts';

/** Enough for all siblings that a duplicate may be merged into. */
const EVENTS = 100;
const BELOW: Record<string, Place['level']> = { province: 'district', district: 'village' };

type PlacesQuery = { page: number; per_page: number } & Partial<Record<'parent' | 'text' | 'all', string>>;

type OfPlace = { Params: { id: string } };

/** Checks that the user may edit places. Reloads them first, so that the edit applies to current data. */
export async function beginPlaceEdit(request: FastifyRequest, services: Services): Promise<PlaceEdit> {
  const { id: by } = await actorAllowedTo(request, services, 'places');
  await services.registry.refresh();
  return placeEdit({ database: services.database, at: services.now().toISOString(), by });
}

export function registerPlaceAdminRoutes(app: FastifyInstance, services: Services): void {
  registerPlaceList(app, services);
  registerPlaceEdits(app, services);
}

function registerPlaceList(app: FastifyInstance, services: Services): void {
  const { registry, database } = services;

  /** Lists the places in `parent`, or all that match `text`, in pages. `all` includes retired and merged ones. */
  app.get('/api/admin/places', async (request): Promise<ReferencePlaceList> => {
    await beginPlaceEdit(request, services);
    const { language } = request;
    const { parent, text = '', all, page, per_page } = checkedQueryOf<PlacesQuery>(request);
    const asked = foldText(truncate(text, 200)).split(' ').filter(Boolean);
    const above = parent ? placeOf(services, parent) : null;
    const inside =
      asked.length > 0 ? [...registry.places().values()] : below(services, above?.id ?? null, levelIn(above));
    const found = inside.filter((place) => (all === '1' || isPlaceOffered(place)) && has(place, asked));
    const rows = found
      .map((place) => ({ place, key: `${sortKey(namedRow(place, language).name)} ${place.id}` }))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    const current = Math.min(page, Math.max(1, Math.ceil(rows.length / per_page)));
    return {
      data: rows
        .slice((current - 1) * per_page, current * per_page)
        .map(({ place }) => shown(services, place, language)),
      meta: { ...pageMeta(current, per_page, rows.length), capped: false },
      hidden: inside.filter((place) => !isPlaceOffered(place)).length,
      parent: above && shown(services, above, language),
    };
  });

  app.get('/api/admin/places/history', async (request): Promise<PlaceEventsResponse> => {
    await beginPlaceEdit(request, services);
    const id = checkedQueryOf<{ id?: string }>(request).id || undefined;
    const events = await editHistory(database.read, { kind: 'place', id }, EVENTS);
    const name = (one: unknown) => {
      const place = typeof one === 'string' ? registry.place(one) : undefined;
      return place ? namedRow(place, request.language).name : '';
    };
    return {
      data: events.map((event) => ({
        ...event,
        name: name(event.id) || fileIn(event.detail),
        into: name(event.detail.into),
      })),
    };
  });
}

function registerPlaceEdits(app: FastifyInstance, services: Services): void {
  const { registry } = services;
  const saved = async (id: string, language: Language): Promise<ReferencePlaceResponse> => {
    await registry.refresh();
    return { message: words(language, 'server:place_saved'), data: shown(services, placeOf(services, id), language) };
  };
  const read = (request: FastifyRequest, before: Place | undefined, siblings: Place[]) =>
    readPlace(readPartialBody(request), { before, siblings, registry });
  /** Handles a request that edits one place. `work` returns the id of the place to send back. */
  const onPlace =
    (work: (edit: PlaceEdit, place: Place, request: FastifyRequest) => Promise<string>) =>
    async (request: FastifyRequest<OfPlace>) => {
      const edit = await beginPlaceEdit(request, services);
      const place = placeOf(services, request.params.id);
      return saved(await work(edit, place, request), request.language);
    };

  app.post('/api/admin/places', async (request) => {
    const edit = await beginPlaceEdit(request, services);
    const above = placeOf(services, readPartialBody<PlaceBody>(request).body.parent_id);
    const level = BELOW[above.level];
    if (level === undefined || !isPlaceOffered(above))
      throw new Failure('validation_failed', { errors: { '/parent_id': [{ code: 'choice' }] } });
    const id = uuid();
    await addPlace(
      edit,
      { id, level, parent_id: above.id },
      read(request, undefined, below(services, above.id, level)),
    );
    return saved(id, request.language);
  });

  app.put<OfPlace>(
    '/api/admin/places/:id',
    onPlace(async (edit, before, request) => {
      const { updated_at } = readPartialBody<PlaceBody>(request).body;
      if (before.merged_into) throw new Failure('item_merged');
      if (updated_at !== undefined && updated_at !== (before.updated_at ?? null)) throw new Failure('conflict');
      await changeItem(edit, before, read(request, before, below(services, before.parent_id, before.level)));
      return before.id;
    }),
  );

  app.post<OfPlace>(
    '/api/admin/places/:id/retire',
    onPlace(async (edit, place) => {
      mustNotBeProvince(place);
      await retirePlace(edit, place, kabulDay(services.now()));
      return place.id;
    }),
  );

  app.post<OfPlace>(
    '/api/admin/places/:id/restore',
    onPlace(async (edit, place) => {
      await (place.merged_into ? separateItem(edit, place) : retirePlace(edit, place, null));
      return place.id;
    }),
  );

  /** The place becomes a spelling of `into`, which must have the same parent. Its records count for `into`. */
  app.post<OfPlace>(
    '/api/admin/places/:id/merge',
    onPlace(async (edit, place, request) => {
      mustNotBeProvince(place);
      const target = registry.place(checkedBodyOf<MergeBody>(request).into);
      const isRight =
        target !== undefined &&
        target.id !== place.id &&
        target.level === place.level &&
        isPlaceOffered(target) &&
        !place.merged_into &&
        target.parent_id === place.parent_id;
      if (!isRight) throw new Failure('validation_failed', { errors: { '/into': [{ code: 'choice' }] } });
      await mergeItems(edit, place, target);
      return target.id;
    }),
  );
}

/** Events about borders name no place but the file. */
function fileIn({ file }: Record<string, unknown>): string {
  return typeof file === 'string' ? file : '';
}

function placeOf({ registry }: Services, id: unknown): Place {
  const place = typeof id === 'string' ? registry.place(id) : undefined;
  if (!place) throw new Failure('record_not_found');
  return place;
}

function mustNotBeProvince({ level }: Place): void {
  if (level === 'province') throw new Failure('forbidden');
}

function below({ registry }: Services, id: string | null, level: string): Place[] {
  return [...registry.places().values()].filter((one) => one.parent_id === id && one.level === level);
}

function shown(services: Services, place: Place, language: Language): ReferencePlace {
  const { registry } = services;
  const above = [place.parent_id, place.parent_id && registry.place(place.parent_id)?.parent_id].flatMap((id) =>
    id ? (registry.place(id) ?? []) : [],
  );
  const level = BELOW[place.level];
  const mergedInto = place.merged_into ? registry.place(place.merged_into) : undefined;
  return {
    ...namedRow(place, language),
    merged_into_name: mergedInto ? namedRow(mergedInto, language).name : null,
    updated_at: place.updated_at ?? null,
    above: above.map((one) => namedRow(one, language)).map(({ id, name }) => ({ id, name })),
    below: level === undefined ? 0 : below(services, place.id, level).filter(isPlaceOffered).length,
  };
}

function levelIn(above: Place | null): Place['level'] {
  const level = above === null ? 'province' : BELOW[above.level];
  if (level === undefined) throw badFilter('parent');
  return level;
}

function has({ name_en, name_fa, name_ps, pcode, aliases }: Place, asked: readonly string[]): boolean {
  if (asked.length === 0) return true;
  const hay = foldText([name_en, name_fa, name_ps, pcode, ...aliases].filter(Boolean).join(' '));
  return asked.every((word) => hay.includes(word));
}

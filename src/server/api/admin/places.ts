/**
 * Places as they are kept (`places`): names in three languages, spellings, points; villages and districts added, retired,
 * doubles merged. Provinces are what people's rights hang on: they are renamed, never added, retired or merged.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { v7 as uuid } from 'uuid';
import { Failure } from '../../../core/errors/failure.ts';
import { mayEngine } from '../../../core/records/scope.ts';
import { kabulDay } from '../../../core/text/dates.ts';
import { fold, sortKey } from '../../../core/text/fold.ts';
import type { Language } from '../../../core/text/languages.ts';
import { bodyOf, queryOf } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { actorOf } from '../../http/session.ts';
import { words } from '../../http/words.ts';
import {
  addPlace,
  changePlace,
  mergePlace,
  placeHistory,
  retirePlace,
  separatePlace,
} from '../../reference/placeEdits.ts';
import { isOffered, type Place } from '../../reference/places.ts';
import type { ReferenceEdit } from '../../reference/referenceEdits.ts';
import { whole } from '../list/paging.ts';
import { namedRow } from '../names.ts';
import { readPlace } from './placeInput.ts';

const PER_PAGE = 50;
/** Enough for every sibling a double may be merged into. */
const MOST_ROWS = 1000;
const EVENTS = 100;
const BELOW: Record<string, Place['level']> = { province: 'district', district: 'village' };

type OfPlace = { Params: { id: string } };

export function registerPlaceAdministration(app: FastifyInstance, services: Services): void {
  const { registry, database } = services;
  /** Who may keep places, and when. Looks at the rows first, so that an edit meets what is there now. */
  const begin = async (request: FastifyRequest): Promise<ReferenceEdit> => {
    const actor = await actorOf(request, services);
    if (!mayEngine(actor, 'places', registry.common().permissions)) throw new Failure('forbidden');
    await registry.refresh();
    return { database, at: services.now().toISOString(), by: actor.id };
  };
  const placeOf = (id: unknown): Place => {
    const place = typeof id === 'string' ? registry.place(id) : undefined;
    if (!place) throw new Failure('record_not_found');
    return place;
  };
  const below = (id: string | null, level: string): Place[] =>
    [...registry.places().values()].filter((one) => one.parent_id === id && one.level === level);
  const shown = (place: Place, language: Language) => {
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
      below: level === undefined ? 0 : below(place.id, level).filter(isOffered).length,
    };
  };
  const saved = async (id: string, language: Language) => {
    await registry.refresh();
    return { message: words(language, 'server:place_saved'), data: shown(placeOf(id), language) };
  };
  const mustNotBeProvince = ({ level }: Place): void => {
    if (level === 'province') throw new Failure('forbidden');
  };

  /** Of one place those in it, or what has the words anywhere, page by page; `all` shows the retired ones and doubles too. */
  app.get('/api/admin/places', async (request) => {
    await begin(request);
    const { parent, text, all, page, per_page } = queryOf(request);
    const size = whole(per_page, 'per_page', PER_PAGE, MOST_ROWS);
    const pageAsked = whole(page, 'page', 1, 1_000_000);
    const asked = typeof text === 'string' ? fold(text.slice(0, 200)).split(' ').filter(Boolean) : [];
    const above = typeof parent === 'string' && parent !== '' ? placeOf(parent) : null;
    const inside = asked.length > 0 ? [...registry.places().values()] : below(above?.id ?? null, levelIn(above));
    const found = inside.filter((place) => (all === '1' || isOffered(place)) && has(place, asked));
    const rows = found
      .map((place) => ({ place, key: `${sortKey(namedRow(place, request.language).name)} ${place.id}` }))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    const last = Math.max(1, Math.ceil(rows.length / size));
    const current = Math.min(pageAsked, last);
    return {
      data: rows.slice((current - 1) * size, current * size).map(({ place }) => shown(place, request.language)),
      meta: { per_page: size, current_page: current, last_page: last, total: rows.length, capped: false },
      hidden: inside.filter((place) => !isOffered(place)).length,
      parent: above && shown(above, request.language),
    };
  });

  app.get('/api/admin/places/history', async (request) => {
    await begin(request);
    const { id } = queryOf(request);
    const events = await placeHistory(database.read, typeof id === 'string' && id !== '' ? id : undefined, EVENTS);
    const name = (one: unknown) => {
      const place = typeof one === 'string' ? registry.place(one) : undefined;
      return place ? namedRow(place, request.language).name : '';
    };
    return { data: events.map((event) => ({ ...event, name: name(event.id), into: name(event.detail.into) })) };
  });

  app.post('/api/admin/places', async (request) => {
    const edit = await begin(request);
    const body = bodyOf(request);
    const above = placeOf(body.parent_id);
    const level = BELOW[above.level];
    if (level === undefined || !isOffered(above))
      throw new Failure('validation_failed', { errors: { '/parent_id': [{ code: 'choice' }] } });
    const around = { siblings: below(above.id, level), places: registry.places() };
    const input = readPlace(body, { ...around, before: undefined, constants: registry.common().constants });
    const id = uuid();
    await addPlace(edit, { id, level, parent_id: above.id }, input);
    return saved(id, request.language);
  });

  app.put<OfPlace>('/api/admin/places/:id', async (request) => {
    const edit = await begin(request);
    const before = placeOf(request.params.id);
    if (before.merged_into) throw new Failure('item_merged');
    const body = bodyOf(request);
    if (body.updated_at !== undefined && body.updated_at !== (before.updated_at ?? null)) throw new Failure('conflict');
    const around = { siblings: below(before.parent_id, before.level), places: registry.places() };
    await changePlace(edit, before, readPlace(body, { ...around, before, constants: registry.common().constants }));
    return saved(before.id, request.language);
  });

  app.post<OfPlace>('/api/admin/places/:id/retire', async (request) => {
    const edit = await begin(request);
    const place = placeOf(request.params.id);
    mustNotBeProvince(place);
    await retirePlace(edit, place, kabulDay(services.now()));
    return saved(place.id, request.language);
  });

  app.post<OfPlace>('/api/admin/places/:id/restore', async (request) => {
    const edit = await begin(request);
    const place = placeOf(request.params.id);
    if (place.merged_into) await separatePlace(edit, place);
    else await retirePlace(edit, place, null);
    return saved(place.id, request.language);
  });

  /** The place becomes a spelling of `into`, which lies in the same province; records that name it count as there. */
  app.post<OfPlace>('/api/admin/places/:id/merge', async (request) => {
    const edit = await begin(request);
    const place = placeOf(request.params.id);
    mustNotBeProvince(place);
    const { into } = bodyOf(request);
    const target = typeof into === 'string' ? registry.place(into) : undefined;
    const fits =
      target &&
      target.id !== place.id &&
      target.level === place.level &&
      isOffered(target) &&
      !place.merged_into &&
      target.parent_id === place.parent_id;
    if (!target || !fits) throw new Failure('validation_failed', { errors: { '/into': [{ code: 'choice' }] } });
    await mergePlace(edit, place, target);
    return saved(target.id, request.language);
  });
}

function levelIn(above: Place | null): Place['level'] {
  const level = above === null ? 'province' : BELOW[above.level];
  if (level === undefined) throw new Failure('bad_filter', { params: { field: 'parent' } });
  return level;
}

function has({ name_en, name_fa, name_ps, pcode, aliases }: Place, asked: readonly string[]): boolean {
  if (asked.length === 0) return true;
  const hay = fold([name_en, name_fa, name_ps, pcode, ...aliases].filter(Boolean).join(' '));
  return asked.every((word) => hay.includes(word));
}

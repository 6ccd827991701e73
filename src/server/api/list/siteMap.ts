/**
 * `GET /api/map/sites`: the sites of every programme that a person may see, for a map and the list beside it. Marks are joined
 * here, so that the response stays small whatever the number of sites.
 */
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { namedRow } from '../../../core/api/names.ts';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { badFilter } from '../../../core/errors/failure.ts';
import { firstPointQuestion } from '../../../core/form/types/places/geopoint.ts';
import type { MapMark, MapSite, MapSitesResponse } from '../../../core/generated/api.ts';
import { type Cluster, clusterPoints } from '../../../core/geometry/clusters.ts';
import type { Position } from '../../../core/geometry/shape.ts';
import { memoizeByObject } from '../../../core/memoize.ts';
import { seesSomePlaces, visiblePlaces } from '../../../core/records/permission.ts';
import type { Actor } from '../../../core/records/types.ts';
import { addDays, kabulDay } from '../../../core/text/dates.ts';
import { type Language, pickText } from '../../../core/text/languages.ts';
import { checkedQueryOf } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { requireActor } from '../../http/session.ts';
import type { MappedSite, SiteMapQuery } from '../../records/mappedSites.ts';
import { actorCacheKey, responseStamp } from '../responseCache.ts';
import {
  isInsideBounds,
  type MapBounds,
  type MapQueryText,
  OWN_PROVINCES,
  readSiteMapRequest,
  type SiteMapRequest,
  WORLD_BOUNDS,
} from './mapQuestion.ts';

/** Sites of a page of the list. */
const PER_PAGE = 50;

type Placed = MappedSite & { latitude: number; longitude: number };

export function registerSiteMapRoutes(app: FastifyInstance, services: Services): void {
  app.get('/api/map/sites', async (request): Promise<MapSitesResponse> => {
    const actor = await requireActor(request, services);
    const asked = readSiteMapRequest(checkedQueryOf<MapQueryText>(request));
    const forms = siteForms(services, actor);
    const chosen = forms.filter(({ definition }) => !asked.programme || definition.programme === asked.programme);
    const query = {
      forms: chosen.map((form) => ({ form, point: positionOf(form) })),
      provinces: provincesOf(asked, actor),
      state: asked.status,
    };
    const since = asked.age === undefined ? undefined : addDays(kabulDay(services.now()), -asked.age);
    if (since === null) throw badFilter('age');
    const found = (await sitesFor(services, query, actor)).filter(
      ({ open, oldest }) =>
        open >= asked.open && (since === undefined || (oldest !== null && oldest !== '' && oldest <= since)),
    );
    return {
      ...shownOf(found, asked, services, request.language),
      options: optionsOf(services, forms, actor, request.language),
    };
  });
}

interface Remembered {
  stamp: string;
  sites: Promise<MappedSite[]>;
}

/** Sites that are kept in memory for people who move the map. */
const MOST_REMEMBERED = 60_000;
const memoryOf = memoizeByObject(
  undefined,
  (_database: Services['database']) => new LRUCache<string, Remembered>({ maxSize: MOST_REMEMBERED }),
);

/** Returns the sites as they are, from memory unless something was written: each move of the map asks for all of them again. */
async function sitesFor(services: Services, query: SiteMapQuery, actor: Actor): Promise<MappedSite[]> {
  const memory = memoryOf(services.database);
  const stamp = await responseStamp(services);
  const forms = query.forms.map(({ form }) => form.key);
  const key = `${actorCacheKey(actor)} ${JSON.stringify([forms, query.provinces ?? null, query.state ?? null])}`;
  const known = memory.get(key);
  if (known?.stamp === stamp) return known.sites;
  const sites = services.records.mappedSites(query, actor);
  const { length } = await sites;
  memory.set(key, { stamp, sites }, { size: length + 1 });
  return sites;
}

/** Returns the forms whose records are sites, of which the person sees some. */
function siteForms({ registry }: Services, actor: Actor): CompiledForm[] {
  const { permissions } = registry.common();
  return registry
    .forms()
    .filter((form) => form.definition.kind === 'site' && seesSomePlaces(visiblePlaces(actor, form, permissions)));
}

function positionOf(form: CompiledForm): { latitude: string; longitude: string } | undefined {
  const { latitude, longitude } = firstPointQuestion(form)?.parts ?? {};
  return latitude && longitude ? { latitude, longitude } : undefined;
}

/** Returns the provinces to look in; undefined for all. */
function provincesOf({ province }: SiteMapRequest, actor: Actor): string[] | undefined {
  if (!province) return undefined;
  return province === OWN_PROVINCES ? ownProvinces(actor) : [province];
}

function ownProvinces({ grants }: Actor): string[] {
  return [...new Set(grants.flatMap(({ province_id }) => province_id ?? []))];
}

function shownOf(
  found: readonly MappedSite[],
  { box, zoom, page, isUnplaced }: SiteMapRequest,
  services: Services,
  language: Language,
): Omit<MapSitesResponse, 'options'> {
  const placed = found.filter(isPlaced);
  const inside = placed.filter((site) => isInsideBounds(pointIn(site), box));
  const unplaced = found.filter((site) => !isPlaced(site));
  const listed = [...(isUnplaced ? unplaced : inside)].sort((a, b) => b.open - a.open);
  const pages = Math.max(1, Math.ceil(listed.length / PER_PAGE));
  const at = Math.min(page, pages);
  return {
    total: found.length,
    unplaced: unplaced.length,
    in_view: inside.length,
    bounds: placed.length > 0 ? boxOf(placed) : null,
    marks: clusterPoints(inside, zoom, pointIn).map((cluster) => markOf(cluster)),
    sites: listed.slice((at - 1) * PER_PAGE, at * PER_PAGE).map((site) => siteOf(site, services, language)),
    page: at,
    pages,
  };
}

function isPlaced(site: MappedSite): site is Placed {
  return site.latitude !== null && site.longitude !== null;
}

const pointIn = ({ longitude, latitude }: Placed): Position => [longitude, latitude];

function boxOf(sites: readonly Placed[]): MapBounds {
  const box: MapBounds = [WORLD_BOUNDS[2], WORLD_BOUNDS[3], WORLD_BOUNDS[0], WORLD_BOUNDS[1]];
  for (const { longitude, latitude } of sites) {
    box[0] = Math.min(box[0], longitude);
    box[1] = Math.min(box[1], latitude);
    box[2] = Math.max(box[2], longitude);
    box[3] = Math.max(box[3], latitude);
  }
  return box;
}

function markOf({ at, points }: Cluster<Placed>): MapMark {
  const [longitude, latitude] = at;
  const open = points.reduce((sum, site) => sum + site.open, 0);
  const [first] = points;
  const alone = points.length === 1 && first && { site: first.id, form: first.form, name: first.name || first.code };
  return { latitude, longitude, count: points.length, open, bounds: boxOf(points), ...alone };
}

function siteOf(site: MappedSite, { registry }: Services, language: Language): MapSite {
  const { form, id, code, name, state, province_id, latitude, longitude, open, oldest } = site;
  const known = registry.form(form);
  const label = known && registry.workflow(known).states.find((one) => one.id === state)?.label;
  const place = registry.place(province_id);
  return {
    form,
    id,
    code,
    name: name || code,
    status: label ? pickText(label, language) : state,
    province: place ? namedRow(place, language).name : null,
    latitude,
    longitude,
    open,
    oldest: oldest || null,
  };
}

/** Returns what the map can be narrowed to: everything that the person may see, whether or not there is some. */
function optionsOf(
  { registry }: Services,
  forms: readonly CompiledForm[],
  actor: Actor,
  language: Language,
): MapSitesResponse['options'] {
  const { navigation, permissions } = registry.common();
  const states = new Map(
    forms.flatMap((form) =>
      registry.workflow(form).states.map(({ id, label }) => [id, pickText(label, language)] as const),
    ),
  );
  const programmes = new Map(
    forms.map(({ definition: { programme, plural } }) => {
      const department = navigation.departments.find(({ id }) => id === programme);
      return [programme, pickText(department?.heading ?? department?.title ?? plural, language)] as const;
    }),
  );
  const seen = forms.map((form) => visiblePlaces(actor, form, permissions));
  const ids = new Set(seen.flatMap(({ provinces }) => provinces));
  const isEverywhere = seen.some(({ all, own }) => all || own);
  const provinces = [...registry.places().values()].filter(
    ({ id, level }) => level === 'province' && (isEverywhere || ids.has(id)),
  );
  return {
    programmes: itemsOf(programmes),
    statuses: itemsOf(states),
    provinces: provinces.map((place) => ({ id: place.id, name: namedRow(place, language).name })),
    own: ownProvinces(actor).length > 0,
  };
}

function itemsOf(names: ReadonlyMap<string, string>): { id: string; name: string }[] {
  return [...names].map(([id, name]) => ({ id, name }));
}

/**
 * Borders of districts and provinces (`admin/places/borders`): an administrator imports them from a GeoJSON or TopoJSON file,
 * joined by P-code. With `dry_run=1` the answer only says what would be imported.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { namedRow } from '../../../core/api/names.ts';
import type { BordersImport, BordersResponse, BordersView, MessageResponse } from '../../../core/generated/api.ts';
import type { Language } from '../../../core/text/languages.ts';
import { sortKey, truncate } from '../../../core/text/letters.ts';
import { isPlaceOffered } from '../../../core/views/list/places.ts';
import { checkedQueryOf } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { words } from '../../http/words.ts';
import {
  downloadSize,
  listBorders,
  readBorderFile,
  removeBorders,
  saveBorders,
} from '../../reference/borders/borders.ts';
import type { BorderLevel, LevelBorders, MatchedBorders } from '../../reference/borders/matchBorders.ts';
import type { Place } from '../../reference/places.ts';
import { readOneFile } from '../files/multipart.ts';
import { beginPlaceEdit } from './places.ts';

/** Bytes of an upload, unless the server allows less for any file. */
const FILE_LIMIT = 20 * 1024 * 1024;
const LONGEST_NAME = 200;
const MOST_UNMATCHED = 100;

type Bordered = Place & { level: BorderLevel };

export function registerBorderRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services;

  app.get('/api/admin/places/borders', async (request): Promise<BordersResponse> => {
    await beginPlaceEdit(request, services);
    return { data: (await listBorders(database.read)).map(shown) };
  });

  app.post('/api/admin/places/borders', async (request): Promise<BordersImport> => {
    const edit = await beginPlaceEdit(request, services);
    const file = await readUpload(request, services);
    const places = borderedPlaces(services);
    const matched = await readBorderFile({
      bytes: file.bytes,
      property: file.property,
      box: services.registry.common().constants,
      places: places.flatMap(({ pcode, level }) => (pcode ? [[pcode.toUpperCase(), level]] : [])),
    });
    const found = importOf(matched, file.name, places, request.language);
    if (checkedQueryOf(request).dry_run === '1') return { ...found, map: mapOf(matched.levels) };
    await saveBorders(edit, file.name, matched.levels);
    return { message: words(request.language, 'server:borders_imported'), ...found };
  });

  app.delete<{ Params: { level: string } }>(
    '/api/admin/places/borders/:level',
    async (request): Promise<MessageResponse> => {
      await removeBorders(await beginPlaceEdit(request, services), request.params.level);
      return { message: words(request.language, 'server:borders_removed') };
    },
  );
}

async function readUpload(request: FastifyRequest, { settings }: Services) {
  const { bytes, name, fields } = await readOneFile(request, Math.min(FILE_LIMIT, settings.fileLimit));
  return { bytes, name: truncate(name, LONGEST_NAME), property: fields.property || undefined };
}

function borderedPlaces({ registry }: Services): Bordered[] {
  return [...registry.places().values()].filter(
    (place): place is Bordered => place.level !== 'village' && isPlaceOffered(place),
  );
}

function importOf(matched: MatchedBorders, file: string, places: Bordered[], language: Language): BordersImport {
  const { areas, property, properties, unmatched, levels } = matched;
  return {
    file,
    areas,
    property,
    properties,
    levels: levels.map((one) => {
      const { level, codes, points } = one;
      return { level, places: codes.length, points, size: downloadSize(one), without: without(one, places, language) };
    }),
    unmatched: unmatched.slice(0, MOST_UNMATCHED),
    unmatched_total: unmatched.length,
  };
}

/** Returns what `GET /api/borders` would answer of these levels. */
function mapOf(levels: readonly LevelBorders[]): NonNullable<BordersImport['map']> {
  return Object.fromEntries(levels.map(({ level, content }) => [level, JSON.parse(content)]));
}

/** Returns the places of the level that the file has no border of, by province and name. */
function without(borders: LevelBorders, places: Bordered[], language: Language) {
  const codes = new Set(borders.codes);
  const provinces = new Map(places.flatMap((place) => (place.level === 'province' ? [[place.id, place]] : [])));
  return places
    .filter(({ level, pcode }) => level === borders.level && !(pcode && codes.has(pcode.toUpperCase())))
    .map((place) => {
      const above = place.parent_id === null ? undefined : provinces.get(place.parent_id);
      const { id, name, pcode } = namedRow(place, language);
      return { id, name, pcode, above: above ? namedRow(above, language).name : null };
    })
    .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
}

function orderOf({ above, name }: { above: string | null; name: string }): string {
  return `${sortKey(above ?? '')} ${sortKey(name)}`;
}

function shown({ by_id, by_name, ...kept }: Awaited<ReturnType<typeof listBorders>>[number]): BordersView {
  return { ...kept, by: { id: by_id, name: by_name } };
}

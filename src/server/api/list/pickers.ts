/**
 * Search for pickers while a person types. Finds places of every level and records of any forms by folded text, a few at a
 * time, and the names of ids in a link. Users find only records that their lists show them.
 */
import type { FastifyInstance } from 'fastify';
import { badFilter } from '../../../core/errors/failure.ts';
import { fold, sortKey } from '../../../core/text/fold.ts';
import type { Language } from '../../../core/text/languages.ts';
import { queryOf } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { actorOf } from '../../http/session.ts';
import type { Filter, ListRow } from '../../records/types.ts';
import type { Place } from '../../reference/places.ts';
import { namedRow } from '../names.ts';
import { recordNames } from '../record/refs.ts';
import { ROLE } from '../resolvers/people.ts';

const SHOWN = 30;
const MOST_IDS = 200;
const MOST_FORMS = 20;
const MOST_ROLES = 30;
const LEVELS = ['province', 'district', 'village'];

export function registerPickers(app: FastifyInstance, services: Services): void {
  app.get('/api/lookup/places', async (request) => {
    await actorOf(request, services);
    const query = queryOf(request);
    const levels = list(query.level, 'level', LEVELS.length);
    if (!levels.every((level) => LEVELS.includes(level))) throw badFilter('level');
    const within = new Set(list(query.within, 'within', MOST_IDS));
    const words = wordsOf(query.text);
    const found = folded(services).filter(
      ({ place, hay, above }) =>
        !place.merged_into &&
        (levels.length === 0 || levels.includes(place.level)) &&
        (within.size === 0 || above.some((id) => within.has(id))) &&
        words.every((word) => hay.includes(word)),
    );
    const { language } = request;
    const shown = ordered(found, words[0], language).slice(0, SHOWN);
    const placed = shown.map((row) => ({
      ...row,
      detail: row.above.map(nameIn(services, language)).join(' · ') || null,
    }));
    return { data: placed, total: found.length };
  });

  app.get('/api/lookup/records', async (request) => {
    const actor = await actorOf(request, services);
    const query = queryOf(request);
    const asked = list(query.forms, 'forms', MOST_FORMS);
    const forms = services.registry.forms().filter((form) => asked.includes(form.form));
    const ids = list(query.ids, 'ids', MOST_IDS);
    const text = typeof query.text === 'string' ? query.text.slice(0, 200) : '';
    const roles = list(query.roles, 'roles', MOST_ROLES);
    const near = typeof query.near === 'string' && query.near !== '' ? query.near.slice(0, 64) : undefined;
    const rows: { form: string; record: ListRow['record'] }[] = [];
    for (const form of forms) {
      const filters: Filter[] = ids.length > 0 ? [{ field: 'id', op: 'in', value: ids }] : [];
      if (roles.length > 0 && form.fields.has(ROLE)) filters.push({ field: ROLE, op: 'in', value: roles });
      const most = ids.length || SHOWN;
      const page = (more: Filter[]) =>
        services.records.list(
          { form, filters: [...filters, ...more], sort: [], page: 1, per_page: most, ...(text && { text }) },
          actor,
        );
      // Query records of the province first. Otherwise they could be missing among many others.
      const first = near === undefined ? [] : (await page([{ field: 'province_id', op: 'eq', value: near }])).rows;
      const others = first.length < most ? (await page([])).rows : [];
      for (const { record } of [...first, ...others]) {
        if (rows.some((row) => row.record.id === record.id)) continue;
        rows.push({ form: form.form, record });
      }
    }
    const names = await recordNames(
      services,
      rows.map(({ record }) => record.id),
    );
    const data = rows.map(({ form, record }) => {
      const province = record.province_id ? services.registry.place(record.province_id) : undefined;
      const name = names[record.id]?.name ?? record.code ?? record.id;
      return {
        id: record.id,
        form,
        name,
        code: record.code,
        province: province ? namedRow(province, request.language) : null,
      };
    });
    if (ids.length > 0) return { data };
    const order = (row: (typeof data)[number]) => `${row.province?.id === near ? 0 : 1}${sortKey(row.name)}`;
    data.sort((a, b) => (order(a) < order(b) ? -1 : 1));
    return { data: near === undefined ? data : data.slice(0, SHOWN) };
  });
}

interface Folded {
  place: Place;
  hay: string;
  /** Its district and its province. */
  above: string[];
}

const known = new WeakMap<object, Folded[]>();

/** Returns every place with its folded spellings. Computed again when places change. */
function folded({ registry }: Services): Folded[] {
  const places = registry.places();
  let all = known.get(places);
  if (!all) {
    all = [...places.values()].map((place) => {
      const district = place.parent_id ? places.get(place.parent_id) : undefined;
      const names = [place.name_en, place.name_fa, place.name_ps, place.pcode, ...place.aliases];
      return {
        place,
        hay: fold(names.filter(Boolean).join(' ')),
        above: [place.parent_id, district?.parent_id].filter((id) => typeof id === 'string'),
      };
    });
    known.set(places, all);
  }
  return all;
}

/** Sorts names that start with the typed text first, then by name. Each row has the ids of the places above it. */
function ordered(found: Folded[], first: string | undefined, language: Language) {
  const keyed = found.map(({ place, above }) => {
    const row = namedRow(place, language);
    const starts = first !== undefined && fold(row.name).startsWith(first);
    return { row: { ...row, above }, key: `${starts ? 0 : 1}${sortKey(row.name)}` };
  });
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return keyed.map(({ row }) => row);
}

function nameIn({ registry }: Services, language: Language) {
  return (id: string): string => {
    const place = registry.place(id);
    return place ? place[`name_${language}`] || place.name_en : id;
  };
}

function wordsOf(value: unknown): string[] {
  return typeof value === 'string' ? fold(value.slice(0, 200)).split(' ').filter(Boolean).slice(0, 6) : [];
}

function list(value: unknown, field: string, most: number): string[] {
  if (value === undefined || value === '') return [];
  if (typeof value !== 'string') throw badFilter(field);
  const items = value.split(',').filter(Boolean);
  if (items.length > most) throw badFilter(field);
  return items;
}

/**
 * Search for pickers while a person types. Finds places of every level and records of any forms by folded text, a few at a
 * time, and the names of ids in a link. Users find only records that their lists show them.
 */
import type { FastifyInstance } from 'fastify';
import { namedRow } from '../../../core/api/names.ts';
import { badFilter } from '../../../core/errors/failure.ts';
import { searchWords, sortKey } from '../../../core/text/fold.ts';
import { queryOf } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { actorOf } from '../../http/session.ts';
import type { Filter, ListRow } from '../../records/types.ts';
import { recordNames } from '../record/refs.ts';
import { ROLE } from '../resolvers/people.ts';
import { findPlaces } from './placeSearch.ts';

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
    const words = typeof query.text === 'string' ? searchWords(query.text) : [];
    return findPlaces(services, words, {
      language: request.language,
      most: SHOWN,
      isAsked: ({ level }, above) =>
        (levels.length === 0 || levels.includes(level)) && (within.size === 0 || above.some((id) => within.has(id))),
    });
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

function list(value: unknown, field: string, most: number): string[] {
  if (value === undefined || value === '') return [];
  if (typeof value !== 'string') throw badFilter(field);
  const items = value.split(',').filter(Boolean);
  if (items.length > most) throw badFilter(field);
  return items;
}

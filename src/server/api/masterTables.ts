/** Open choice lists: read by everybody who is logged in, edited by those who may (`choices`). */
import type { FastifyInstance } from 'fastify';
import { addError, Failure, type RecordErrors } from '../../core/errors/catalogue.ts';
import { mayEngine } from '../../core/records/scope.ts';
import type { Language } from '../../core/text/languages.ts';
import { bodyOf, queryOf } from '../http/bodies.ts';
import type { Rooms } from '../http/rooms.ts';
import { actorOf } from '../http/session.ts';
import { words } from '../http/words.ts';
import { choiceItems } from './sources/choices.ts';

const ITEM_ID = /^[A-Za-z0-9_.-]{1,64}$/;

export function registerMasterTables(app: FastifyInstance, rooms: Rooms): void {
  const { library } = rooms;
  const known = (list: string): string => {
    if (!library.lists().includes(list)) throw new Failure('record_not_found');
    return list;
  };

  app.get('/api/master-tables', async (request) => {
    await actorOf(request, rooms);
    const files = library.common().choices;
    return {
      data: library.lists().map((list) => ({
        list,
        title: files[list]?.title ?? null,
        programme: files[list]?.programme ?? null,
        total: library.choices(list).length,
      })),
    };
  });

  app.get<{ Params: { list: string } }>('/api/master-tables/:list', async (request) => {
    await actorOf(request, rooms);
    const all = queryOf(request).all === '1';
    return { data: choiceItems(known(request.params.list), { rooms, language: request.language }, all) };
  });

  app.put<{ Params: { list: string; id: string } }>('/api/master-tables/:list/:id', async (request) => {
    const actor = await actorOf(request, rooms);
    if (!mayEngine(actor, 'choices', library.common().permissions)) throw new Failure('forbidden');
    const list = known(request.params.list);
    const { id } = request.params;
    if (!ITEM_ID.test(id)) throw new Failure('record_not_found');
    const row = readItem(bodyOf(request));
    const position = library.choices(list).findIndex((item) => item.id === id);
    const before = library.choices(list)[position];
    const values = {
      code: before?.code ?? id,
      position: position < 0 ? library.choices(list).length : position,
      aliases: before && before.aliases.length > 0 ? JSON.stringify(before.aliases) : null,
      extra: before && Object.keys(before.extra).length > 0 ? JSON.stringify(before.extra) : null,
      parent: before?.parent ?? null,
      ...row,
      category: row.category ?? before?.category ?? null,
      updated_at: rooms.now().toISOString(),
    };
    await rooms.database.transaction(async (trx) => {
      await trx
        .insertInto('choices')
        .values({ list, id, ...values })
        .onConflict((conflict) => conflict.columns(['list', 'id']).doUpdateSet(values))
        .execute();
    });
    await library.changed();
    const data = choiceItems(list, { rooms, language: request.language }, true).find((item) => item.id === id);
    return { message: words(request.language, 'server:item_saved'), data };
  });
}

/** Names in three languages, and the days between which an item may be chosen. */
function readItem(body: Record<string, unknown>) {
  const errors: RecordErrors = {};
  const name = (key: string): string => {
    const value = body[key];
    if (typeof value !== 'string' || value.trim() === '') addError(errors, `/${key}`, 'required');
    else if (value.length > 250 || value.includes('\0')) addError(errors, `/${key}`, 'max_length', { limit: 250 });
    else return value.trim();
    return '';
  };
  const day = (key: string): string | null => {
    const value = body[key];
    if (value === undefined || value === null || value === '') return null;
    if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return value;
    addError(errors, `/${key}`, 'date');
    return null;
  };
  const category = typeof body.category === 'string' && ITEM_ID.test(body.category) ? body.category : null;
  const row = {
    name_en: name('name_en'),
    name_fa: name('name_fa'),
    name_ps: name('name_ps'),
    category,
    valid_from: day('valid_from'),
    valid_to: day('valid_to'),
  };
  if (Object.keys(errors).length > 0) throw new Failure('validation_failed', { errors });
  return row;
}

/** A list that also answers under a name of its own (departments, organizations). */
export function tableOfBase(rooms: Rooms, base: string): ((language: Language) => { data: unknown[] }) | undefined {
  const list = Object.values(rooms.library.common().choices).find((one) => one.api === base);
  return list && ((language) => ({ data: choiceItems(list.list, { rooms, language }) }));
}

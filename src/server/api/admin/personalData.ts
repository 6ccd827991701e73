/**
 * Personal data, for users with the right `personal-data`: finding what is stored about a person, exporting it and erasing
 * it on request. Reading is logged like erasing: who looked and at whose data, but never the search text.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { badFilter, Failure } from '../../../core/errors/failure.ts';
import type { RecordErrors } from '../../../core/errors/recordErrors.ts';
import type { AnonymiseBody } from '../../../core/generated/api.ts';
import type { Actor } from '../../../core/records/types.ts';
import { foldText, textOrUndefined } from '../../../core/text/letters.ts';
import { logEvent } from '../../db/events.ts';
import { findRecord, type RecordRow } from '../../db/rows.ts';
import type { FormRegistry } from '../../definitions/registry.ts';
import { checkedQueryOf, readPartialBody } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { actorAllowedTo } from '../../http/session.ts';
import { words } from '../../http/words.ts';
import { type ErasedNames, toErasedNames } from '../../records/erase/erase.ts';
import { searchPersonalAnswers } from '../../records/erase/personalSearch.ts';
import { attachmentHeader } from '../files/download.ts';
import { erasableNames, personalDataRow, personSheet } from './personalSheet.ts';

const ACTION = 'personal-data';
const LONGEST_TEXT = 200;
/** Least number of characters of a search, so that it is about a certain person. */
const LEAST = 3;
/** Milliseconds of one search. The client continues from where it stopped. */
const SEARCH_LIMIT = 2000;
const ACCOUNTS = 20;

type OfRecord = { Params: { id: string } };

export function registerPersonalRoutes(app: FastifyInstance, services: Services): void {
  const { registry, database } = services;
  const begin = (request: FastifyRequest) => actorAllowedTo(request, services, ACTION);
  /** Names the record only in the detail, so that looking at it does not appear in the record's activity. */
  const note = ({ id }: Actor, action: string, detail = {}) =>
    database.transaction((trx) => logEvent(trx, { at: services.now().toISOString(), user_id: id, action, detail }));
  const recordOf = async (id: string, isPerson: boolean): Promise<RecordRow> => {
    const record = await findRecord(database.read, textOrUndefined(id) ?? '');
    if (!record || (registry.form(record.form)?.definition.kind === 'person') !== isPerson)
      throw new Failure('record_not_found');
    return record;
  };
  const anonymise = async (request: FastifyRequest<OfRecord>, isPerson: boolean) => {
    const actor = await begin(request);
    const record = await recordOf(request.params.id, isPerson);
    const { body, errors } = readPartialBody<AnonymiseBody>(request);
    const what = chosen(
      toErasedNames(erasableNames(registry, record.form)),
      body.answers,
      putTogether(registry, record.form),
      errors,
    );
    if (Object.keys(errors).length > 0) throw new Failure('validation_failed', { errors });
    if (!(await services.erase.answers(record.id, what, { actor, rule: textOrUndefined(body.reason) as string })))
      throw new Failure('nothing_to_erase');
    return { message: words(request.language, 'server:anonymised'), id: record.id };
  };

  app.get('/api/personal-data', async (request) => {
    const actor = await begin(request);
    const query = checkedQueryOf<{ text?: string; after?: string }>(request);
    const asked = textOrUndefined(query.text) ?? '';
    if (asked.length > LONGEST_TEXT) throw refusedText('max_length', LONGEST_TEXT);
    if (foldText(asked).replaceAll(' ', '').length < LEAST) throw refusedText('min_length', LEAST);
    const after = query.after || undefined;
    await note(actor, 'personal_data_searched');
    const search = { database, registry, text: asked, after, limit: SEARCH_LIMIT };
    const { found, ...meta } = await searchPersonalAnswers(search).catch((error: unknown) => {
      throw error instanceof RangeError ? badFilter('after') : error;
    });
    const accounts =
      after === undefined ? await services.accounts.administration.list(1, ACCOUNTS, { text: asked }) : null;
    return {
      data: found.map((one) => personalDataRow(registry, one)),
      accounts: (accounts?.rows ?? []).map(({ id, username, name, person_id }) => ({ id, username, name, person_id })),
      meta,
    };
  });

  app.get<OfRecord>('/api/personal-data/:id', async (request) => {
    const actor = await begin(request);
    const record = await recordOf(request.params.id, true);
    await note(actor, 'personal_data_seen', { record: record.id });
    return { data: await personSheet(services, record, request.language) };
  });

  app.get<OfRecord>('/api/personal-data/:id/export', async (request, reply: FastifyReply) => {
    const actor = await begin(request);
    const record = await recordOf(request.params.id, true);
    await note(actor, 'personal_data_exported', { record: record.id });
    const data = await personSheet(services, record, request.language);
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', attachmentHeader(`personal-data-${record.code ?? record.id}.json`))
      .send(JSON.stringify({ exported_at: services.now().toISOString(), ...data }, null, 2));
  });

  app.post<OfRecord>('/api/personal-data/:id/anonymise', (request) => anonymise(request, true));
  app.post<OfRecord>('/api/personal-data/records/:id/anonymise', (request) => anonymise(request, false));
}

function refusedText(code: 'min_length' | 'max_length', limit: number): Failure {
  return new Failure('validation_failed', { errors: { '/text': [{ code, params: { limit } }] } });
}

/** Returns property names of texts derived from other answers. They go with any choice, since they may repeat it. */
function putTogether(registry: FormRegistry, form: string): ReadonlySet<string> {
  return new Set(registry.versions(form).flatMap(({ derived }) => derived.flatMap(({ properties }) => properties)));
}

/** Limits what is erased to the chosen property names (of a table: its own). Without a choice, everything is erased. */
function chosen(
  all: ErasedNames,
  answers: readonly string[] | undefined,
  together: ReadonlySet<string>,
  errors: RecordErrors,
): ErasedNames {
  if (answers === undefined) return all;
  const within = all.within ?? {};
  for (const [index, name] of answers.entries())
    if (!(all.names.includes(name) || Object.hasOwn(within, name))) errors[`/answers/${index}`] = [{ code: 'choice' }];
  const tables = Object.entries(within).filter(([name]) => answers.includes(name));
  return {
    names: all.names.filter((name) => answers.includes(name) || together.has(name)),
    ...(tables.length > 0 && { within: Object.fromEntries(tables) }),
  };
}

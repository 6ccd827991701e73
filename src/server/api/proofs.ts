/**
 * `GET /api/proofs/{token}`: what a form tells the public of one record, without a login. A token that is forged, of a
 * deleted record or of one in a state the form does not tell gets the same answer: not known.
 */
import type { FastifyInstance } from 'fastify';
import type { CompiledForm } from '../../core/definitions/types.ts';
import { Failure } from '../../core/errors/catalogue.ts';
import { FIELD_TYPES } from '../../core/form/types/index.ts';
import type { StoredRecord } from '../../core/records/types.ts';
import { type Language, pick } from '../../core/text/languages.ts';
import { RateCounter } from '../http/rate.ts';
import type { Rooms } from '../http/rooms.ts';
import { findRecord, toStored } from '../records/rows.ts';
import { TOKEN } from './publicToken.ts';
import { RefCollector } from './refs.ts';
import { renderState } from './render.ts';

/** Questions of one address, and those of them that found nothing: guessing is given up long before it finds anything. */
const ASKED = { limit: 120, window: 60_000 };
const MISSED = { limit: 20, window: 10 * 60_000 };

export function registerProofs(app: FastifyInstance, rooms: Rooms): void {
  const asked = new RateCounter(ASKED);
  const missed = new RateCounter(MISSED);
  app.get<{ Params: { token: string } }>('/api/proofs/:token', async (request, reply) => {
    const at = rooms.now().getTime();
    const seconds = Math.max(asked.wait(request.ip, at), missed.wait(request.ip, at));
    if (seconds > 0) {
      reply.header('retry-after', seconds);
      throw new Failure('rate_limited', { params: { seconds } });
    }
    asked.use(request.ip, at);
    reply.header('x-robots-tag', 'noindex');
    const found = await recordOf(rooms, request.params.token);
    if (!found) {
      missed.use(request.ip, at);
      throw new Failure('record_not_found');
    }
    return proof(rooms, found.form, found.record, request.language);
  });
}

async function recordOf(rooms: Rooms, token: string): Promise<{ form: CompiledForm; record: StoredRecord } | null> {
  if (!TOKEN.test(token)) return null;
  const link = await rooms.database.read
    .selectFrom('public_links')
    .select('record_id')
    .where('token', '=', token)
    .executeTakeFirst();
  const row = link && (await findRecord(rooms.database.read, link.record_id));
  if (!row || row.deleted_at !== null) return null;
  const form = rooms.library.form(row.form, row.form_version);
  // What may be told is decided today, whichever version the record was captured with.
  const told = rooms.library.form(row.form)?.definition.api.public;
  return form && told?.states.includes(row.state) ? { form, record: toStored(row) } : null;
}

async function proof(rooms: Rooms, form: CompiledForm, record: StoredRecord, language: Language) {
  const { definition } = rooms.library.form(form.form) ?? form;
  const told = definition.api.public;
  const restricted = rooms.library.restrictedQuestions(form.form);
  const fields = (told?.fields ?? [])
    .flatMap((name) => form.fields.get(name) ?? [])
    .filter((node) => !restricted.has(node.id));
  const collector = new RefCollector(rooms);
  collector.addAnswers(form, record.data, new Set(fields.flatMap((node) => node.properties)));
  const refs = await collector.load();
  const { constants } = rooms.library.common();
  const context = { language, calendar: language === 'en' ? 'gregorian' : 'solar', constants, refs } as const;
  const { id, name, variant, icon } = renderState(rooms, form, record.state, language);
  return {
    title: pick(definition.title, language),
    issuer: told ? pick(told.issuer, language) : '',
    code: record.code,
    state: { id, name, variant, icon },
    fields: fields.flatMap((node) => {
      const value = FIELD_TYPES[node.type].text(node, record.data, context);
      return value ? [{ name: node.name, label: pick(node.def.label, language), value }] : [];
    }),
  };
}

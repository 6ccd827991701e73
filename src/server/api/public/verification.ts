/**
 * `GET /api/proofs/{token}`: shows the public fields of one record without a login. A forged token, a deleted record and a
 * state that is not public all give the same response: not found.
 */
import type { FastifyInstance } from 'fastify';
import { renderState } from '../../../core/api/render.ts';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { Failure } from '../../../core/errors/failure.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import type { StoredRecord } from '../../../core/records/types.ts';
import { defaultCalendar } from '../../../core/text/dates.ts';
import { type Language, pickText } from '../../../core/text/languages.ts';
import { RateCounter } from '../../accounts/rate.ts';
import { findRecord, toStoredRecord } from '../../db/rows.ts';
import type { Services } from '../../http/services.ts';
import { createNameCollector } from '../reads.ts';
import { textContext } from '../textContext.ts';
import { PUBLIC_TOKEN_PATTERN } from './publicToken.ts';

/** Limits per address for all requests, and for those that find nothing. They make guessing a token hopeless. */
const ASKED = { limit: 120, window: 60_000 };
const MISSED = { limit: 20, window: 10 * 60_000 };

export function registerVerificationRoutes(app: FastifyInstance, services: Services): void {
  const asked = new RateCounter(ASKED);
  const missed = new RateCounter(MISSED);
  app.get<{ Params: { token: string } }>('/api/proofs/:token', async (request, reply) => {
    const at = services.now().getTime();
    const seconds = Math.max(asked.wait(request.ip, at), missed.wait(request.ip, at));
    if (seconds > 0) {
      reply.header('retry-after', seconds);
      throw new Failure('rate_limited', { params: { seconds } });
    }
    asked.use(request.ip, at);
    reply.header('x-robots-tag', 'noindex');
    const found = await recordOf(services, request.params.token);
    if (!found) {
      missed.use(request.ip, at);
      throw new Failure('record_not_found');
    }
    return verification(services, found.form, found.record, request.language);
  });
}

async function recordOf(
  services: Services,
  token: string,
): Promise<{ form: CompiledForm; record: StoredRecord } | null> {
  if (!PUBLIC_TOKEN_PATTERN.test(token)) return null;
  const link = await services.database.read
    .selectFrom('public_links')
    .select('record_id')
    .where('token', '=', token)
    .executeTakeFirst();
  const row = link && (await findRecord(services.database.read, link.record_id));
  if (!row || row.deleted_at !== null) return null;
  const form = services.registry.form(row.form, row.form_version);
  // The newest version decides what is public, whatever version the record was captured with.
  const told = services.registry.form(row.form)?.definition.api.public;
  return form && told?.states.includes(row.state) ? { form, record: toStoredRecord(row) } : null;
}

async function verification(services: Services, form: CompiledForm, record: StoredRecord, language: Language) {
  const { definition } = services.registry.form(form.form) ?? form;
  const told = definition.api.public;
  const restricted = services.registry.restrictedQuestions(form.form);
  const fields = (told?.fields ?? [])
    .flatMap((name) => form.fields.get(name) ?? [])
    .filter((node) => !restricted.has(node.id));
  const collector = createNameCollector(services);
  collector.addAnswers(form, record.data, new Set(fields.flatMap((node) => node.properties)));
  const calendar = defaultCalendar(language);
  const context = textContext(services, language, await collector.load(), calendar);
  const { id, name, variant, icon } = renderState(services.registry, form, record.state, language);
  return {
    title: pickText(definition.title, language),
    issuer: told ? pickText(told.issuer, language) : '',
    code: record.code,
    state: { id, name, variant, icon },
    fields: fields.flatMap((node) => {
      const value = FIELD_TYPES[node.type].text(node, record.data, context);
      return value ? [{ name: node.name, label: pickText(node.def.label, language), value }] : [];
    }),
  };
}

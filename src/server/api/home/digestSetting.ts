/** How often a person gets their news by e-mail, and where it goes: the address in the record of the person. */
import type { DigestEvery, DigestSetting } from '../../../core/generated/api.ts';
import type { Actor } from '../../../core/records/types.ts';
import { findRecord } from '../../db/rows.ts';
import type { Services } from '../../http/services.ts';
import type { NewsServices } from './news.ts';

const EVERY: readonly DigestEvery[] = ['never', 'daily', 'weekly'];
export const DEFAULT_DIGEST_EVERY: DigestEvery = 'weekly';

export function isDigestEvery(value: unknown): value is DigestEvery {
  return EVERY.includes(value as DigestEvery);
}

export async function digestSetting(
  { database, registry, settings }: Pick<Services, 'database' | 'registry' | 'settings'>,
  actor: Actor,
): Promise<DigestSetting> {
  const row = await database.read
    .selectFrom('user_news')
    .select('digest')
    .where('user_id', '=', actor.id)
    .executeTakeFirst();
  const every = isDigestEvery(row?.digest) ? row.digest : DEFAULT_DIGEST_EVERY;
  const email = await emailOfPerson({ database, registry }, actor.person_id);
  return { every, email, sends: settings.smtpUrl !== undefined };
}

export async function saveDigestSetting({ database }: NewsServices, userId: string, every: DigestEvery): Promise<void> {
  await database.transaction((trx) =>
    trx
      .insertInto('user_news')
      .values({ user_id: userId, seen_at: null, digest: every, digest_at: null })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ digest: every }))
      .execute(),
  );
}

/** Returns the first e-mail address in the record of a person. */
export async function emailOfPerson(
  { database, registry }: Pick<Services, 'database' | 'registry'>,
  personId: string | null | undefined,
): Promise<string | null> {
  const record = personId ? await findRecord(database.read, personId) : undefined;
  const form = record && record.deleted_at === null ? registry.form(record.form, record.form_version) : undefined;
  if (!record || !form) return null;
  for (const { schema, properties } of form.fields.values()) {
    const answer = schema.format === 'email' ? record.data[properties[0] ?? ''] : undefined;
    if (typeof answer === 'string' && answer !== '') return answer;
  }
  return null;
}

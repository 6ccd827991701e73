/**
 * Sends people their news by e-mail, daily or weekly, in the morning. The moment is stored before the letter is handed over, so
 * a process that dies in between sends none twice; what that letter would have told still stands under the bell. A mail
 * server that fails gives the moment back, and the next round tries again.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { DigestEvery } from '../../../core/generated/api.ts';
import { KABUL_MS } from '../../../core/text/dates.ts';
import { type Account, findAccount } from '../../accounts/actors.ts';
import { DEFAULT_DIGEST_EVERY, emailOfPerson, isDigestEvery } from '../../api/home/digestSetting.ts';
import { newsSeenAt, newsSince } from '../../api/home/news.ts';
import type { Services } from '../../http/services.ts';
import { everyMilliseconds, type Job } from '../schedule.ts';
import { writeDigest } from './letter.ts';
import { type Mailer, openMailer } from './mailer.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Hour in Kabul from which on digests are sent. */
const MORNING = 7;
/** Records that a letter names in each group. */
const SHOWN = 5;
const DAYS: Record<Exclude<DigestEvery, 'never'>, number> = { daily: 1, weekly: 7 };

export type DigestServices = Pick<Services, 'database' | 'registry' | 'records' | 'settings' | 'now'> & {
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
};

export function digestJob(services: DigestServices, smtpUrl: string): Job {
  const work = (signal: AbortSignal) => sendDigests(services, smtpUrl, signal);
  return { name: 'digests', wait: everyMilliseconds(HOUR), work };
}

/** Sends what is due. Never throws because of the mail server. */
export async function sendDigests(services: DigestServices, smtpUrl: string, signal: AbortSignal): Promise<void> {
  const { database, now, log } = services;
  const start = morningOf(now());
  if (now() < start) return;
  await database.hold('send digests', async () => {
    const mailer = openMailer(smtpUrl);
    let sent = 0;
    try {
      for (const { id } of await candidates(services)) {
        if (signal.aborted) return;
        if (await sendOne(services, mailer, id, start)) sent += 1;
      }
    } catch (error) {
      if (!(error instanceof MailFailure)) throw error;
      // The password stands in the URL, so only the reason is logged.
      log.warn({ reason: error.message }, 'the mail server took no digest; the next try is in an hour');
    } finally {
      mailer.close();
      if (sent > 0) log.info({ sent }, 'digests were sent');
    }
  });
}

/** The mail server could not be reached or did not let us in, so there is no use in trying further letters. */
class MailFailure extends Error {}

/** Returns the moment on the same day in Kabul from which on digests are sent. */
function morningOf(now: Date): Date {
  const midnight = Math.floor((now.getTime() + KABUL_MS) / DAY) * DAY - KABUL_MS;
  return new Date(midnight + MORNING * HOUR);
}

/** Returns the accounts that may want a digest: open, and speaking for a person. */
function candidates({ database }: DigestServices): Promise<{ id: string }[]> {
  return database.read
    .selectFrom('users')
    .leftJoin('user_news', 'user_news.user_id', 'users.id')
    .select('users.id')
    .where('users.disabled', '=', 0)
    .where('users.person_id', 'is not', null)
    .where((eb) => eb.or([eb('user_news.digest', 'is', null), eb('user_news.digest', '!=', 'never')]))
    .orderBy('users.id')
    .execute();
}

/** Returns true if a letter was sent. */
async function sendOne(services: DigestServices, mailer: Mailer, userId: string, start: Date): Promise<boolean> {
  const { database, log, settings, now } = services;
  const row = await database.read
    .selectFrom('user_news')
    .select(['digest', 'digest_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const often = isDigestEvery(row?.digest) ? row.digest : DEFAULT_DIGEST_EVERY;
  if (often === 'never') return false;
  const last = row?.digest_at ?? null;
  // A weekly letter comes on the seventh morning after the last one, whatever the minute of that one.
  if (last !== null && last >= new Date(start.getTime() - (DAYS[often] - 1) * DAY).toISOString()) return false;
  const account: Account | undefined = await findAccount(database.read, userId);
  const to = await emailOfPerson(services, account?.actor.person_id);
  if (!account || !to) return false;
  const at = now().toISOString();
  const since = last ?? new Date(now().getTime() - DAYS[often] * DAY).toISOString();
  const seen = await newsSeenAt(services, userId);
  const news = await newsSince(services, account.actor, seen > since ? seen : since, SHOWN);
  if (news.count === 0 || !(await claim(services, userId, last, at))) return false;
  const { name, language } = account.actor;
  try {
    await mailer.send({ to, ...writeDigest({ name, language, calendar: account.calendar }, news, settings.publicUrl) });
    return true;
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (code === 'EENVELOPE') {
      // This address is refused, others may be right. It is not tried again before the next letter is due.
      log.warn({ user: userId, reason: message }, 'the mail server refused the address of a person');
      return false;
    }
    await claim(services, userId, at, last);
    throw new MailFailure(message);
  }
}

/** Stores the moment of a digest if it is still `before`. Returns false if somebody else was faster. */
function claim(
  { database }: DigestServices,
  userId: string,
  before: string | null,
  at: string | null,
): Promise<boolean> {
  return database.transaction(async (trx) => {
    await trx
      .insertInto('user_news')
      .values({ user_id: userId, seen_at: null, digest: null, digest_at: null })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .execute();
    const { numUpdatedRows } = await trx
      .updateTable('user_news')
      .set({ digest_at: at })
      .where('user_id', '=', userId)
      .where('digest_at', before === null ? 'is' : '=', before)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}

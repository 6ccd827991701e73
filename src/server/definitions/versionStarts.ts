/** Decisions that new records are captured with a version from a day on. Until then they are captured with the version before. */
import { Failure } from '../../core/errors/failure.ts';
import { kabulDay, weekday } from '../../core/text/dates.ts';
import type { Handle } from '../db/database.ts';
import type { VersionStartsTable } from '../db/referenceTables.ts';
import { decide } from './decisions.ts';
import type { FormRegistry } from './registry.ts';

/** Returns the decisions by `form@version`. */
export async function loadStarts(db: Handle): Promise<Map<string, VersionStartsTable>> {
  const rows = await db.selectFrom('version_starts').selectAll().execute();
  return new Map(rows.map((row) => [`${row.form}@${row.version}`, row]));
}

/** Stores the decision. It replaces an earlier one, for another day. Does nothing if it was decided so. */
export function startVersion(trx: Handle, decision: VersionStartsTable): Promise<boolean> {
  const { form, version, from_day, at, by_id, reason } = decision;
  const stored = trx
    .insertInto('version_starts')
    .values(decision)
    .onConflict((conflict) =>
      conflict
        .columns(['form', 'version'])
        .doUpdateSet({ from_day, at, by_id, reason })
        .where('version_starts.from_day', '!=', from_day),
    );
  const told = { form, version, from: from_day, at, by_id, ...(reason !== null && { reason }) };
  return decide(trx, 'version_start_set', told, stored.returning('form'), ['start of a version', form]);
}

/**
 * Returns the day from which a version is to be used, as it was sent. Throws `validation_failed` for what is no day, `day_over`, and
 * why the version cannot wait for it: `not_newest_version`, `version_in_use`, or `no_version_until_then` takes records.
 */
export function readStart(
  registry: Pick<FormRegistry, 'form' | 'versions' | 'isOffered' | 'start'>,
  { form, version }: { form: string; version: number },
  from: unknown,
  now: Date,
): string {
  const today = kabulDay(now);
  if (typeof from !== 'string' || weekday(from) === null)
    throw new Failure('validation_failed', { errors: { '/from': [{ code: 'date' }] } });
  if (from < today) throw new Failure('day_over');
  const versions = registry.versions(form);
  if (versions.some((one) => one.version > version)) throw new Failure('not_newest_version', { params: { version } });
  const known = versions.find((one) => one.version === version);
  if (known && (registry.start(known)?.from_day ?? '') <= today)
    throw new Failure('version_in_use', { params: { version } });
  const isCovered = registry.form(form) && versions.some((one) => one !== known && registry.isOffered(one));
  if (from > today && !isCovered) throw new Failure('no_version_until_then');
  return from;
}

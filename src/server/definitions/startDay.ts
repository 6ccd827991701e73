/** Reads from which day new records are to be captured with a version. */
import { Failure } from '../../core/errors/failure.ts';
import { kabulDay, weekday } from '../../core/text/dates.ts';
import type { FormRegistry } from './registry.ts';

/**
 * Returns the day from which a version is to be used, as it was sent. Throws `validation_failed` for what is no day, `day_over`, and
 * why the version cannot wait for it: `not_newest_version`, `version_in_use`, or `no_version_until_then` takes records.
 */
export function readVersionStart(
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

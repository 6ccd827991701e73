/**
 * The records that a person opened last on this device, the newest first, for finding them again. Kept per account, because
 * several people may use a device, and removed at log-out, because names of records stand in it.
 */
import { readLocalItem, writeLocalItem } from '../preferences.ts';

export interface RecentRecord {
  form: string;
  id: string;
  name: string;
  code: string | null;
}

const MOST = 12;
const PREFIX = 'recent.';

export function recentRecords(user: string | undefined): RecentRecord[] {
  if (user === undefined) return [];
  const { records } = readLocalItem<{ records: unknown }>(PREFIX + user, { records: [] });
  return Array.isArray(records) ? records.filter(isRecord) : [];
}

export function rememberRecentRecord(user: string, { form, id, name, code }: RecentRecord): void {
  const others = recentRecords(user).filter((one) => one.id !== id);
  writeLocalItem(PREFIX + user, { records: [{ form, id, name, code }, ...others].slice(0, MOST) });
}

/** Removes a record that was deleted, or that the person may not see any more. */
export function forgetRecentRecord(user: string, id: string): void {
  const known = recentRecords(user);
  const left = known.filter((one) => one.id !== id);
  if (left.length < known.length) writeLocalItem(PREFIX + user, { records: left });
}

/** Removes what everybody opened on this device. */
export function forgetAllRecentRecords(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch (error) {
    // The browser refuses storage, so nothing was remembered either.
    console.warn(error);
  }
}

function isRecord(value: unknown): value is RecentRecord {
  const { form, id, name, code } = (value ?? {}) as Partial<RecentRecord>;
  return [form, id, name].every((one) => typeof one === 'string') && (code === null || typeof code === 'string');
}

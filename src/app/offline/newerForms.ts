/** Forms of which a newer version arrived since the person last read so. One that waits for its day is told from that day on. */
import type { FormsResponse } from '../../core/generated/api.ts';
import { getOwn } from '../../core/json.ts';
import { type DeviceRules, DOCUMENTS } from '../../core/sync/documents.ts';
import type { SyncStore } from '../../core/sync/store.ts';
import { deviceClock } from '../data/deviceClock.ts';

type Documents = Pick<SyncStore['documents'], 'get' | 'put'>;

/** Returns the names of the forms to tell of. */
export async function readNewerForms(documents: Documents): Promise<string[]> {
  const noted = (await documents.get<string[]>(DOCUMENTS.newerForms)) ?? [];
  if (noted.length === 0) return noted;
  const [rules, forms] = await Promise.all([
    documents.get<DeviceRules>(DOCUMENTS.rules),
    documents.get<FormsResponse>(DOCUMENTS.forms),
  ]);
  const newest = new Map(forms?.data.map(({ form, version }) => [form, `${form}@${version}`]));
  const today = deviceClock.today();
  return noted.filter((form) => (getOwn(rules?.starts ?? {}, newest.get(form) ?? '') ?? '') <= today);
}

/** Notes that the person has read of these forms. */
export async function forgetNewerForms(documents: Documents): Promise<void> {
  const told = await readNewerForms(documents);
  const noted = (await documents.get<string[]>(DOCUMENTS.newerForms)) ?? [];
  await documents.put(
    DOCUMENTS.newerForms,
    noted.filter((form) => !told.includes(form)),
  );
}

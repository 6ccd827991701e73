/** Rules of the forms on this device, and the pictures and sounds of their questions, which are beside its store. */
import { PROBLEM_FORM } from '../../core/definitions/rows.ts';
import type { DefinitionView, FormsResponse } from '../../core/generated/api.ts';
import { validatorPath } from '../../core/paths/screens.ts';
import { DOCUMENTS } from '../../core/sync/documents.ts';
import type { NextDocuments } from '../../core/sync/reference.ts';
import type { SyncStore } from '../../core/sync/store.ts';
import { cacheForOffline, mediaPath, pruneOfflineCache } from './shellCache.ts';
import { withSyncErrors } from './transport.ts';

/** Key of the hashes of the definitions whose rules and media were taken along. */
const TAKEN = 'offline/taken-definitions';

type Documents = SyncStore['documents'];

/** Returns what takes along the rules and media of all form versions, if definitions changed since. */
export function makeRulesDownload(documents: Documents) {
  return async (next: NextDocuments, signal?: AbortSignal): Promise<void> => {
    const hashes = Object.entries(next.hashes).filter(([path]) => path.startsWith('definitions'));
    const stamp = JSON.stringify(hashes.sort());
    if ((await documents.get<string>(TAKEN)) === stamp) return;
    await withSyncErrors(cacheForOffline(await pathsOf(next), { ...(signal && { signal }) }));
    await documents.put(TAKEN, stamp);
  };
}

/** All are taken along again. */
export const resetRulesDownload = (documents: Documents): Promise<void> => documents.remove([TAKEN]);

/** Removes those that the definitions here do not name. */
export async function removeUnusedRules(documents: Documents): Promise<void> {
  await pruneOfflineCache(new Set(await pathsOf(documents)));
}

async function pathsOf(documents: Pick<Documents, 'get' | 'keys'>): Promise<string[]> {
  const [forms, keys] = await Promise.all([documents.get<FormsResponse>(DOCUMENTS.forms), documents.keys(DEFINITIONS)]);
  const rules = keys.flatMap((key) => {
    const [, form, version] = key.split('/');
    const entry = form === PROBLEM_FORM ? undefined : forms?.data.find((one) => one.form === form);
    return entry ? [validatorPath(entry, Number(version))] : [];
  });
  const views = await Promise.all(keys.map((key) => documents.get<DefinitionView>(key)));
  const media = new Set(views.flatMap((view) => Object.values(view?.definition.mediaFiles ?? {}).map(mediaPath)));
  return [...rules, ...media];
}

const DEFINITIONS = 'definition/';

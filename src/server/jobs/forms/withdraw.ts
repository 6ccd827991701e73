/**
 * `forms withdraw <form>@<version> --reason <words>`: what `POST /api/definitions/{form}/{version}/withdraw` does, also for a
 * stored version that cannot be served. Such a one is not named any more, in the log and in `/api/ready`.
 */
import { loadSources } from '../../../core/contract/read.ts';
import { CONSOLE_ACTOR } from '../../accounts/log.ts';
import type { Handle } from '../../db/database.ts';
import { withDatabase } from '../../db/open.ts';
import { diskIo } from '../../definitions/definitionFiles.ts';
import {
  isVersionOffered,
  NOTHING_SERVED,
  readServedDefinitions,
  type ServedDefinitions,
} from '../../definitions/served.ts';
import { withdrawVersion } from '../../definitions/withdrawnVersions.ts';
import { ROOT } from '../../root.ts';
import { UsageError } from '../../settings/settings.ts';
import { mustHaveStore, type StorePlace } from '../backup.ts';
import type { PrintLine } from './check.ts';

/** Returns what a server would serve of the store. */
export async function readStoredDefinitions(db: Handle): Promise<ServedDefinitions> {
  const { forms, rows, common, reports = [] } = await loadSources(diskIo(ROOT));
  const before: ServedDefinitions = { ...NOTHING_SERVED, common, parts: new Map(), reports };
  return readServedDefinitions(db, before, { shipped: [...rows, ...forms], common, reports });
}

/** Returns the exit code. Throws UsageError. */
export async function withdrawCommand(named: string, reason: string | undefined, store: StorePlace, print: PrintLine) {
  const [form = '', version = ''] = named.split('@');
  if (!/^\d+$/.test(version) || !reason?.trim())
    throw new UsageError('Name the version and the reason: forms withdraw <form>@<version> --reason <words>');
  mustHaveStore(store);
  return withDatabase({ ...store, beside: !store.databaseUrl }, async (database) => {
    const state = await readStoredDefinitions(database.read);
    const { unserved, rows, withdrawn } = state;
    const at = new Date();
    const others = [...rows].filter(
      ([key, row]) => row.form === form && key !== named && isVersionOffered(state, key, at),
    );
    if (!unserved.has(named) && !rows.has(named) && !withdrawn.has(named)) {
      print(`No version ${named} is stored.`);
      return 2;
    }
    if (rows.has(named) && others.length === 0)
      throw new UsageError(`${named} is the only version that takes records. Retire the form instead.`);
    const decision = {
      form,
      version: Number(version),
      at: at.toISOString(),
      by_id: CONSOLE_ACTOR,
      reason: reason.trim(),
    };
    const isNew = await database.transaction((trx) => withdrawVersion(trx, decision));
    print(isNew ? `${named} is withdrawn.` : `${named} was withdrawn before.`);
    return 0;
  });
}

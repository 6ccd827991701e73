/** `rescue-key make|use`: the key with which the office opens the work of people who forgot their password. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONSOLE_ACTOR } from '../accounts/log.ts';
import { newRescueKey, RESCUE_KEY, readPublicRescueKey } from '../accounts/rescueKey.ts';
import { changeCovered } from '../db/coveredRows.ts';
import { logEvent } from '../db/events.ts';
import { writeSetting } from '../db/storedSettings.ts';
import { openServices } from '../services.ts';
import type { Settings } from '../settings/settings.ts';

const USAGE = `rescue-key make <folder>      make a key, on a computer of the office: rescue-key.private.pem belongs in the safe
rescue-key use <public file>  give the server the public half; devices take it at their next login`;

export async function rescueKey(settings: () => Settings, [action, path, ...more]: string[]): Promise<number> {
  if (!path || more.length > 0 || (action !== 'make' && action !== 'use')) {
    console.error(USAGE);
    return 2;
  }
  if (action === 'make') {
    make(path);
    return 0;
  }
  const value = readPublicRescueKey(readFileSync(path, 'utf8'));
  const services = await openServices({ settings: settings() });
  try {
    await services.database.transaction(async (trx) => {
      await changeCovered(trx, [{ kind: 'setting', of: [RESCUE_KEY] }], () => writeSetting(trx, RESCUE_KEY, value));
      await logEvent(trx, {
        at: services.now().toISOString(),
        user_id: CONSOLE_ACTOR,
        action: 'rescue_key_set',
        detail: {},
      });
    });
  } finally {
    await services.close();
  }
  console.log('The rescue key is in use. Devices take it at their next login.');
  return 0;
}

/** Writes both halves. Never over a file that is there: that key may be the only one that opens somebody's work. */
function make(folder: string): void {
  const { publicKey, privateKey } = newRescueKey();
  const [secret, open] = [join(folder, 'rescue-key.private.pem'), join(folder, 'rescue-key.public.pem')];
  writeFileSync(secret, privateKey, { flag: 'wx', mode: 0o600 });
  writeFileSync(open, publicKey, { flag: 'wx' });
  console.log(`Made ${secret}: put it in the safe, with a copy. Whoever has it can read every rescue file.
Made ${open}: give it to the server with "rescue-key use".`);
}

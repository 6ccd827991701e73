/** The transport of a person's device to the server of the simulation, by the same calls as in the app. */
import type { StoredRecord } from '../../src/core/records/types.ts';
import { pageReader } from '../../src/core/sync/pages.ts';
import { syncErrorOf, syncRequestOf, syncResponseOf } from '../../src/core/sync/request.ts';
import { SyncError, type SyncTransport } from '../../src/core/sync/transport.ts';
import type { Answer } from '../api/permissions-cast.ts';
import type { Lab } from './lab.ts';
import type { Name } from './labPeople.ts';

/** Base paths of the forms. */
const BASES: Record<string, string> = { site: 'sites', visit: 'visit' };

/** Records in a response, few so that there are many responses. */
const LIMIT = 3;
/** Most ids in one request for records. */
const ASKED = 100;

type Lab_ = Pick<Lab, 'people' | 'start'>;

/** Sends a request. Throws a SyncError if it is refused, or if the server does not respond. */
async function ask(lab: Lab_, name: Name, ...request: Parameters<Lab['people'][Name]['call']>): Promise<Answer> {
  const answer = await lab.people[name].call(...request).catch((error: unknown) => {
    throw new SyncError(0, { code: 'network', message: String(error) });
  });
  if (answer.status >= 300) throw syncErrorOf(answer.status, answer.body);
  return answer;
}

/**
 * The device receives only records whose ids begin with `prefix`: all schedules share one database. `arrived` returns the
 * lines of a response that arrive.
 */
export function labTransport(
  lab: Lab_,
  name: Name,
  prefix: string,
  arrived = (lines: string[]): string[] => lines,
): SyncTransport {
  const { start } = lab;
  return {
    async send(operation) {
      const { method, path, query, body } = syncRequestOf(operation);
      const address = `${BASES[operation.form]}/${path}${query ? `?version=${query.version}` : ''}`;
      const answer = await ask(lab, name, method, address, body, { 'idempotency-key': operation.id });
      return syncResponseOf(operation, answer.body, 'data', new Date().toISOString());
    },
    async sendFile({ blob, name: file, question }, onStarted) {
      await onStarted('begun');
      const parts = new FormData();
      parts.append('file', blob, file);
      return (await ask(lab, name, 'POST', `files?${new URLSearchParams(question)}`, parts)).body.id;
    },
    async records({ forms, ids, after = start.get(name) }, take) {
      const which: Record<string, string> = ids
        ? { ids: ids.join() }
        : { forms: String(forms), limit: String(LIMIT), after: after ?? '' };
      const pages = pageReader(take);
      const lines = await linesOf(lab, name, which);
      for (const line of arrived(lines)) {
        const { record } = JSON.parse(line) as { record?: StoredRecord };
        if (!record || record.id.startsWith(prefix)) pages.line(JSON.parse(line));
      }
      await pages.end();
    },
    done: async (ids) => (await ask(lab, name, 'POST', 'sync/done', { ids })).body.done,
    check: async (records) => (await ask(lab, name, 'POST', 'sync/check', { records })).body,
    async reference() {
      const { entries } = (await ask(lab, name, 'GET', 'sync/reference')).body as {
        entries: { path: string; hash: string }[];
      };
      // Places, choice lists and the session are not used in a schedule.
      return { entries: entries.filter(({ path }) => /^(definitions|common|sync\/rules)/.test(path)) };
    },
    read: async (path) => (await ask(lab, name, 'GET', path)).body,
  };
}

async function linesOf(lab: Lab_, name: Name, query: Record<string, string>): Promise<string[]> {
  const { body } = await ask(lab, name, 'GET', `sync/records?${new URLSearchParams(query)}`);
  return String(body).split('\n').filter(Boolean);
}

/** Moves everybody's position behind the records of earlier schedules. */
export async function moveOn(lab: Lab, names: readonly Name[]): Promise<void> {
  for (const name of names) {
    const query = { forms: 'site,visit', limit: '5000', after: lab.start.get(name) ?? '' };
    const last = JSON.parse((await linesOf(lab, name, query)).at(-1) ?? '{}') as { cursor: string };
    lab.start.set(name, last.cursor);
  }
}

/** Returns those of the records that a person sees. */
export async function everyRecord(lab: Lab, name: Name, ids: Iterable<string>): Promise<Map<string, StoredRecord>> {
  const all = [...ids];
  const found = new Map<string, StoredRecord>();
  for (let at = 0; at < all.length; at += ASKED) {
    const lines = await linesOf(lab, name, { ids: all.slice(at, at + ASKED).join() });
    for (const line of lines) {
      const { record } = JSON.parse(line) as { record?: StoredRecord };
      if (record) found.set(record.id, record);
    }
  }
  return found;
}

/** What is still to be made anew because something got another name stands in a table of its own. */
import type { Kysely } from 'kysely';

export const steps = [
  `CREATE TABLE pending_work (
      kind TEXT NOT NULL, list TEXT NOT NULL, id TEXT NOT NULL, token TEXT NOT NULL,
      PRIMARY KEY (kind, list, id))`,
  takeOver,
];

interface Before {
  settings: { key: string; value: string };
  pending_work: { kind: string; list: string; id: string; token: string };
}

/** Keys were `follow.<kind> <id> <list>`, without the list where there is none. */
const PREFIX = 'follow.';

async function takeOver(tables: Kysely<Before>): Promise<void> {
  const due = await tables.selectFrom('settings').selectAll().where('key', 'like', `${PREFIX}%`).execute();
  for (const { key, value: token } of due) {
    const [kind = '', id = '', list = ''] = key.slice(PREFIX.length).split(' ');
    await tables.insertInto('pending_work').values({ kind, list, id, token }).execute();
  }
  await tables.deleteFrom('settings').where('key', 'like', `${PREFIX}%`).execute();
  // Names are no longer remembered, so nothing has to tell that one has changed.
  await tables.deleteFrom('settings').where('key', '=', 'names.stamp').execute();
}

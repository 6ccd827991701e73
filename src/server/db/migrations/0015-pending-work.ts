/** What is still to be made anew because something got another name stands in a table of its own. */
import { type Kysely, sql } from 'kysely';

interface Before {
  settings: { key: string; value: string };
  pending_work: { kind: string; list: string; id: string; token: string };
}

/** Keys were `follow.<kind> <id> <list>`, without the list where there is none. */
const PREFIX = 'follow.';

export async function up(db: Kysely<never>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const text = engine === 'postgres' ? 'text COLLATE "C"' : 'text';
  await sql
    .raw(`CREATE TABLE pending_work (
      kind ${text} NOT NULL, list ${text} NOT NULL, id ${text} NOT NULL, token ${text} NOT NULL,
      PRIMARY KEY (kind, list, id))`)
    .execute(db);
  const tables = db as unknown as Kysely<Before>;
  const due = await tables.selectFrom('settings').selectAll().where('key', 'like', `${PREFIX}%`).execute();
  for (const { key, value: token } of due) {
    const [kind = '', id = '', list = ''] = key.slice(PREFIX.length).split(' ');
    await tables.insertInto('pending_work').values({ kind, list, id, token }).execute();
  }
  await tables.deleteFrom('settings').where('key', 'like', `${PREFIX}%`).execute();
  // Names are no longer remembered, so nothing has to tell that one has changed.
  await tables.deleteFrom('settings').where('key', '=', 'names.stamp').execute();
}

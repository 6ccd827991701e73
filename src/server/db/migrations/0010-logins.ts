/**
 * Devices from which an account logged in before; sessions know theirs. User names that look alike. One-time passwords
 * end. What the activity log knows of addresses is cut down to their networks, as it is written from now on.
 */
import { type Kysely, sql } from 'kysely';

export const steps = [
  `CREATE TABLE known_devices (
    token_hash TEXT NOT NULL, user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, created_at TEXT NOT NULL,
    last_used_at TEXT NOT NULL, PRIMARY KEY (token_hash, user_id))`,
  'CREATE INDEX known_devices_user ON known_devices (user_id, last_used_at)',
  'ALTER TABLE users ADD COLUMN password_expires_at TEXT',
  endOneTimePasswords,
  'ALTER TABLE users ADD COLUMN username_skeleton TEXT',
  'CREATE UNIQUE INDEX users_skeleton ON users (username_skeleton)',
  'ALTER TABLE sessions ADD COLUMN device_hash TEXT',
  cutAddresses,
];

/** Those that are out already have a week from now. */
async function endOneTimePasswords(db: Kysely<EventsDatabase>): Promise<void> {
  const week = new Date(Date.now() + 7 * 86_400_000).toISOString();
  await sql`UPDATE users SET password_expires_at = ${week} WHERE must_change_password = 1`.execute(db);
}

interface EventsDatabase {
  events: { id: number; form: string | null; detail: string | null };
}

const AT_ONCE = 500;

export async function cutAddresses(db: Kysely<EventsDatabase>): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('events')
      .select(['id', 'detail'])
      .where('form', 'is', null)
      .where('detail', 'like', '%"address":%')
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    for (const { id, detail } of rows) {
      const known = JSON.parse(detail ?? '{}') as { address?: string };
      if (typeof known.address !== 'string' || known.address.includes('/')) continue;
      const cut = JSON.stringify({ ...known, address: networkOf(known.address) });
      await db.updateTable('events').set({ detail: cut }).where('id', '=', id).execute();
    }
    if (rows.length < AT_ONCE) return;
    after = Number(rows.at(-1)?.id);
  }
}

function networkOf(address: string): string {
  const v4 = /(\d+\.\d+\.\d+)\.\d+$/.exec(address);
  if (v4) return `${v4[1]}.0/24`;
  const groups = (address.split('::')[0] ?? '').split(':').filter(Boolean).slice(0, 3);
  return address.includes(':') ? `${groups.join(':')}::/48` : '';
}

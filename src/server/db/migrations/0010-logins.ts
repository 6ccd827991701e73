/** Devices from which an account logged in before; sessions know theirs. User names that look alike. One-time passwords end. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const text = engine === 'postgres' ? 'text COLLATE "C"' : 'text';
  const run = (statement: string) => sql.raw(statement.replaceAll('TEXT', text)).execute(db);
  await run(`CREATE TABLE known_devices (
    token_hash TEXT NOT NULL, user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, created_at TEXT NOT NULL,
    last_used_at TEXT NOT NULL, PRIMARY KEY (token_hash, user_id))`);
  await run('CREATE INDEX known_devices_user ON known_devices (user_id, last_used_at)');
  await run('ALTER TABLE users ADD COLUMN password_expires_at TEXT');
  // Those that are out already have a week from now.
  const week = new Date(Date.now() + 7 * 86_400_000).toISOString();
  await run(`UPDATE users SET password_expires_at = '${week}' WHERE must_change_password = 1`);
  await run('ALTER TABLE users ADD COLUMN username_skeleton TEXT');
  await run('CREATE UNIQUE INDEX users_skeleton ON users (username_skeleton)');
  await run('ALTER TABLE sessions ADD COLUMN device_hash TEXT');
}

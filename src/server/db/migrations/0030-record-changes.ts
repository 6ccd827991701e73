/**
 * The order in which records last changed, for devices that ask what changed since. Triggers note it, so that no write of
 * `records` can forget it. SQLite has one writer and counts. PostgreSQL notes the transaction: a snapshot says which of them
 * still run. The epoch names this database, because a restored one counts differently.
 */
import { type Kysely, sql } from 'kysely';

const SQLITE = [
  `CREATE TABLE record_changes (change integer PRIMARY KEY AUTOINCREMENT, record_id text NOT NULL UNIQUE)`,
  `CREATE TRIGGER record_inserted AFTER INSERT ON records BEGIN
    DELETE FROM record_changes WHERE record_id = NEW.id;
    INSERT INTO record_changes (record_id) VALUES (NEW.id);
  END`,
  `CREATE TRIGGER record_updated AFTER UPDATE ON records BEGIN
    DELETE FROM record_changes WHERE record_id = NEW.id;
    INSERT INTO record_changes (record_id) VALUES (NEW.id);
  END`,
  `CREATE TRIGGER record_deleted AFTER DELETE ON records BEGIN
    DELETE FROM record_changes WHERE record_id = OLD.id;
  END`,
  `INSERT INTO record_changes (record_id) SELECT id FROM records ORDER BY updated_at, id`,
  `CREATE TABLE change_epoch (id text NOT NULL PRIMARY KEY)`,
  `INSERT INTO change_epoch (id) VALUES (lower(hex(randomblob(8))))`,
];

const POSTGRES = [
  `CREATE TABLE record_changes (record_id text COLLATE "C" NOT NULL PRIMARY KEY, change bigint NOT NULL)`,
  `CREATE INDEX record_changes_order ON record_changes (change, record_id)`,
  `CREATE FUNCTION note_record_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' THEN
      DELETE FROM record_changes WHERE record_id = OLD.id;
    ELSE
      INSERT INTO record_changes (record_id, change) VALUES (NEW.id, pg_current_xact_id()::text::bigint)
        ON CONFLICT (record_id) DO UPDATE SET change = EXCLUDED.change;
    END IF;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER record_changed AFTER INSERT OR UPDATE OR DELETE ON records
    FOR EACH ROW EXECUTE FUNCTION note_record_change()`,
  `INSERT INTO record_changes (record_id, change) SELECT id, pg_current_xact_id()::text::bigint FROM records`,
  `CREATE TABLE change_epoch (id text NOT NULL PRIMARY KEY)`,
  `INSERT INTO change_epoch (id) VALUES (replace(gen_random_uuid()::text, '-', ''))`,
];

export const steps = [
  async (db: Kysely<never>, engine: 'sqlite' | 'postgres') => {
    for (const statement of engine === 'sqlite' ? SQLITE : POSTGRES) await sql.raw(statement).execute(db);
  },
];

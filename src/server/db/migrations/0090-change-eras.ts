/**
 * Eras of the order of changes. A database that went back numbers its changes anew from where it went back to: PostgreSQL
 * uses the numbers of transactions again that a crash or a failover took with it, committed or not, and so does a file that
 * was put back by hand. A device whose position lies behind such a number would never hear of the record that has it now.
 * Each era has the lowest number that its changes may have, so a position of an earlier era goes back to that.
 *
 * PostgreSQL: `running_era` is unlogged, so it is empty after whatever reads the log again (crash, failover, physical backup),
 * and names the start of the server, so it is not valid in files that were copied while the server was stopped. The first
 * change of a record then begins an era, in its own transaction. Every transaction that runs at that moment, or begins
 * later, has at least the number of the oldest that runs; one that ended before would have begun the era itself.
 * SQLite: a server begins an era when it starts, since nobody else writes meanwhile.
 *
 * Positions from before the first era have none. What PostgreSQL hid from them until then is not known, so they begin anew.
 */
import { type Kysely, sql } from 'kysely';

const SQLITE = [
  `CREATE TABLE change_eras (number integer PRIMARY KEY AUTOINCREMENT, id text NOT NULL UNIQUE, first integer NOT NULL)`,
  `INSERT INTO change_eras (id, first) SELECT lower(hex(randomblob(8))), coalesce(max(change), 0) + 1 FROM record_changes`,
];

const POSTGRES = [
  `CREATE TABLE change_eras (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id text COLLATE "C" NOT NULL UNIQUE,
    first bigint NOT NULL)`,
  `INSERT INTO change_eras (id, first) VALUES (replace(gen_random_uuid()::text, '-', ''), 0)`,
  `CREATE UNLOGGED TABLE running_era (one integer PRIMARY KEY CHECK (one = 1), id text NOT NULL, started timestamptz NOT NULL)`,
  `CREATE FUNCTION begin_change_era() RETURNS void LANGUAGE plpgsql AS $$
  DECLARE made text := replace(gen_random_uuid()::text, '-', '');
  BEGIN
    IF EXISTS (SELECT 1 FROM running_era WHERE started = pg_postmaster_start_time()) THEN RETURN; END IF;
    -- Others that come meanwhile wait here for the end of this transaction.
    INSERT INTO running_era AS r (one, id, started) VALUES (1, made, pg_postmaster_start_time())
      ON CONFLICT (one) DO UPDATE SET id = EXCLUDED.id, started = EXCLUDED.started WHERE r.started <> EXCLUDED.started;
    IF FOUND THEN
      INSERT INTO change_eras (id, first) VALUES (made, pg_snapshot_xmin(pg_current_snapshot())::text::bigint);
    END IF;
  END $$`,
  `CREATE OR REPLACE FUNCTION note_record_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' THEN
      DELETE FROM record_changes WHERE record_id = OLD.id;
    ELSE
      IF NOT EXISTS (SELECT 1 FROM running_era WHERE started = pg_postmaster_start_time()) THEN
        PERFORM begin_change_era();
      END IF;
      INSERT INTO record_changes (record_id, change) VALUES (NEW.id, pg_current_xact_id()::text::bigint)
        ON CONFLICT (record_id) DO UPDATE SET change = EXCLUDED.change;
    END IF;
    RETURN NULL;
  END $$`,
];

export const steps = [
  async (db: Kysely<never>, engine: 'sqlite' | 'postgres') => {
    for (const statement of engine === 'sqlite' ? SQLITE : POSTGRES) await sql.raw(statement).execute(db);
  },
];

/**
 * What reports ask of problems stands in their own rows: where the site lies, and on what kinds of visits the problem stands
 * (`problems/visits.ts`). Triggers empty `visits` when something changes that it is made of, so that no write can forget it.
 */
import { type Kysely, sql } from 'kysely';

const BOTH = [
  'ALTER TABLE problems ADD COLUMN visits TEXT',
  ...['province', 'district', 'village', 'organization'].map(
    (name) => `ALTER TABLE problems ADD COLUMN site_${name}_id TEXT NOT NULL DEFAULT ''`,
  ),
  `CREATE INDEX problems_counted ON problems
    (visits, status, type_id, date_identified, date_solved, site_province_id, site_organization_id, site_id)`,
];

/** Columns of a record that its problems depend on. */
const WATCHED = ['state', 'deleted_at', 'province_id', 'district_id', 'village_id', 'organization_id'];

const SQLITE = [
  `CREATE TRIGGER problem_log_added AFTER INSERT ON problem_logs BEGIN
    UPDATE problems SET visits = NULL WHERE id = NEW.problem_id AND visits IS NOT NULL;
  END`,
  `CREATE TRIGGER problem_log_removed AFTER DELETE ON problem_logs BEGIN
    UPDATE problems SET visits = NULL WHERE id = OLD.problem_id AND visits IS NOT NULL;
  END`,
  `CREATE TRIGGER record_of_problems_changed AFTER UPDATE OF ${WATCHED.join(', ')} ON records
    WHEN ${WATCHED.map((name) => `OLD.${name} IS NOT NEW.${name}`).join(' OR ')} BEGIN
    UPDATE problems SET visits = NULL WHERE id IN (SELECT problem_id FROM problem_logs WHERE record_id = NEW.id);
    UPDATE problems SET visits = NULL WHERE site_id = NEW.id;
  END`,
];

/** Rows are written even if they are empty already: who fills them must wait until this transaction has ended. */
const POSTGRES = [
  `CREATE FUNCTION note_problem_logs() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE problems SET visits = NULL WHERE id IN (SELECT problem_id FROM changed);
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER problem_logs_added AFTER INSERT ON problem_logs REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION note_problem_logs()`,
  `CREATE TRIGGER problem_logs_removed AFTER DELETE ON problem_logs REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION note_problem_logs()`,
  `CREATE FUNCTION note_record_of_problems() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE problems SET visits = NULL WHERE id IN (SELECT problem_id FROM problem_logs WHERE record_id = NEW.id);
    UPDATE problems SET visits = NULL WHERE site_id = NEW.id;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER record_of_problems_changed AFTER UPDATE OF ${WATCHED.join(', ')} ON records FOR EACH ROW
    WHEN (${WATCHED.map((name) => `OLD.${name} IS DISTINCT FROM NEW.${name}`).join(' OR ')})
    EXECUTE FUNCTION note_record_of_problems()`,
];

export const steps = [
  ...BOTH,
  async (db: Kysely<never>, engine: 'sqlite' | 'postgres') => {
    for (const statement of engine === 'sqlite' ? SQLITE : POSTGRES) await sql.raw(statement).execute(db);
  },
];

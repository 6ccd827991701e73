/** What sheets say of a problem stands under the names of its definition, so that a new question of it needs no column. */
import { type Kysely, sql } from 'kysely';

/** Stored name to what it was called in entries of the log and columns of problems. */
const NAMES = {
  problem_type_id: 'type_id',
  problem_details: 'details',
  resolution_steps: 'steps',
  trouble_shooter_id: 'trouble_shooter_id',
  photo: 'photo',
};
const COLUMNS = ['details', 'steps', 'trouble_shooter_id', 'photo'];

export const steps = [moveAnswers];

async function moveAnswers(db: Kysely<never>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  const isPostgres = engine === 'postgres';
  const pairs = (read: (name: string) => string) =>
    Object.entries(NAMES)
      .map(([stored, name]) => `'${stored}', ${read(name)}`)
      .join(', ');
  // What is null is left out.
  const object = (read: (name: string) => string) =>
    isPostgres
      ? `jsonb_strip_nulls(jsonb_build_object(${pairs(read)}))`
      : `json_patch('{}', json_object(${pairs(read)}))`;
  const column = (name: string) => (name !== 'photo' ? name : isPostgres ? 'photo::jsonb' : 'json(photo)');
  await run(
    `ALTER TABLE problems ADD COLUMN answers ${isPostgres ? 'text COLLATE "C"' : 'text'} NOT NULL DEFAULT '{}'`,
  );
  await run(`UPDATE problems SET answers = ${object(column)}${isPostgres ? '::text' : ''}`);
  for (const name of COLUMNS) await run(`ALTER TABLE problems DROP COLUMN ${name}`);
  const gone = Object.values(NAMES);
  const entry = isPostgres
    ? `((entry::jsonb - ARRAY[${gone.map((name) => `'${name}'`).join(', ')}])
        || jsonb_build_object('answers', ${object((name) => `entry::jsonb -> '${name}'`)}))::text`
    : `json_remove(json_set(entry, '$.answers', ${object((name) =>
        name === 'photo' ? "json(json_extract(entry, '$.photo'))" : `json_extract(entry, '$.${name}')`,
      )}), ${gone.map((name) => `'$.${name}'`).join(', ')})`;
  await run(`UPDATE problem_logs SET entry = ${entry}`);
}

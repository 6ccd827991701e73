/** Every migration in order. A migration is never changed after it was released; it imports nothing of ours. */
import type { Kysely } from 'kysely';
import { steps as foundation } from './0001-foundation.ts';
import { steps as logins } from './0010-logins.ts';
import { steps as pendingWork } from './0015-pending-work.ts';
import { steps as problemAnswers } from './0016-problem-answers.ts';
import { steps as recordChanges } from './0030-record-changes.ts';
import { steps as problemVisits } from './0070-problem-visits.ts';
import { steps as changeEras } from './0090-change-eras.ts';
import { steps as sentByOffice } from './0091-sent-by-office.ts';
import { steps as countedProblems } from './0092-counted-problems.ts';
import { steps as textStates } from './0093-text-states.ts';

/** What is done with the rows, where SQL alone does not do it; what it is given differs from migration to migration. */
type Work = (db: Kysely<never>, engine: 'sqlite' | 'postgres') => Promise<void>;

export interface Migration {
  name: string;
  /** Statements of both engines, whose own types stand for TEXT, REAL and SERIAL. */
  steps: readonly (string | Work)[];
}

export const MIGRATIONS: Migration[] = [
  { name: '0001-foundation', steps: foundation },
  {
    // Values no two living records of a form share: the primary key decides, however many writers there are.
    name: '0002-unique-values',
    steps: [
      `CREATE TABLE unique_values (
      form TEXT NOT NULL, question TEXT NOT NULL, value TEXT NOT NULL, record_id TEXT NOT NULL REFERENCES records (id),
      PRIMARY KEY (form, question, value))`,
      'CREATE INDEX unique_values_record ON unique_values (record_id)',
    ],
  },
  {
    // Finds the few deleted records of a form, however many living ones there are.
    name: '0003-deleted-records',
    steps: ['CREATE INDEX records_deleted ON records (form, deleted_at) WHERE deleted_at IS NOT NULL'],
  },
  {
    // Contracts as their author wrote them (references included), and what a file said when it was last taken in.
    name: '0004-written-contracts',
    steps: ['ALTER TABLE definitions ADD COLUMN written TEXT', 'ALTER TABLE definitions ADD COLUMN file_hash TEXT'],
  },
  {
    // A double of a master table points to the entry that stands for it; records keep what they say.
    name: '0005-merged-choices',
    steps: ['ALTER TABLE choices ADD COLUMN merged_into TEXT'],
  },
  {
    // Servers hold names by their connection; leases that run out are gone.
    name: '0006-no-leases',
    steps: ['DROP TABLE IF EXISTS leases'],
  },
  {
    // What happened to an account is asked for by itself, among very many events of records; and what happened last at all.
    name: '0007-account-events',
    steps: [
      'CREATE INDEX events_of_accounts ON events (id) WHERE form IS NULL',
      'CREATE INDEX events_at ON events (at)',
    ],
  },
  {
    // A record that anybody may prove has a token of its own; it is made when first asked for and never changes.
    name: '0008-public-links',
    steps: [
      `CREATE TABLE public_links (
      token TEXT NOT NULL PRIMARY KEY, record_id TEXT NOT NULL UNIQUE REFERENCES records (id), created_at TEXT NOT NULL)`,
    ],
  },
  {
    // Places are kept by people: retired, merged into the one that stands for a double, changed when.
    name: '0009-kept-places',
    steps: [
      'ALTER TABLE places ADD COLUMN retired_at TEXT',
      'ALTER TABLE places ADD COLUMN merged_into TEXT',
      'ALTER TABLE places ADD COLUMN updated_at TEXT',
    ],
  },
  { name: '0010-logins', steps: logins },
  {
    // Decisions that a question which was restricted once may be read by everybody who sees its record.
    name: '0012-lifted-restrictions',
    steps: [
      `CREATE TABLE lifted_restrictions (
      form TEXT NOT NULL, question TEXT NOT NULL, at TEXT NOT NULL, by_id TEXT NOT NULL, reason TEXT NOT NULL,
      PRIMARY KEY (form, question))`,
    ],
  },
  {
    // A revision keeps each changed answer with a salt and what the record was besides them; an event names the revision it
    // tells of; seals put all events into one signed order.
    name: '0013-sealed-history',
    steps: [
      'ALTER TABLE record_revisions ADD COLUMN answers TEXT',
      'ALTER TABLE record_revisions ADD COLUMN record TEXT',
      'ALTER TABLE events ADD COLUMN seq integer',
      'ALTER TABLE events ADD COLUMN hash TEXT',
      'ALTER TABLE events ADD COLUMN seal integer',
      'CREATE INDEX events_unsealed ON events (id) WHERE seal IS NULL',
      'CREATE INDEX events_record ON events (record_id) WHERE record_id IS NOT NULL',
      "CREATE INDEX events_erasures ON events (id) WHERE action IN ('erased', 'purged')",
      `CREATE TABLE seals (
    number integer NOT NULL PRIMARY KEY, at TEXT NOT NULL, count integer NOT NULL, ids TEXT NOT NULL, leaves TEXT NOT NULL,
    previous_hash TEXT NOT NULL, hash TEXT NOT NULL, signer TEXT NOT NULL, signature TEXT NOT NULL)`,
    ],
  },
  {
    // What waits for its seal is asked for every few seconds. SQLite reads the whole table for `seal IS NULL` unless the column
    // is the first of an index.
    name: '0014-unsealed-events',
    steps: ['DROP INDEX events_unsealed', 'CREATE INDEX events_unsealed ON events (seal, id) WHERE seal IS NULL'],
  },
  { name: '0015-pending-work', steps: pendingWork },
  { name: '0016-problem-answers', steps: problemAnswers },
  {
    // Decisions that a form takes no new records from a day on.
    name: '0017-retired-forms',
    steps: [
      `CREATE TABLE retired_forms (
      form TEXT NOT NULL PRIMARY KEY, from_day TEXT NOT NULL, at TEXT NOT NULL, by_id TEXT NOT NULL, reason TEXT NOT NULL)`,
    ],
  },
  {
    // Decisions that a version of a form takes no new records.
    name: '0018-withdrawn-versions',
    steps: [
      `CREATE TABLE withdrawn_versions (
      form TEXT NOT NULL, version integer NOT NULL, at TEXT NOT NULL, by_id TEXT NOT NULL, reason TEXT NOT NULL,
      PRIMARY KEY (form, version))`,
    ],
  },
  {
    // Form versions that somebody still writes.
    name: '0019-definition-drafts',
    steps: [
      `CREATE TABLE definition_drafts (
      id TEXT NOT NULL PRIMARY KEY, definition TEXT NOT NULL, schema TEXT NOT NULL, note TEXT, version integer NOT NULL,
      created_at TEXT NOT NULL, created_by TEXT NOT NULL, changed_at TEXT NOT NULL, changed_by TEXT NOT NULL)`,
    ],
  },
  {
    // Versions of navigation, permissions and choice lists that were published while a server ran.
    name: '0020-common-versions',
    steps: [
      `CREATE TABLE common_versions (
      part TEXT NOT NULL, version integer NOT NULL, content TEXT NOT NULL, file_hash TEXT, at TEXT NOT NULL,
      by_id TEXT NOT NULL, note TEXT, PRIMARY KEY (part, version))`,
    ],
  },
  {
    // Pictures and sounds that definitions show, as base64.
    name: '0021-definition-media',
    steps: [
      `CREATE TABLE definition_media (
      hash TEXT NOT NULL PRIMARY KEY, extension TEXT NOT NULL, size integer NOT NULL, content TEXT NOT NULL,
      at TEXT NOT NULL, by_id TEXT)`,
    ],
  },
  {
    // Borders of provinces and districts that an administrator imported.
    name: '0022-place-borders',
    steps: [
      `CREATE TABLE place_borders (
      level TEXT NOT NULL PRIMARY KEY, file TEXT NOT NULL, hash TEXT NOT NULL, content TEXT NOT NULL,
      places integer NOT NULL, points integer NOT NULL, size integer NOT NULL, at TEXT NOT NULL, by_id TEXT NOT NULL)`,
    ],
  },
  {
    // Who last changed the answers, for steps that need a second person. Erasing is no correction.
    name: '0023-edited-by',
    steps: [
      "ALTER TABLE records ADD COLUMN edited_by TEXT NOT NULL DEFAULT ''",
      `UPDATE records SET edited_by = COALESCE((
      SELECT r.by_id FROM record_revisions r
      WHERE r.record_id = records.id AND r.action <> 'erase'
        AND ((r.answers IS NOT NULL AND r.answers <> '{}') OR (r.answers IS NULL AND r.patch <> '[]'))
      ORDER BY r.seq DESC LIMIT 1), created_by)`,
    ],
  },
  {
    // When a person last looked at their news, how often they want a digest by e-mail, and when the last one was made.
    name: '0024-user-news',
    steps: [
      `CREATE TABLE user_news (
      user_id TEXT NOT NULL PRIMARY KEY, seen_at TEXT, digest TEXT, digest_at TEXT)`,
    ],
  },
  {
    // What people save for their lists: views with a name, own and shared, and the columns chosen last (without a name).
    name: '0025-list-views',
    steps: [
      `CREATE TABLE list_views (
      id TEXT NOT NULL PRIMARY KEY, form TEXT NOT NULL, owner_id TEXT NOT NULL, name TEXT NOT NULL, name_key TEXT NOT NULL,
      shared integer NOT NULL, state TEXT NOT NULL, form_version integer NOT NULL, version integer NOT NULL,
      created_at TEXT NOT NULL, changed_at TEXT NOT NULL, changed_by TEXT NOT NULL, UNIQUE (owner_id, form, name_key))`,
      'CREATE INDEX list_views_form ON list_views (form, shared)',
    ],
  },
  {
    // What a problem is called at its site, in the order in which problems were found; numbers go on in its sequence.
    name: '0026-problem-numbers',
    steps: [
      `CREATE TABLE problem_numbers (
      problem_id TEXT NOT NULL, site_id TEXT NOT NULL, number integer NOT NULL, PRIMARY KEY (problem_id, site_id))`,
      'CREATE UNIQUE INDEX problem_numbers_of_site ON problem_numbers (site_id, number)',
      `INSERT INTO problem_numbers (problem_id, site_id, number)
      SELECT id, site_id, row_number() OVER (PARTITION BY site_id ORDER BY date_identified, id)
      FROM problems WHERE site_id IS NOT NULL`,
      `INSERT INTO code_sequences (pattern, next)
      SELECT 'problem ' || site_id, max(number) + 1 FROM problem_numbers GROUP BY site_id`,
    ],
  },
  { name: '0030-record-changes', steps: recordChanges },
  {
    // Uploads that arrive in parts, and how much of each is on the disk.
    name: '0031-uploads',
    steps: [
      `CREATE TABLE uploads (
      id TEXT NOT NULL PRIMARY KEY, created_by TEXT NOT NULL, created_at TEXT NOT NULL, name TEXT NOT NULL, length bigint NOT NULL,
      received bigint NOT NULL, form TEXT, field TEXT)`,
      'CREATE INDEX uploads_of_person ON uploads (created_by)',
    ],
  },
  {
    // Why a session was ended, for the device that still uses it.
    name: '0032-ended-sessions',
    steps: ['ALTER TABLE sessions ADD COLUMN ended_by TEXT'],
  },
  {
    // The search finds problems by their code.
    name: '0040-problem-numbers-by-number',
    steps: ['CREATE INDEX problem_numbers_number ON problem_numbers (number)'],
  },
  {
    // How long the first filling in of a record took, for the flag of review that needs it.
    name: '0041-record-fillings',
    steps: [
      `CREATE TABLE record_fillings (
      record_id TEXT NOT NULL PRIMARY KEY, started_at TEXT NOT NULL, ended_at TEXT NOT NULL, seconds integer NOT NULL)`,
    ],
  },
  {
    // What the public page says of a day, by what is counted.
    name: '0055-public-figures',
    steps: [
      `CREATE TABLE public_figures (
      day TEXT NOT NULL, measure TEXT NOT NULL, dimensions TEXT NOT NULL, cells TEXT NOT NULL, PRIMARY KEY (day, measure))`,
    ],
  },
  {
    // Sessions in which the office sends what a person could not send.
    name: '0061-taken-in',
    steps: ['ALTER TABLE sessions ADD COLUMN taken_in_by TEXT'],
  },
  {
    // Counts the open problems of each site without reading the others.
    name: '0064-open-problems',
    steps: ['CREATE INDEX problems_open ON problems (site_id, date_identified) WHERE open = 1'],
  },
  { name: '0070-problem-visits', steps: problemVisits },
  {
    // Drafts of reports: which served report they began with, and what was last previewed, for the columns that it counts.
    name: '0072-report-drafts',
    steps: [
      "ALTER TABLE definition_drafts ADD COLUMN kind TEXT NOT NULL DEFAULT 'form'",
      'ALTER TABLE definition_drafts ADD COLUMN seen_hash TEXT',
      'ALTER TABLE definition_drafts ADD COLUMN previewed TEXT',
    ],
  },
  {
    // Forms that people have begun, for their other devices. One without a body was saved or discarded.
    name: '0073-form-drafts',
    steps: [
      `CREATE TABLE form_drafts (
      user_id TEXT NOT NULL, id TEXT NOT NULL, form TEXT NOT NULL, form_version integer NOT NULL, record_id TEXT, parent_id TEXT,
      at TEXT NOT NULL, changed_at TEXT NOT NULL, revision TEXT NOT NULL, body TEXT, PRIMARY KEY (user_id, id))`,
      'CREATE INDEX form_drafts_form ON form_drafts (form)',
    ],
  },
  {
    // In the order of what reports group by, so that SQLite need not sort.
    name: '0074-problems-in-order',
    steps: [
      'DROP INDEX problems_counted',
      `CREATE INDEX problems_counted ON problems (visits, site_province_id, site_organization_id, status, type_id,
        date_identified, date_solved, site_id)`,
    ],
  },
  {
    // What the events say of rows outside the records, and what was given up when a backup was put back.
    name: '0080-covered-rows',
    steps: [
      "CREATE INDEX events_rows_changed ON events (id) WHERE action = 'rows_changed'",
      "CREATE INDEX events_of_store ON events (id) WHERE action IN ('rows_adopted', 'backup_restored', 'loss_accepted', 'store_begun')",
    ],
  },
  { name: '0090-change-eras', steps: changeEras },
  { name: '0091-sent-by-office', steps: sentByOffice },
  { name: '0092-counted-problems', steps: countedProblems },
  { name: '0093-text-states', steps: textStates },
  // When the device began to fill in a record.
  { name: '0094-record-started', steps: ['ALTER TABLE records ADD COLUMN started_at TEXT'] },
  // Who wrote in a draft since it was begun, as a JSON list of ids; NULL for those begun before this was kept.
  { name: '0095-draft-writers', steps: ['ALTER TABLE definition_drafts ADD COLUMN writers TEXT'] },
  // Who gave a state that came with the files of a form: a name, since that person may have no account here.
  { name: '0096-text-states-named', steps: ['ALTER TABLE text_states ADD COLUMN by_name TEXT'] },
  {
    // Decisions that new records are captured with a version from a day on. Without a reason: said when it was published.
    name: '0097-version-starts',
    steps: [
      `CREATE TABLE version_starts (
      form TEXT NOT NULL, version integer NOT NULL, from_day TEXT NOT NULL, at TEXT NOT NULL, by_id TEXT NOT NULL, reason TEXT,
      PRIMARY KEY (form, version))`,
    ],
  },
];

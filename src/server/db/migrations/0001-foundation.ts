/** The tables every form shares. Rows that refer to their own table may come in any order within a restore: deferrable. */
export const steps = [
  `CREATE TABLE users (
    id TEXT PRIMARY KEY, username TEXT NOT NULL, username_key TEXT NOT NULL UNIQUE, name TEXT NOT NULL, password_hash TEXT NOT NULL,
    person_id TEXT, language TEXT NOT NULL DEFAULT 'en', calendar TEXT, must_change_password integer NOT NULL DEFAULT 0,
    disabled integer NOT NULL DEFAULT 0, failed_logins integer NOT NULL DEFAULT 0, locked_until TEXT, last_login_at TEXT,
    created_at TEXT NOT NULL, updated_at TEXT NOT NULL)`,
  `CREATE TABLE grants (
    id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, role TEXT NOT NULL, programme TEXT,
    province_id TEXT, created_at TEXT NOT NULL)`,
  'CREATE INDEX grants_user ON grants (user_id)',
  `CREATE TABLE sessions (
    id TEXT PRIMARY KEY, token_hash TEXT NOT NULL UNIQUE, user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at TEXT NOT NULL, expires_at TEXT NOT NULL, last_seen_at TEXT, revoked_at TEXT, device TEXT)`,
  'CREATE INDEX sessions_user ON sessions (user_id)',
  'CREATE INDEX sessions_expiry ON sessions (expires_at)',

  `CREATE TABLE records (
    id TEXT PRIMARY KEY, form TEXT NOT NULL, form_version integer NOT NULL, code TEXT, state TEXT NOT NULL, name TEXT NOT NULL,
    parent_id TEXT REFERENCES records (id) DEFERRABLE, site_id TEXT REFERENCES records (id) DEFERRABLE, province_id TEXT, district_id TEXT, village_id TEXT,
    organization_id TEXT, version integer NOT NULL, created_by TEXT NOT NULL, created_at TEXT NOT NULL, updated_by TEXT NOT NULL,
    updated_at TEXT NOT NULL, captured_at TEXT, device_id TEXT, deleted_at TEXT, hash TEXT NOT NULL, data TEXT NOT NULL)`,
  'CREATE UNIQUE INDEX records_code ON records (form, code) WHERE code IS NOT NULL',
  'CREATE INDEX records_parent ON records (parent_id)',
  'CREATE INDEX records_site ON records (site_id)',
  `CREATE TABLE record_revisions (
    record_id TEXT NOT NULL REFERENCES records (id), seq integer NOT NULL, action TEXT NOT NULL, at TEXT NOT NULL, by_id TEXT NOT NULL,
    by_name TEXT NOT NULL, device_id TEXT, captured_at TEXT, form_version integer NOT NULL, from_state TEXT, to_state TEXT, comment TEXT,
    fields TEXT, patch TEXT NOT NULL, previous_hash TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (record_id, seq))`,

  `CREATE TABLE problems (
    id TEXT PRIMARY KEY, site_id TEXT REFERENCES records (id), province_id TEXT, programme TEXT NOT NULL, type_id TEXT NOT NULL,
    status TEXT NOT NULL, open integer NOT NULL, details TEXT NOT NULL, steps TEXT, date_identified TEXT NOT NULL, date_solved TEXT,
    trouble_shooter_id TEXT, photo TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL)`,
  'CREATE INDEX problems_site ON problems (site_id, date_identified)',
  'CREATE INDEX problems_programme ON problems (programme, province_id, date_identified)',
  `CREATE TABLE problem_logs (
    id SERIAL, problem_id TEXT NOT NULL REFERENCES problems (id) ON DELETE CASCADE, record_id TEXT NOT NULL REFERENCES records (id),
    role integer NOT NULL, person_id TEXT, date TEXT NOT NULL, entry TEXT NOT NULL, created_at TEXT NOT NULL)`,
  'CREATE INDEX problem_logs_problem ON problem_logs (problem_id)',
  'CREATE INDEX problem_logs_record ON problem_logs (record_id)',

  `CREATE TABLE attachments (
    id TEXT PRIMARY KEY, hash TEXT NOT NULL, name TEXT NOT NULL, media_type TEXT NOT NULL, size integer NOT NULL, width integer,
    height integer, record_id TEXT REFERENCES records (id), form TEXT, field TEXT, created_by TEXT NOT NULL, created_at TEXT NOT NULL)`,
  'CREATE INDEX attachments_record ON attachments (record_id)',
  'CREATE INDEX attachments_hash ON attachments (hash)',

  `CREATE TABLE definitions (
    form TEXT NOT NULL, version integer NOT NULL, hash TEXT NOT NULL, text_hash TEXT NOT NULL, origin TEXT NOT NULL,
    definition TEXT NOT NULL, schema TEXT NOT NULL, published_at TEXT NOT NULL, published_by TEXT, PRIMARY KEY (form, version))`,
  'CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL)',
  `CREATE TABLE choices (
    list TEXT NOT NULL, id TEXT NOT NULL, position integer NOT NULL, code TEXT NOT NULL, name_en TEXT NOT NULL, name_fa TEXT NOT NULL,
    name_ps TEXT NOT NULL, category TEXT, parent TEXT, aliases TEXT, extra TEXT, valid_from TEXT, valid_to TEXT,
    updated_at TEXT NOT NULL, PRIMARY KEY (list, id))`,
  `CREATE TABLE places (
    id TEXT PRIMARY KEY, level TEXT NOT NULL, pcode TEXT, parent_id TEXT REFERENCES places (id) DEFERRABLE, name_en TEXT NOT NULL,
    name_fa TEXT NOT NULL, name_ps TEXT NOT NULL, aliases TEXT, latitude REAL, longitude REAL)`,
  'CREATE INDEX places_parent ON places (parent_id)',

  `CREATE TABLE operations (
    key TEXT PRIMARY KEY, request_hash TEXT NOT NULL, user_id TEXT NOT NULL, answer TEXT NOT NULL, at TEXT NOT NULL)`,
  `CREATE TABLE parked_writes (id TEXT PRIMARY KEY, key TEXT NOT NULL, user_id TEXT NOT NULL, at TEXT NOT NULL, body TEXT NOT NULL)`,
  `CREATE TABLE events (
    id SERIAL, at TEXT NOT NULL, user_id TEXT NOT NULL, action TEXT NOT NULL, form TEXT, record_id TEXT, province_id TEXT, detail TEXT)`,
  'CREATE TABLE code_sequences (pattern TEXT PRIMARY KEY, next integer NOT NULL)',
  'CREATE TABLE leases (name TEXT PRIMARY KEY, owner TEXT NOT NULL, expires_at TEXT NOT NULL)',
];

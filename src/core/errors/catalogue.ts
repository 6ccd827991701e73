/**
 * Every error of the system. Each has a stable code, a number (HTTP status × 100 + case) and an SQLSTATE-like class. The
 * messages are in locales/<language>/errors.json under the same code. Numbers are never reused.
 */
const list = {
  // Errors of one answer (422).
  required: [422, 1, '23502'],
  unique: [422, 2, '23505'],
  decimal: [422, 3, '22P02'],
  integer: [422, 4, '22P02'],
  minimum: [422, 5, '22003'],
  maximum: [422, 6, '22003'],
  min_length: [422, 7, '22026'],
  max_length: [422, 8, '22001'],
  pattern: [422, 9, '22P02'],
  code_pattern: [422, 10, '22P02'],
  email: [422, 11, '22P02'],
  url: [422, 12, '22P02'],
  phone: [422, 13, '22P02'],
  date: [422, 14, '22007'],
  choice: [422, 15, '23503'],
  latitude_bound: [422, 16, '22003'],
  longitude_bound: [422, 17, '22003'],
  problem_details: [422, 18, '23514'],
  problem_category_first: [422, 19, '23514'],
  unknown_field: [422, 20, '42703'],
  type: [422, 21, '22P02'],
  too_many: [422, 22, '22003'],
  too_few: [422, 23, '22003'],
  duplicate_items: [422, 24, '23505'],
  not_fitting: [422, 25, '23514'],
  record_missing: [422, 26, '23503'],
  file_missing: [422, 27, '23503'],
  not_before: [422, 28, '23514'],
  not_after_today: [422, 33, '23514'],
  time: [422, 29, '22007'],
  constraint: [422, 30, '23514'],
  exclusive_option: [422, 31, '23514'],
  multiple: [422, 32, '22003'],
  username_script: [422, 34, '22P02'],
  username_similar: [422, 35, '23505'],
  rows_surplus: [422, 36, '23514'],
  rows_missing: [422, 37, '23514'],
  choice_unknown: [422, 40, '23503'],
  choice_ambiguous: [422, 41, '23503'],
  digits_lost: [422, 42, '22003'],
  cell_failed: [422, 43, '22P02'],
  shape: [422, 44, '22P02'],
  points_few: [422, 45, '22003'],
  points_many: [422, 46, '22003'],
  point_outside: [422, 47, '22003'],
  ring_open: [422, 48, '22P02'],
  ring_crosses: [422, 49, '23514'],
  file_not_image: [422, 68, '22023'],
  file_not_audio: [422, 69, '22023'],
  file_not_video: [422, 70, '22023'],

  // Errors of a request.
  validation_failed: [422, 50, '23514'],
  parent_required: [422, 51, '23502'],
  transition_comment_required: [422, 52, '23502'],
  transition_not_possible: [422, 53, '23514'],
  idempotency_mismatch: [422, 54, '23505'],
  password_mismatch: [422, 55, '22023'],
  password_weak: [422, 56, '22023'],
  password_wrong: [422, 57, '28P01'],
  file_type: [422, 58, '22023'],
  login_required: [422, 59, '23502'],
  has_children: [422, 60, '23503'],
  parent_deleted: [422, 61, '23503'],
  item_needed: [422, 63, '23503'],
  item_merged: [422, 64, '23503'],
  restricted_by_version: [422, 65, '55000'],
  only_version: [422, 67, '55000'],
  nothing_to_erase: [422, 66, '02000'],
  view_name_taken: [422, 79, '23505'],
  sheet_unreadable: [422, 80, '22P02'],
  sheet_unpacks_large: [422, 81, '54000'],
  sheet_rows: [422, 82, '54000'],
  sheet_empty: [422, 83, '22023'],
  sheet_heading: [422, 84, '22023'],
  sheet_column_missing: [422, 85, '23502'],
  sheet_column_twice: [422, 86, '23505'],
  imported_already: [422, 87, '23505'],
  sheet_same: [422, 88, '23505'],
  sheet_heavy: [422, 89, '54000'],
  sheet_too_many: [422, 90, '54000'],
  sheet_cell_long: [422, 91, '22001'],
  sheet_cell_far: [422, 92, '54000'],
  borders_unreadable: [422, 93, '22P02'],
  borders_points: [422, 94, '54000'],
  borders_shape: [422, 95, '22023'],
  borders_outside: [422, 96, '22003'],
  borders_unmatched: [422, 97, '23503'],
  borders_heavy: [422, 98, '54000'],
  bad_filter: [400, 1, '22023'],
  bad_body: [400, 2, '22P02'],
  unauthorized: [401, 1, '28000'],
  login_failed: [401, 2, '28P01'],
  session_ended: [401, 3, '28000'],
  forbidden: [403, 1, '42501'],
  role_needed: [403, 2, '42501'],
  other_programme: [403, 3, '42501'],
  other_province: [403, 4, '42501'],
  state_locked: [403, 5, '42501'],
  not_yours: [403, 6, '42501'],
  account_disabled: [403, 7, '42501'],
  password_change_required: [403, 8, '42501'],
  kept_by_system: [403, 9, '42501'],
  password_expired: [403, 12, '28P01'],
  form_retired: [403, 13, '55000'],
  version_withdrawn: [403, 14, '55000'],
  view_role_needed: [403, 15, '42501'],
  four_eyes: [403, 16, '42501'],
  record_not_found: [404, 1, '02000'],
  route_not_found: [404, 2, '02000'],
  too_large: [413, 1, '54000'],
  upload_quota: [413, 2, '53100'],
  conflict: [417, 1, '40001'],
  rate_limited: [429, 1, '53400'],
  login_locked: [429, 2, '53400'],
  busy: [429, 3, '53400'],
  internal: [500, 1, 'XX000'],
  unavailable: [503, 1, '57P03'],
} as const satisfies Record<string, readonly [status: number, index: number, sqlstate: string]>;

export type ErrorCode = keyof typeof list;

export interface CatalogueEntry {
  /** HTTP status × 100 + case. */
  number: number;
  status: number;
  sqlstate: string;
}

export const CATALOGUE = Object.freeze(
  Object.fromEntries(
    Object.entries(list).map(([code, [status, index, sqlstate]]) => [
      code,
      { number: status * 100 + index, status, sqlstate },
    ]),
  ),
) as Readonly<Record<ErrorCode, CatalogueEntry>>;

export const ERROR_CODES = Object.keys(list) as ErrorCode[];

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(list, code);
}

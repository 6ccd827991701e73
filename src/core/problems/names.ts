/** Names of a problem's keys in the documented bodies: second names of stored keys, and keys that only answers carry. */
import type { Text } from '../text/languages.ts';

export const PROBLEM_ALIASES: Readonly<Record<string, string>> = {
  type_id: 'problem_type_id',
  problem_type: 'problem_type_id',
  problem_status: 'problem_status_id',
  status: 'problem_status_id',
  trouble_shooter: 'trouble_shooter_id',
  identified_by: 'identified_by_id',
  solved_by: 'solved_by_id',
  advocated_by: 'advocated_by_id',
};

/** Worked out when a problem is read; taken back from a client without a word. */
export const PROBLEM_READ_ONLY: ReadonlySet<string> = new Set([
  'name',
  'name_en',
  'name_fa',
  'name_ps',
  'number',
  'problem_category',
]);

/** What the day of identification is called where a day of solution is refused for it; the same words as beside its input. */
export const DATE_IDENTIFIED: Text = { en: 'Identified on', fa: 'تاریخ شناسایی', ps: 'د موندلو نېټه' };

/** The report of a history check. */

import type { CoveredKind } from '../db/coveredRows.ts';

export interface HistoryBreak {
  about: 'record' | 'event' | 'seal' | 'anchor' | 'anchors' | 'key' | 'file' | 'picture or sound' | CoveredKind;
  /** Id of the record or event, number of the seal or anchor, key of a row, hash of a content, or path of a file. */
  id: string;
  /** Revision of the record. */
  seq?: number;
  reason: BreakReason;
  /** Columns, answers or files that differ from the history. User name of an account. */
  names?: string[];
}

/**
 * record: `missing` (the log names it), `revision_missing`, `revision_changed`, `revision_unlogged` (it has no event),
 * `rewound` (the record differs from its last revision), `columns`, `answers`, `files`.
 * event: `missing`, `changed`, `not_in_seal` (the seal that it names does not contain it).
 * seal: `missing`, `changed`, `signature`, `unknown_key`. anchor: `missing` (its seal is missing or a different one).
 * anchors, key: `missing` (the file is gone although there are seals). file: `missing`, `changed` (its content).
 * rows (account, grant …): `missing`, `changed`, `unlogged` (no event says that it was made).
 */
export type BreakReason =
  | 'missing'
  | 'changed'
  | 'revision_missing'
  | 'revision_changed'
  | 'revision_unlogged'
  | 'unlogged'
  | 'rewound'
  | 'columns'
  | 'answers'
  | 'files'
  | 'not_in_seal'
  | 'signature'
  | 'unknown_key';

export interface HistoryReport {
  records: number;
  revisions: number;
  events: number;
  seals: number;
  /** Number of rows outside the records that were compared with their events. */
  rows: number;
  /** Kinds of rows that no event covers yet, because no server of this version has run on the store. */
  uncovered: CoveredKind[];
  /** Number of files whose content was compared. Null if that was not requested. */
  files: number | null;
  /** False if there were no anchors to compare with. */
  areAnchorsChecked: boolean;
  /** What somebody gave up: sentences. */
  losses: string[];
  /** False if there was no key to check signatures with. */
  areSignaturesChecked: boolean;
  breaks: HistoryBreak[];
  /** Numbers of answers whose value a rule erased and of records that a rule removed. */
  erased: number;
  purged: number;
  /** Number of events without a seal, and the time of the oldest. */
  unsealed: { events: number; since: string | null };
}

/** Returns one line for people: `record 018f…, revision 3: revision changed`. */
export function breakText({ about, id, seq, reason, names }: HistoryBreak): string {
  const place = seq === undefined ? '' : `, revision ${seq}`;
  return `${about} ${id}${place}: ${reason.replaceAll('_', ' ')}${names ? ` (${names.join(', ')})` : ''}`;
}

/** What a check of the history found. */

export interface Break {
  about: 'record' | 'event' | 'seal' | 'anchor';
  /** Id of the record or event, number of the seal. */
  id: string;
  /** Revision of a record. */
  seq?: number;
  reason: BreakReason;
  /** Columns or answers that are not what the history says. */
  names?: string[];
}

/**
 * record: `missing` (the log tells of it), `revision_missing`, `revision_changed`, `revision_unlogged` (no event tells of
 * it), `rewound` (the record is not its last revision), `columns`, `answers`, `files`.
 * event: `missing`, `changed`, `not_in_seal` (it names a seal that does not hold it).
 * seal: `missing`, `changed`, `signature`, `unknown_key`. anchor: `missing` (its seal is not there, or is another one).
 */
export type BreakReason =
  | 'missing'
  | 'changed'
  | 'revision_missing'
  | 'revision_changed'
  | 'revision_unlogged'
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
  /** false: there was no key to check signatures with. */
  areSignaturesChecked: boolean;
  breaks: Break[];
  /** Answers whose value a rule erased, and records that a rule removed. */
  erased: number;
  purged: number;
  /** Events that no seal holds yet, and since when the oldest waits. */
  unsealed: { events: number; since: string | null };
}

/** One line for people: `record 018f…, revision 3: revision_changed`. */
export function breakText({ about, id, seq, reason, names }: Break): string {
  const place = seq === undefined ? '' : `, revision ${seq}`;
  return `${about} ${id}${place}: ${reason.replaceAll('_', ' ')}${names ? ` (${names.join(', ')})` : ''}`;
}

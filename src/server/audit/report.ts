/** The report of a history check. */

export interface Break {
  about: 'record' | 'event' | 'seal' | 'anchor';
  /** Id of the record or event, or number of the seal or anchor. */
  id: string;
  /** Revision of the record. */
  seq?: number;
  reason: BreakReason;
  /** Columns, answers or files that differ from the history. */
  names?: string[];
}

/**
 * record: `missing` (the log names it), `revision_missing`, `revision_changed`, `revision_unlogged` (it has no event),
 * `rewound` (the record differs from its last revision), `columns`, `answers`, `files`.
 * event: `missing`, `changed`, `not_in_seal` (the seal that it names does not contain it).
 * seal: `missing`, `changed`, `signature`, `unknown_key`. anchor: `missing` (its seal is missing or a different one).
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
  /** False if there was no key to check signatures with. */
  areSignaturesChecked: boolean;
  breaks: Break[];
  /** Numbers of answers whose value a rule erased and of records that a rule removed. */
  erased: number;
  purged: number;
  /** Number of events without a seal, and the time of the oldest. */
  unsealed: { events: number; since: string | null };
}

/** Returns one line for people: `record 018f…, revision 3: revision changed`. */
export function breakText({ about, id, seq, reason, names }: Break): string {
  const place = seq === undefined ? '' : `, revision ${seq}`;
  return `${about} ${id}${place}: ${reason.replaceAll('_', ' ')}${names ? ` (${names.join(', ')})` : ''}`;
}

/** Checks a record against its revisions, and the revisions against their events. */

import type { Selectable } from 'kysely';
import type { RecordData } from '../../core/definitions/types.ts';
import { canonicalJson, getOwn } from '../../core/json.ts';
import { PARENT_MOVED_ACTION } from '../db/events.ts';
import type { EventsTable, RecordsTable } from '../db/tables.ts';
import { ERASED_ACTION, type ErasedDetail } from '../records/erase/erase.ts';
import {
  applyRevision,
  CHAIN_START,
  erasedAnswersIn,
  isRevisionHashValid,
  PLACE_COLUMNS,
  type RecordSnapshot,
  SNAPSHOT_COLUMNS,
  type StoredRevision,
} from '../records/history/chain.ts';
import type { HistoryBreak } from './report.ts';

/** Action of the event that adopts a record of an older version. */
export const ADOPTED_ACTION = 'adopted';

export type RecordEvent = Pick<Selectable<EventsTable>, 'id' | 'record_id' | 'action' | 'seq' | 'hash' | 'detail'>;

export interface RecordHistory {
  record: RecordsTable;
  /** In order. */
  revisions: readonly StoredRevision[];
  /** In order. */
  events: readonly RecordEvent[];
  /** SHA-256 by attachment id. */
  files: Readonly<Record<string, string>>;
  /** False if revisions need no events: entries of logs that the system writes, and records not adopted yet. */
  isTold: boolean;
}

export interface CheckedRecord {
  breaks: HistoryBreak[];
  /** Number of answers whose value a rule erased. */
  erased: number;
}

export function checkRecord(history: RecordHistory): CheckedRecord {
  const { record, revisions, events } = history;
  const breaks: HistoryBreak[] = [];
  const report = (reason: HistoryBreak['reason'], more: Pick<HistoryBreak, 'seq' | 'names'> = {}) =>
    breaks.push({ about: 'record', id: record.id, reason, ...more });
  const erasures = events
    .filter(({ action }) => action === ERASED_ACTION)
    .map(({ detail }) => parsed<ErasedDetail>(detail));
  const erasable = new Set(erasures.flatMap(({ names = [], within = {} }) => [...names, ...Object.keys(within)]));
  const isUnhashed = erasures.some((one) => one.isUnhashed);
  const told = new Map(events.flatMap(({ seq, hash }) => (seq === null || hash === null ? [] : [[seq, hash]])));

  let data: RecordData = {};
  let previous = CHAIN_START;
  let erased = 0;
  let wasOld = false;
  for (const [index, revision] of revisions.entries()) {
    const { seq, hash } = revision;
    if (seq !== index + 1) {
      report('revision_missing', { seq: index + 1 });
      return { breaks, erased };
    }
    const gone = erasedAnswersIn(revision);
    erased += gone.length;
    const next = after(data, revision);
    const isOld = revision.answers === null;
    const isWhole =
      next !== null &&
      revision.previous_hash === previous &&
      gone.every((name) => erasable.has(name)) &&
      ((isOld && isUnhashed) || isRevisionHashValid(revision, next));
    const isTold = told.get(seq) === hash || (!told.has(seq) && (isOld || !history.isTold));
    if (!isWhole || (isOld && index > 0 && !wasOld)) {
      report('revision_changed', { seq });
      return { breaks, erased };
    }
    if (!isTold) report(told.has(seq) ? 'revision_changed' : 'revision_unlogged', { seq });
    wasOld = isOld;
    data = next;
    previous = hash;
  }
  if (history.isTold && told.size === 0) report('revision_unlogged', { seq: revisions.length });
  const later = [...told.keys()].filter((seq) => seq > revisions.length);
  if (later.length > 0) report('revision_missing', { seq: Math.min(...later) });
  checkHead(history, data, erasures, report);
  return { breaks, erased };
}

function after(data: RecordData, revision: StoredRevision): RecordData | null {
  try {
    return applyRevision(data, revision);
  } catch {
    return null;
  }
}

type Report = (reason: HistoryBreak['reason'], more?: Pick<HistoryBreak, 'seq' | 'names'>) => void;

/** Compares the current record with its last revision and the events after it. */
function checkHead(history: RecordHistory, data: RecordData, erasures: Partial<ErasedDetail>[], report: Report): void {
  const { record, revisions, events, files } = history;
  const last = revisions.at(-1);
  const isHead =
    last !== undefined &&
    record.version === last.seq &&
    record.hash === last.hash &&
    record.state === last.to_state &&
    record.form_version === last.form_version;
  if (!isHead) {
    report('rewound');
    return;
  }
  const answers = JSON.parse(record.data) as RecordData;
  if (canonicalJson(answers) !== canonicalJson(data)) {
    const names = [...new Set([...Object.keys(answers), ...Object.keys(data)])];
    report('answers', { names: names.filter((name) => canonicalJson(answers[name]) !== canonicalJson(data[name])) });
  }
  const snapshot = snapshotOf(last, events);
  if (!snapshot) return;
  const columns = SNAPSHOT_COLUMNS.filter((name) => (record[name] ?? null) !== (snapshot[name] ?? null));
  if (columns.length > 0) report('columns', { names: columns });
  const without = new Set(erasures.flatMap((one) => one.files ?? []));
  const changed = Object.entries(snapshot.files ?? {}).filter(
    ([id, hash]) => getOwn(files, id) !== hash && !without.has(id),
  );
  if (changed.length > 0) report('files', { names: changed.map(([id]) => id) });
}

/** Returns the columns that the record should have. Null for a record made before revisions stored them, if not adopted. */
function snapshotOf(last: StoredRevision, events: readonly RecordEvent[]): RecordSnapshot | null {
  const adopted = events.find((event) => event.action === ADOPTED_ACTION && event.seq === last.seq);
  const told = last.record ?? adopted?.detail;
  if (!told) return null;
  const snapshot = parsed<RecordSnapshot>(told);
  for (const event of events) {
    if (event.action !== PARENT_MOVED_ACTION) continue;
    const { version, ...place } = parsed<{ version: number } & Partial<RecordSnapshot>>(event.detail);
    if (version !== last.seq) continue;
    for (const name of PLACE_COLUMNS) if (place[name] !== undefined) snapshot[name] = place[name];
  }
  return snapshot;
}

function parsed<T>(text: string | null): Partial<T> & T {
  return JSON.parse(text ?? '{}') as T;
}

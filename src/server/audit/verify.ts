/**
 * Checks the whole history in slices: seals against events, events against records, records against revisions. It only
 * reads, so it can run beside a server, on its database or on a copy. The caller decides how long to pause between slices.
 */
import { existsSync, statSync } from 'node:fs';
import type { Handle } from '../db/database.ts';
import { groupIntoMap, readInSlices, rowsById, splitInChunks } from '../db/rows.ts';
import type { RecordsTable } from '../db/tables.ts';
import { PURGED_ACTION } from '../records/erase/erase.ts';
import { areRecordsAdopted, logForms } from './adopt.ts';
import type { Anchor } from './anchors.ts';
import { checkFileSlices } from './contents.ts';
import { checkCoveredSlices } from './coveredRows.ts';
import { acceptedLossText, isAcceptedLoss, readLosses } from './losses.ts';
import { checkRecord, type RecordEvent, type RecordHistory } from './recordHistory.ts';
import type { HistoryBreak, HistoryReport } from './report.ts';
import { type AuditEvent, eventLeafHash, SEALS_START, type Seal, sealHash } from './seals.ts';
import type { PublicKey } from './signer.ts';

export interface VerifyOptions {
  /** Public keys that are trusted. Without keys, signatures are not checked. */
  keys?: readonly PublicKey[];
  anchors?: readonly Anchor[];
  /**
   * Files that a store has beside its database once it has sealed: paths of its key and its anchors. Those that are missing are
   * reported. Without it nothing is expected, as for a backup.
   */
  expected?: { keyFile: string; anchorFile: string };
  /** Folder of uploaded files whose content is compared with their hash. */
  files?: string;
  /** Number of breaks after which the check stops. */
  most?: number;
}

/** Yields the report after each slice. The returned report is complete, unless `most` breaks were found. */
export async function* verifyHistory(
  db: Handle,
  options: VerifyOptions = {},
): AsyncGenerator<HistoryReport, HistoryReport> {
  const { most = 100, keys = [] } = options;
  const none = { records: 0, revisions: 0, events: 0, seals: 0, rows: 0, erased: 0, purged: 0 };
  const report: HistoryReport = {
    ...none,
    unsealed: { events: 0, since: null },
    breaks: [],
    uncovered: [],
    files: options.files === undefined ? null : 0,
    losses: [],
    areSignaturesChecked: keys.length > 0,
    areAnchorsChecked: (options.anchors?.length ?? 0) > 0,
  };
  for (const part of [sealSlices, unsealedSlices, recordSlices, checkCoveredSlices, checkFileSlices])
    for await (const _ of part(db, report, options)) {
      if (report.breaks.length >= most) return report;
      yield report;
    }
  return report;
}

/** Runs the whole check at once. */
export async function verifyWholeHistory(db: Handle, options: VerifyOptions = {}): Promise<HistoryReport> {
  const slices = verifyHistory(db, options);
  for (;;) {
    const { done, value } = await slices.next();
    if (done) return value;
  }
}

const SEALS_AT_ONCE = 100;
const EVENTS_AT_ONCE = 1000;
const RECORDS_AT_ONCE = 200;
/** How often a record that does not hold is read again, because somebody may have saved it between two reads. */
const ATTEMPTS = 4;

const idOf = ({ id }: { id: number }): number => id;

async function* sealSlices(db: Handle, report: HistoryReport, options: VerifyOptions) {
  const { keys = [], anchors = [] } = options;
  let previous: Pick<Seal, 'number' | 'hash'> = { number: 0, hash: SEALS_START };
  const anchored = new Set(anchors);
  const anchorsOf = groupIntoMap(anchors, ({ number }) => number);
  const ranges: [number, number][] = [];
  const behind = (number: number) =>
    db.selectFrom('seals').selectAll().where('number', '>', number).orderBy('number').limit(SEALS_AT_ONCE).execute();
  for await (const seals of readInSlices(0, ({ number }) => number, behind)) {
    for (const seal of seals) {
      checkSeal(seal, previous, keys, report);
      for (const anchor of anchorsOf.get(seal.number) ?? []) if (anchor.hash === seal.hash) anchored.delete(anchor);
      ranges.push(...(JSON.parse(seal.ids) as [number, number][]));
      previous = seal;
    }
    for await (const _ of eventSlices(db, seals, report)) yield;
    report.seals += seals.length;
    yield;
  }
  const losses = await readLosses(db);
  report.losses = losses.map(acceptedLossText);
  for (const anchor of anchored)
    if (!isAcceptedLoss(anchor, losses))
      report.breaks.push({ about: 'anchor', id: String(anchor.number), reason: 'missing' });
  // After a backup was put back, the files come with the next seal.
  const isSealed = report.seals > 0 && !losses.some(({ seal }) => seal === null);
  for (const [about, file] of isSealed ? missingFiles(options) : [])
    report.breaks.push({ about, id: file, reason: 'missing' });
  yield;
  yield* strayEvents(db, ranges, previous.number, report);
}

function missingFiles({ expected }: VerifyOptions): ['key' | 'anchors', string][] {
  const files: ['key' | 'anchors', string][] = expected
    ? [
        ['key', expected.keyFile],
        ['anchors', expected.anchorFile],
      ]
    : [];
  return files.filter(([, file]) => !existsSync(file) || statSync(file).size === 0);
}

/** Finds events that name a seal although no seal contains them. A server may have sealed more since `last` was read. */
async function* strayEvents(db: Handle, ranges: readonly [number, number][], last: number, report: HistoryReport) {
  const sorted = [...ranges].sort(([a], [b]) => a - b);
  const sealed = sorted.reduce((sum, [first, end]) => sum + end - first + 1, 0);
  const newer = db.selectFrom('seals').select('number').where('number', '>', last);
  const named = db.selectFrom('events').where('seal', 'is not', null).where('seal', 'not in', newer);
  const { n } = await named.select((eb) => eb.fn.countAll().as('n')).executeTakeFirstOrThrow();
  if (Number(n) <= sealed) return;
  const isHeld = (id: number) => sorted.some(([first, end]) => id >= first && id <= end);
  const behind = (after: number) =>
    named.select('id').where('id', '>', after).orderBy('id').limit(EVENTS_AT_ONCE).execute();
  for await (const rows of readInSlices(0, idOf, behind)) {
    for (const { id } of rows)
      if (!isHeld(id)) report.breaks.push({ about: 'event', id: String(id), reason: 'not_in_seal' });
    yield;
  }
}

function checkSeal(
  seal: Seal,
  previous: Pick<Seal, 'number' | 'hash'>,
  keys: readonly PublicKey[],
  { breaks }: HistoryReport,
): void {
  const report = (reason: HistoryBreak['reason'], number = seal.number) =>
    breaks.push({ about: 'seal', id: String(number), reason });
  if (seal.number !== previous.number + 1) report('missing', previous.number + 1);
  else if (seal.previous_hash !== previous.hash) report('changed');
  if (sealHash(seal) !== seal.hash) report('changed');
  if (keys.length === 0) return;
  const key = keys.find(({ id }) => id === seal.signer);
  if (!key) report('unknown_key');
  else if (!key.isSignature(seal.hash, seal.signature)) report('signature');
}

/** Checks every event that these seals contain. */
async function* eventSlices(db: Handle, seals: readonly Seal[], report: HistoryReport) {
  const leaves = new Map<number, { leaf: string; seal: number }>();
  for (const seal of seals) {
    const all = seal.leaves.split(' ');
    let at = 0;
    for (const [first, last] of JSON.parse(seal.ids) as [number, number][])
      for (let id = first; id <= last; id += 1) leaves.set(id, { leaf: all[at++] ?? '', seal: seal.number });
  }
  const ids = [...leaves.keys()].sort((a, b) => a - b);
  for (const part of splitInChunks(ids, EVENTS_AT_ONCE)) {
    const events = await db
      .selectFrom('events')
      .selectAll()
      .where('id', '>=', part[0] as number)
      .where('id', '<=', part.at(-1) as number)
      .execute();
    const there = new Map(events.map((event) => [event.id, event]));
    const sealed: AuditEvent[] = [];
    for (const id of part) {
      const event = there.get(id);
      const { leaf, seal } = leaves.get(id) as { leaf: string; seal: number };
      if (!event) report.breaks.push({ about: 'event', id: String(id), reason: 'missing' });
      else if (event.seal !== seal) report.breaks.push({ about: 'event', id: String(id), reason: 'not_in_seal' });
      else if (eventLeafHash(event) !== leaf) report.breaks.push({ about: 'event', id: String(id), reason: 'changed' });
      else sealed.push(event);
    }
    report.events += part.length;
    await checkThere(db, sealed, report);
    yield;
  }
}

/** Counts and checks the events that wait for a seal. */
async function* unsealedSlices(db: Handle, report: HistoryReport) {
  const waiting = db.selectFrom('events').selectAll().where('seal', 'is', null);
  const behind = (after: number) => waiting.where('id', '>', after).orderBy('id').limit(EVENTS_AT_ONCE).execute();
  for await (const events of readInSlices(0, idOf, behind)) {
    report.unsealed.since ??= events[0]?.at ?? null;
    report.unsealed.events += events.length;
    report.events += events.length;
    await checkThere(db, events, report);
    yield;
  }
}

/** Checks that records named by events about revisions exist, unless a rule removed them. */
async function checkThere(db: Handle, events: readonly AuditEvent[], report: HistoryReport): Promise<void> {
  report.purged += events.filter(({ action }) => action === PURGED_ACTION).length;
  const told = new Map(
    events.flatMap(({ record_id, seq }) => (record_id === null || seq === null ? [] : [[record_id, seq]])),
  );
  const rows = await rowsById(db, 'records', ['id'], [...told.keys()]);
  for (const { id } of rows) told.delete(id);
  if (told.size === 0) return;
  const purged = await db
    .selectFrom('events')
    .select('record_id')
    .where('record_id', 'in', [...told.keys()])
    .where('action', '=', PURGED_ACTION)
    .execute();
  for (const { record_id } of purged) if (record_id) told.delete(record_id);
  const known = new Set(report.breaks.filter(({ reason }) => reason === 'missing').map(({ id }) => id));
  for (const id of told.keys()) if (!known.has(id)) report.breaks.push({ about: 'record', id, reason: 'missing' });
}

async function* recordSlices(db: Handle, report: HistoryReport) {
  const isWhole = await areRecordsAdopted(db);
  const logs = await logForms(db);
  const isTold = ({ form }: RecordsTable) => isWhole && !logs.has(form);
  const all = db.selectFrom('records').selectAll().orderBy('id');
  const behind = (after: string) => all.where('id', '>', after).limit(RECORDS_AT_ONCE).execute();
  for await (const records of readInSlices('', ({ id }) => id, behind)) {
    let histories = await historiesOf(db, records, isTold);
    for (let attempt = 1; histories.length > 0; attempt += 1) {
      const again: string[] = [];
      for (const history of histories) {
        const { breaks, erased } = checkRecord(history);
        if (breaks.length > 0 && attempt < ATTEMPTS) {
          again.push(history.record.id);
          continue;
        }
        report.breaks.push(...breaks);
        report.erased += erased;
        report.revisions += history.revisions.length;
      }
      const rows = again.length > 0 ? await all.where('id', 'in', again).execute() : [];
      histories = await historiesOf(db, rows, isTold);
    }
    report.records += records.length;
    yield;
  }
}

/** Reads what belongs to these records. It is not one moment for all tables: a server may be writing. */
async function historiesOf(
  db: Handle,
  records: readonly RecordsTable[],
  isTold: (record: RecordsTable) => boolean,
): Promise<RecordHistory[]> {
  if (records.length === 0) return [];
  const ids = records.map(({ id }) => id);
  const about = <T extends { record_id: string | null }>(rows: T[]) => groupIntoMap(rows, ({ record_id }) => record_id);
  const revisions = about(
    await db.selectFrom('record_revisions').selectAll().where('record_id', 'in', ids).orderBy('seq').execute(),
  );
  const events = about<RecordEvent>(
    await db
      .selectFrom('events')
      .select(['id', 'record_id', 'action', 'seq', 'hash', 'detail'])
      .where('record_id', 'in', ids)
      .orderBy('id')
      .execute(),
  );
  const files = about(
    await db.selectFrom('attachments').select(['id', 'hash', 'record_id']).where('record_id', 'in', ids).execute(),
  );
  return records.map((record) => ({
    record,
    revisions: revisions.get(record.id) ?? [],
    events: events.get(record.id) ?? [],
    files: Object.fromEntries((files.get(record.id) ?? []).map(({ id, hash }) => [id, hash])),
    isTold: isTold(record),
  }));
}

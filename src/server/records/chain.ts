/**
 * The hash chain of a record: each revision's hash covers the one before, who did what and when, and the content that
 * came out. Changing any revision, or the answers behind them, breaks the chain from there on.
 */
import jsonpatch, { type Operation } from 'fast-json-patch';
import type { RecordData } from '../../core/definitions/types.ts';
import type { Handle } from '../db/database.ts';
import type { RecordRevisionsTable } from '../db/tables.ts';
import { canonicalJson, sha256 } from '../definitions/canonical.ts';

/** What the first revision's hash stands on. */
export const CHAIN_START = '0'.repeat(64);

export type Revision = RecordRevisionsTable;

/** Hash of a revision over its own words and the answers after it. */
export function revisionHash(revision: Omit<Revision, 'hash'>, data: RecordData): string {
  return sha256(`${revision.previous_hash}\n${canonicalJson({ ...revision })}\n${canonicalJson(data)}`);
}

export function patchBetween(before: RecordData, after: RecordData): Operation[] {
  if (Object.keys(before).length > 0) return jsonpatch.compare(before, after);
  return Object.keys(after).flatMap((name): Operation[] =>
    after[name] === undefined
      ? []
      : [{ op: 'add', path: `/${jsonpatch.escapePathComponent(name)}`, value: after[name] }],
  );
}

export interface ChainBreak {
  record_id: string;
  /** Revision at which the chain stops holding; 0 when the record itself is wrong. */
  seq: number;
  reason: 'missing' | 'changed' | 'data' | 'head';
}

/** Follow the chain of a record from its first revision; null when everything holds. */
export async function verifyChain(db: Handle, recordId: string): Promise<ChainBreak | null> {
  const record = await db
    .selectFrom('records')
    .select(['data', 'hash', 'version', 'state'])
    .where('id', '=', recordId)
    .executeTakeFirst();
  if (!record) return { record_id: recordId, seq: 0, reason: 'missing' };
  const revisions = await revisionsOf(db, recordId);
  let data: RecordData = {};
  let previous = CHAIN_START;
  let expected = 1;
  for (const { hash, ...revision } of revisions) {
    if (revision.seq !== expected) return { record_id: recordId, seq: expected, reason: 'missing' };
    try {
      data = applyRevision(data, revision.patch);
    } catch {
      return { record_id: recordId, seq: revision.seq, reason: 'changed' };
    }
    if (revision.previous_hash !== previous || revisionHash(revision, data) !== hash) {
      return { record_id: recordId, seq: revision.seq, reason: 'changed' };
    }
    previous = hash;
    expected += 1;
  }
  const last = revisions.at(-1);
  if (!last || record.version !== last.seq || record.hash !== last.hash || record.state !== last.to_state) {
    return { record_id: recordId, seq: 0, reason: 'head' };
  }
  if (canonicalJson(JSON.parse(record.data)) !== canonicalJson(data))
    return { record_id: recordId, seq: 0, reason: 'data' };
  return null;
}

/** Verify every record, in batches; the breaks found (at most `most`) and the number of records looked at. */
export async function verifyAll(db: Handle, most = 100): Promise<{ checked: number; breaks: ChainBreak[] }> {
  const breaks: ChainBreak[] = [];
  let checked = 0;
  let after = '';
  for (;;) {
    const ids = await db.selectFrom('records').select('id').where('id', '>', after).orderBy('id').limit(500).execute();
    if (ids.length === 0) return { checked, breaks };
    for (const { id } of ids) {
      const found = await verifyChain(db, id);
      if (found) breaks.push(found);
      if (breaks.length >= most) return { checked, breaks };
      checked += 1;
    }
    after = ids.at(-1)?.id ?? after;
  }
}

export async function revisionsOf(db: Handle, recordId: string, upTo?: number): Promise<Revision[]> {
  let query = db.selectFrom('record_revisions').selectAll().where('record_id', '=', recordId).orderBy('seq');
  if (upTo !== undefined) query = query.where('seq', '<=', upTo);
  return query.execute();
}

/** Answers after a revision; throws when the patch does not fit. */
export function applyRevision(data: RecordData, patch: string): RecordData {
  return jsonpatch.applyPatch(data, JSON.parse(patch) as Operation[], true, false).newDocument;
}

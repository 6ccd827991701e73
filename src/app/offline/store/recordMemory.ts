/** Decrypted records of a form in memory. */
import type { LocalRecord } from '../../../core/sync/types.ts';

export interface CachedRecord {
  record: LocalRecord;
  block: string;
  /** Its part of the block's text. */
  size: number;
}

export interface RecordCache {
  changes: number;
  records: Map<string, CachedRecord>;
  size: number;
  list?: readonly LocalRecord[];
}

export function cachedRecords(memory: RecordCache): readonly LocalRecord[] {
  memory.list ??= Array.from(memory.records.values(), ({ record }) => record);
  return memory.list;
}

/** Replaces or removes a record in memory. */
export function setCachedRecord(memory: RecordCache, id: string, next: CachedRecord | undefined): void {
  memory.size += (next?.size ?? 0) - (memory.records.get(id)?.size ?? 0);
  if (next) memory.records.set(id, next);
  else memory.records.delete(id);
}

/** Types of records, people and permissions, shared by server, offline store and screens. */
import type { RecordData } from '../definitions/types.ts';
import type { SyncRecord } from '../generated/api.ts';

/** A role in a programme and a province; null means all. */
export interface Grant {
  role: string;
  programme: string | null;
  province_id: string | null;
}

/** The person who makes the request. */
export interface Actor {
  id: string;
  username: string;
  name: string;
  grants: Grant[];
  /** Record of the person that the account speaks for. */
  person_id?: string | null;
  language: 'en' | 'fa' | 'ps';
  /** Who of the office sends this person's work from a rescue file. The history says so. */
  taken_in_by?: { id: string; name: string };
}

/** Everything about a record except its answers. */
export interface RecordMeta extends Omit<SyncRecord, 'data'> {}

export interface StoredRecord extends RecordMeta {
  data: RecordData;
}

/** Why an action is denied. The caller adds a message in the user's language. */
export interface Refusal {
  code: string;
  params?: Record<string, unknown>;
}

/** `recordScope` and `why_not` of the API, before messages are added. */
export interface Scope {
  allowed: Record<string, true>;
  refused: Record<string, Refusal>;
}

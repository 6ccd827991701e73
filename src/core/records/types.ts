/** Types of records, people and permissions, shared by server, offline store and screens. */
import type { RecordData } from '../definitions/types.ts';

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
export interface RecordMeta {
  id: string;
  form: string;
  form_version: number;
  code: string | null;
  state: string;
  parent_id: string | null;
  site_id: string | null;
  province_id: string | null;
  district_id: string | null;
  village_id: string | null;
  organization_id: string | null;
  /** For optimistic locking. Each revision increases it by one. */
  version: number;
  created_by: string;
  /** UTC, ISO 8601 with milliseconds. */
  created_at: string;
  /** Who last changed the answers or handed the record in. Unlike `updated_by`, other changes of state keep it. */
  edited_by: string;
  /** Who of the office sent the record from a rescue file of `created_by`. null if they sent it themselves. */
  created_sent_by: string | null;
  /** The same of `edited_by` and what they changed or handed in last. */
  edited_sent_by: string | null;
  updated_by: string;
  updated_at: string;
  /** When filling it in began, on the device's corrected clock. null if nobody said so, as for the two below. */
  started_at: string | null;
  captured_at: string | null;
  device_id: string | null;
  deleted_at: string | null;
}

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

/** Records, people and what they may do: the words that server, offline store and screens share. */
import type { RecordData } from '../definitions/types.ts';

/** role × programme × place; null means all. */
export interface Grant {
  role: string;
  programme: string | null;
  province_id: string | null;
}

/** Who asks. */
export interface Actor {
  id: string;
  username: string;
  name: string;
  grants: Grant[];
  language: 'en' | 'fa' | 'ps';
}

/** What permissions look at; everything else of a record is answers. */
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
  /** Optimistic lock; grows by one with every revision. */
  version: number;
  created_by: string;
  /** UTC, ISO 8601 with milliseconds. */
  created_at: string;
  updated_by: string;
  updated_at: string;
  captured_at: string | null;
  device_id: string | null;
  deleted_at: string | null;
}

export interface StoredRecord extends RecordMeta {
  data: RecordData;
}

/** Why an action is missing; `message` is filled by whoever knows the reader's language. */
export interface Refusal {
  code: string;
  params?: Record<string, unknown>;
}

/** `recordScope` and `why_not` of the API, before words. */
export interface Scope {
  allowed: Record<string, true>;
  refused: Record<string, Refusal>;
}

/** Rows of definitions and reference data, and what follows from their changes; see `tables.ts`. */

export interface DefinitionsTable {
  form: string;
  version: number;
  /** Hash of the data contract; never changes under one version. */
  hash: string;
  /** Hash of the whole source, words included. */
  text_hash: string;
  /** `file` ships with the product, `published` came at run time. */
  origin: string;
  definition: string;
  schema: string;
  published_at: string;
  published_by: string | null;
  /** The contract as it was written, with its references, JSON; null where it came without. */
  written: string | null;
  /** `text_hash` of the file that was last taken in: a file that did not change since does not undo corrected words. */
  file_hash: string | null;
}

/** A question that was restricted once and is not any more, by somebody's decision. */
export interface LiftedRestrictionsTable {
  form: string;
  /** Question id. */
  question: string;
  at: string;
  by_id: string;
  reason: string;
}

export interface ChoicesTable {
  list: string;
  id: string;
  position: number;
  code: string;
  name_en: string;
  name_fa: string;
  name_ps: string;
  category: string | null;
  parent: string | null;
  /** JSON array. */
  aliases: string | null;
  /** JSON object. */
  extra: string | null;
  /** ISO days between which it may be chosen; null is open. */
  valid_from: string | null;
  valid_to: string | null;
  /** Entry of the same list that stands for this one. */
  merged_into: string | null;
  /** Instant of the last edit by a person; empty while it is as a file made it. */
  updated_at: string;
}

export interface PlacesTable {
  id: string;
  /** province, district, village */
  level: string;
  pcode: string | null;
  parent_id: string | null;
  name_en: string;
  name_fa: string;
  name_ps: string;
  /** JSON array. */
  aliases: string | null;
  latitude: number | null;
  longitude: number | null;
  /** ISO day since when it is no longer offered. */
  retired_at: string | null;
  /** Place that stands for this double. */
  merged_into: string | null;
  /** Instant of the last edit by a person; null while it is as it was put in. */
  updated_at: string | null;
}

/** What is to be made anew because a thing got another name. */
export interface PendingWorkTable {
  kind: 'choice' | 'place' | 'record' | 'form';
  /** Of a choice its list, of a record its form, else empty. */
  list: string;
  id: string;
  /** Another one each time it is asked for, so that what was asked for while it was being done is done again. */
  token: string;
}

/** Tables of definitions and reference data, and of the pending work after their changes. See `tables.ts`. */

import type { TranslationState } from '../../core/definitions/words/status.ts';

export interface DefinitionsTable {
  form: string;
  version: number;
  /** Hash of the data contract. Never changes under one version number. */
  hash: string;
  /** Hash of the whole source, including its texts. */
  text_hash: string;
  /** `file` for forms that ship with the product, `published` for forms published at run time. */
  origin: string;
  definition: string;
  schema: string;
  published_at: string;
  published_by: string | null;
  /** The contract as it was written, with its references, as JSON. Null if it was not given. */
  written: string | null;
  /** `text_hash` of the file that was stored last. An unchanged file does not undo texts corrected at run time. */
  file_hash: string | null;
}

/** A question whose restriction somebody decided to lift. */
export interface LiftedRestrictionsTable {
  form: string;
  /** Question id. */
  question: string;
  at: string;
  by_id: string;
  reason: string;
}

/** A form that somebody decided takes no new records. */
export interface RetiredFormsTable {
  form: string;
  /** First ISO day, in Kabul, without new records. */
  from_day: string;
  at: string;
  by_id: string;
  reason: string;
}

/** A version of a form that somebody decided takes no new records. */
export interface WithdrawnVersionsTable {
  form: string;
  version: number;
  at: string;
  by_id: string;
  reason: string;
}

/** A version that new records are captured with from a day on. */
export interface VersionStartsTable {
  form: string;
  version: number;
  /** First ISO day, in Kabul, of its new records. */
  from_day: string;
  at: string;
  by_id: string;
  /** Null if the day was said when it was published. */
  reason: string | null;
}

/** A form version that somebody still writes. */
export interface DefinitionDraftsTable {
  id: string;
  /** JSON objects, as they were sent. */
  definition: string;
  schema: string;
  note: string | null;
  /** What is drafted. A report stands in `definition`. */
  kind: 'form' | 'report';
  /** Hash of the served report that a draft began with; null for a new report. */
  seen_hash: string | null;
  /** The report as it was last previewed, if it counts what no other report does. JSON. */
  previewed: string | null;
  /** Increases with every save. */
  version: number;
  created_at: string;
  created_by: string;
  changed_at: string;
  changed_by: string;
  /** JSON list of the ids of those who wrote in it; null for drafts that were begun before this was kept. */
  writers: string | null;
}

/** A state that a translation of a form got at run time. Rows are only added; the last one counts. */
export interface TextStatesTable {
  id: string;
  form: string;
  /** Where the text stands, by ids of questions and options. */
  place: string;
  language: string;
  /** The words it was translated from. */
  source: string;
  words: string;
  state: TranslationState;
  at: string;
  /** Who gave it, or brought the files in which it stood. */
  by_id: string;
  /** Name of who gave it, as the files said it. Null if it was given here. */
  by_name: string | null;
}

/** Pictures and sounds that definitions show. They are never removed, because every version keeps those it was published with. */
export interface DefinitionMediaTable {
  /** SHA-256 of the content. */
  hash: string;
  /** png, mp3 … by the content. */
  extension: string;
  size: number;
  /** Base64. */
  content: string;
  at: string;
  /** Who uploaded it. Null if it is a file of the product. */
  by_id: string | null;
}

/** Published versions of the navigation, the permissions and the choice lists. */
export interface CommonVersionsTable {
  /** `navigation`, `permissions` or `choices.<list>`. */
  part: string;
  version: number;
  content: string;
  /** Hash of the file in whose place it was published. Null if there was none. */
  file_hash: string | null;
  at: string;
  by_id: string;
  note: string | null;
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
  /** First and last ISO day on which it may be chosen. Null means no limit. */
  valid_from: string | null;
  valid_to: string | null;
  /** Canonical choice of the same list that this one was merged into. */
  merged_into: string | null;
  /** UTC time of the last edit by a person. Empty if only a file has written it. */
  updated_at: string;
}

export interface PlacesTable {
  id: string;
  /** `province`, `district` or `village`. */
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
  /** ISO day from which it is no longer offered. */
  retired_at: string | null;
  /** Canonical place that this one was merged into. */
  merged_into: string | null;
  /** UTC time of the last edit by a person. Null if no person has edited it. */
  updated_at: string | null;
}

/** Imported borders of a level of places. */
export interface PlaceBordersTable {
  /** `province` or `district`. */
  level: string;
  /** Name of the file they came from. */
  file: string;
  /** SHA-256 of the content. */
  hash: string;
  /** TopoJSON. */
  content: string;
  /** How many places have a border. */
  places: number;
  points: number;
  /** Bytes of the content, gzipped. */
  size: number;
  at: string;
  by_id: string;
}

/** Rows to refresh because something was renamed. */
export interface PendingWorkTable {
  kind: 'choice' | 'place' | 'record' | 'form';
  /** The list of a choice or the form of a record. Empty otherwise. */
  list: string;
  id: string;
  /** New for each request, so that work requested again while it runs is done again. */
  token: string;
}

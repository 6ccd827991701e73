/** What the API asks of records, and gets. */
import type { CompiledForm, RecordData } from '../../core/definitions/types.ts';
import type { RecordErrors } from '../../core/errors/failure.ts';
import type { Operator } from '../../core/form/operators.ts';
import type { ListMeta } from '../../core/generated/api.ts';
import type { Actor, Scope, StoredRecord } from '../../core/records/types.ts';

export interface Filter {
  /** Field, engine column or `parent.<field>`, as in definitions. */
  field: string;
  op: Operator;
  value: unknown;
}

export interface ListQuery {
  form: CompiledForm;
  filters: Filter[];
  /** Column names, `-` in front for descending; the form's default sort when empty. */
  sort: string[];
  /** From 1. */
  page: number;
  per_page: number;
  /** Key paging for walks over everything (exports): the last row's cursor of the page before. */
  after?: string;
  /** Free text over code, name and listed texts. */
  text?: string;
  parent_id?: string;
  /** true: the deleted records instead of the living ones; for who may restore. */
  deleted?: boolean;
}

/** Numbers of records instead of the records. */
export interface AggregateQuery {
  form: CompiledForm;
  filters: Filter[];
  /** Choices, states, places, days: a group for each combination; none for one number of all. */
  by: string[];
  /** A number whose average is asked besides; only records that have it count then. */
  average?: string;
}

export interface AggregateRow {
  /** One for each of `by`; empty where the record says nothing. */
  keys: string[];
  count: number;
  average: number | null;
}

export interface ListRow {
  record: StoredRecord;
  name: string;
  /** Display values of list columns that are not in the record itself: `parent.name`, `parent.<field>`. */
  columns: Record<string, unknown>;
  scope: Scope;
}

export interface ListPage
  extends Pick<ListMeta, 'per_page' | 'current_page' | 'last_page' | 'total' | 'capped' | 'next_cursor'> {
  rows: ListRow[];
}

export interface RecordView {
  record: StoredRecord;
  scope: Scope;
  /** Name of the record in lists and breadcrumbs. */
  name: string;
}

/** Where a write comes from. */
export interface WriteContext {
  actor: Actor;
  /** Idempotency-Key header or `client_id`; the first answer is kept and given again. */
  operation?: string;
  device_id?: string;
  captured_at?: string;
}

/** What an update brings. */
export interface SentAnswers {
  /** The version of the form they are of. */
  form: CompiledForm;
  data: RecordData;
  /** The one the writer saw; an older one is 417 with both sides. */
  version?: number | undefined;
  /** Stored names that were not spoken of: they keep the answer the record has. */
  keep?: readonly string[];
}

/** Reads what was sent by the record as it is, since answers are of the version it was captured with. */
export type ReadSent = (before: RecordView) => SentAnswers;

/** A record to be made under an id that its maker chose. */
export interface NewRow {
  id: string;
  data: RecordData;
}

/** Is told after each row how many are checked, then written. What it throws ends the work, and nothing is kept. */
export type OnProgress = (step: 'check' | 'write', done: number) => Promise<void>;

/** Rows that were to be made together, and may not; `errors` in their order. */
export class RowsRefused extends Error {
  readonly errors: RecordErrors[];
  constructor(errors: RecordErrors[]) {
    super('rows were refused');
    this.errors = errors;
  }
}

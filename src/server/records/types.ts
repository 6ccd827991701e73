/**
 * What the API asks of the records room. Implemented by `records/records.ts` over Kysely on both databases.
 * Every call takes the actor: scope is decided inside, in one place; invisible is `record_not_found` (404), visible but
 * forbidden is `forbidden` (403) with the reason. All failures are `Failure` from src/core/errors.
 */

import type { CompiledForm, RecordData } from '../../core/definitions/types.ts';
import type { RecordErrors } from '../../core/errors/failure.ts';
import type { Operator } from '../../core/form/operators.ts';
import type { ChangeView, ListMeta } from '../../core/generated/api.ts';
import type { Actor, RecordMeta, Scope, StoredRecord } from '../../core/records/types.ts';

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

export interface Records {
  list(query: ListQuery, actor: Actor): Promise<ListPage>;
  /** Of the records a list with the same filters shows. */
  aggregate(query: AggregateQuery, actor: Actor): Promise<AggregateRow[]>;
  get(form: CompiledForm, id: string, actor: Actor): Promise<RecordView>;
  /** The scope of a record not made yet, for create screens. */
  scopeForNew(form: CompiledForm, parentId: string | null, actor: Actor): Promise<Scope>;
  create(
    form: CompiledForm,
    data: RecordData,
    options: { id?: string; parent_id?: string },
    context: WriteContext,
  ): Promise<RecordView>;
  /** Errors of each row if it were made now (also: two rows with one unique value); nothing is written. */
  checkAll(form: CompiledForm, rows: readonly NewRow[], actor: Actor): Promise<RecordErrors[]>;
  /** All of them in one transaction, or none. Throws `RowsRefused` with what is wrong with each. */
  createAll(
    form: CompiledForm,
    rows: readonly NewRow[],
    context: WriteContext,
    onProgress?: OnProgress,
  ): Promise<{ id: string; code: string | null; name: string }[]>;
  /** For each of the answers the records, of those the actor sees, that say the same to these properties; a few each. */
  findDuplicates(
    query: { form: CompiledForm; rows: readonly RecordData[]; properties: readonly string[] },
    actor: Actor,
  ): Promise<{ id: string; code: string | null }[][]>;
  /** The answers as a whole. The record is read once; should somebody else write it meanwhile, `read` is asked again. */
  update(form: CompiledForm, id: string, read: ReadSent, context: WriteContext): Promise<RecordView>;
  transition(
    form: CompiledForm,
    id: string,
    action: string,
    comment: string | undefined,
    version: number | undefined,
    context: WriteContext,
    fields?: { field: string; comment: string }[],
  ): Promise<RecordView>;
  remove(form: CompiledForm, id: string, version: number | undefined, context: WriteContext): Promise<RecordMeta>;
  restore(form: CompiledForm, id: string, context: WriteContext): Promise<RecordView>;
  history(form: CompiledForm, id: string, actor: Actor): Promise<ChangeView[]>;
  /**
   * true when no living record of the form other than `exceptId` has this value (folded). For whoever may write it: throws
   * `forbidden` when the actor may neither make such a record nor edit that one, `record_not_found` when it is not seen.
   */
  isUnique(
    form: CompiledForm,
    field: string,
    value: string,
    exceptId: string | undefined,
    actor: Actor,
  ): Promise<boolean>;
  /** Those of the records, of whichever forms, that the actor sees; deleted ones are not among them. */
  seenAmong(ids: readonly string[], actor: Actor): Promise<ReadonlySet<string>>;
  /** Number of living, visible records per key of `api.formTypes`. */
  counts(form: CompiledForm, id: string, actor: Actor): Promise<Record<string, number>>;
}

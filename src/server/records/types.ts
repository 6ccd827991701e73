/** Parameters and results of the record service. */
import type { CompiledForm, RecordData } from '../../core/definitions/types.ts';
import type { RecordErrors } from '../../core/errors/failure.ts';
import type { Known } from '../../core/form/defaults.ts';
import type { Operator } from '../../core/form/operators.ts';
import type { DuplicateRecord, ListMeta } from '../../core/generated/api.ts';
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
  /** Column names, with `-` in front for descending. Empty for the form's default sort. */
  sort: string[];
  /** Answers that the rows shall carry besides those of the form's list. */
  columns?: string[];
  /** Starts at 1. */
  page: number;
  per_page: number;
  /** Cursor of the previous page's last row, for paging by key through everything (exports). */
  after?: string;
  /** Words to search for in code, name and listed texts. */
  text?: string;
  parent_id?: string;
  /** True to list deleted records instead of the others. Only for people who may restore. */
  deleted?: boolean;
}

/** The sum of one question's amounts. */
export interface AmountSum {
  /** Stored name of the amount. */
  amount: string;
  /** `currency` is an empty text for amounts without one. */
  groups: { currency: string; count: number; total: number }[];
}

/** A query for numbers of records. */
export interface AggregateQuery {
  form: CompiledForm;
  filters: Filter[];
  /** Choices, states, places or days. Each combination is a group. Empty for a single total. */
  by: string[];
  /** A number field whose average is returned too. Then only records with an answer to it are counted. */
  average?: string;
}

export interface AggregateRow {
  /** One value for each entry of `by`. Empty text if the record has no answer. */
  keys: string[];
  count: number;
  average: number | null;
}

export interface ListRow {
  /** Its answers are read as the newest version, like the columns that filters search. */
  record: StoredRecord;
  /** The answers as they are stored, in the version that the record was captured with. */
  stored: RecordData;
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

/** Who makes a write, and from where. */
export interface WriteContext {
  actor: Actor;
  /** Idempotency-Key header or `client_id`. The first response is kept and returned again. */
  operation?: string;
  device_id?: string;
  captured_at?: string;
  /** Seconds that the clock of the device is ahead of the server's, if it is wrong by minutes. */
  clock_offset?: number;
  /**
   * What to do if another record says the same (`sameAs`): `ask` throws `record_same`, `save` writes it all the same and says
   * so in the revision. Without it nothing is looked for.
   */
  same?: 'ask' | 'save';
  /** Returns what the defaults of a new record below this parent may read. Without it they read no other record. */
  known?(form: CompiledForm, parentId: string | undefined): Promise<Known>;
}

/** The answers of an update. */
export interface SentAnswers {
  /** The form in the version that the answers are of. */
  form: CompiledForm;
  data: RecordData;
  /** The version that the writer saw. If it is not the current one, the response is 417 with both sides. */
  version?: number | undefined;
  /** Transition to take together with the update. It must have `after_edit`. */
  transition?: string | undefined;
  /** Property names that the update omits. They keep the record's answers. */
  keep?: readonly string[];
}

/** Reads the sent answers. It needs the current record, because answers are of the version it was captured with. */
export type ReadSent = (before: RecordView) => SentAnswers;

/** A record to create, with an id chosen by the caller. */
export interface NewRow {
  id: string;
  data: RecordData;
  /** Other rows and records that say the same, which the caller decided to import besides. */
  same?: unknown;
}

/** Other records with the same answers. */
export interface SameFound {
  /** Those that the actor sees. */
  records: DuplicateRecord[];
  /** True if there are some that the actor does not see. */
  hidden: boolean;
}

/** An update of one of several records that are changed together. */
export interface UpdatedRow {
  id: string;
  read: ReadSent;
}

/** Called after each checked or written row with the number so far. If it throws, the work stops and nothing is kept. */
export type OnProgress = (step: 'check' | 'write', done: number) => Promise<void>;

/** Thrown if rows that were to be created together have errors. `errors` is in the order of the rows. */
export class RowsRefused extends Error {
  readonly errors: RecordErrors[];
  constructor(errors: RecordErrors[]) {
    super('rows were refused');
    this.errors = errors;
  }
}

/** Parameters and results of the record service. */
import type { CompiledForm, RecordData } from '../../core/definitions/types.ts';
import type { RecordErrors } from '../../core/errors/recordErrors.ts';
import type { Filter } from '../../core/query/filter.ts';
import type { ListPage, ListQuery, ListRow } from '../../core/query/listQuery.ts';
import type { RecordWithScope, UpdateBody } from '../../core/saving/types.ts';

export type { Filter, ListPage, ListQuery, ListRow };

/** A query for numbers of records. */
export interface AggregateQuery {
  form: CompiledForm;
  filters: Filter[];
  /** Choices, states, places or days. Each combination is a group. Empty for a single total. */
  by: string[];
}

export interface AggregateRow {
  /** One value for each entry of `by`. Empty text if the record has no answer. */
  keys: string[];
  count: number;
}

/** Reads the sent answers. It needs the current record, because answers are of the version it was captured with. */
export type UpdateReader = (before: RecordWithScope) => UpdateBody;

/** A record to create, with an id chosen by the caller. */
export interface RecordToCreate {
  id: string;
  data: RecordData;
  /** Other rows and records that say the same, which the caller decided to import besides. */
  same?: unknown;
}

/** An update of one of several records that are changed together. */
export interface RecordToUpdate {
  id: string;
  read: UpdateReader;
}

/** Called after each checked or written row with the number so far. If it throws, the work stops and nothing is kept. */
export type OnRowProgress = (step: 'check' | 'write', done: number) => Promise<void>;

/** Thrown if rows that were to be created together have errors. `errors` is in the order of the rows. */
export class RowsRefused extends Error {
  readonly errors: RecordErrors[];
  constructor(errors: RecordErrors[]) {
    super('rows were refused');
    this.errors = errors;
  }
}

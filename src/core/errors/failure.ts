/** The only error for refused requests. The response has its catalogue entry and a message in the user's language. */
import { CATALOGUE, type ErrorCode } from './catalogue.ts';
import { type ErrorParams, type RecordErrors, uncheckedCount } from './recordErrors.ts';

export interface FailureOptions {
  params?: ErrorParams;
  errors?: RecordErrors;
  /** Technical detail for the log and for client programs. It is not a message for users. */
  detail?: unknown;
  cause?: unknown;
}

export class Failure extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly number: number;
  readonly sqlstate: string;
  readonly params: ErrorParams;
  readonly errors: RecordErrors | undefined;
  /** Number of errors left out of `errors`, and of items that were not checked any more. */
  readonly moreErrors: number;
  readonly detail: unknown;

  constructor(code: ErrorCode, { params = {}, errors, detail, cause }: FailureOptions = {}) {
    super(code, { cause });
    this.name = 'Failure';
    this.code = code;
    this.status = CATALOGUE[code].status;
    this.number = CATALOGUE[code].number;
    this.sqlstate = CATALOGUE[code].sqlstate;
    this.params = params;
    this.errors = errors;
    this.moreErrors = errors ? uncheckedCount(errors) : 0;
    this.detail = detail;
  }
}

/** Returns the error for a filter or another part of a query that cannot be read. */
export function badFilter(field: string): Failure {
  return new Failure('bad_filter', { params: { field } });
}

/** The only error for refused requests. The response has its catalogue entry and a message in the user's language. */
import { CATALOGUE, type ErrorCode } from './catalogue.ts';

/** Values for the message: numbers, texts, lists of texts, or texts in three languages. */
export type ErrorParams = Record<string, unknown>;

export interface RecordError {
  code: ErrorCode;
  params?: ErrorParams;
}

/** Errors of a record's answers by JSON Pointer (`/water`, `/participants/0/male`). */
export type RecordErrors = Record<string, RecordError[]>;

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
    this.moreErrors = (errors && sizes.get(errors)?.more) ?? 0;
    this.detail = detail;
  }
}

/** Returns the error for a filter or another part of a query that cannot be read. */
export function badFilter(field: string): Failure {
  return new Failure('bad_filter', { params: { field } });
}

/** Most pointers in one object of errors. No form has more fields, and it limits the response to a body full of mistakes. */
export const MOST_ERRORS = 1_000;

/** For each object of errors: how many pointers it has, and how many more did not fit. */
const sizes = new WeakMap<RecordErrors, { pointers: number; more: number }>();

function sizeOf(errors: RecordErrors) {
  let size = sizes.get(errors);
  if (!size) {
    size = { pointers: Object.keys(errors).length, more: 0 };
    sizes.set(errors, size);
  }
  return size;
}

/** Adds an error at a pointer, each code once unless it has another message of its own. Beyond MOST_ERRORS pointers, errors are only counted. */
export function addError(errors: RecordErrors, pointer: string, code: ErrorCode, params?: ErrorParams): void {
  const error: RecordError = params ? { code, params } : { code };
  const there = errors[pointer];
  if (there) {
    const isSame = (one: RecordError) => one.code === code && one.params?.sentence === params?.sentence;
    if (!there.some(isSame)) there.push(error);
  } else if (!leaveOut(errors, 1)) {
    sizeOf(errors).pointers += 1;
    errors[pointer] = [error];
  }
}

/** Returns true if there is no room for more errors. It then counts `left` items as unchecked, and the caller can stop. */
export function leaveOut(errors: RecordErrors, left: number): boolean {
  const size = sizeOf(errors);
  if (size.pointers < MOST_ERRORS) return false;
  size.more += left;
  return true;
}

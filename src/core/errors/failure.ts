/** The one way to refuse: thrown anywhere, answered with its catalogue entry, worded in the reader's language. */
import { CATALOGUE, type ErrorCode } from './catalogue.ts';

/** Values for the sentence: numbers, words, lists of words, or texts in three languages. */
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
  /** What an operator reads in the log and a client program reads in the answer; never a person's sentence. */
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
  /** Errors beyond those in `errors`, and what was not looked at any more. */
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

/** A filter or another part of a query that cannot be read. */
export function badFilter(field: string): Failure {
  return new Failure('bad_filter', { params: { field } });
}

/** Places an answer can name; more than any form has, and few enough that a body of mistakes makes no larger answer. */
export const MOST_ERRORS = 1_000;

/** Pointers in an object of errors, and what found no room in it. */
const sizes = new WeakMap<RecordErrors, { pointers: number; more: number }>();

function sizeOf(errors: RecordErrors) {
  let size = sizes.get(errors);
  if (!size) {
    size = { pointers: Object.keys(errors).length, more: 0 };
    sizes.set(errors, size);
  }
  return size;
}

/** Adds an error under a pointer, once; beyond MOST_ERRORS pointers it is only counted. */
export function addError(errors: RecordErrors, pointer: string, code: ErrorCode, params?: ErrorParams): void {
  const error: RecordError = params ? { code, params } : { code };
  const there = errors[pointer];
  if (there) {
    if (!there.some((one) => one.code === code)) there.push(error);
  } else if (!leaveOut(errors, 1)) {
    sizeOf(errors).pointers += 1;
    errors[pointer] = [error];
  }
}

/** true when there is no room for more errors: then what is left to look at is counted, and nobody need look at it. */
export function leaveOut(errors: RecordErrors, left: number): boolean {
  const size = sizeOf(errors);
  if (size.pointers < MOST_ERRORS) return false;
  size.more += left;
  return true;
}

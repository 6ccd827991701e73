/** The one way to refuse: thrown anywhere, answered with its catalogue entry, worded in the reader's language. */
import { CATALOGUE, type ErrorCode } from './catalogue.ts';

/** Values for the sentence: numbers, words, lists of words, or texts in three languages. */
export type ErrorParams = Record<string, unknown>;

export interface RecordError {
  code: ErrorCode;
  params?: ErrorParams;
}

/** Errors of a record's answers by JSON Pointer (`/water`, `/problems/0/problem_details`). */
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
    this.detail = detail;
  }
}

/** Adds an error under a pointer, once. */
export function addError(errors: RecordErrors, pointer: string, code: ErrorCode, params?: ErrorParams): void {
  const there = errors[pointer];
  if (there?.some((error) => error.code === code)) return;
  const error: RecordError = params ? { code, params } : { code };
  if (there) there.push(error);
  else errors[pointer] = [error];
}

/** Errors of answers, collected while a record is read and checked. Without the catalogue, which lists need not load. */
import { memoizeByObject } from '../memoize.ts';
import type { ErrorCode } from './catalogue.ts';

/** Values for the message: numbers, texts, lists of texts, or texts in three languages. */
export type ErrorParams = Record<string, unknown>;

export interface RecordError {
  code: ErrorCode;
  params?: ErrorParams;
}

/** Errors of a record's answers by JSON Pointer (`/water`, `/participants/0/male`). */
export type RecordErrors = Record<string, RecordError[]>;

/** Most pointers in one object of errors. No form has more fields, and it limits the response to a body full of mistakes. */
export const MOST_ERRORS = 1_000;

/** For each object of errors: how many pointers it has, and how many more did not fit. */
const sizeOf = memoizeByObject('sizes of errors', (errors: RecordErrors) => ({
  pointers: Object.keys(errors).length,
  more: 0,
}));

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

/** Returns the number of items that were left out or not checked. */
export function uncheckedCount(errors: RecordErrors): number {
  return sizeOf(errors).more;
}

/** The body of a refused request: the same from the server and from the data source of a device. */
import type { ErrorResponse } from '../generated/api.ts';
import { isObject } from '../json.ts';
import { CATALOGUE, type ErrorCode } from './catalogue.ts';
import type { Failure } from './failure.ts';
import type { ErrorParams, RecordErrors } from './recordErrors.ts';

/** Sentences in the user's language. */
export interface ErrorSentences {
  /** Returns the sentence of an error code. */
  of(code: string, params?: ErrorParams): string;
  /** Returns the sentence that so many errors were left out. */
  more(count: number): string;
}

/** Adds sentences to field errors. The keys are JSON Pointers. */
export function fieldErrors(
  errors: RecordErrors,
  sentences: Pick<ErrorSentences, 'of'>,
): NonNullable<ErrorResponse['errors']> {
  return Object.fromEntries(
    Object.entries(errors).map(([pointer, list]) => [
      pointer,
      list.map(({ code, params }) => ({
        code,
        number: CATALOGUE[code].number,
        message: sentences.of(code, params),
      })),
    ]),
  );
}

/** Returns `{code, number, message, errors?, more_errors?, errorInfo?}` and the keys of `failure.detail`. */
export function failureBody(failure: Failure, sentences: ErrorSentences, requestId?: string) {
  const { number, sqlstate } = CATALOGUE[failure.code as ErrorCode];
  const { moreErrors } = failure;
  const sentence = sentences.of(failure.code, failure.params);
  const message = moreErrors > 0 ? `${sentence} ${sentences.more(moreErrors)}` : sentence;
  const errors = failure.errors && fieldErrors(failure.errors, sentences);
  const first = errors && Object.values(errors)[0]?.[0];
  return {
    code: failure.code,
    number,
    message,
    ...(errors && { errors }),
    ...(moreErrors > 0 && { more_errors: moreErrors }),
    ...(errors && {
      errorInfo: [sqlstate, first?.number ?? number, first?.message ?? message] as [string, number, string],
    }),
    ...(requestId !== undefined && failure.status >= 500 && { request_id: requestId }),
    ...(isObject(failure.detail) && failure.detail),
  };
}

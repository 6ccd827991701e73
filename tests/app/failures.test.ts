/** An `ApiError` keeps everything that the server said about a failed request, and screens choose from it. */
import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { ApiError, isUnreached } from '../../src/app/data/errors.ts';
import { failureText } from '../../src/app/shell/FailureNote.tsx';

describe('a failed call', () => {
  it('keeps the message and the status', () => {
    const failure = new ApiError(500, { code: 'internal', message: 'The rates rest.', request_id: 'req-7' });
    expect([failure.message, failure.status, failure.requestId]).toEqual(['The rates rest.', 500, 'req-7']);
    expect(isUnreached(failure)).toBe(false);
    expect(isUnreached(new ApiError(503, { message: 'Soon again.' }))).toBe(true);
  });

  it('keeps the third item of an error info, and nothing else of it', () => {
    const info = (errorInfo: unknown) => new ApiError(422, { message: 'Wrong.', errorInfo }).errorInfo;
    expect(info(['23505', 1062, 'This name is taken.'])).toBe('This name is taken.');
    for (const other of [undefined, 'text', [], ['23505', 1062], ['23505', 1062, '']])
      expect(info(other)).toBeUndefined();
  });
});

describe('the words of a failure', () => {
  it('end with the number of the request when the server was at fault', () => {
    const t = ((key: string) => key) as unknown as TFunction;
    const fault = new ApiError(500, {
      code: 'internal',
      message: 'An unexpected error occurred.',
      request_id: 'req-7',
    });
    expect(failureText(fault, t)).toBe('An unexpected error occurred. error.requestId \u2068req-7\u2069');
    expect(failureText(new ApiError(422, { message: 'Wrong.' }), t)).toBe('Wrong.');
    expect(failureText(new Error('inside'), t)).toBe('error.unexpected');
  });
});

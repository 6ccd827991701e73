/** An `ApiError` keeps everything that the server said about a failed request, and screens choose from it. */
import type { TFunction } from 'i18next';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError, isServerUnreachable } from '../../src/app/data/errors.ts';
import { call } from '../../src/app/data/http.ts';
import { failureText } from '../../src/app/shell/FailureNote.tsx';
import { syncErrorOf } from '../../src/core/sync/request.ts';
import { stopsSync } from '../../src/core/sync/transport.ts';

describe('a failed call', () => {
  it('keeps the message and the status', () => {
    const failure = new ApiError(500, { code: 'internal', message: 'The rates rest.', request_id: 'req-7' });
    expect([failure.message, failure.status, failure.requestId]).toEqual(['The rates rest.', 500, 'req-7']);
    expect(isServerUnreachable(failure)).toBe(false);
    expect(isServerUnreachable(new ApiError(503, { message: 'Soon again.' }))).toBe(true);
  });

  it('keeps the third item of an error info, and nothing else of it', () => {
    const info = (errorInfo: unknown) => new ApiError(422, { message: 'Wrong.', errorInfo }).errorInfo;
    expect(info(['23505', 1062, 'This name is taken.'])).toBe('This name is taken.');
    for (const other of [undefined, 'text', [], ['23505', 1062], ['23505', 1062, '']])
      expect(info(other)).toBeUndefined();
  });
});

describe('a server that is older than the app', () => {
  afterEach(() => vi.restoreAllMocks());

  it('is refused before anything of its answer is read, and stops a run that sends', async () => {
    const answer = (protocol?: string) =>
      new Response('{"ok":true}', {
        status: 200,
        headers: { 'content-type': 'application/json', ...(protocol && { 'x-amanat-protocol': protocol }) },
      });
    const fetching = vi.spyOn(globalThis, 'fetch');
    for (const understood of [undefined, '1', '2']) {
      fetching.mockResolvedValueOnce(answer(understood));
      expect(await call('session')).toEqual({ ok: true });
    }
    const headers = fetching.mock.calls[0]?.[1]?.headers as Record<string, string>;
    expect(headers['x-amanat-client']).toBe('app/1');
    fetching.mockResolvedValueOnce(answer('0'));
    const failure = await call('session').catch((error: unknown) => error);
    expect(failure).toMatchObject({ status: 426, code: 'server_outdated' });
    expect(stopsSync(syncErrorOf(426, { code: 'server_outdated', message: '' }))).toBe(true);
    expect(stopsSync(syncErrorOf(426, { code: 'app_outdated', message: '' }))).toBe(true);
    expect(stopsSync(syncErrorOf(422, { code: 'required', message: '' }))).toBe(false);
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
    expect(failureText(fault, t)).toBe(
      'An unexpected error occurred. error.next.again error.requestId \u2068req-7\u2069',
    );
    expect(failureText(new ApiError(422, { code: 'invalid', message: 'Wrong.' }), t)).toBe('Wrong.');
    expect(failureText(new Error('inside'), t)).toBe('error.unexpected error.next.again');
  });
});

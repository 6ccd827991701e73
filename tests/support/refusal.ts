/** What refusals say. A bare status is no proof: every other reason has it, too. */
import { expect } from 'vitest';
import { CATALOGUE, type ErrorCode } from '../../src/core/errors/catalogue.ts';

/** The response to a refused request, as far as it is compared. */
export interface Refused {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the body of any response
  body: any;
}

/**
 * Holds that a request was refused for this reason, with the status that belongs to it. `at` is the JSON Pointer of the answer that
 * is wrong; the code is then that of the answer, and other answers may be wrong, too. `about` tells which of several requests failed.
 */
export function expectRefusal({ status, body }: Refused, code: ErrorCode, at?: string, about?: unknown): void {
  const words = `${about === undefined ? '' : `${JSON.stringify(about)}: `}${JSON.stringify(body)?.slice(0, 500)}`;
  const codes = at === undefined ? [body?.code] : (body?.errors?.[at] ?? []).map((one: { code: string }) => one.code);
  expect({ status, codes }, words).toEqual({ status: CATALOGUE[code].status, codes: expect.arrayContaining([code]) });
}

/** Reads a response that may be a refusal. */
export async function refusalOf(response: Response | Refused | Promise<Response | Refused>): Promise<Refused> {
  const answer = await response;
  if (!(answer instanceof Response)) return answer;
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') === true;
  return { status: answer.status, body: isJson && text !== '' ? JSON.parse(text) : text };
}

/** Returns how requests ended that were sent at once, sorted: `done`, or the code of the refusal. */
export function endsOf(answers: readonly Refused[]): string[] {
  return answers.map(({ status, body }) => (status < 300 ? 'done' : String(body?.code))).sort();
}

/** A refusal is asserted by its code: a bare status passes for every other reason that has it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../../src/core/errors/catalogue.ts';
import { ROOT } from '../support/definitions.ts';
import { childrenOf, type Tree, treeOf } from '../support/syntaxTree.ts';

/** Files whose expectations of a bare status are right, and why. */
const BARE: Record<string, string> = {
  'http-fuzz.test.ts': 'any refusal of what a fuzzer makes',
  'http-hostile-spreadsheets.test.ts': 'the number of a row is no status',
  'http-log-lines.test.ts': 'compares what a line of the log says',
  'http-proxied.test.ts': 'the proxy refuses, which knows no codes',
  'http-stop.test.ts': 'reads the first line of a response from the wire',
  'http-unread.test.ts': 'reads the first line of a response from the wire',
};

const CODES: ReadonlySet<string> = new Set(ERROR_CODES);
/** Parts of a response that say why. */
const REASONS = /^(codes?|codeOf|errors?|errorsIn|errorsOf|issues|issuesOf)$/;

/** Returns the expectations of a status from 400 to 499 that name no reason. */
function bareIn(path: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: Tree): void => {
    const isExpectation = node.type === 'ExpressionStatement' && /^(await )?expect[.(]/.test(text.slice(node.start));
    if (isExpectation && hasStatus(node) && !hasReason(node))
      found.push(`${path}: ${text.slice(node.start, node.end)}`);
    if (!isExpectation) for (const child of childrenOf(node)) visit(child);
  };
  visit(treeOf(path, text));
  return found;
}

function some(node: Tree, isIt: (one: Tree) => boolean): boolean {
  return isIt(node) || childrenOf(node).some((child) => some(child, isIt));
}

const hasStatus = (node: Tree) =>
  some(node, ({ type, value }) => type === 'Literal' && typeof value === 'number' && value >= 400 && value < 500) &&
  /\bstatus/i.test(JSON.stringify(namesIn(node)));

/** The response to HEAD has no body. */
const hasReason = (node: Tree) =>
  some(node, ({ type, value }) => type === 'Literal' && (value === 'HEAD' || CODES.has(String(value)))) ||
  namesIn(node).some((name) => REASONS.test(name));

function namesIn(node: Tree): string[] {
  const own = node.type === 'Identifier' ? [node.name as string] : [];
  return [...own, ...childrenOf(node).flatMap(namesIn)];
}

describe('refusals', () => {
  it('are told apart where only their status is compared', () => {
    const bare = (line: string) => bareIn('one.ts', line).length;
    expect(bare(`expect((await ask('x')).status).toBe(404);`)).toBe(1);
    expect(bare(`it('is', () => { expect([status, 1]).toEqual([403, 1]); });`)).toBe(1);
    expect(bare(`expect([status, body.code]).toEqual([403, 'forbidden']);`)).toBe(0);
    expect(bare(`expectRefusal(await ask('x'), 'forbidden');`)).toBe(0);
    expect(bare(`expect(answer.status).toBe(200);`)).toBe(0);
  });

  it('are asserted by their code in the tests of the API', () => {
    const found = readdirSync(join(ROOT, 'tests/api'))
      .filter((name) => name.endsWith('.ts') && !Object.hasOwn(BARE, name))
      .flatMap((name) => bareIn(name, readFileSync(join(ROOT, 'tests/api', name), 'utf8')));
    expect(found).toEqual([]);
  });
});

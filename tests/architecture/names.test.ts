/**
 * A name that comes from outside never meets a prototype: `record[name]` with a text as the name finds `toString` in every
 * object, and so does `name in record`. `getOwn` and `Object.hasOwn` look at what the object itself has. The compiler is asked
 * what keys and objects are, because an index of an array looks the same.
 */
import { join } from 'node:path';
import {
  type BinaryExpression,
  type ElementAccessExpression,
  type Expression,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { API, type Checker } from 'typescript/unstable/sync';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/definitions.ts';

/**
 * What may be read by any text. Answers: their names are those of a published form, which has none of a prototype's names
 * (`core/check/reservedNames.ts`). Cells of the columns that a form's plan makes: they inherit getters. The others have keys that
 * no property of a prototype has: pointers, versions, ids.
 */
const FREE = new Set([
  'RecordData',
  '{ [storedName: string]: unknown; }',
  'Cells',
  'Refs',
  'RecordErrors',
  'ContractLock',
  'ProcessEnv',
  'RowSelectionState',
  'Counts',
]);

interface Access {
  node: ElementAccessExpression | BinaryExpression;
  key: Expression;
  record: Expression;
}

/** Returns reads by a key that is not written there, and tests with `in`. */
function accessesIn(root: Node): Access[] {
  const found: Access[] = [];
  const visit = (node: Node, parent: Node | undefined): void => {
    if (node.kind === SyntaxKind.ElementAccessExpression && !isTarget(node, parent)) {
      const { argumentExpression: key, expression: record } = node as ElementAccessExpression;
      found.push({ node: node as ElementAccessExpression, key, record });
    }
    if (node.kind === SyntaxKind.BinaryExpression) {
      const { left, operatorToken, right } = node as BinaryExpression;
      if (operatorToken.kind === SyntaxKind.InKeyword)
        found.push({ node: node as BinaryExpression, key: left, record: right });
    }
    node.forEachChild((child) => visit(child, node));
  };
  visit(root, undefined);
  return found.filter(({ key }) => !isWritten(key));
}

function isTarget(node: Node, parent: Node | undefined): boolean {
  if (parent?.kind === SyntaxKind.DeleteExpression) return true;
  if (parent?.kind !== SyntaxKind.BinaryExpression) return false;
  const { left, operatorToken } = parent as BinaryExpression;
  return left === node && operatorToken.kind === SyntaxKind.EqualsToken;
}

/** True for `'name'`, `0` and a template that begins with letters of its own. */
function isWritten(key: Expression): boolean {
  const head = key.kind === SyntaxKind.TemplateExpression && (key as unknown as { head: { text: string } }).head.text;
  return Boolean(head) || [SyntaxKind.StringLiteral, SyntaxKind.NumericLiteral].includes(key.kind);
}

/** Begins before the program and has no module of it. Its keys are the languages that the page has. */
const ALONE = 'src/app/data/early.ts';

const isText = (type: string): boolean => type === 'any' || type === 'string' || type === 'string | undefined';

/** Returns the accesses by a text to what is no list and not free, as they stand in the code. */
function offendersIn(checker: Checker, root: Node & { text: string }): string[] {
  const accesses = accessesIn(root);
  if (accesses.length === 0) return [];
  const [keys, records] = [
    checker.getTypeAtLocation(accesses.map(({ key }) => key)),
    checker.getTypeAtLocation(accesses.map(({ record }) => record)),
  ];
  return accesses.flatMap(({ node }, at) => {
    const [key, record] = [keys[at], records[at]].map((type) => (type ? checker.typeToString(type) : 'any')) as [
      string,
      string,
    ];
    const isIn = node.kind === SyntaxKind.BinaryExpression;
    const parts = record.split(' | ').filter((part) => part !== 'undefined' && part !== 'null');
    if (!isIn && (!isText(key) || parts.every((part) => FREE.has(part)))) return [];
    return [root.text.slice(node.pos, node.end).trim().replace(/\s+/g, ' ')];
  });
}

const api = new API({ cwd: ROOT });
const [project] = api.updateSnapshot({ openProjects: [join(ROOT, 'tests/architecture/tsconfig.json')] }).getProjects();
const pathsOf = project!.program.getSourceFileNames().map((path) => path.replaceAll('\\', '/'));
const found = (paths: readonly string[]) =>
  paths.flatMap((path) => {
    const file = project!.program.getSourceFile(path);
    const name = path.slice(ROOT.length).replace(/^\//, '');
    return file ? offendersIn(project!.checker, file).map((code) => `${name} ${code}`) : [];
  });

describe('names from outside', () => {
  it('are seen by this test where they are looked up', () => {
    const sample = pathsOf.filter((path) => path.endsWith('tests/architecture/names.sample.ts'));
    expect(found(sample).map((one) => one.split(' ').slice(1).join(' '))).toEqual([
      'fields[name]',
      'fields?.[name]',
      'name in fields',
      'fields[name]',
      'anything[name]',
    ]);
  });

  it('are looked up with getOwn and Object.hasOwn', () => {
    const ours = pathsOf.filter(
      (path) =>
        /^\/?(src|codegen)\//.test(path.slice(ROOT.length)) &&
        !/\/generated\/|\/core\/json\.ts$/.test(path) &&
        !path.endsWith(ALONE),
    );
    expect(ours.length).toBeGreaterThan(500);
    expect(found(ours)).toEqual([]);
    api.close();
  });
});

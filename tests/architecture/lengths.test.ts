/** Files have at most 300 lines, functions at most 80. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { childrenOf, isTree, type Tree, treeOf } from '../support/syntaxTree.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FILE = 300;
const FUNCTION = 80;

const source = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  .filter((path) => !path.includes('/generated/') && !path.includes('/migrations/'));

const nameIn = (value: unknown): string | undefined =>
  isTree(value) && typeof value.name === 'string' ? value.name : undefined;

/** Returns the functions that are too long, by their own name or that of the constant or property that holds them. */
function longFunctions(path: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: Tree, given: string | undefined): void => {
    const name = nameIn(node.id) ?? nameIn(node.key) ?? given;
    const isFunction = /^(Function|ArrowFunction)/.test(node.type) && isTree(node.body);
    if (isFunction && linesIn(text.slice(node.start, node.end)) > FUNCTION) found.push(name ?? '(no name)');
    // An inner function gets no name from the function around it.
    const passed = isFunction ? undefined : name;
    for (const child of childrenOf(node)) visit(child, passed);
  };
  visit(treeOf(path, text), undefined);
  return found;
}

const linesIn = (text: string): number => text.replace(/\n$/, '').split('\n').length;

const tooLong = source.flatMap((path) => {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const lines = linesIn(text);
  // A short file cannot contain a long function, so most files need no parsing.
  const functions = lines > FUNCTION ? longFunctions(path, text) : [];
  return [...(lines > FILE ? [path] : []), ...functions.map((name) => `${path} ${name}`)];
});

describe('lengths', () => {
  it('are measured where functions stand in declarations, constants, properties, classes and calls', () => {
    const body = `{\n${'  work();\n'.repeat(FUNCTION)}}`;
    const short = `{\n${'  work();\n'.repeat(FUNCTION - 2)}}`;
    const text = [
      `export function declared() ${body}`,
      `const constant = async () => ${body};`,
      `const object = { method() ${body}, key: () => ${body} };`,
      `class One { own() ${body} }`,
      `call(() => ${body});`,
      `function brief() ${short}`,
      `const view = <p>{() => ${body}}</p>;`,
    ].join('\n');
    expect(longFunctions('one.tsx', text)).toEqual([
      ...['declared', 'constant', 'method', 'key', 'own'],
      ...['(no name)', 'view'],
    ]);
  });

  it('are at most 300 lines a file and 80 a function', () => {
    expect(source.length).toBeGreaterThan(500);
    expect(tooLong).toEqual([]);
  });
});

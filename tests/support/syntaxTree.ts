/** The syntax tree of a source file, for checks of how code is written. */
import { type ESTree, parseSync } from 'vite';

export type Tree = ESTree.Node & Record<string, unknown>;

export const treeOf = (path: string, text: string): Tree => parseSync(path, text).program as Tree;

export const isTree = (value: unknown): value is Tree => typeof (value as Tree | null)?.type === 'string';

export function childrenOf(node: Tree): Tree[] {
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isTree));
}

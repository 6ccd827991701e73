/** What every row of the drawn tree knows: the answers, the day, names, what is open, and how to change something. */
import { createContext, useContext } from 'react';
import type { CompiledForm, RecordData } from '../../../core/definitions/types.ts';
import type { Refs } from '../../../core/generated/api.ts';
import type { Node, Table, Tree } from './tree.ts';

export interface TreeEditing {
  /** Keys of the rows whose fields are open. */
  open: ReadonlySet<string>;
  toggle(key: string): void;
  change(node: Node, patch: RecordData): void;
  add(above: Node | null, table: Table): void;
  remove(node: Node): void;
  move(siblings: readonly Node[], node: Node, by: -1 | 1): void;
  moveBelow(node: Node, above: Node): void;
}

export interface TreeView {
  form: CompiledForm;
  tree: Tree;
  /** Day in Kabul. */
  today: string;
  refs: Refs;
  closed: ReadonlySet<string>;
  toggle(key: string): void;
  editing?: TreeEditing;
  /** The person who reads: their own tasks are marked. */
  me?: string | undefined;
}

export const TreeContext = createContext<TreeView | null>(null);

export function useTree(): TreeView {
  const view = useContext(TreeContext);
  if (!view) throw new Error('a row of the logframe was drawn outside its tree');
  return view;
}

/** Shared by all rows of the tree: answers, date, names, which rows are open, and the editing functions. */
import { createContext, useContext } from 'react';
import type { CompiledForm, RecordData } from '../../../core/definitions/types.ts';
import type { Refs } from '../../../core/generated/api.ts';
import type { LogframeNode, LogframeTable, LogframeTree } from './tree.ts';

export interface TreeEditing {
  /** Keys of the rows that are open for editing. */
  open: ReadonlySet<string>;
  toggle(key: string): void;
  change(node: LogframeNode, patch: RecordData): void;
  add(above: LogframeNode | null, table: LogframeTable): void;
  remove(node: LogframeNode): void;
  move(siblings: readonly LogframeNode[], node: LogframeNode, by: -1 | 1): void;
  moveBelow(node: LogframeNode, above: LogframeNode): void;
}

export interface TreeView {
  form: CompiledForm;
  tree: LogframeTree;
  /** Today's date in Kabul. */
  today: string;
  refs: Refs;
  closed: ReadonlySet<string>;
  toggle(key: string): void;
  editing?: TreeEditing;
  /** Id of the current user's person record. Their own tasks are marked. */
  me?: string | undefined;
}

export const TreeContext = createContext<TreeView | null>(null);

export function useTree(): TreeView {
  const view = useContext(TreeContext);
  if (!view) throw new Error('a row of the logframe was drawn outside its tree');
  return view;
}

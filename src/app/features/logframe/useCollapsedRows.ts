/** Holds which rows are closed. Indicators and actions begin closed, because the tree is read from the top. */
import { useState } from 'react';
import { toggleInSet } from '../../data/order.ts';
import { allNodes, type LogframeTree, nodeKey } from './tree.ts';

/** `shown` is the key of a row that is open from the start. */
export function useCollapsedRows(tree: LogframeTree, shown?: string) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(() => new Set(leaves(tree).filter((key) => key !== shown)));
  return {
    closed,
    toggle: (key: string) => setClosed((before) => toggleInSet(before, key)),
    openAll: () => setClosed(new Set()),
    closeAll: (now: LogframeTree) => setClosed(new Set(allNodes(now).map(nodeKey))),
  };
}

function leaves(tree: LogframeTree): string[] {
  return allNodes(tree)
    .filter(({ table }) => table === 'actions' || table === 'indicators')
    .map(nodeKey);
}

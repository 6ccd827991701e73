/** Returns a question with the options that its filter offers now. A chosen option stays, so that it can be seen and changed. */
import { useMemo } from 'react';
import type { FieldNode } from '../../../core/definitions/types.ts';
import { idsOf } from '../../../core/form/types/fieldType.ts';
import { useQuestion } from '../host.tsx';

export function useOffered(node: FieldNode, value: unknown): FieldNode {
  const isAsked = node.path === node.name;
  const offered = useQuestion(node.name)?.offered;
  // Rows narrow their columns themselves, since each offers its own options.
  return useMemo(() => (isAsked ? narrowed(node, offered, value) : node), [isAsked, node, offered, value]);
}

/** Returns a field or column with these options only. Returns the same object if it has no filter. */
export function narrowed(node: FieldNode, offered: readonly string[] | undefined, value: unknown): FieldNode {
  const { options, filter } = node.def;
  if (!filter || !offered || !options) return node;
  const chosen = idsOf(value);
  const left = options.filter((option) => offered.includes(option.value) || chosen.includes(option.value));
  return { ...node, def: { ...node.def, options: left as typeof options } };
}

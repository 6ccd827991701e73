/** Returns a question with the options that its filter offers now. A chosen option stays, so that it can be seen and changed. */
import { useMemo } from 'react';
import type { FieldNode } from '../../../core/definitions/types.ts';
import { idsOf } from '../../../core/form/types/fieldType.ts';
import { useQuestion } from '../host.tsx';

export function useOffered(node: FieldNode, value: unknown): FieldNode {
  const offered = useQuestion(node.name)?.offered;
  return useMemo(() => {
    const { options } = node.def;
    if (!node.def.filter || !offered || !options) return node;
    const chosen = idsOf(value);
    const left = options.filter((option) => offered.includes(option.value) || chosen.includes(option.value));
    return { ...node, def: { ...node.def, options: left as typeof options } };
  }, [node, offered, value]);
}

/**
 * Returns a question with the options that its filter offers now, in the order in which this record shows them. A chosen option
 * stays, so that it can be seen and changed.
 */
import { useMemo } from 'react';
import type { Field, FieldNode } from '../../../core/definitions/types.ts';
import { toIdList } from '../../../core/form/types/fieldType.ts';
import { shuffleOptions } from '../../../core/form/types/options/randomOrder.ts';
import { useFormHost, useQuestion } from '../host.tsx';

export function useOfferedOptions(node: FieldNode, value: unknown): FieldNode {
  const offered = useQuestion(node.name)?.offered;
  const recordId = useFormHost()?.recordId ?? '';
  // Rows narrow their columns themselves, since each offers its own options.
  const isAsked = node.path === node.name;
  const { options } = isAsked ? withOfferedOptions(node, offered, value).def : node.def;
  // As a text, so that an answer that changes no option leaves the list, and the focus in it, as they are.
  const shown = options?.map(({ value }) => value).join(' ');
  return useMemo(() => {
    const { id, order, options: all = [] } = node.def;
    const left = all.filter(({ value }) => shown?.split(' ').includes(value));
    if (!order && left.length === all.length) return node;
    const ordered = order ? shuffleOptions(left, `${recordId} ${id}`) : left;
    return { ...node, def: { ...node.def, options: ordered as Field['options'] } };
  }, [node, shown, recordId]);
}

/** Returns a field or column with these options only. Returns the same object if it has no filter. */
export function withOfferedOptions(node: FieldNode, offered: readonly string[] | undefined, value: unknown): FieldNode {
  const { options, filter } = node.def;
  if (!filter || !offered || !options) return node;
  const chosen = toIdList(value);
  const left = options.filter((option) => offered.includes(option.value) || chosen.includes(option.value));
  return { ...node, def: { ...node.def, options: left as typeof options } };
}

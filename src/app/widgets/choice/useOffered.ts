/**
 * Returns a question with the options that its filter offers now, in the order in which this record shows them. A chosen option
 * stays, so that it can be seen and changed.
 */
import { useMemo } from 'react';
import type { Field, FieldNode } from '../../../core/definitions/types.ts';
import { idsOf } from '../../../core/form/types/fieldType.ts';
import { inRandomOrder } from '../../../core/form/types/options/randomOrder.ts';
import { useFormHost, useQuestion } from '../host.tsx';

export function useOffered(node: FieldNode, value: unknown): FieldNode {
  const offered = useQuestion(node.name)?.offered;
  const recordId = useFormHost()?.recordId ?? '';
  const { id, filter, options, order } = node.def;
  const chosen = idsOf(value);
  // As a text, so that an answer that changes no option leaves the list, and the focus in it, as they are.
  const left =
    filter && offered
      ? options?.flatMap(({ value }) => (offered.includes(value) || chosen.includes(value) ? value : [])).join(' ')
      : undefined;
  return useMemo(() => {
    if (!options || (left === undefined && !order)) return node;
    const shown = left === undefined ? options : options.filter((option) => left.split(' ').includes(option.value));
    const ordered = order ? inRandomOrder(shown, `${recordId} ${id}`) : shown;
    return { ...node, def: { ...node.def, options: ordered as Field['options'] } };
  }, [node, id, options, order, left, recordId]);
}

/** Shows the answer of one field for reading: the display of its type, or a dash if it is empty. */
import { FIELD_TYPES } from '../../core/form/types/index.ts';
import { useWidgets } from './environment.tsx';
import type { DisplayProps } from './types.ts';

export function Answer({ node, data, refs }: DisplayProps) {
  const { Display } = useWidgets().registry[node.type];
  if (node.type !== 'note' && FIELD_TYPES[node.type].isEmpty(node, data)) return <span className="am-none">—</span>;
  return <Display node={node} data={data} refs={refs} />;
}

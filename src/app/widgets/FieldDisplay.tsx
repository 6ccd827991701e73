/** Draws the answer of one field for reading: the Display face of its type, or a dash when it is empty. */
import { FIELD_TYPES } from '../../core/form/types/index.ts';
import { useHasWidgets } from './environment.tsx';
import { OnlineWidgets } from './OnlineWidgets.tsx';
import { registry } from './registry.ts';
import type { DisplayProps } from './types.ts';
import './widgets.css';

export function FieldDisplay(props: DisplayProps) {
  return useHasWidgets() ? (
    <Face {...props} />
  ) : (
    <OnlineWidgets>
      <Face {...props} />
    </OnlineWidgets>
  );
}

function Face({ node, data, refs }: DisplayProps) {
  if (node.type !== 'note' && FIELD_TYPES[node.type].isEmpty(node, data)) return <span className="am-none">—</span>;
  const { Display } = registry[node.type];
  return <Display node={node} data={data} refs={refs} />;
}

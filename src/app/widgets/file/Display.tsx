import type { DisplayProps } from '../types.ts';
import { FileView } from './FileView.tsx';
import { fileKind } from './kinds.ts';

export function Display({ node, data, refs }: DisplayProps) {
  const raw = data[node.properties[0] ?? node.name];
  const ids = Array.isArray(raw) ? (raw as string[]) : [];
  return (
    <ul className={fileKind(node.type).view === 'picture' ? 'am-pictures am-flow' : 'am-file-list am-flow'}>
      {ids.map((id) => (
        <li key={id} className={fileKind(node.type).view === 'picture' ? undefined : 'am-cluster'}>
          <FileView id={id} type={node.type} name={refs[id]?.name} />
        </li>
      ))}
    </ul>
  );
}

import type { DisplayProps } from '../types.ts';
import { FileView } from './FileField.tsx';

export function Display({ node, data, refs }: DisplayProps) {
  const raw = data[node.properties[0] ?? node.name];
  const ids = Array.isArray(raw) ? (raw as string[]) : [];
  const pictures = node.type !== 'file';
  return (
    <ul className={pictures ? 'am-pictures' : 'am-file-list'}>
      {ids.map((id) => (
        <li key={id}>
          <FileView id={id} pictures={pictures} name={refs[id]?.name} />
        </li>
      ))}
    </ul>
  );
}

import { useSay } from '../environment.tsx';
import type { DisplayProps } from '../types.ts';

export function Display({ node }: DisplayProps) {
  return <p className="am-note">{useSay()(node.def.label)}</p>;
}

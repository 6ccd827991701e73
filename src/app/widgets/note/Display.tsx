import { useDefinitionText } from '../environment.tsx';
import type { DisplayProps } from '../types.ts';

export function Display({ node }: DisplayProps) {
  return <p className="am-note">{useDefinitionText()(node.def.label)}</p>;
}

import { useText } from '../controls/PlainDisplay.tsx';
import type { DisplayProps } from '../types.ts';

export function Display(props: DisplayProps) {
  const text = String(props.data[props.node.properties[0] ?? props.node.name] ?? '');
  return (
    <a href={`tel:${text.replace(/[^+0-9]/g, '')}`}>
      <bdi dir="ltr">{useText(props)}</bdi>
    </a>
  );
}

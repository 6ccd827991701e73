import type { DisplayProps } from '../types.ts';

/** Only web addresses become links; anything else stays text. */
export function Display({ node, data }: DisplayProps) {
  const address = String(data[node.properties[0] ?? node.name] ?? '');
  const text = <bdi dir="ltr">{address.replace(/^https?:\/\//, '')}</bdi>;
  if (!/^https?:\/\//i.test(address)) return text;
  return (
    <a href={address} target="_blank" rel="noreferrer noopener">
      {text}
    </a>
  );
}

import type { DisplayProps } from '../types.ts';

/** Only http and https addresses become links. Anything else stays text. */
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

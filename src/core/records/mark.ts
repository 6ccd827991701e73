/**
 * Mark of a record that has no code yet: nine digits in three groups, such as #482-107-935. People read it out digit by digit,
 * group by group, in any language. It is made of the id, so every device shows the same one.
 */

const GROUPS = 3;
const DIGITS = 1000;

export function markOf(id: string): string {
  // FNV-1a over the characters, since the first part of an id is only the time at which it was made.
  let hash = 0xcbf29ce484222325n;
  for (const sign of id) hash = BigInt.asUintN(64, (hash ^ BigInt(sign.codePointAt(0) ?? 0)) * 0x100000001b3n);
  const groups = Array.from({ length: GROUPS }, (_, at) =>
    String((hash / BigInt(DIGITS) ** BigInt(at)) % BigInt(DIGITS)).padStart(3, '0'),
  );
  return `#${groups.join('-')}`;
}

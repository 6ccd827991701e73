/**
 * The random order of options (`order: random`). It is the same whenever the record is opened, and options that a new version
 * adds leave the order of the others as it was.
 */
import type { Option } from '../fieldType.ts';

/** `seed` names the record and the question. Exclusive options stay last, in the order of the definition. */
export function shuffleOptions(options: readonly Option[], seed: string): Option[] {
  const places = new Map(
    options.map((option) => [option, option.exclusive ? Infinity : hash(`${option.value} ${seed}`)]),
  );
  return [...options].sort((a, b) => {
    const [first, second] = [places.get(a)!, places.get(b)!];
    return first === second ? 0 : first - second;
  });
}

/** FNV-1a, 32 bits, and the last step of MurmurHash3, without which the last letters would hardly count. */
function hash(text: string): number {
  let mixed = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x01000193);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

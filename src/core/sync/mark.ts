/**
 * The mark of a record that has no code yet: six digits from the random end of its id, which people can read out in every
 * language. It is shown until the server gives the code, and again in the receipt.
 */
export function recordMark(id: string): string {
  const digits = String(Number.parseInt(id.replaceAll('-', '').slice(-12), 16) % 1_000_000).padStart(6, '0');
  return `${digits.slice(0, 3)}-${digits.slice(3)}`;
}

/** The stored value as the text an input shows, and what is stored of a typed text. */

export function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}

/** Empty texts are absent. */
export function textOrNothing(text: string): string | undefined {
  return text.trim() === '' ? undefined : text.trim();
}

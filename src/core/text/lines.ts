/** Many short texts as one, because searching one long text takes a small part of the time of searching many. */
export class TextLines {
  readonly text: string;
  /** Where each line begins, and where one after the last would. */
  readonly #starts: number[] = [0];

  /** One text a line. */
  constructor(text: string) {
    this.text = text;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) this.#starts.push(end + 1);
    this.#starts.push(text.length + 1);
  }

  static of(texts: readonly string[]): TextLines {
    return new TextLines(texts.map((text) => text.replaceAll('\n', ' ')).join('\n'));
  }

  line(at: number): string {
    return this.text.slice(this.#starts[at], (this.#starts[at + 1] as number) - 1);
  }

  /** Returns 1 for each line that has all words. */
  having(words: readonly string[]): Uint8Array {
    const starts = this.#starts;
    let found = new Uint8Array(starts.length - 1).fill(1);
    for (const word of words) {
      const before = found;
      found = new Uint8Array(before.length);
      let line = 0;
      for (let hit = this.text.indexOf(word); hit >= 0; hit = this.text.indexOf(word, starts[line])) {
        while ((starts[line + 1] as number) <= hit) line += 1;
        found[line] = before[line] as number;
        line += 1;
        if (line === found.length) break;
      }
    }
    return found;
  }
}

/** Reads the help of a question that explains its options by their labels: "Look at the book. Excellent: signed. Bad: none." */

export interface HelpByOption {
  /** What stands before the first option. */
  lead: string;
  /** Empty unless two or more options are explained. */
  options: { label: string; words: string }[];
}

/** `labels` are those of the question's options, in the language of the help. */
export function helpByOption(help: string, labels: readonly string[]): HelpByOption {
  const known = [...labels].filter(Boolean).sort((a, b) => b.length - a.length);
  if (known.length === 0) return { lead: help, options: [] };
  const escaped = known.map((label) => label.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  // A label counts only at the beginning of a sentence.
  const parts = help.split(new RegExp(`(?:^|(?<=[.!?؟]\\s))(${escaped.join('|')})\\s?:\\s*`));
  const [lead = '', ...rest] = parts.map((part) => part.trim());
  const options = rest.flatMap((label, at) => (at % 2 === 0 ? [{ label, words: rest[at + 1] ?? '' }] : []));
  return options.length < 2 ? { lead: help, options: [] } : { lead, options };
}

/** Repairs that can be proven: what looks the same, or means the same whoever reads it, and was typed in another way. */
import { toLatinDigits } from '../text/letters.ts';

export type Mended = 'letters' | 'marks' | 'digits' | 'spaces' | 'quotes' | 'reference';

export interface Mending {
  text: string;
  mended: Mended[];
}

/** Marks that nobody sees and that no word of ours needs: byte order mark, zero width space, soft hyphen, direction marks. */
const MARKS = /[\ufeff\u200b\u00ad\u2060\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const SPACES = /[\u00a0\u2007\u202f\t]/g;

type Repair = readonly [name: Mended, mend: (text: string) => string];

const WITHOUT_MARKS: Repair = ['marks', (text) => text.replace(MARKS, '')];
const PLAIN_SPACES: Repair = ['spaces', (text) => text.replace(SPACES, ' ').replace(/ {2,}/g, ' ').trim()];
const CLOSE_REFERENCES: Repair = [
  'reference',
  (text) => text.replace(/\$\s*\{([^{}]*)\}/g, (_all, name: string) => `\${${name.trim()}}`),
];

/** Letters of Arabic keyboards that a language writes with one of its own. ي and ى are letters of Pashto, so they stay there. */
const PASHTO: Repair = ['letters', (text) => text.replace(/\u0643/g, '\u06a9')];
const DARI: Repair = ['letters', (text) => PASHTO[1](text).replace(/[\u064a\u0649]/g, '\u06cc')];

/** Mends words in a language. */
export function mendWords(text: string, language: string): Mending {
  const own = /^(fa|prs)(-|$)/.test(language) ? [DARI] : /^ps(-|$)/.test(language) ? [PASHTO] : [];
  return apply(text, [WITHOUT_MARKS, ['spaces', (one) => one.replace(SPACES, ' ').trim()], CLOSE_REFERENCES, ...own]);
}

/** Mends names, codes and types. */
export function mendName(text: string): Mending {
  return apply(text, [WITHOUT_MARKS, ['digits', toLatinDigits], PLAIN_SPACES]);
}

/** Mends an expression; what stands in quotes keeps its digits and letters, but for marks. */
export function mendExpression(text: string): Mending {
  const outside = (mend: (part: string) => string) => (whole: string) =>
    whole
      .split(/("[^"]*"|'[^']*')/)
      .map((part, at) => (at % 2 === 0 ? mend(part) : part))
      .join('');
  return apply(text, [
    WITHOUT_MARKS,
    ['quotes', (one) => one.replace(/[\u2018\u2019\u201b]/g, "'").replace(/[\u201c\u201d\u201f]/g, '"')],
    ['spaces', (one) => one.replace(SPACES, ' ').trim()],
    ['digits', outside(toLatinDigits)],
    CLOSE_REFERENCES,
  ]);
}

function apply(text: string, repairs: readonly Repair[]): Mending {
  const mended: Mended[] = [];
  let now = text;
  for (const [name, mend] of repairs) {
    const after = mend(now);
    if (after !== now && !mended.includes(name)) mended.push(name);
    now = after;
  }
  return { text: now, mended };
}

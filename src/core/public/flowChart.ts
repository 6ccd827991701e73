/** Draws a flow chart as SVG text: boxes below each other with arrows between them. Lengths are in pixels. */
import { escapeHtml } from '../text/html.ts';
import { type Language, languageTag, textDirection } from '../text/languages.ts';

export interface FlowStep {
  text: string;
  /** Smaller lines below the text. */
  names: readonly string[];
}

const WIDTH = 640;
const MARGIN = 24;
const PADDING = 18;
const LINE = 28;
const GAP = 40;
/** Characters of a line. Texts are short, and letters of the three languages are about equally wide at this size. */
const LETTERS = 52;
const TITLE_HEIGHT = 64;
const INK = '#0b3b4c';

export function flowChart(title: string, steps: readonly FlowStep[], language: Language): string {
  const isRight = textDirection(language) === 'rtl';
  const start = isRight ? WIDTH - MARGIN - PADDING : MARGIN + PADDING;
  const parts: string[] = [];
  let top = TITLE_HEIGHT;
  for (const [index, step] of steps.entries()) {
    const lines = [...wrapped(`${step.text}`), ...step.names.flatMap((name) => wrapped(`• ${name}`))];
    const own = wrapped(step.text).length;
    const height = lines.length * LINE + 2 * PADDING - 8;
    if (index > 0) parts.push(arrow(top));
    top += index > 0 ? GAP : 0;
    parts.push(
      `<rect x="${MARGIN}" y="${top}" width="${WIDTH - 2 * MARGIN}" height="${height}" rx="12" fill="#eef6f8" stroke="${INK}" stroke-width="1.5"/>`,
      ...lines.map((line, at) =>
        label(
          line,
          start,
          top + PADDING + 14 + at * LINE,
          at < own ? 'font-size="18" font-weight="600"' : 'font-size="16"',
        ),
      ),
    );
    top += height;
  }
  const height = top + MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" lang="${languageTag(language)}" direction="${isRight ? 'rtl' : 'ltr'}" font-family="'Noto Naskh Arabic', Tahoma, 'Segoe UI', Arial, sans-serif">`,
    `<title>${escapeHtml(title)}</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    label(title, isRight ? WIDTH - MARGIN : MARGIN, 40, 'font-size="22" font-weight="700"'),
    ...parts,
    '</svg>',
  ].join('\n');
}

function label(text: string, x: number, y: number, style: string): string {
  return `<text x="${x}" y="${y}" ${style} fill="${INK}">${escapeHtml(text)}</text>`;
}

/** Draws an arrow from the end of a box to the next one. */
function arrow(top: number): string {
  const [middle, end] = [WIDTH / 2, top + GAP - 4];
  return `<path d="M${middle} ${top + 4}V${end - 2}M${middle - 7} ${end - 9}L${middle} ${end}L${middle + 7} ${end - 9}" fill="none" stroke="${INK}" stroke-width="2"/>`;
}

function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < LETTERS) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

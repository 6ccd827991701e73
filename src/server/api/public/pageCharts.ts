/** The charts of the public page as drawings in it, each with its figures as a table beside it. */
import type { PublicMeasure, PublicTable } from '../../../core/generated/api.ts';
import { OUTLINES, OUTLINES_BOX } from '../../../core/generated/outlines.ts';
import { escaped } from '../../../core/public/flowChart.ts';
import { direction } from '../../../core/text/languages.ts';
import { addressOf, count, type Line, linesOf, type PageContext, say } from './pageContext.ts';

/** Lengths of the charts, in pixels of a drawing that grows with its card. */
const WIDTH = 420;
const ROW = 44;
const BAR = 12;
/** Bars of a chart. The table has all rows. */
const MOST_BARS = 8;
/** Letters of a name that fit above a bar beside its number. */
const MOST_LETTERS = 46;
const SHADES = 5;
/** Parts of a whole that are told apart by patterns. */
const PATTERNS = 5;

/** Returns the map by province with its table, where the measure is told apart by province. */
export function mapCard(context: PageContext, measure: PublicMeasure): string {
  const table = measure.tables.find(({ dimension }) => dimension === 'province');
  if (!table || table.rows.length === 0) return '';
  const { language } = context;
  const title = say(language, 'by', { title: measure.title, dimension: plain(context, 'province') });
  return `<div class="card map pair" data-table="province"><div><h3>${title}</h3>${mapDrawing(context, table, title)}<p class="quiet mapHint">${say(language, 'mapHint')}</p></div>${tableText(context, table, measure, true)}</div>`;
}

function mapDrawing(context: PageContext, { rows }: PublicTable, title: string): string {
  const most = Math.max(1, ...rows.map((row) => row.count));
  const known = new Map(rows.map((row) => [row.id, row]));
  const areas = Object.entries(OUTLINES).map(([id, path]) => {
    const row = known.get(id);
    if (!row) return `<path d="${path}"/>`;
    const shade = Math.max(1, Math.ceil((row.count / most) * SHADES));
    const name = escaped(`${row.name}: ${count(context, row.count)}`);
    // The table has the same links: here they are for the pointer only.
    return `<a href="${addressOf(context, { province: id, district: '' })}" tabindex="-1"><path class="s${shade}" d="${path}"><title>${name}</title></path></a>`;
  });
  const names = rows.flatMap((row) => {
    const middle = middleOf(row.id);
    return middle ? [`<text x="${middle[0]}" y="${middle[1]}">${escaped(row.name)}</text>`] : [];
  });
  return `<svg viewBox="${OUTLINES_BOX}" role="group" aria-label="${title}">${areas.join('')}<g aria-hidden="true">${names.join('')}</g></svg>`;
}

/** Returns the middle of the box around the outline of a province. */
function middleOf(id: string): [number, number] | undefined {
  const numbers = (OUTLINES[id] ?? '').match(/\d+/g)?.map(Number) ?? [];
  const [x, y] = [numbers.filter((_, at) => at % 2 === 0), numbers.filter((_, at) => at % 2 === 1)];
  if (x.length === 0) return undefined;
  return [(Math.min(...x) + Math.max(...x)) / 2, (Math.min(...y) + Math.max(...y)) / 2 + 5];
}

/** Returns a card with a chart and its table; a sentence where nothing is told apart. */
export function chartCard(context: PageContext, measure: PublicMeasure, table: PublicTable): string {
  const { language } = context;
  const dimension = plain(context, table.dimension);
  const heading = say(language, 'by', { title: measure.title, dimension });
  if (table.rows.length === 0) {
    if (table.rest === 0) return '';
    const all = say(language, 'noneApart', { count: count(context, table.rest), dimension });
    return `<div class="card" data-table="${table.dimension}"><h3>${heading}</h3><p class="quiet">${all}</p></div>`;
  }
  const isWhole = table.dimension === 'status' && table.rows.length <= PATTERNS;
  const label = say(language, 'chart', { title: `${measure.title}: ${dimension}` });
  const lines = linesOf(context, table);
  const drawing = isWhole ? wholeChart(context, lines, label) : barChart(context, lines, label);
  return `<div class="card" data-table="${table.dimension}"><h3>${heading}</h3><div class="pair"><div>${drawing}</div>${tableText(context, table, measure, false, isWhole)}</div></div>`;
}

/** Draws bars below each other, the name above each. From right to left they begin at the right. */
function barChart(context: PageContext, lines: readonly Line[], label: string): string {
  const most = Math.max(1, ...lines.map((line) => line.count));
  const shown = lines.slice(0, MOST_BARS);
  const isRight = direction(context.language) === 'rtl';
  const bars = shown.map((line, at) => {
    const length = Math.max(2, Math.round((line.count / most) * WIDTH));
    const top = at * ROW;
    const x = isRight ? WIDTH - length : 0;
    const [start, end] = isRight ? [WIDTH, 0] : [0, WIDTH];
    const kind = line.id === null ? 'rest' : 'bar';
    return `<text x="${start}" y="${top + 16}">${escaped(cut(line.name))}</text><text class="end" x="${end}" y="${top + 16}" text-anchor="end">${count(context, line.count)}</text><rect class="track" x="0" y="${top + 24}" width="${WIDTH}" height="${BAR}" rx="6"/><rect class="${kind}" x="${x}" y="${top + 24}" width="${length}" height="${BAR}" rx="6"/>`;
  });
  const more = lines.length - shown.length;
  const note = more > 0 ? `<p class="quiet">${say(context.language, 'more', { count: count(context, more) })}</p>` : '';
  return `<svg class="chart" viewBox="0 0 ${WIDTH} ${shown.length * ROW}" role="img" aria-label="${label}" direction="${direction(context.language)}">${bars.join('')}</svg>${note}`;
}

/** Draws the parts of a whole as one bar, with a pattern for each, which the table shows too. */
function wholeChart({ language }: PageContext, lines: readonly Line[], label: string): string {
  const total = lines.reduce((sum, line) => sum + line.count, 0);
  const isRight = direction(language) === 'rtl';
  let done = 0;
  const parts = lines.map((line, at) => {
    const width = (line.count / total) * WIDTH;
    const x = isRight ? WIDTH - done - width : done;
    done += width;
    return `<rect x="${x.toFixed(1)}" y="1" width="${Math.max(1, width - 2).toFixed(1)}" height="62" rx="4" fill="url(#pattern-${at})"/>`;
  });
  return `<svg class="chart" viewBox="0 0 ${WIDTH} 64" role="img" aria-label="${label}">${parts.join('')}</svg>`;
}

/** The patterns that tell parts apart besides their colour. Charts and tables of the page use them. */
export function patterns(): string {
  const shapes = [
    '<rect width="8" height="8" fill="#0b3b4c"/>',
    '<rect width="8" height="8" fill="#e8a13c"/><path d="M0 8L8 0" stroke="#7a4d05" stroke-width="1.5"/>',
    '<rect width="8" height="8" fill="#0f7a9e"/><circle cx="4" cy="4" r="1.6" fill="#fff"/>',
    '<rect width="8" height="8" fill="#9fc9d6"/><path d="M0 4H8" stroke="#0b3b4c" stroke-width="1.5"/>',
    '<rect width="8" height="8" fill="#b9c2c5"/><path d="M0 0L8 8M0 8L8 0" stroke="#4c626b" stroke-width="1"/>',
    '<rect width="8" height="8" fill="#9aa8ad"/>',
  ];
  const all = shapes.map(
    (shape, at) => `<pattern id="pattern-${at}" width="8" height="8" patternUnits="userSpaceOnUse">${shape}</pattern>`,
  );
  return `<svg width="0" height="0" aria-hidden="true" style="position:absolute;width:0"><defs>${all.join('')}</defs></svg>`;
}

function tableText(
  context: PageContext,
  table: PublicTable,
  measure: PublicMeasure,
  isRanking: boolean,
  isWhole = false,
): string {
  const { language } = context;
  const lines = linesOf(context, table);
  const most = Math.max(1, ...lines.map((line) => line.count));
  const rows = lines.map((line, at) => {
    const key = isWhole
      ? `<svg class="key" viewBox="0 0 14 14" aria-hidden="true" style="width:14px"><rect width="14" height="14" rx="3" fill="url(#pattern-${at})"/></svg>`
      : '';
    const change = { [table.dimension]: line.id ?? '', ...(table.dimension === 'province' && { district: '' }) };
    const name = escaped(line.name);
    const linked = line.id ? `<a href="${addressOf(context, change)}">${name}</a>` : name;
    const kind = line.id === null ? 'rank rest' : 'rank';
    const rank = isRanking ? `<i class="${kind}" style="width:${Math.round((100 * line.count) / most)}%"></i>` : '';
    return `<tr><th scope="row">${key}${linked}${rank}</th><td>${count(context, line.count)}</td></tr>`;
  });
  const title = say(language, 'tableOf', { title: `${measure.title}, ${plain(context, table.dimension)}` });
  return `<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table><caption>${title}</caption><thead><tr><th scope="col">${say(language, `labels.${table.dimension}`)}</th><th scope="col">${say(language, 'number')}</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

/** Returns what a dimension is called within a sentence. It is escaped with the sentence. */
function plain({ language }: PageContext, dimension: string): string {
  return say(language, `dimensions.${dimension}`);
}

function cut(name: string): string {
  const letters = [...name];
  return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS - 1).join('')}…` : name;
}

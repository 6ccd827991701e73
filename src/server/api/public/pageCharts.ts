/** The charts of the public page as drawings in it, each with its figures as a table beside it. */
import type { PublicMeasure, PublicTable } from '../../../core/generated/api.ts';
import { escapeHtml } from '../../../core/text/html.ts';
import { textDirection } from '../../../core/text/languages.ts';
import { words } from '../../http/words.ts';
import {
  countLimits,
  type PublicPageContext,
  type PublicTableRow,
  pageNumber,
  pageSentence,
  publicPageAddress,
  publicTableRows,
} from './pageContext.ts';

/** Width of a drawing, in pixels that grow with its card. */
const WIDTH = 420;
/** Bars of a chart. The table has all rows. */
const MOST_BARS = 8;
/** Parts of a whole that are told apart by patterns. */
const PATTERNS = 5;

/** The dimensions with a chart each, and last what the figures do not tell apart at all. */
export function chartCards(context: PublicPageContext, measure: PublicMeasure): string {
  const tables = measure.tables.filter(({ dimension }) => dimension !== 'province');
  const told = tables.filter(({ rows }) => rows.length > 0);
  const untold = measure.tables.filter(({ rows, rest }) => rows.length === 0 && rest > 0);
  const notes = untold.map(({ dimension, rest }) => {
    const all = pageSentence(context.language, 'noneApart', {
      count: pageNumber(context, rest),
      dimension: dimensionName(context, dimension),
    });
    return `<p class="quiet" data-untold="${dimension}">${all}</p>`;
  });
  const last = notes.length > 0 ? `<div class="card">${notes.join('')}</div>` : '';
  return `${told.map((table) => chartCard(context, measure, table)).join('')}${last}`;
}

function chartCard(context: PublicPageContext, measure: PublicMeasure, table: PublicTable): string {
  const { language } = context;
  const dimension = dimensionName(context, table.dimension);
  const heading = pageSentence(language, 'by', { title: measure.title, dimension });
  const isWhole = table.dimension === 'status' && table.rows.length <= PATTERNS;
  const label = pageSentence(language, 'chart', { title: heading });
  const drawing = isWhole
    ? wholeChart(context, publicTableRows(context, table), label)
    : barChart(context, table, label);
  const note = table.rounded ? `<p class="quiet">${pageSentence(language, 'rounded', countLimits(context))}</p>` : '';
  return `<div class="card" data-table="${table.dimension}"><h3>${heading}</h3>${note}<div class="pair"><div>${drawing}</div>${tableText(context, table, measure, isWhole)}</div></div>`;
}

/** Bars below each other, the name above each. What is not told apart has none, because it would dwarf the others. */
function barChart(context: PublicPageContext, table: PublicTable, label: string): string {
  const lines = publicTableRows(context, { ...table, rest: 0 });
  const most = Math.max(1, ...lines.map((line) => line.count));
  const shown = lines.slice(0, MOST_BARS);
  const bars = shown.map(
    (line) =>
      `<div><span>${escapeHtml(line.name)}</span><b>${pageNumber(context, line.count)}</b><i style="width:${((100 * line.count) / most).toFixed(1)}%"></i></div>`,
  );
  const more = lines.length - shown.length;
  const { language } = context;
  const notes = [
    ...(more > 0 ? [pageSentence(language, 'more', { count: pageNumber(context, more) })] : []),
    ...(table.rest > 0 ? [`${pageSentence(language, 'rest')}: ${pageNumber(context, table.rest)}`] : []),
  ];
  const note = notes.length > 0 ? `<p class="quiet">${notes.join(' · ')}</p>` : '';
  return `<div class="bars" role="img" aria-label="${label}">${bars.join('')}</div>${note}`;
}

/** Draws the parts of a whole as one bar, with a pattern for each, which the table shows too. */
function wholeChart({ language }: PublicPageContext, lines: readonly PublicTableRow[], label: string): string {
  const total = lines.reduce((sum, line) => sum + line.count, 0);
  const isRight = textDirection(language) === 'rtl';
  let done = 0;
  const parts = lines.map((line, at) => {
    const width = (line.count / total) * WIDTH;
    const x = isRight ? WIDTH - done - width : done;
    done += width;
    return `<rect x="${x.toFixed(1)}" y="1" width="${Math.max(1, width - 2).toFixed(1)}" height="62" rx="4" fill="url(#pattern-${at})"/>`;
  });
  return `<svg class="whole" viewBox="0 0 ${WIDTH} 64" role="img" aria-label="${label}" preserveAspectRatio="none">${parts.join('')}</svg>`;
}

/** The patterns that tell parts apart besides their colour. Charts and tables of the page use them. */
export function chartPatterns(): string {
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
  return `<svg width="0" height="0" aria-hidden="true" class="defs"><defs>${all.join('')}</defs></svg>`;
}

/** `isWhole`: each row has the pattern of its part. */
function tableText(context: PublicPageContext, table: PublicTable, measure: PublicMeasure, isWhole: boolean): string {
  const rows = publicTableRows(context, table).map((line, at) => {
    const key = isWhole
      ? `<svg class="key" viewBox="0 0 14 14" aria-hidden="true"><rect width="14" height="14" rx="3" fill="url(#pattern-${at})"/></svg>`
      : '';
    return publicRowHtml(context, table.dimension, line, key);
  });
  return publicTable(context, table, measure, rows);
}

/** A row whose name narrows the page to it. `before` stands before the name, `after` below it. */
export function publicRowHtml(
  context: PublicPageContext,
  dimension: string,
  line: PublicTableRow,
  before = '',
  after = '',
): string {
  const change = { [dimension]: line.id ?? '', ...(dimension === 'province' && { district: '' }) };
  const name = escapeHtml(line.name);
  const linked = line.id ? `<a href="${publicPageAddress(context, change)}#figures">${name}</a>` : name;
  return `<tr><th scope="row">${before}${linked}${after}</th><td>${pageNumber(context, line.count)}</td></tr>`;
}

export function publicTable(
  context: PublicPageContext,
  { dimension }: PublicTable,
  measure: PublicMeasure,
  rows: readonly string[],
): string {
  const { language } = context;
  const by = { title: measure.title, dimension: dimensionName(context, dimension) };
  const title = pageSentence(language, 'tableOf', { title: words(language, 'public:by', by) });
  return `<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table><caption>${title}</caption><thead><tr><th scope="col">${pageSentence(language, `labels.${dimension}`)}</th><th scope="col">${pageSentence(language, 'number')}</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

/** Returns what a dimension is called within a sentence. It is escaped with the sentence. */
export function dimensionName({ language }: PublicPageContext, dimension: string): string {
  return pageSentence(language, `dimensions.${dimension}`);
}

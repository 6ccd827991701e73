/** The maps of the public page: where the work is done, and a measure by province with its table. */

import type { PublicMeasure, PublicTable } from '../../../core/generated/api.ts';
import { OUTLINES, OUTLINES_BOX } from '../../../core/generated/outlines.ts';
import { getOwn } from '../../../core/json.ts';
import { escapeHtml } from '../../../core/text/html.ts';
import { dimensionName, publicRowHtml, publicTable } from './pageCharts.ts';
import { type PublicPageContext, pageNumber, pageSentence, publicPageAddress, publicTableRows } from './pageContext.ts';

const SHADES = 5;
const PROVINCE = 'province';

/** The outlines of all provinces, which both maps draw. */
export function provinceOutlines(): string {
  const paths = Object.entries(OUTLINES).map(([id, path]) => `<path id="area-${id}" d="${path}"/>`);
  return `<svg width="0" height="0" aria-hidden="true" class="defs"><defs>${paths.join('')}</defs></svg>`;
}

/** A picture of the country with the provinces that have figures. */
export function heroMap({ whole }: { whole: PublicPageContext['view'] }): string {
  const known = new Set(whole.filters.find(({ dimension }) => dimension === PROVINCE)?.options.map(({ id }) => id));
  if (known.size === 0) return '';
  const areas = Object.keys(OUTLINES).map((id) => `<use href="#area-${id}"${known.has(id) ? ' class="here"' : ''}/>`);
  return `<svg class="country" viewBox="${OUTLINES_BOX}" aria-hidden="true">${areas.join('')}</svg>`;
}

/** Returns the map by province with its table, where the measure is told apart by province. */
export function mapCard(context: PublicPageContext, measure: PublicMeasure): string {
  const table = measure.tables.find(({ dimension }) => dimension === PROVINCE);
  if (!table || table.rows.length === 0) return '';
  const { language } = context;
  const title = pageSentence(language, 'by', { title: measure.title, dimension: dimensionName(context, PROVINCE) });
  const lines = publicTableRows(context, table);
  const most = Math.max(1, ...lines.map((line) => line.count));
  const rows = lines.map((line, at) => {
    const place =
      line.id !== null && Object.hasOwn(OUTLINES, line.id)
        ? `<span class="place">${pageNumber(context, at + 1)}</span>`
        : '';
    const kind = line.id === null ? 'rank rest' : 'rank';
    const bar = `<i class="${kind}" style="width:${((100 * line.count) / most).toFixed(1)}%"></i>`;
    return publicRowHtml(context, PROVINCE, line, place, bar);
  });
  return `<div class="card map pair" data-table="${PROVINCE}"><div><h3>${title}</h3>${drawing(context, table, title)}<p class="quiet mapHint">${pageSentence(language, 'mapHint')}</p></div>${publicTable(context, table, measure, rows)}</div>`;
}

function drawing(context: PublicPageContext, { rows }: PublicTable, title: string): string {
  const most = Math.max(1, ...rows.map((row) => row.count));
  const known = new Map(rows.map((row) => [row.id, row]));
  const areas = Object.keys(OUTLINES).map((id) => {
    const row = known.get(id);
    if (!row) return `<use href="#area-${id}"/>`;
    const shade = Math.max(1, Math.ceil((row.count / most) * SHADES));
    const name = escapeHtml(`${row.name}: ${pageNumber(context, row.count)}`);
    // The table has the same links: here they are for the pointer only.
    return `<a href="${publicPageAddress(context, { province: id, district: '' })}#figures" tabindex="-1" aria-label="${name}"><use href="#area-${id}" class="s${shade}"><title>${name}</title></use></a>`;
  });
  const places = rows.flatMap((row, at) => {
    const middle = middleOf(row.id);
    if (!middle) return [];
    const [x, y] = middle;
    return [`<circle cx="${x}" cy="${y}" r="11"/><text x="${x}" y="${y + 5}">${pageNumber(context, at + 1)}</text>`];
  });
  return `<svg viewBox="${OUTLINES_BOX}" role="group" aria-label="${title}">${areas.join('')}<g class="places" aria-hidden="true">${places.join('')}</g></svg>`;
}

/** Returns the middle of the box around the outline of a province. */
function middleOf(id: string): [x: number, y: number] | undefined {
  const numbers = (getOwn(OUTLINES, id) ?? '').match(/\d+/g)?.map(Number) ?? [];
  const x = numbers.filter((_, at) => at % 2 === 0);
  const y = numbers.filter((_, at) => at % 2 === 1);
  if (x.length === 0) return undefined;
  return [(Math.min(...x) + Math.max(...x)) / 2, (Math.min(...y) + Math.max(...y)) / 2];
}

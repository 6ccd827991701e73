/**
 * `GET /public/{language}`: the public page without scripts, for browsers that run none and for slow lines. The same figures as
 * the screen, with the choices as a form whose state is in the address.
 */
import type { FastifyInstance } from 'fastify';
import { Failure } from '../../../core/errors/failure.ts';
import type { PublicFiguresResponse, PublicMeasure, PublicTable } from '../../../core/generated/api.ts';
import { OUTLINES, OUTLINES_BOX } from '../../../core/generated/outlines.ts';
import { escaped } from '../../../core/public/flowChart.ts';
import { formatDate } from '../../../core/text/dates.ts';
import { formatNumber } from '../../../core/text/digits.ts';
import {
  direction,
  fromWireLanguage,
  LANGUAGES,
  type Language,
  languageTag,
  toWireLanguage,
} from '../../../core/text/languages.ts';
import { queryOf } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { words } from '../../http/words.ts';
import { publicFigures } from '../../publication/view.ts';
import { cached, publicAdmission, readPublicFilters } from './figures.ts';

const NAMES: Record<Language, string> = { en: 'English', fa: 'دری', ps: 'پښتو' };

const STYLE = `body{margin:0 auto;max-width:60rem;padding:1rem;font:1rem/1.6 system-ui,Tahoma,sans-serif;color:#17252b;background:#fff}
a,summary{color:#0b5a75}nav a,.go{display:inline-block;min-height:44px;min-width:44px;line-height:44px;margin-inline-end:1rem}
form{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,13rem),1fr));gap:.75rem;align-items:end;margin:1rem 0}
label{display:grid}select,button{font:inherit;min-height:44px;width:100%}
table{border-collapse:collapse;width:100%;margin-block-end:1.5rem}caption{text-align:start;font-weight:600}
th,td{text-align:start;padding:.4rem;border-block-end:1px solid #c8d3d8;font-weight:400}td{text-align:end}
svg{width:100%;max-height:26rem}i{display:block;height:4px;background:#0b5a75}`;

export function registerPublicPage(app: FastifyInstance, services: Services): void {
  const admit = publicAdmission(services);
  app.get('/public', async (request, reply) =>
    reply.header('vary', 'accept-language').redirect(`/public/${toWireLanguage(request.language)}`),
  );
  app.get<{ Params: { language: string } }>('/public/:language', async (request, reply) => {
    admit(request, reply);
    const wire = request.params.language;
    if (!['en', 'fa', 'pa', 'ps'].includes(wire)) throw new Failure('route_not_found');
    const language = fromWireLanguage(wire);
    const filters = readPublicFilters(queryOf(request));
    const { registry, database } = services;
    const view = await publicFigures({ db: database.read, registry, language }, filters);
    if (!view) throw new Failure('route_not_found');
    return cached(request, reply, page(view, filters, language), 'text/html; charset=utf-8');
  });
}

type Say = (key: string, params?: Record<string, string>) => string;

function page(view: PublicFiguresResponse, filters: Readonly<Record<string, string>>, language: Language): string {
  const say: Say = (key, params) => escaped(words(language, `public:${key}`, params));
  const count = (value: number) => formatNumber(value, language);
  const calendar = language === 'en' ? 'gregorian' : 'solar';
  const others = LANGUAGES.filter((one) => one !== language).map(
    (one) => `<a lang="${languageTag(one)}" dir="${direction(one)}" href="/public/${one}">${NAMES[one]}</a>`,
  );
  const flows = view.flows.map(
    ({ id, title }) =>
      `<li><a class="go" href="/api/public/flows/${id}?language=${toWireLanguage(language)}">${escaped(title)} (SVG)</a></li>`,
  );
  return [
    '<!doctype html>',
    `<html lang="${languageTag(language)}" dir="${direction(language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(view.title)}</title><style>${STYLE}</style></head><body>`,
    `<nav aria-label="${say('about')}"><a href="/login">${say('loginLink')}</a>${others.join('')}</nav>`,
    `<main><h1>${escaped(view.title)}</h1>`,
    ...view.about.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    choices(view, filters, say),
    `<p><a class="go" href="/map${escaped(chosenText(filters))}">${say('interactive')}</a></p>`,
    `<p>${view.day ? say('day', { day: formatDate(view.day, { language, calendar }) }) : say('nothing')}</p>`,
    ...view.measures.map((measure) => measureText(measure, say, count)),
    `<p>${say('rule', { threshold: count(view.threshold) })}</p>`,
    `<h2>${say('flows')}</h2><ul>${flows.join('')}</ul></main></body></html>`,
  ].join('\n');
}

function chosenText(filters: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(filters).toString();
  return text ? `?${text}` : '';
}

function choices(
  { filters: known }: PublicFiguresResponse,
  chosen: Readonly<Record<string, string>>,
  say: Say,
): string {
  const fields = known.map(({ dimension, options }) => {
    const items = options.map(
      ({ id, name }) =>
        `<option value="${escaped(id)}"${chosen[dimension] === id ? ' selected' : ''}>${name ? escaped(name) : say('none')}</option>`,
    );
    return `<label>${say(`labels.${dimension}`)}<select name="${dimension}"><option value="">${say('all')}</option>${items.join('')}</select></label>`;
  });
  return `<form method="get" aria-label="${say('choose')}">${fields.join('')}<button type="submit">${say('look')}</button></form>`;
}

function measureText(measure: PublicMeasure, say: Say, count: (value: number) => string): string {
  const heading = say('total', { title: measure.title, total: count(measure.total) });
  const provinces = measure.tables.find(({ dimension }) => dimension === 'province');
  const map = provinces ? mapText(provinces, say('map', { title: measure.title }), count) : '';
  return `<h2>${heading}</h2>${map}${measure.tables.map((table) => tableText(measure.title, table, say, count)).join('')}`;
}

function mapText({ rows }: PublicTable, label: string, count: (value: number) => string): string {
  const most = Math.max(1, ...rows.map((row) => row.count));
  const paths = Object.entries(OUTLINES).map(([id, path]) => {
    const row = rows.find((one) => one.id === id);
    const title = row ? `<title>${escaped(`${row.name}: ${count(row.count)}`)}</title>` : '';
    const fill = row ? `#0b5a75" fill-opacity="${(0.2 + (0.8 * row.count) / most).toFixed(2)}` : '#eef1f2';
    return `<path d="${path}" fill="${fill}" stroke="#5d6f77">${title}</path>`;
  });
  return `<svg viewBox="${OUTLINES_BOX}" role="img" aria-label="${label}">${paths.join('')}</svg>`;
}

function tableText(title: string, table: PublicTable, say: Say, count: (value: number) => string): string {
  const rows = table.rows.map((row) => ({ name: row.name ? escaped(row.name) : say('none'), count: row.count }));
  if (table.rest > 0) rows.push({ name: say('rest'), count: table.rest });
  if (table.rows.length === 0) return '';
  const most = Math.max(...rows.map((row) => row.count));
  const lines = rows.map(
    (row) =>
      `<tr><th scope="row">${row.name}<i style="width:${Math.round((100 * row.count) / most)}%"></i></th><td>${count(row.count)}</td></tr>`,
  );
  const caption = say('by', { title, dimension: say(`dimensions.${table.dimension}`) });
  return `<table><caption>${caption}</caption><thead><tr><th scope="col">${say(`labels.${table.dimension}`)}</th><th scope="col">${say('number')}</th></tr></thead><tbody>${lines.join('')}</tbody></table>`;
}

/** Writes the public page: who we are, the figures as map, charts and tables, and how the work is done. */

import type { PublicFiguresResponse } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { SOLVED_STATUS } from '../../../core/problems/log.ts';
import { defaultCalendar, formatDate } from '../../../core/text/dates.ts';
import { escapeHtml } from '../../../core/text/html.ts';
import { LANGUAGES, type Language, languageTag, textDirection, toWireLanguage } from '../../../core/text/languages.ts';
import type { Flow } from '../../publication/flows.ts';
import { chartCards, chartPatterns } from './pageCharts.ts';
import { countLimits, type PublicPageContext, pageNumber, pageSentence, publicPageAddress } from './pageContext.ts';
import { heroMap, mapCard, provinceOutlines } from './pageMap.ts';

const NAMES: Record<Language, string> = { en: 'English', fa: 'دری', ps: 'پښتو' };

const MARK =
  '<svg viewBox="0 0 32 32" width="36" height="36" style="width:36px" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#ffffff1f"/><g fill="none" stroke="#e8a13c" stroke-width="2" stroke-linejoin="round"><rect x="8.5" y="8.5" width="15" height="15"/><rect x="8.5" y="8.5" width="15" height="15" transform="rotate(45 16 16)"/></g><circle cx="16" cy="16" r="3.2" fill="#fff"/></svg>';

export interface PublicPageParts extends PublicPageContext {
  /** The figures without any choice. */
  whole: PublicFiguresResponse;
  flows: Flow[];
  /** Which problems count, and since when so. */
  counted: string;
  style: string;
}

export function publicPageHtml(parts: PublicPageParts): string {
  const { language, view, style } = parts;
  const main = [figures(parts), ...story(parts), protection(parts)].join('\n');
  return `<!doctype html>
<html lang="${languageTag(language)}" dir="${textDirection(language)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="theme-color" content="#0b3b4c">
<meta name="description" content="${escapeHtml(view.about[0] ?? view.title)}"><link rel="icon" href="/icons/192.png">
<title>${escapeHtml(view.title)}</title><style>${style}</style><script src="/public-page.js" defer></script></head><body>
<a class="skip" href="#figures">${pageSentence(language, 'skip')}</a>${chartPatterns()}${provinceOutlines()}
<header class="hero"><div class="wrap">${top(parts)}${intro(parts)}</div></header>
<main class="wrap">${main}</main>
<footer class="wrap"><p>${pageSentence(language, 'footer')}</p></footer></body></html>`;
}

function top(parts: PublicPageParts): string {
  const { language } = parts;
  const languages = LANGUAGES.map(
    (one) =>
      `<a lang="${languageTag(one)}" dir="${textDirection(one)}" href="${publicPageAddress(parts, {}, one)}"${one === language ? ' aria-current="true"' : ''}>${NAMES[one]}</a>`,
  );
  return `<div class="top"><span class="brand">${MARK}${pageSentence(language, 'product')}</span><nav aria-label="${pageSentence(language, 'language')}">${languages.join(' ')}</nav><a class="login" href="/login" data-login="${pageSentence(language, 'app')}">${pageSentence(language, 'loginLink')}</a></div>`;
}

function intro(parts: PublicPageParts): string {
  const { language, view, whole } = parts;
  const about = view.about.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('');
  const tiles = whole.measures.map(({ title, total, tables }) => {
    const solved = tables
      .find(({ dimension }) => dimension === 'status')
      ?.rows.find(({ id }) => id === SOLVED_STATUS)?.count;
    const share =
      solved && total > 0
        ? `<small>${pageSentence(language, 'solvedShare', { solved: pageNumber(parts, solved), percent: pageNumber(parts, Math.round((100 * solved) / total)) })}</small>`
        : '';
    return `<div><dt>${escapeHtml(title)}${share}</dt><dd>${pageNumber(parts, total)}</dd></div>`;
  });
  const list = whole.day
    ? `<dl class="tiles" aria-label="${pageSentence(language, 'key')}">${tiles.join('')}</dl>`
    : '';
  return `<div class="intro"><div><h1>${escapeHtml(view.title)}</h1>${about}</div>${heroMap(parts)}${list}</div>`;
}

function figures(parts: PublicPageParts): string {
  const { language, view, shown } = parts;
  const measure = view.measures.find(({ id }) => id === shown) ?? view.measures[0];
  const day = view.day
    ? pageSentence(language, 'day', {
        day: formatDate(view.day, { language, calendar: defaultCalendar(language) }),
      })
    : pageSentence(language, 'nothing');
  const isChosen = Object.keys(parts.filters).length > 0;
  const note = isChosen ? ` ${pageSentence(language, 'chosenOnly')}` : '';
  const cards = measure ? `${mapCard(parts, measure)}${chartCards(parts, measure)}` : '';
  const empty =
    view.day && (!measure || measure.total === 0)
      ? `<p role="status">${pageSentence(language, 'nothingHere')}</p>`
      : '';
  return `<section id="figures" aria-labelledby="figures-title"><h2 id="figures-title">${pageSentence(language, 'figures')}</h2>${view.day ? tabs(parts, measure?.id) : ''}${choices(parts, isChosen)}<p class="quiet">${day}${note} ${escapeHtml(parts.counted)}</p>${empty}${cards}</section>`;
}

/** Links to each measure, with the choices that are made. */
function tabs(parts: PublicPageParts, shown: string | undefined): string {
  const items = parts.view.measures.map(
    ({ id, title, total }) =>
      `<li><a href="${publicPageAddress(parts, { show: id })}#figures"${id === shown ? ' aria-current="true"' : ''}>${escapeHtml(title)}: ${pageNumber(parts, total)}</a></li>`,
  );
  return `<ul class="tabs" aria-label="${pageSentence(parts.language, 'show')}">${items.join('')}</ul>`;
}

function choices(parts: PublicPageParts, isChosen: boolean): string {
  const { view, filters, language, shown } = parts;
  const fields = view.filters.map(({ dimension, options }) => {
    const items = options.map(
      ({ id, name, empty }) =>
        `<option value="${escapeHtml(id)}"${getOwn(filters, dimension) === id ? ' selected' : empty ? ' disabled' : ''}>${name ? escapeHtml(name) : pageSentence(language, 'none')}</option>`,
    );
    // Without a province there is no list of districts; otherwise there are too few records to tell any apart.
    const hint = dimension === 'district' && !filters.province ? 'provinceFirst' : 'rest';
    if (options.length === 0 && view.day)
      return `<label>${pageSentence(language, `labels.${dimension}`)}<select disabled><option>${pageSentence(language, hint)}</option></select></label>`;
    return `<label>${pageSentence(language, `labels.${dimension}`)}<select name="${dimension}"><option value="">${pageSentence(language, 'all')}</option>${items.join('')}</select></label>`;
  });
  const kept = shown ? `<input type="hidden" name="show" value="${escapeHtml(shown)}">` : '';
  const clear = isChosen
    ? `<a class="button" href="/public/${toWireLanguage(language)}${shown ? `?show=${encodeURIComponent(shown)}` : ''}#figures">${pageSentence(language, 'clear')}</a>`
    : '';
  return `<form class="card" method="get" action="/public/${toWireLanguage(language)}#figures" aria-label="${pageSentence(language, 'choose')}">${kept}${fields.join('')}<button class="go" type="submit">${pageSentence(language, 'look')}</button>${clear}</form>`;
}

/** The first chart, drawn as steps of the page, and one for each programme to open. */
function story(parts: PublicPageParts): string[] {
  const { language, flows } = parts;
  const single = flows.filter(({ programme }) => programme === undefined);
  const programmes = flows.filter(({ programme }) => programme !== undefined);
  const stories = single.map((flow) => {
    const steps = flow.steps.map(
      ({ text }, at) =>
        `<li><span class="n" aria-hidden="true">${pageNumber(parts, at + 1)}</span>${escapeHtml(text)}</li>`,
    );
    return `<section aria-labelledby="flow-${flow.id}"><h2 id="flow-${flow.id}">${escapeHtml(flow.title)}</h2><ol class="story">${steps.join('')}</ol>${downloads(parts, flow)}</section>`;
  });
  if (programmes.length === 0) return stories;
  const details = programmes.map((flow) => {
    const steps = flow.steps.map(({ text, names }) => {
      const list = names.length > 0 ? `<ul>${names.map((name) => `<li>${escapeHtml(name)}</li>`).join('')}</ul>` : '';
      return `<li>${escapeHtml(text)}${list}</li>`;
    });
    return `<details data-flow="${flow.id}"><summary>${escapeHtml(flow.programme ?? flow.title)}</summary><ol>${steps.join('')}</ol>${downloads(parts, flow)}</details>`;
  });
  return [
    ...stories,
    `<section aria-labelledby="programmes-title"><h2 id="programmes-title">${pageSentence(language, 'programmes')}</h2><div class="card">${details.join('')}</div></section>`,
  ];
}

/** Links to the chart as a file. The button for PNG appears where scripts run, because this device draws it. */
function downloads({ language }: PublicPageParts, { id, title }: Flow): string {
  const address = escapeHtml(`/api/public/flows/${id}?language=${toWireLanguage(language)}`);
  const name = escapeHtml(title);
  return `<p class="files"><span>${pageSentence(language, 'storyDownload')}</span><a class="button" href="${address}" download="${id}.svg" aria-label="${name}: ${pageSentence(language, 'svg')}">${pageSentence(language, 'svg')}</a><button type="button" hidden data-png="${address}" data-name="${id}.png" data-failed="${pageSentence(language, 'failed')}" aria-label="${name}: ${pageSentence(language, 'png')}">${pageSentence(language, 'png')}</button><span role="status"></span></p>`;
}

function protection(parts: PublicPageParts): string {
  const { language, view } = parts;
  const districts =
    view.least_sites > 1
      ? ` ${pageSentence(language, 'ruleDistricts', { sites: pageNumber(parts, view.least_sites) })}`
      : '';
  return `<section aria-labelledby="protect-title"><h2 id="protect-title">${pageSentence(language, 'protect')}</h2><p>${pageSentence(language, 'rule', countLimits(parts))}${districts}</p></section>`;
}

/** Writes a digest: plain text and simple HTML in the reader's language and direction. */

import type { NewsGroup, NewsItem, NewsView } from '../../../core/generated/api.ts';
import { formatRecordName } from '../../../core/records/name.ts';
import { type Calendar, defaultCalendar, formatInstant } from '../../../core/text/dates.ts';
import { type Language, languageTag, pickText, textDirection } from '../../../core/text/languages.ts';
import { formatNumber } from '../../../core/text/letters.ts';
import { words } from '../../http/words.ts';
import type { EmailMessage } from './mailer.ts';

interface Reader {
  name: string;
  language: Language;
  calendar: Calendar | null;
}

/**
 * Names only which record changed, how and when. Comments and answers stay on the server, because e-mail travels and lies
 * around in the clear. `publicUrl` is the start of links; without it there are none.
 */
export function writeDigest(
  { name, language, calendar }: Reader,
  { count, groups }: Pick<NewsView, 'count' | 'groups'>,
  publicUrl: string | undefined,
): Omit<EmailMessage, 'to'> {
  const style = { language, calendar: calendar ?? defaultCalendar(language), style: 'short' as const };
  const say = (key: string, params = {}) => words(language, `server:digest.${key}`, params);
  const shown = formatNumber(count, language);
  const sections = groups.map((group) => ({
    title: `${titleOf(group, language)} (${formatNumber(group.count, language)})`,
    lines: perRecord(group.data).map((item) => ({
      name: formatRecordName(item.name || (item.code ?? ''), style),
      at: formatInstant(item.at, style),
      url: publicUrl === undefined ? undefined : `${publicUrl}${item.path}`,
    })),
    more:
      group.count > group.data.length
        ? say('more', { shown: formatNumber(group.count - group.data.length, language) })
        : '',
  }));
  const hello = say('hello', { name });
  const lead = say('lead', { shown });
  const end = say('end');
  const text = [
    hello,
    '',
    lead,
    ...sections.flatMap(({ title, lines, more }) => [
      '',
      title,
      ...lines.flatMap(({ name, at, url }) => [`- ${name} (${at})`, ...(url ? [`  ${url}`] : [])]),
      ...(more ? [more] : []),
    ]),
    '',
    end,
    '',
  ].join('\n');
  const html = [
    `<!doctype html><html lang="${languageTag(language)}" dir="${textDirection(language)}"><head><meta charset="utf-8"><title>Amanat</title></head>`,
    `<body dir="${textDirection(language)}" style="font-family:sans-serif;line-height:1.6">`,
    `<p>${safe(hello)}</p><p>${safe(lead)}</p>`,
    ...sections.flatMap(({ title, lines, more }) => [
      `<h2 style="font-size:1.1em;margin:1em 0 0">${safe(title)}</h2><ul>`,
      ...lines.map(({ name, at, url }) => `<li>${link(name, url)} <small>(${safe(at)})</small></li>`),
      '</ul>',
      ...(more ? [`<p>${safe(more)}</p>`] : []),
    ]),
    `<p><small>${safe(end)}</small></p></body></html>`,
  ].join('\n');
  return { subject: say('subject', { shown }), text, html };
}

function titleOf({ action, label }: NewsGroup, language: Language): string {
  const title = pickText(label, language);
  return action === 'problem' ? words(language, 'app:news.problem', { status: title }) : title;
}

/** Several problems of a record would be the same line, because the letter does not say which problem. */
function perRecord(items: readonly NewsItem[]): NewsItem[] {
  return items.filter(({ id }, at) => items.findIndex((other) => other.id === id) === at);
}

function link(name: string, url: string | undefined): string {
  const words = `<bdi>${safe(name)}</bdi>`;
  return url === undefined ? words : `<a href="${safe(url)}">${words}</a>`;
}

function safe(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

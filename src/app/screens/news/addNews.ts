/** Adds news that came while the screen is open to what it shows, so that nothing disappears while somebody reads it. */
import type { NewsGroup, NewsItem, NewsView } from '../../../core/generated/api.ts';

export function mergeNews(shown: NewsView, found: NewsView): NewsView {
  const newer = new Set(found.groups.flatMap(({ action, data }) => data.map((item) => newsItemKey(action, item))));
  const groups = found.groups.map((group) => ({ ...group }));
  for (const old of shown.groups) {
    // A record that changed again is told by its newest change only.
    const data = old.data.filter((item) => !newer.has(newsItemKey(old.action, item)));
    const count = old.count - (old.data.length - data.length);
    const same = groups.find((group) => newsGroupKey(group) === newsGroupKey(old));
    if (same) {
      same.data = [...same.data, ...data];
      same.count += count;
    } else if (count > 0) groups.push({ ...old, data, count });
  }
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  return { since: shown.since, until: found.until, count, groups };
}

/** Two transitions of different workflows may have one name, so the label tells groups apart. */
export function newsGroupKey({ action, label }: Pick<NewsGroup, 'action' | 'label'>): string {
  return `${action} ${label.en}`;
}

/** A visit may say something about several problems. */
export function newsItemKey(action: string, { id, comment }: NewsItem): string {
  return action === 'problem' ? `${id} ${comment}` : id;
}

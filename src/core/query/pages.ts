/** Pages: how many rows one has at most, and which one it is. */
import type { PageMeta } from '../generated/api.ts';

/** Most rows of a page. */
export const MOST_PAGE_ROWS = 200;

export function pageMeta(current_page: number, per_page: number, total: number): PageMeta {
  return { per_page, current_page, last_page: Math.max(1, Math.ceil(total / per_page)), total };
}

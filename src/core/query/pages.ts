/** Pages of a list: how many rows one has at most, and their numbers. */
import type { PageMeta } from '../generated/api.ts';

/** Most rows of a page. */
export const MOST_PAGE_ROWS = 200;

/**
 * Returns the number of a page and of the last one. A page behind a cursor goes on from the rows of the page before, whatever was
 * added or deleted since: rows are left or not, and their count says less. Without a row there is no such page.
 */
export function pageNumbers(
  { page, per_page, after }: { page: number; per_page: number; after?: string },
  total: number,
  rows: number,
  isMore: boolean,
): { current_page: number; last_page: number } {
  const counted = Math.max(1, Math.ceil(total / per_page));
  if (!after || page === 1) return { current_page: page, last_page: counted };
  return { current_page: page, last_page: isMore ? Math.max(counted, page + 1) : rows > 0 ? page : page - 1 };
}

export function pageMeta(current_page: number, per_page: number, total: number): PageMeta {
  return { per_page, current_page, last_page: Math.max(1, Math.ceil(total / per_page)), total };
}

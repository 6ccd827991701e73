/** Returns the position of a page among all pages, which are counted from 1. */
import type { PageMeta } from '../generated/api.ts';

export function pageMeta(current_page: number, per_page: number, total: number): PageMeta {
  return { per_page, current_page, last_page: Math.max(1, Math.ceil(total / per_page)), total };
}

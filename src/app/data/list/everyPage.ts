/** Reads the rows of all pages of a list, or of the first `pages`, each page behind the last row of the one before. */
import type { ListQuery, RecordView } from '../../../core/generated/api.ts';
import { MOST_PAGE_ROWS } from '../../../core/query/pages.ts';
import type { ListView } from '../types.ts';

export async function loadEveryPage(
  list: (query: ListQuery) => Promise<ListView>,
  query: ListQuery,
  pages = Number.POSITIVE_INFINITY,
): Promise<RecordView[]> {
  const found: RecordView[] = [];
  let after: string | null | undefined;
  for (let page = 1; after !== null && page <= pages; page += 1) {
    const { data, meta } = await list({ ...query, per_page: MOST_PAGE_ROWS, ...(after && { after }) });
    found.push(...data);
    after = meta.next_cursor ?? null;
  }
  return found;
}

/** Yields every row of a list, page by page, for callers that read everything. Stops after `most` rows. */
import type { Actor } from '../../core/records/types.ts';
import type { ListPage, ListQuery, ListRow } from './types.ts';

const PER_PAGE = 200;

export async function* everyRow(
  { list }: { list(query: ListQuery, actor: Actor): Promise<ListPage> },
  query: Omit<ListQuery, 'page' | 'per_page' | 'after'>,
  actor: Actor,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<ListRow> {
  let after: string | undefined;
  let given = 0;
  while (given < most) {
    const page = await list(
      { ...query, page: 1, per_page: Math.min(PER_PAGE, most - given), ...(after !== undefined && { after }) },
      actor,
    );
    yield* page.rows;
    given += page.rows.length;
    if (!page.next_cursor || page.rows.length === 0) return;
    after = page.next_cursor;
  }
}

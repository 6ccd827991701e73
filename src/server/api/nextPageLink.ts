/** Names the page after a page of a list as HTTP does (RFC 8288), so that any client goes on where the page ended. */
import type { ListMeta } from '../../core/generated/api.ts';

/**
 * Returns the value of the header `Link`. It has the cursor, so that no row comes again because others were added meanwhile. It is
 * relative to the address that was asked for, which a server behind others does not know. Undefined for other answers and the last page.
 */
export function nextPageLink(url: string, response: unknown): string | undefined {
  const { meta } = response as { meta?: Partial<ListMeta> };
  if (!meta?.next_cursor || meta.current_page === undefined) return undefined;
  const params = new URLSearchParams(url.split('?')[1]);
  params.set('page', String(meta.current_page + 1));
  params.set('after', meta.next_cursor);
  return `<?${params}>; rel="next"`;
}

/**
 * Where each page of a list begins: behind the last row of the page before, as it was shown. So a page repeats and skips no row
 * because others were added or deleted. A page that was reached otherwise begins where its number says.
 */
import { useMemo, useReducer } from 'react';

/** By list: page number to the cursor of the page before. Only of the list that was shown last. */
let known: { list: string; byPage: Map<number, string> } = { list: '', byPage: new Map() };

/** `list` is what is listed, apart from the page. */
export function usePageCursors(list: string) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  return useMemo(() => {
    const pages = () => {
      if (known.list !== list) known = { list, byPage: new Map() };
      return known.byPage;
    };
    return {
      of: (page: number): string | undefined => pages().get(page),
      /** Notes where the page after this one begins. Later ones began behind rows that are not the same any more. */
      follow(page: number, next: string | null): void {
        if (pages().get(page + 1) === (next ?? undefined)) return;
        for (const later of [...pages().keys()]) if (later > page) pages().delete(later);
        if (next) pages().set(page + 1, next);
      },
      forget(): void {
        pages().clear();
        redraw();
      },
    };
  }, [list]);
}

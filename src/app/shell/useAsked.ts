/** What a list is asked for, kept in the address, so that a link and the way back show the same. */
import { useSearchParams } from 'react-router-dom';

/** `replace`: what is asked adds no steps to the way back. */
export function useAsked({ replace = false } = {}) {
  const [params, setParams] = useSearchParams();
  /** Puts values in, '' takes one out; the pages begin again. */
  const put = (change: Record<string, string>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries({ page: '', ...change })) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace },
    );
  /** '' where nothing is asked. */
  const read = (name: string): string => params.get(name) ?? '';
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1);
  return {
    read,
    put,
    /** What is asked under these names, and the page, from 1. */
    query: <Name extends string>(...names: Name[]) => ({
      ...(Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, string>),
      page,
    }),
    goTo: (page: number) => put({ page: page > 1 ? String(page) : '' }),
  };
}

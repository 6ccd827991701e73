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
  return {
    /** '' where nothing is asked. */
    read: (name: string): string => params.get(name) ?? '',
    /** From 1. */
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    put,
    goTo: (page: number) => put({ page: page > 1 ? String(page) : '' }),
  };
}

/** What a list is asked for, kept in the address, so that a link and the way back show the same. */
import { useSearchParams } from 'react-router-dom';

export interface Asked {
  /** '' where nothing is asked. */
  read: (name: string) => string;
  /** From 1. */
  page: number;
  /** Puts values in, '' takes one out; the pages begin again. */
  put: (change: Record<string, string>) => void;
  goTo: (page: number) => void;
}

/** `replace`: what is asked adds no steps to the way back. */
export function useAsked({ replace = false } = {}): Asked {
  const [params, setParams] = useSearchParams();
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
    read: (name) => params.get(name) ?? '',
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    put,
    goTo: (page) => put({ page: page > 1 ? String(page) : '' }),
  };
}

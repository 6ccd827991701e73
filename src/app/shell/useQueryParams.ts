/** The query of a list, kept in the URL, so that links and the back button show the same. */
import { useSearchParams } from 'react-router-dom';

/**
 * The parameters of the address. Those of React Router are of the last drawing: of two changes at nearly the same time the second
 * would undo the first.
 */
export function addressParams(): URLSearchParams {
  return new URLSearchParams(window.location.search);
}

/** With `replace` a change adds no step to the browser's history. */
export function useQueryParams({ replace = false } = {}) {
  const [params, setParams] = useSearchParams();
  /** Sets parameters; '' removes one. Goes back to the first page. */
  const put = (change: Record<string, string>) =>
    setParams(
      () => {
        const next = addressParams();
        for (const [name, value] of Object.entries({ page: '', ...change })) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace },
    );
  /** Returns '' if the parameter is missing. */
  const read = (name: string): string => params.get(name) ?? '';
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1);
  return {
    read,
    put,
    /** Returns the parameters of these names, and the page, counted from 1. */
    query: <Name extends string>(...names: Name[]) => ({
      ...(Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, string>),
      page,
    }),
    goTo: (page: number) => put({ page: page > 1 ? String(page) : '' }),
  };
}

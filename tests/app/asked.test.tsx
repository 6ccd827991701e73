/** What a screen asks for stands in the address. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { withChosenValues } from '../../src/app/screens/list/filters/filterSet.ts';
import { useListState } from '../../src/app/screens/list/useListState.ts';
import { useQueryParams } from '../../src/app/shell/useQueryParams.ts';

function Both() {
  const { put, read } = useQueryParams();
  /** The second change is made before the first is drawn. */
  const both = async () => {
    put({ account: '7' });
    await Promise.resolve();
    put({ form: 'school' });
  };
  return (
    <button type="button" onClick={both}>
      {read('account')} {read('form')}
    </button>
  );
}

function TwoFilters() {
  const { filter, filters } = useListState({ form: 'school' });
  const both = async () => {
    filter((now) => withChosenValues(now, 'state', ['submitted']));
    await Promise.resolve();
    filter((now) => withChosenValues(now, 'level', ['high']));
  };
  return (
    <button type="button" onClick={both}>
      {filters.map(({ field }) => field).join(' ')}
    </button>
  );
}

async function press(element: ReactElement): Promise<string | null> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 503 }));
  window.history.replaceState(null, '', '/');
  const page = document.createElement('div');
  document.body.append(page);
  const root = createRoot(page);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createBrowserRouter([{ path: '*', element }]);
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    ),
  );
  await act(async () => page.querySelector('button')?.click());
  const text = page.textContent;
  act(() => root.unmount());
  page.remove();
  vi.unstubAllGlobals();
  return text;
}

it('keeps both of two changes at nearly the same time', async () => {
  expect(await press(<Both />)).toBe('7 school');
});

it('keeps both of two filters that are chosen at nearly the same time', async () => {
  expect(await press(<TwoFilters />)).toBe('state level');
});

/** What a screen asks for stands in the address. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useAsked } from '../../src/app/shell/useAsked.ts';

function Both() {
  const { put, read } = useAsked();
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

it('keeps both of two changes at nearly the same time', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const page = document.createElement('div');
  document.body.append(page);
  const root = createRoot(page);
  await act(async () =>
    root.render(<RouterProvider router={createBrowserRouter([{ path: '*', element: <Both /> }])} />),
  );
  await act(async () => page.querySelector('button')?.click());
  expect(page.textContent).toBe('7 school');
  act(() => root.unmount());
  page.remove();
});

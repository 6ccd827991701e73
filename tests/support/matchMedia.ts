/** jsdom lays nothing out and knows no media queries: its window is that of a computer. Set before each file of `tests/app`. */
if ('window' in globalThis)
  window.matchMedia ??= () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) as never;

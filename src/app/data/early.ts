/**
 * Requests what every screen needs while the program is still loading. index.html loads this file first and on its own, so
 * it imports nothing and reads the browser's storage itself. `http.ts` takes the responses.
 */
import type { EarlyResponse } from './http.ts';

const PATHS = ['session', 'common', 'definitions'];

function ask(): void {
  const token = localStorage.getItem('token');
  const language = ['language', 'accountLanguage', 'deviceLanguage']
    .map((key) => localStorage.getItem(key))
    .find(Boolean);
  if (!language) return;
  const words = document.querySelector<HTMLElement>('script[data-words]')?.dataset.words;
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = (JSON.parse(words ?? '{}') as Record<string, string>)[language] ?? '';
  if (link.getAttribute('href')) document.head.append(link);
  // In offline mode nobody would take the responses.
  if (!token || localStorage.getItem('mode') === 'offline') return;
  const authorization = `Bearer ${token}`;
  const asked: Record<string, EarlyResponse> = {};
  for (const path of PATHS) {
    const response = fetch(`/api/${path}`, { headers: { 'Accept-Language': language, Authorization: authorization } });
    // Avoids an unhandled rejection if nobody takes the response. Whoever takes it sees the failure.
    response.catch(() => {});
    asked[path] = { authorization, at: performance.now(), response };
  }
  globalThis.early = asked;
}

try {
  if (!globalThis.early) ask();
} catch (error) {
  // The browser refuses storage: everything is requested later.
  console.warn(error);
}

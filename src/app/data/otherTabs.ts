import type { QueryClient } from '@tanstack/react-query';
import { TOKEN_KEY } from './token.ts';

/**
 * Somebody logged out in another tab, or another person logged in there: what this tab knows of the one before is forgotten. A
 * screen that would go on showing it is loaded anew.
 */
export function followOtherTabs(client: QueryClient): void {
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key !== TOKEN_KEY || oldValue === null) return;
    client.clear();
    if (newValue !== null) location.reload();
  });
}

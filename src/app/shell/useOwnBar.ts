/** For what fills the lower edge of a phone: the places of the app leave it. */
import { useLayoutEffect } from 'react';

export function useOwnBar(isThere: boolean): void {
  useLayoutEffect(() => {
    if (!isThere) return;
    document.documentElement.dataset.ownBar = 'true';
    return () => {
      delete document.documentElement.dataset.ownBar;
    };
  }, [isThere]);
}

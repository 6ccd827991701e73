/** Where a session ended, so that who logs in again is back there. Kept on the device: the browser may be closed meanwhile. */
import { readLocalItem, writeLocalItem } from '../preferences.ts';

const KEY = 'leftAt';

interface Left {
  user: string;
  /** Path with search and hash. */
  path: string;
}

export const pathAfterLogin = {
  keep(user: string, path: string): void {
    writeLocalItem(KEY, { user, path } satisfies Left);
  },

  /** Returns the path at the first login behind the end, unless it is another person. */
  take(user: string): string | undefined {
    const left = readLocalItem<Partial<Left>>(KEY, {});
    writeLocalItem(KEY, {});
    return left.user === user ? left.path : undefined;
  },
};

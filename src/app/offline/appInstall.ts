/** Whether the app can be installed on this device, and the browser's own question for it. */

import { watchedValue } from '../data/watchedValue.ts';

/** Chromium's event, which no standard types. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const offered = watchedValue<InstallEvent | undefined>(undefined);

/** Call it early: the browser offers the installation once, soon after the page has loaded. */
export function watchInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Settings offer it, not the browser over a page that somebody reads.
    event.preventDefault();
    offered.set(event as InstallEvent);
  });
  window.addEventListener('appinstalled', () => offered.set(undefined));
}

export const appInstall = {
  isInstalled: (): boolean => window.matchMedia('(display-mode: standalone)').matches,
  /** True if the browser can ask now. Others install from their own menu. */
  isOffered: (): boolean => offered.get() !== undefined,
  subscribe: offered.subscribe,
  async ask(): Promise<void> {
    const event = offered.get();
    // A browser lets each event ask once.
    offered.set(undefined);
    await event?.prompt();
  },
};

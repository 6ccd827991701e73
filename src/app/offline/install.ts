/** Whether the app can be installed on this device, and the browser's own question for it. */

/** Chromium's event, which no standard types. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let offered: InstallEvent | undefined;
const watchers = new Set<() => void>();

function change(event: InstallEvent | undefined): void {
  offered = event;
  for (const watcher of watchers) watcher();
}

/** Call it early: the browser offers the installation once, soon after the page has loaded. */
export function watchInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Settings offer it, not the browser over a page that somebody reads.
    event.preventDefault();
    change(event as InstallEvent);
  });
  window.addEventListener('appinstalled', () => change(undefined));
}

export const install = {
  isInstalled: (): boolean => window.matchMedia('(display-mode: standalone)').matches,
  /** True if the browser can ask now. Others install from their own menu. */
  isOffered: (): boolean => offered !== undefined,
  subscribe(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  async ask(): Promise<void> {
    const event = offered;
    // A browser lets each event ask once.
    change(undefined);
    await event?.prompt();
  },
};

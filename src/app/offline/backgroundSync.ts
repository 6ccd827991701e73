/** Asks the browser to tell when the network is back, even if the tab sleeps. Only some browsers can (Chrome on Android). */

const TAG = 'outbox';

interface SyncManager {
  register(tag: string): Promise<void>;
}

/** Call it when something waits to be sent. Does nothing where the browser cannot; then the `online` event must do. */
export async function registerBackgroundSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const { sync } = (registration ?? {}) as { sync?: SyncManager };
  // The user may have forbidden it.
  await sync?.register(TAG).catch(() => {});
}

/** Calls `wake` when the network is back: told by the service worker, or by the page's own event. */
export function onNetworkBack(wake: () => void): () => void {
  const told = ({ data }: MessageEvent<{ type?: string; tag?: string } | undefined>) => {
    if (data?.type === 'sync' && data.tag === TAG) wake();
  };
  navigator.serviceWorker?.addEventListener('message', told);
  window.addEventListener('online', wake);
  return () => {
    navigator.serviceWorker?.removeEventListener('message', told);
    window.removeEventListener('online', wake);
  };
}

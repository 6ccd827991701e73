/**
 * Registers the service worker and says when a newer build of the app is ready. Nothing reloads by itself: a page goes on with
 * the build it was opened with until the user agrees.
 */

import { watchedValue } from '../data/watchedValue.ts';

/** Milliseconds after the first rendering. */
const INSTALL_AFTER = 3000;
/** Milliseconds between two looks for a newer build while the page stays open. */
const LOOK_AGAIN = 60 * 60_000;
/** Milliseconds that a reload waits for a newer build that is still arriving. */
const PATIENCE = 15_000;

/** `open`: open forms. While there is one, nothing is said. */
const state = watchedValue({ isReady: false, open: 0 });
const change = (isReady: boolean, opened: number) => state.set({ isReady, open: state.get().open + opened });
const setReady = () => change(true, 0);

export const appUpdate = {
  /** True if a newer build is installed, or another tab took it already, and no form is open in this tab. */
  isReady: (): boolean => state.get().isReady && state.get().open === 0,
  /** Says nothing until the returned function is called. For effects of screens where people type. */
  wait(): () => void {
    change(state.get().isReady, 1);
    return () => change(state.get().isReady, -1);
  },
  subscribe: state.subscribe,
};

/**
 * Watches for newer builds, and registers the worker some seconds after the first rendering. `next` loads what people open next,
 * before the first installation takes the line.
 */
export function watchAppUpdates(next: () => void): void {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  // Another tab took the newer build, perhaps before this one registered. The first visit has no build that is replaced.
  if (serviceWorker.controller) serviceWorker.addEventListener('controllerchange', setReady);
  // Installing downloads what the first screen does not need.
  setTimeout(() => {
    if (!serviceWorker.controller) next();
    void register();
  }, INSTALL_AFTER);
}

async function register(): Promise<void> {
  const { registerSW } = await import('virtual:pwa-register');
  registerSW({
    onNeedRefresh: setReady,
    // The library would reload this page when another tab takes the newer build.
    onNeedReload: setReady,
    onRegisteredSW: (_url, registration) => registration && lookAgain(registration),
    // The app works without; private windows of some browsers refuse.
    onRegisterError: (error) => console.warn('no service worker', error),
  });
}

function lookAgain(registration: ServiceWorkerRegistration): void {
  let last = Date.now();
  const look = () => {
    if (document.visibilityState !== 'visible' || !navigator.onLine || Date.now() - last < LOOK_AGAIN) return;
    last = Date.now();
    // A server that cannot be reached is asked again later.
    registration.update().catch(() => {});
  };
  setInterval(look, LOOK_AGAIN);
  document.addEventListener('visibilitychange', look);
}

/** Reloads the page with the newest build that can be had. Without this, the worker would open the old build again. */
export async function reloadNewest(): Promise<void> {
  try {
    await Promise.race([takeNewest(), wait(PATIENCE)]);
  } finally {
    window.location.reload();
  }
}

async function takeNewest(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return;
  if (!registration.waiting) await registration.update();
  const { installing } = registration;
  if (installing) await changeOf(installing, 'installed');
  const next = registration.waiting;
  if (!next) return;
  const taken = changeOf(next, 'activated');
  next.postMessage({ type: 'SKIP_WAITING' });
  await taken;
}

function changeOf(worker: ServiceWorker, to: ServiceWorkerState): Promise<void> {
  return new Promise((resolve) => {
    const look = () =>
      (worker.state === to || worker.state === 'activated' || worker.state === 'redundant') && resolve();
    worker.addEventListener('statechange', look);
    look();
  });
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * Reports a component that could not be loaded, because the network was lost or a newer build replaced it. The bar stays
 * while the component is needed, and offers to try again or to reload. Nothing reloads by itself; typed text is in its
 * draft.
 */
import i18next from 'i18next';
import { retryLazyComponents } from '../data/onDemand.tsx';
import { partsMissing } from '../data/signals.ts';
import { reloadNewest } from '../offline/appUpdate.ts';

function button(key: string, act: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = i18next.t(key);
  made.addEventListener('click', act);
  return made;
}

/** Uses plain DOM elements, because the component that shows toasts may be the missing one. */
export function watchMissingParts(): void {
  let bar: HTMLElement | undefined;
  /** True after a press on the bar's retry button. If the bar appears again, that button gets the focus back. */
  let isAsked = false;
  const show = () => {
    if (bar) return;
    bar = document.createElement('div');
    bar.id = 'missing-parts';
    bar.className = 'am-page-bar';
    bar.setAttribute('role', 'alert');
    const words = document.createElement('span');
    words.textContent = i18next.t('error.partMissing');
    const again = button('retry', () => {
      isAsked = true;
      retryLazyComponents();
    });
    bar.append(
      words,
      again,
      button('reload', () => void reloadNewest()),
    );
    document.body.append(bar);
    if (isAsked) again.focus();
    isAsked = false;
  };
  const hide = () => {
    bar?.remove();
    bar = undefined;
  };
  partsMissing.listen((count) => (count > 0 ? show() : hide()));
  window.addEventListener('online', retryLazyComponents);
}

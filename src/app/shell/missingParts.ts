/**
 * A part of the program that could not be fetched: the line was lost, or a newer build replaced it. Says so for as long as
 * the part is wanted, and offers to ask again and to reload. Text that was being typed is in its draft; nothing reloads by
 * itself.
 */
import i18next from 'i18next';
import { askAgain } from '../data/onDemand.tsx';
import { partsMissing } from '../data/signals.ts';

function button(key: string, act: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = i18next.t(key);
  made.addEventListener('click', act);
  return made;
}

/** A bar of plain elements: what draws toasts may be the very part that is missing. */
export function watchMissingParts(): void {
  let bar: HTMLElement | undefined;
  /** The bar went because somebody asked again: if it has to come back, they are still at its button. */
  let isAsked = false;
  const show = () => {
    if (bar) return;
    bar = document.createElement('div');
    bar.id = 'missing-parts';
    bar.setAttribute('role', 'alert');
    const words = document.createElement('span');
    words.textContent = i18next.t('error.partMissing');
    const again = button('retry', () => {
      isAsked = true;
      askAgain();
    });
    bar.append(
      words,
      again,
      button('reload', () => window.location.reload()),
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
  window.addEventListener('online', askAgain);
}

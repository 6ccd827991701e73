/**
 * A part of the program that cannot be loaded was usually replaced by a newer build: say so and offer to reload. Text
 * that was being typed is in its draft; nothing reloads by itself.
 */
import i18next from 'i18next';

/** A bar of plain elements: what draws toasts may be the very part that is missing. */
export function watchPreloadErrors(): void {
  window.addEventListener('vite:preloadError', () => {
    if (document.getElementById('preload-error')) return;
    const bar = document.createElement('div');
    bar.id = 'preload-error';
    bar.setAttribute('role', 'alert');
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = i18next.t('preload.reload');
    button.addEventListener('click', () => window.location.reload());
    bar.append(i18next.t('preload.title'), ' ', button);
    document.body.append(bar);
  });
}

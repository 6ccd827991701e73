/**
 * A part of the program that cannot be loaded was usually replaced by a newer build: say so and offer to reload. Text
 * that was being typed is in its draft; nothing reloads by itself.
 */
import { notifications } from '@mantine/notifications';
import { createElement } from 'react';
import i18next from 'i18next';

export function watchPreloadErrors(): void {
  window.addEventListener('vite:preloadError', () => {
    notifications.show({
      id: 'preload-error',
      color: 'red',
      autoClose: false,
      title: i18next.t('preload.title'),
      message: createElement(
        'button',
        {
          type: 'button',
          onClick: () => window.location.reload(),
          style: {
            font: 'inherit',
            color: 'inherit',
            textDecoration: 'underline',
            background: 'none',
            border: 0,
            padding: '0.5rem 0',
            cursor: 'pointer',
          },
        },
        i18next.t('preload.reload'),
      ),
    });
  });
}

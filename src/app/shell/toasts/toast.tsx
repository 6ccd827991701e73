/** Toasts: five seconds, longer while the mouse or the focus is on them. The component is loaded with the first one. */
import type { NotificationData, notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { type ReactNode, useSyncExternalStore } from 'react';
import { lazyComponent } from '../../data/onDemand.tsx';
import { watchedValue } from '../../data/watchedValue.ts';
import { Icon } from '../../theme/Icon.tsx';
import { NOTE_TIMES } from './noteTimes.ts';

type System = typeof notifications;

let arrived: (system: System) => void;
const system = new Promise<System>((resolve) => {
  arrived = resolve;
});

/** Call this early if a message may come while there is no network. */
export async function fetchToasts() {
  const part = await import('./Toasts.tsx');
  arrived(part.notifications);
  return part;
}

const Toasts = lazyComponent(fetchToasts);

const wanted = watchedValue(false);

export function ToastArea() {
  return useSyncExternalStore(wanted.subscribe, wanted.get) ? <Toasts /> : null;
}

/** Resolves to the toast system once it is loaded, for messages that change while they are shown. */
export function toasts(): Promise<System> {
  wanted.set(true);
  return system;
}

const LOOK = {
  info: { color: 'lapis', icon: 'message' },
  success: { color: 'teal', icon: 'check' },
  error: { color: 'red', icon: 'alert-triangle' },
} as const;

export function toast(kind: keyof typeof LOOK, message: ReactNode, more: Partial<NotificationData> = {}): void {
  const { color, icon } = LOOK[kind];
  const autoClose = more.autoClose ?? NOTE_TIMES.usual;
  void toasts().then((system) => {
    const id: string = system.show({
      message,
      color,
      icon: <Icon name={icon} />,
      withBorder: true,
      role: kind === 'error' ? 'alert' : 'status',
      closeButtonProps: { 'aria-label': i18next.t('close') },
      ...more,
      autoClose,
      // Keep the toast open while it has the keyboard focus, as it stays open under the mouse.
      onFocusCapture: () => system.update({ id, message, autoClose: false }),
      onBlurCapture: () => system.update({ id, message, autoClose }),
    });
  });
}

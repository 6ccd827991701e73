/** Toasts: five seconds, words of the server or of ours. */
import { notifications } from '@mantine/notifications';
import { Icon } from '../theme/Icon.tsx';

const LOOK = {
  info: { color: 'lapis', icon: 'message' },
  success: { color: 'teal', icon: 'check' },
  error: { color: 'red', icon: 'alert-triangle' },
} as const;

export function toast(kind: keyof typeof LOOK, message: string): void {
  const { color, icon } = LOOK[kind];
  notifications.show({
    message,
    color,
    autoClose: 5000,
    icon: <Icon name={icon} />,
    withBorder: true,
    role: kind === 'error' ? 'alert' : 'status',
  });
}

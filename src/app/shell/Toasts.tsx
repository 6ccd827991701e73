/** Where toasts appear; loaded with the first one. */
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';

export default function Toasts() {
  return <Notifications position="bottom-center" autoClose={5000} limit={4} />;
}

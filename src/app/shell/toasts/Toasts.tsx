/** The area where toasts appear, loaded with the first one. */
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import { NOTE_TIMES } from './noteTimes.ts';

export { notifications } from '@mantine/notifications';

export default function Toasts() {
  return <Notifications position="bottom-center" autoClose={NOTE_TIMES.usual} limit={4} />;
}

/** Whether this device works with the server (online) or with its own store (offline). The person chooses. */
import { watchedItem } from './watchedItem.ts';

export type ConnectionMode = 'online' | 'offline';

const item = watchedItem('mode');

export const connectionMode = {
  get: (): ConnectionMode => (item.get() === 'offline' ? 'offline' : 'online'),
  set: (value: ConnectionMode): void => item.set(value),
  subscribe: item.subscribe,
};

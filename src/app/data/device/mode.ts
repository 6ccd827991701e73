/** Whether this device works with the server (online) or with its own store (offline). The person chooses. */
import { watchedItem } from './watchedItem.ts';

export type Mode = 'online' | 'offline';

const item = watchedItem('mode');

export const mode = {
  get: (): Mode => (item.get() === 'offline' ? 'offline' : 'online'),
  set: (value: Mode): void => item.set(value),
  subscribe: item.subscribe,
};

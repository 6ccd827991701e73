/** The bearer token. The user counts as logged in while there is one. Other tabs follow through the storage event. */
import { watchedItem } from './watchedItem.ts';

export const token = watchedItem('token');

const DEVICE_KEY = 'device';

/** Token by which the server recognises this device at login. It stays after logout and gives no access. */
export const deviceToken = {
  get: (): string | undefined => localStorage.getItem(DEVICE_KEY) ?? undefined,
  set: (value: string): void => localStorage.setItem(DEVICE_KEY, value),
};

/**
 * Notices that the browser dropped a store. The hashes of the usernames that have one stand also in localStorage, which Chrome
 * does not clear when it evicts databases. Where both go at once, as in Safari, nothing on the device can tell.
 */
import { randomByteArray, toHex } from './crypto.ts';
import { STORES_KEY } from './session.ts';

interface Known {
  salt: string;
  names: string[];
}

function read(): Known {
  try {
    const { salt, names } = JSON.parse(localStorage.getItem(STORES_KEY) ?? '{}') as Partial<Known>;
    if (typeof salt === 'string' && Array.isArray(names)) return { salt, names };
  } catch {
    // Somebody else's value: begin anew.
  }
  const fresh = { salt: toHex(randomByteArray(16)), names: [] };
  write(fresh);
  return fresh;
}

const write = (known: Known) => localStorage.setItem(STORES_KEY, JSON.stringify(known));

export const storeUsernames = {
  /** Salt of the usernames on this device. */
  salt: (): string => read().salt,
  knows: (name: string): boolean => read().names.includes(name),
  remember(name: string): void {
    const { salt, names } = read();
    if (!names.includes(name)) write({ salt, names: [...names, name] });
  },
  clear: (): void => localStorage.removeItem(STORES_KEY),
  forget(name: string): void {
    const { salt, names } = read();
    write({ salt, names: names.filter((one) => one !== name) });
  },
};

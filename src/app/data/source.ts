/**
 * The data source of all screens: the API online, the store of this device offline. Screens do not know which one they have.
 * Refusals are thrown as ApiError by both.
 */
import { onlineSource } from './onlineSource.ts';

export type { FormApi } from './onlineSource.ts';

export type DataSource = typeof onlineSource;

let current: DataSource = onlineSource;

/** Passes each request to the source that is in use at that moment. */
export const source: DataSource = new Proxy(onlineSource, { get: (_online, name) => Reflect.get(current, name) });

/** Sets the source of all later requests. The caller clears what is cached of the other one. */
export function setSource(next: DataSource): void {
  current = next;
}

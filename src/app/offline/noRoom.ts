/** What the server offers and this device had no room for at the last synchronisation of this tab. */

/** Key under which the store keeps it for the next page, if it has room for that. */
export const NO_ROOM = 'offline/without-room';

/** Forms, or versions of them. Empty if not even records fit. Undefined if there is room for all. */
export type NoRoom = readonly string[] | undefined;

let missing: NoRoom;
const watchers = new Set<() => void>();

export const noRoom = {
  get: (): NoRoom => missing,
  set(next: NoRoom): void {
    if (isSame(next, missing)) return;
    missing = next;
    for (const watcher of watchers) watcher();
  },
  subscribe(watcher: () => void): void {
    watchers.add(watcher);
  },
};

export function isSame(one: NoRoom, other: NoRoom): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Forms, or versions of them, that the server offers and this device had no room for at the last synchronisation of this tab. */

/** Key under which the store keeps them for the next page, if it has room for that. */
export const NO_ROOM = 'offline/no-room';

let forms: readonly string[] = [];
const watchers = new Set<() => void>();

export const noRoom = {
  forms: (): readonly string[] => forms,
  set(next: readonly string[]): void {
    if (next.join() === forms.join()) return;
    forms = next;
    for (const watcher of watchers) watcher();
  },
  subscribe(watcher: () => void): void {
    watchers.add(watcher);
  },
};

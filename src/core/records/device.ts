/** Names of devices that records carry. Other clients send names of their own. */

const COMPUTER = 'computer';

/** Returns the name that our own client sends, short enough to be read in a list. */
export function deviceId(kind: 'mobile' | typeof COMPUTER, name: string): string {
  return `${kind}-${name.slice(0, 8)}`;
}

/** Returns true if a device that names itself made the record, unless it says that it is a computer. */
export function isMobile(id: string | null): boolean {
  return id !== null && !id.startsWith(`${COMPUTER}-`);
}

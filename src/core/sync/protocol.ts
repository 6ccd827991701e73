/**
 * What app and server say to each other has a number, because a phone may have an app that was installed months ago. Whoever is
 * newer knows whether it still understands the other one, and says so at the first request. Raise `PROTOCOL_VERSION` when an older app
 * or server would be misunderstood, and `OLDEST` when it is understood no more.
 */
export const PROTOCOL_VERSION = 1;
const OLDEST = 1;

/** Header of requests of our own app: `app/<number>`. */
export const APP_HEADER = 'x-amanat-client';
/** Header of answers of the API. */
export const SERVER_HEADER = 'x-amanat-protocol';

export const appHeader = `app/${PROTOCOL_VERSION}`;

/** Reads one of the headers. Apps and servers without a number speak the first one. */
export function isSupportedVersion(header: string | null | undefined): boolean {
  const [number] = /\d+$/.exec(header ?? '') ?? [];
  return number === undefined || Number(number) >= OLDEST;
}

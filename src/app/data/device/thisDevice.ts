/** The names by which this browser is told apart from others. They say nothing about who uses it, and stay after a logout. */
import { deviceId } from '../../../core/records/ownWork.ts';

const KEY = 'draftDevice';

/** Returns a random name of this browser, the same each time. */
export function randomBrowserId(): string {
  let name = localStorage.getItem(KEY);
  if (!name) {
    name = crypto.randomUUID?.() ?? String(Math.random()).slice(2);
    localStorage.setItem(KEY, name);
  }
  return name;
}

/** Returns the name that records made here carry: `mobile-` or `computer-` and eight characters. */
export function deviceIdOfRecords(): string {
  return deviceId(window.matchMedia('(pointer: coarse)').matches ? 'mobile' : 'computer', randomBrowserId());
}

/** Canonical JSON (keys in code-unit order, no spaces) and SHA-256. The same content gives the same text everywhere. */

import { hash } from 'node:crypto';
import { getOwn } from '../../core/getOwn.ts';

export function canonicalJson(value: unknown): string {
  if (Array.isArray(value))
    return `[${value.map((one) => (one === undefined ? 'null' : canonicalJson(one))).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.keys(value)
    .filter((key) => getOwn(value as Record<string, unknown>, key) !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(getOwn(value as Record<string, unknown>, key))}`);
  return `{${members.join(',')}}`;
}

/** Returns the SHA-256 of a text in hexadecimal. */
export function sha256(text: string): string {
  return hash('sha256', text);
}

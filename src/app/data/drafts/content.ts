/**
 * A draft as it goes to the server and comes from it. Files that wait on a device for their upload stay there: the answer goes
 * without them, and the draft says how many there are. Uploaded files go along by their id.
 */
import type { RecordData } from '../../../core/definitions/types.ts';
import { isObject } from '../../../core/json.ts';
import { equalAnswers } from '../../../core/records/merge.ts';
import { isBlank } from '../../../core/text/letters.ts';
import { randomBrowserId } from '../device/thisDevice.ts';
import type { Draft } from './store.ts';

export interface DraftContent extends Omit<Draft, 'user' | 'other' | 'elsewhere'> {
  /** Number of files that wait on a device, by device. */
  files?: Record<string, number>;
}

const WAITING = /^local:[0-9a-f-]{36}$/;
/** Returns the value without files that wait on this device. */
function sendable(value: unknown): unknown {
  if (typeof value === 'string') return WAITING.test(value) ? undefined : value;
  if (Array.isArray(value)) return value.map(sendable).filter((one) => one !== undefined);
  if (!isObject(value)) return value;
  const left = Object.entries(value).map(([name, one]) => [name, sendable(one)] as const);
  return Object.fromEntries(left.filter(([, one]) => one !== undefined));
}

export const sendableAnswers = (data: RecordData): RecordData => sendable(data) as RecordData;

/** Counts the files of the answers that wait on this device. */
export function waitingFiles(value: unknown): number {
  if (typeof value === 'string') return WAITING.test(value) ? 1 : 0;
  if (value === null || typeof value !== 'object') return 0;
  return Object.values(value).reduce((sum: number, one) => sum + waitingFiles(one), 0);
}

export function toDraftContent({ user: _user, other: _other, elsewhere = {}, ...draft }: Draft): DraftContent {
  const own = waitingFiles(draft.data);
  const files = { ...elsewhere, ...(own > 0 && { [randomBrowserId()]: own }) };
  return {
    ...draft,
    data: sendableAnswers(draft.data),
    ...(draft.earlier && {
      earlier: draft.earlier.map(({ form_version, data }) => ({ form_version, data: sendableAnswers(data) })),
    }),
    ...(Object.keys(files).length > 0 && { files }),
  };
}

/** Returns the draft for this device. Undefined if it is none that this product wrote for this user. */
export function fromDraftContent(content: unknown, user: string): Draft | undefined {
  if (!isObject(content)) return undefined;
  const { files, ...draft } = content as unknown as DraftContent;
  const { key, form, form_version, data, client_id, at, path, earlier = [] } = draft;
  const isWhole =
    [key, form, client_id, at, path].every((one) => typeof one === 'string') &&
    Number.isInteger(form_version) &&
    isObject(data) &&
    Array.isArray(earlier) &&
    earlier.every((part) => isObject(part) && isObject(part.data)) &&
    key.startsWith(`["${user}"`) &&
    // A path of this product, not an address of another.
    /^\/(?![/\\])/.test(path);
  if (!isWhole) return undefined;
  const { [randomBrowserId()]: _own, ...elsewhere } = isObject(files) ? files : {};
  return { ...draft, user, ...(Object.keys(elsewhere).length > 0 && { elsewhere }) };
}

/** Adds the files that wait here to the answers from another device. Undefined where only a person can put them together. */
export function withWaitingFiles(mine: RecordData, theirs: RecordData): RecordData | undefined {
  const both = { ...theirs };
  for (const [name, value] of Object.entries(mine)) {
    if (waitingFiles(value) === 0) continue;
    const there = theirs[name];
    if (equalAnswers(sendable(value), there)) both[name] = value;
    else if (isFiles(value) && (isBlank(there) || isFiles(there)))
      both[name] = [...((there ?? []) as string[]), ...value.filter((one) => WAITING.test(one))];
    else return undefined;
  }
  return both;
}

const isFiles = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Number of photos and other files that wait on other devices. */
export function countFilesElsewhere({ elsewhere = {} }: Pick<Draft, 'elsewhere'>): number {
  return Object.values(elsewhere).reduce((sum, count) => sum + (Number.isInteger(count) ? count : 0), 0);
}

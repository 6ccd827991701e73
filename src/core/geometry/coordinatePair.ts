/** Reads the two coordinates of a point that somebody copied from a map. */
import { cleanText, toLatinDigits, withoutMarks } from '../text/letters.ts';

interface Coordinates {
  latitude: number;
  longitude: number;
}

const DEGREES =
  /(-?\d{1,3}(?:\.\d+)?)\s*(?:[°º]\s*(?:(\d{1,2}(?:\.\d+)?)\s*['′’]\s*(?:(\d{1,2}(?:\.\d+)?)\s*(?:["″”]|''))?)?)?/;
const LETTER = '([NSEW])';
const BETWEEN = '(?:\\s*[,;،؛]\\s*|\\s+)';
/** Letters of the directions stand before both coordinates, or after them, or there are none. */
const BEFORE = new RegExp(`^${LETTER}\\s*${DEGREES.source}${BETWEEN}${LETTER}\\s*${DEGREES.source}$`, 'i');
const AFTER = new RegExp(`^${DEGREES.source}\\s*${LETTER}?${BETWEEN}${DEGREES.source}\\s*${LETTER}?$`, 'i');
/** The point in the address of a map: geo:34.5,69.2 or …/@34.5,69.2,15z */
const ADDRESS = /^(?:geo:|https?:\/\/\S*?[@=/])(-?\d{1,3}\.\d+),(-?\d{1,3}\.\d+)(?=$|[^\d.])/i;

/**
 * Returns the point that a text names: `34.5553, 69.2075`, degrees with minutes and seconds, with letters of the directions, in any
 * digits, or the address of a map. Undefined if it does not name two coordinates. Without letters the latitude is first.
 */
export function readCoordinates(typed: string): Coordinates | undefined {
  const text = toLatinDigits(withoutMarks(cleanText(typed))).replaceAll('\u2212', '-');
  const [, north, east] = ADDRESS.exec(text) ?? [];
  if (north !== undefined && east !== undefined) return within(Number(north), Number(east));
  const before = BEFORE.exec(text)?.slice(1);
  const after = AFTER.exec(text)?.slice(1);
  const [a, b] = before
    ? [coordinate(before.slice(1, 4), before[0]), coordinate(before.slice(5), before[4])]
    : [coordinate(after?.slice(0, 3), after?.[3]), coordinate(after?.slice(4, 7), after?.[7])];
  if (!a || !b) return undefined;
  const isTurned = a.axis === 'longitude' || b.axis === 'latitude';
  if (isTurned && (a.axis === 'latitude' || b.axis === 'longitude')) return undefined;
  return isTurned ? within(b.degrees, a.degrees) : within(a.degrees, b.degrees);
}

function coordinate([degrees, minutes = '0', seconds = '0']: (string | undefined)[] = [], direction?: string) {
  if (degrees === undefined || Number(minutes) >= 60 || Number(seconds) >= 60) return undefined;
  const letter = direction?.toUpperCase();
  const size = Math.abs(Number(degrees)) + Number(minutes) / 60 + Number(seconds) / 3600;
  const isNegative = degrees.startsWith('-') || letter === 'S' || letter === 'W';
  const axis = letter === undefined ? undefined : letter === 'N' || letter === 'S' ? 'latitude' : 'longitude';
  return { degrees: Number((isNegative ? -size : size).toFixed(6)), axis };
}

function within(latitude: number, longitude: number): Coordinates | undefined {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

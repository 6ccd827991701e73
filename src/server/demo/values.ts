/** The generators of a plan. Each makes the value of one field. */

import type { FieldNode, RecordData } from '../../core/definitions/types.ts';
import type { Generator } from '../../core/generated/demo-records.ts';
import { getOwn } from '../../core/json.ts';
import { addDays } from '../../core/text/dates.ts';
import type { RecordRow } from '../db/rows.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import type { Place } from '../reference/places.ts';
import { type DemoEntry, peopleOf, recordsOf } from './context.ts';

/** Returns values of properties; empty if the generator leaves the field out. */
export function generateValues(node: FieldNode, rule: Generator, entry: DemoEntry, property?: string): RecordData {
  const { random, location } = entry;
  const name = property ?? node.properties[0] ?? node.name;
  const one = (value: unknown): RecordData => ({ [name]: wrap(node, value) });
  if (rule.some) return random.percent(rule.some.share) ? generateValues(node, rule.some.of, entry, property) : {};
  if (rule.const !== undefined) return one(rule.const);
  if (rule.oneOf) return one(random.pick(rule.oneOf));
  if (rule.weighted) return one(random.weighted(rule.weighted));
  if (rule.quality) return one(rate(rule.quality, entry));
  if (rule.range) {
    const [from, to] = rule.range;
    const names = property ? [property] : node.properties;
    return Object.fromEntries(names.map((each) => [each, random.whole(from, to)]));
  }
  if (rule.date) return one(dayBetween(entry, rule.date.from, rule.date.to));
  if (rule.after) return one(dayAfter(entry, entry.day, rule.after));
  if (rule.following) {
    const { field, days, ahead } = rule.following;
    const from = entry.data[field];
    return typeof from === 'string' ? one(dayAfter(entry, from, days, ahead)) : {};
  }
  if (rule.phone !== undefined) return one(rule.phone.replace(/#/g, () => String(random.whole(0, 9))));
  if (rule.place) return placeValues(node, rule.place, entry);
  if (rule.point) return pointValues(node, rule.point, entry);
  if (rule.person) {
    const { form, key } = rule.person;
    const keyed = key === undefined ? undefined : entry.made.get(form)?.find((made) => made.key === key)?.row.id;
    const people = keyed === undefined ? peopleOf(entry, form) : [keyed];
    return people.length > 0 ? one(random.pick(people)) : {};
  }
  if (rule.record) {
    const ids = recordsOf(entry, rule.record);
    return ids.length > 0 ? one(random.pick(ids)) : {};
  }
  if (rule.words) return one(random.pick(rule.words)[location.language]);
  if (rule.text !== undefined) {
    const texts = demoSentencesFor(entry, rule.text);
    if (!texts) throw new Error(`the plan has no texts called ${rule.text}`);
    return one(random.pick(texts)[location.language]);
  }
  if (rule.file) return one(entry.pictures.attach(rule.file, entry.by.id, entry.created));
  if (rule.several) {
    const { min, max, of } = rule.several;
    const picked = Array.from(
      { length: random.whole(min, max) },
      () => generateValues(node, of, entry, property)[name],
    );
    return { [name]: [...new Set(picked.flat().filter((value) => value !== undefined))] };
  }
  if (rule.rows) return one(rowsOf(node, rule.rows, entry));
  throw new Error(`the generator of ${name} says nothing: ${JSON.stringify(rule)}`);
}

export type DemoSentences = { fa: string; ps: string }[];

/** Returns the plan's sentences of a name, those of the programme first. */
export function demoSentencesFor(
  { plan, form }: Pick<DemoEntry, 'plan' | 'form'>,
  name: string,
): DemoSentences | undefined {
  const { texts, sentences } = plan;
  const own = getOwn(getOwn(sentences, form.definition.programme), name);
  const shared = getOwn(texts as unknown as Record<string, unknown>, name);
  return own ?? (Array.isArray(shared) ? (shared as DemoSentences) : undefined);
}

function wrap(node: FieldNode, value: unknown): unknown {
  return node.schema.type === 'array' && !Array.isArray(value) ? [value] : value;
}

/** Picks some of the given rows. Texts are in the province's language; numbers are times a random factor. */
function rowsOf(node: FieldNode, { each, share, times }: NonNullable<Generator['rows']>, entry: DemoEntry) {
  const { random } = entry;
  const kept = each.filter(() => random.percent(share));
  return (kept.length > 0 ? kept : each.slice(0, 1)).map((row) =>
    rowOf(node, row, random.whole(times[0], times[1]), entry),
  );
}

function rowOf(node: FieldNode, row: Record<string, unknown>, factor: number, entry: DemoEntry): RecordData {
  const cells = Object.entries(row).map(([name, value]): RecordData => {
    if (typeof value === 'number') return { [name]: value * factor };
    if (typeof value !== 'object' || value === null) return { [name]: value };
    if ('fa' in value && 'ps' in value) return { [name]: (value as Record<string, unknown>)[entry.location.language] };
    const column = node.columns?.find((one) => one.name === name);
    if (!column) throw new Error(`the table ${node.name} has no column ${name}`);
    if (Array.isArray(value))
      return { [name]: value.map((inner) => rowOf(column, inner as RecordData, factor, entry)) };
    return generateValues(column, value as Generator, entry, name);
  });
  return Object.assign({}, ...cells) as RecordData;
}

/** Picks a rating from weights, listed best first. A good site picks more often from the upper part of the scale. */
function rate(weights: Record<string, number>, { random, parent }: DemoEntry): string {
  const quality = parent?.quality ?? 0;
  const entries = Object.entries(weights);
  const middle = (entries.length - 1) / 2;
  const shifted = entries.map(([key, weight], at): [string, number] => [
    key,
    Math.max(0.1, weight * (1 + quality * ((middle - at) / middle) * 0.8)),
  ]);
  return random.weighted(Object.fromEntries(shifted));
}

/** Converts `-18m`, `-3y`, `-10d`, `+10d` or `0` to a date, counted from today. */
export function relativeDay(today: string, rule: string): string {
  if (rule === '0') return today;
  const amount = Number(rule.slice(1, -1));
  const days = { d: 1, m: 30.44, y: 365.25 }[rule.at(-1) as 'd' | 'm' | 'y'];
  const back = rule.startsWith('+') ? -1 : 1;
  return addDays(today, -back * Math.round(amount * days)) ?? today;
}

function dayBetween({ random, day }: DemoEntry, from: string, to: string): string {
  const [first, last] = [Date.parse(relativeDay(day, from)), Date.parse(relativeDay(day, to))];
  return new Date(first + random.next() * (last - first)).toISOString().slice(0, 10);
}

/** Returns a date so many days later. It is not after the date of the demonstration, unless `ahead` is set. */
function dayAfter({ random, today }: DemoEntry, day: string, [from, to]: [number, number], ahead = false): string {
  const after = addDays(day, random.whole(from, to)) ?? today;
  return ahead || after < today ? after : today;
}

function placeValues(
  node: FieldNode,
  level: 'district' | 'village',
  { random, geography, location }: DemoEntry,
): RecordData {
  const values: RecordData = {};
  const { value, province = value, district, village } = node.parts;
  if (province) values[province] = node.def.places ? [location.province.id] : location.province.id;
  if (district) values[district] = location.district.id;
  const villages = geography.villagesOf(location.district.id);
  if (village && level === 'village' && villages.length > 0) values[village] = random.pick(villages).id;
  return values;
}

function pointValues(
  node: FieldNode,
  near: 'district' | 'parent',
  { random, registry, location, parent }: DemoEntry,
): RecordData {
  const { latitude, longitude } = node.parts;
  const centre = (near === 'parent' && parent && pointOf(registry, parent.row)) || location.district;
  if (!latitude || !longitude || centre.latitude === null || centre.longitude === null) return {};
  const spread = near === 'parent' ? 0.002 : 0.03;
  const around = (value: number) => Math.round((value + (random.next() - 0.5) * spread) * 1e6) / 1e6;
  return { [latitude]: around(centre.latitude), [longitude]: around(centre.longitude) };
}

function pointOf(registry: FormRegistry, row: RecordRow): Pick<Place, 'latitude' | 'longitude'> | null {
  const form = registry.form(row.form, row.form_version);
  for (const node of form?.fields.values() ?? []) {
    const { latitude, longitude } = node.def.bind ?? {};
    const [x, y] = [row.data[latitude ?? ''], row.data[longitude ?? '']];
    if (typeof x === 'number' && typeof y === 'number') return { latitude: x, longitude: y };
  }
  return null;
}

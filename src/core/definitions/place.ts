/** Where in a form something stands, in the words of the form: its section, group, question and option. A draft may be half written. */
import { getOwn, isObject, pointerSteps } from '../json.ts';
import { pickText } from '../text/languages.ts';
import { propertiesByPart } from './inputs.ts';
import { draftText } from './texts.ts';
import type { Field, Text } from './types.ts';

/** Titles of section and group of each question, by its name. */
export type SectionTitles = ReadonlyMap<string, Text[]>;

export interface QuestionPlace {
  /** Name of the question; of a column the path, such as `members.age`. */
  question?: string;
  /** Titles of everything it stands in, the widest first: section, group, question, option. */
  titles: Text[];
}

export function sectionTitlesOf(definition: object): SectionTitles {
  const found = new Map<string, Text[]>();
  const { sections } = definition as { sections?: unknown };
  for (const section of Array.isArray(sections) ? sections : []) {
    if (!isObject(section) || !Array.isArray(section.fields)) continue;
    const title = titleOf(section);
    for (const one of section.fields) {
      if (typeof one === 'string') found.set(one, title);
      else if (isObject(one) && Array.isArray(one.fields))
        for (const name of one.fields) if (typeof name === 'string') found.set(name, [...title, ...titleOf(one)]);
    }
  }
  return found;
}

/** Returns the words by which something is called: its title or label, or nothing. */
function titleOf(thing: Record<string, unknown>): Text[] {
  return [draftText(thing.title) ?? draftText(thing.label) ?? []].flat();
}

/** Returns the titles of everything that these steps lead through. */
export function titlesAlongPointer(definition: object, steps: readonly string[], sections: SectionTitles): Text[] {
  const titles: Text[] = steps[0] === 'fields' ? [...(sections.get(steps[1] ?? '') ?? [])] : [];
  let at: unknown = definition;
  for (const step of steps) {
    at = inside(at, step);
    if (isObject(at)) titles.push(...titleOf(at));
  }
  return titles;
}

/** Returns where something stands, in words. */
export function placeInWords(titles: readonly Text[], language: string): string {
  return titles.map((one) => pickText(one, language)).join(' › ');
}

/** Returns a function that tells where in a definition a JSON Pointer leads; with `isContract`, one into its data contract. */
export function questionPlacesIn(definition: object): (pointer: string, isContract?: boolean) => QuestionPlace {
  const sections = sectionTitlesOf(definition);
  const { fields } = definition as { fields?: unknown };
  return (pointer, isContract = false) => {
    const given = pointerSteps(pointer);
    const steps = isContract ? inFields(fields, given) : given;
    const named = steps.reduce(inside, definition);
    // Sections, lists and tabs name questions.
    const isName = steps[0] !== 'fields' && typeof named === 'string' && isObject(getOwn(record(fields), named));
    const whole = isName ? ['fields', named] : steps;
    const question = pathOf(whole);
    return { ...(question !== undefined && { question }), titles: titlesAlongPointer(definition, whole, sections) };
  };
}

function inside(value: unknown, step: string): unknown {
  return typeof value === 'object' && value !== null ? getOwn(value as Record<string, unknown>, step) : undefined;
}

function record(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

/** Returns the path of the question that steps lead to: `/fields/members/columns/age/label` to `members.age`. */
function pathOf(steps: readonly string[]): string | undefined {
  const names: string[] = [];
  for (let at = 0; steps[at] === (at === 0 ? 'fields' : 'columns') && steps[at + 1] !== undefined; at += 2)
    names.push(steps[at + 1] as string);
  return names.length > 0 ? names.join('.') : undefined;
}

/** Returns the steps of the question that stores the property to which steps in a data contract lead. */
function inFields(fields: unknown, steps: readonly string[]): string[] {
  const [key, name, items, ...rest] = steps;
  if (key !== 'properties' || name === undefined) return [];
  const found = Object.entries(record(fields)).find(([own, field]) => isObject(field) && stores(own, field, name));
  if (!found) return [];
  const [question, { columns }] = found as [string, Record<string, unknown>];
  const [, ...column] = items === 'items' ? inFields(columns, rest) : [];
  return ['fields', question, ...(column.length > 0 ? ['columns', ...column] : [])];
}

function stores(name: string, field: Record<string, unknown>, property: string): boolean {
  if (field.rows !== undefined && !(Array.isArray(field.rows) && field.rows.every(isObject))) return false;
  if (field.bind !== undefined && !isObject(field.bind)) return false;
  return Object.values(propertiesByPart(name, field as unknown as Field)).includes(property);
}

/**
 * Puts the changes of a draft on top of a version that somebody else has published meanwhile. What only one of the two changed
 * is taken; where both changed the same thing, the draft's stays and its place is told.
 */
import type { Field } from '../definitions/types.ts';
import { equalJson, getOwn, isObject } from '../json.ts';
import {
  type DraftDefinition,
  type DraftFields,
  type DraftSection,
  type FormDraft,
  fieldAt,
  siblingFields,
} from './draft.ts';
import { freeName, idsIn, renameQuestion } from './names.ts';
import { withPatch } from './parts.ts';

export interface RebaseResult {
  draft: FormDraft;
  /** JSON Pointers of what both changed, in the merged definition. */
  both: string[];
}

/** Said of one version: which it is, and what it does with the version before. */
const OF_THE_VERSION = ['version', 'changes', 'migrate'] as const;

/** `base`: the version that the draft was begun from. `theirs`: the newest one, behind which the draft stands afterwards. */
export function rebaseDraft(base: FormDraft, draft: FormDraft, theirs: FormDraft): RebaseResult {
  const both: string[] = [];
  const mine = apart(base, draft, theirs);
  const own = Object.fromEntries(OF_THE_VERSION.map((key) => [key, mine.definition[key]]));
  const plain = ({ definition }: FormDraft) =>
    withPatch<Record<string, unknown>>(definition, Object.fromEntries(OF_THE_VERSION.map((key) => [key, undefined])));
  const merged = merge(plain(base), plain(mine), plain(theirs), '', both) as DraftDefinition;
  const last = Number(theirs.definition.version);
  const definition = withPatch<DraftDefinition>(merged, {
    ...own,
    version: last + 1,
    changes: { ...(isObject(own.changes) ? own.changes : {}), from: last },
    sections: placedOnce(merged, mine.definition, theirs.definition),
  });
  // Of the contract the draft's part stays without a word: the engine writes it from the questions, whose places are told.
  const schema = merge(base.schema, mine.schema, theirs.schema, '', []) as FormDraft['schema'];
  return { draft: { definition: inOrderOf(definition, theirs.definition), schema }, both };
}

/** Returns the definition with its keys in the order of another one; what only it has comes last. */
function inOrderOf(definition: DraftDefinition, before: DraftDefinition): DraftDefinition {
  const known = Object.keys(before).filter((key) => Object.hasOwn(definition, key));
  return Object.fromEntries(
    [...new Set([...known, ...Object.keys(definition)])].map((key) => [key, getOwn(definition, key)]),
  ) as DraftDefinition;
}

function merge(base: unknown, mine: unknown, theirs: unknown, at: string, both: string[]): unknown {
  if (equalJson(mine, theirs) || equalJson(theirs, base)) return mine;
  if (equalJson(mine, base)) return theirs;
  if (isObject(mine) && isObject(theirs)) {
    const before = isObject(base) ? base : {};
    const names = interleaved(Object.keys(before), Object.keys(mine), Object.keys(theirs));
    const entries = names.map((key) => [
      key,
      merge(getOwn(before, key), getOwn(mine, key), getOwn(theirs, key), `${at}/${escaped(key)}`, both),
    ]);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }
  const lists = [base ?? [], mine, theirs].map(known);
  const [was, own, other] = lists;
  if (was && own && other) {
    const keys = interleaved([...was.keys()], [...own.keys()], [...other.keys()]);
    const items = keys.flatMap((key) => {
      const [one, another] = [own.get(key), other.get(key)];
      // Two new ones of the same name are two: what is published keeps it.
      if (!was.has(key) && isObject(one) && another !== undefined && !equalJson(one, another))
        return [another, renamedItem(one, [...own.values(), ...other.values()])];
      return [merge(was.get(key), one, another, `${at}/${escaped(key)}`, both)];
    });
    return items.filter((item) => item !== undefined);
  }
  both.push(at);
  return mine;
}

const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** Keys by which the items of a list are known in other versions of it. */
const IDENTITIES = ['id', 'group', 'value', 'name', 'field'] as const;

/** Returns the items of a list by what they are known by; undefined if it is no list, or two are known by the same. */
function known(list: unknown): Map<string, unknown> | undefined {
  if (!Array.isArray(list)) return undefined;
  const keyed = list.map((item): [string | undefined, unknown] => {
    if (typeof item === 'string') return [item, item];
    const key = isObject(item) ? IDENTITIES.find((one) => typeof getOwn(item, one) === 'string') : undefined;
    return [key && `${key} ${String((item as Record<string, unknown>)[key])}`, item];
  });
  const map = new Map(keyed.flatMap(([key, item]) => (key === undefined ? [] : [[key, item] as const])));
  return map.size === list.length ? map : undefined;
}

/** Gives an item names that none of the others has. */
function renamedItem(item: Record<string, unknown>, others: readonly unknown[]): Record<string, unknown> {
  const free = (key: string) => {
    const taken = others.flatMap((one) => (isObject(one) ? [getOwn(one, key)] : []));
    const own = getOwn(item, key);
    return typeof own === 'string' ? { [key]: freeName(own, new Set(taken.map(String))) } : {};
  };
  return { ...item, ...free('id'), ...free('group'), ...free('value'), ...free('name') };
}

/** Returns the draft with other names and ids for its new questions whose names or ids the newest version gave to others. */
function apart(base: FormDraft, mine: FormDraft, theirs: FormDraft): FormDraft {
  let draft = mine;
  const tables = Object.keys(mine.definition.fields).filter(
    (name) => fieldAt(mine, name)?.columns && fieldAt(theirs, name)?.columns && fieldAt(base, name)?.columns,
  );
  for (const table of ['', ...tables.map((name) => `${name}.`)]) {
    const beside = Object.keys(siblingFields(mine, `${table}x`));
    for (const name of beside) {
      const [path, other] = [`${table}${name}`, fieldAt(theirs, `${table}${name}`)];
      if (fieldAt(base, path) || !other || equalJson(fieldAt(mine, path), other)) continue;
      const taken = new Set([...beside, ...Object.keys(siblingFields(theirs, path))]);
      draft = renameQuestion(draft, path, freeName(name, taken));
    }
  }
  const [before, later] = [new Set(idsIn(base.definition.fields)), new Set(idsIn(theirs.definition.fields))];
  const taken = new Set([...later, ...idsIn(draft.definition.fields)]);
  const withIds = (fields: DraftFields, others: DraftFields): DraftFields =>
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => {
        const other = getOwn(others, name);
        const columns = field.columns && withIds(field.columns as DraftFields, (other?.columns ?? {}) as DraftFields);
        const isTaken = !before.has(field.id) && later.has(field.id) && other?.id !== field.id;
        const id = isTaken ? freeName(field.id, taken) : field.id;
        taken.add(id);
        return [name, { ...field, id, ...(columns && { columns }) } as Field];
      }),
    );
  const fields = withIds(draft.definition.fields, theirs.definition.fields);
  return { ...draft, definition: { ...draft.definition, fields } };
}

/**
 * Returns the keys of both, each once. They are in the order of the draft where it moved them, else in the other's; what only one
 * has stands behind the key that it followed there.
 */
function interleaved(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const among = (keys: readonly string[], others: readonly string[]) => keys.filter((key) => others.includes(key));
  const isMoved = !equalJson(among(mine, base), among(base, mine));
  const [first, second] = isMoved ? [mine, theirs] : [theirs, mine];
  const order = [...first];
  for (const [index, key] of second.entries()) {
    if (order.includes(key)) continue;
    const before = second.slice(0, index).findLast((one) => order.includes(one));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key);
  }
  return order;
}

type Fields = Readonly<Record<string, Field>>;

/** Returns the sections with every question in one place: both may have moved it, and one may have removed what the other changed. */
function placedOnce(merged: DraftDefinition, mine: DraftDefinition, theirs: DraftDefinition): DraftSection[] {
  const fields = merged.fields as Fields;
  const wanted = new Map([...placesOf(theirs), ...placesOf(mine)]);
  const isThere = (section: DraftSection, name: string) => wanted.get(name) === section.id;
  const count = new Map<string, number>();
  for (const name of merged.sections.flatMap(namesIn)) count.set(name, (count.get(name) ?? 0) + 1);
  const seen = new Set<string>();
  const keeps = (section: DraftSection, name: string): boolean => {
    if (!Object.hasOwn(fields, name) || seen.has(name)) return false;
    const isSure = count.get(name) === 1 || isThere(section, name);
    if (isSure) seen.add(name);
    return isSure;
  };
  const once = merged.sections.map((section) => ({
    ...section,
    fields: section.fields.flatMap((one): DraftSection['fields'] => {
      if (typeof one === 'string') return keeps(section, one) ? [one] : [];
      const inGroup = one.fields.filter((name) => keeps(section, name));
      return inGroup.length > 0 ? [{ ...one, fields: inGroup }] : [];
    }),
  }));
  const lost = [...wanted.keys()].filter((name) => Object.hasOwn(fields, name) && !seen.has(name));
  return once.map((section, index) => {
    const back = lost.filter((name) => {
      const isNowhere = !once.some(({ id }) => id === wanted.get(name));
      return isThere(section, name) || (isNowhere && index === once.length - 1);
    });
    return back.length > 0 ? { ...section, fields: [...section.fields, ...back] } : section;
  });
}

const namesIn = ({ fields }: DraftSection): string[] =>
  fields.flatMap((one) => (typeof one === 'string' ? [one] : one.fields));

/** Returns the section of each question that stands in one. */
function placesOf({ sections }: DraftDefinition): Map<string, string> {
  return new Map(sections.flatMap((section) => namesIn(section).map((name) => [name, section.id] as const)));
}

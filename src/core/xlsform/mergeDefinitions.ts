/**
 * Takes what somebody changed in the sheets of an exported form into the definition that came along. Three are compared: the
 * definition itself, what its sheets said when they were written, and what they say now. A key that the sheets say as before is
 * that of the definition, which may say it better; any other is taken from the sheets.
 */
import type { Field, FormDefinition, Group, Section } from '../definitions/types.ts';
import { withNewFormIds } from '../edit/begin.ts';
import { equalJson, getOwn } from '../json.ts';
import { stemOf, withNewIds } from './ids.ts';
import type { OwnColumns } from './own.ts';
import type { ImportedDefinition } from './types.ts';

interface Versions {
  own: FormDefinition;
  /** Lists that do not stand in the definition. Whoever changes one of them changes it for this form. */
  lists: OwnColumns['lists'];
  written: ImportedDefinition;
  changed: ImportedDefinition;
}

type Fields = Record<string, Field>;
type Options = readonly { value: string }[];
/** Keys that sheets do not say, or that are taken from them in another way. */
const OTHERWISE = ['title', 'plural', 'fields', 'sections', 'lists', 'constraints', 'list', 'programme', 'changes'];

type Constraints = NonNullable<FormDefinition['constraints']>;

export function mergeDefinitions({ own, lists: others, written, changed }: Versions): FormDefinition {
  if (equalJson(written, changed)) return own;
  const lists = new ChangedLists(own, written, changed);
  const merge = (one: Fields, was: Fields, is: Fields): Fields => {
    const made = Object.entries(one).flatMap(([name, field]): [string, Field][] => {
      const [before, now] = [getOwn(was, name), getOwn(is, name)];
      if (before && !now) return [];
      return [[name, before && now ? question(field, before, now) : field]];
    });
    const added = Object.entries(is).filter(([name]) => !Object.hasOwn(was, name) && !Object.hasOwn(one, name));
    for (const [, field] of added) for (const list of listsNamed(field)) lists.take(list);
    const withoutIds = added.map(([name, { id: _, ...field }]) => [name, field] as [string, Field]);
    return Object.fromEntries([...made, ...withoutIds]);
  };
  const question = (field: Field, was: Field, is: Field): Field => {
    const inside = field.columns && { columns: merge(field.columns, was.columns ?? {}, is.columns ?? {}) };
    const made = { ...overlaid(field, was, is, ['columns', 'id']), ...inside } as Field;
    const list = String(is.choices ?? '').slice(1);
    if (was.choices !== is.choices && lists.take(list)) return withoutOptions(made);
    if (field.choices === `#${list}` || !lists.isChanged(list)) return made;
    if (field.options) return { ...made, options: lists.merge(list, field.options as Options) } as Field;
    if (getOwn(others, String(field.choices)) === undefined || !lists.take(list)) return made;
    // A list of others becomes the form's own where somebody changed it here.
    return { ...withoutOptions(made), choices: `#${list}` } as Field;
  };
  const fields = merge(own.fields, written.fields, changed.fields);
  const rules = constraints(own.constraints, written.constraints, changed.constraints);
  const whole = overlaid(own, written, changed, OTHERWISE);
  // The sheets have the title in one language.
  const title = equalJson(written.title, changed.title) ? own.title : { ...own.title, ...changed.title };
  return {
    ...whole,
    title,
    sections: sections(own, written, changed, fields),
    // Another form has questions of its own.
    fields:
      whole.form === own.form ? withNewIds(fields, own.form) : withNewFormIds(fields, stemOf(whole.form), new Set()),
    ...lists.all(),
    ...(rules.length > 0 && { constraints: rules }),
  } as unknown as FormDefinition;
}

/** The lists of the form, and how the sheets have them before and now. */
class ChangedLists {
  readonly #own: Map<string, Options>;
  readonly #was: ReadonlyMap<string, Options>;
  readonly #is: ReadonlyMap<string, Options>;

  constructor(own: { lists?: unknown }, was: { lists?: unknown }, is: { lists?: unknown }) {
    [this.#own, this.#was, this.#is] = [listsOf(own), listsOf(was), listsOf(is)];
    for (const [name, options] of this.#own) if (this.isChanged(name)) this.#own.set(name, this.merge(name, options));
  }

  isChanged(name: string): boolean {
    return !equalJson(this.#was.get(name), this.#is.get(name));
  }

  /** Returns options with what the sheets say otherwise than before, in their order. */
  merge(name: string, own: Options): Options {
    const named = (all: Options | undefined, value: string) => all?.find((one) => one.value === value);
    return (this.#is.get(name) ?? own).map((one) =>
      overlaid(named(own, one.value) ?? one, named(this.#was.get(name), one.value) ?? one, one, []),
    );
  }

  /** Takes a list of the sheets unless the form has it. Returns false if the sheets have none. */
  take(name: string): boolean {
    const options = this.#own.get(name) ?? this.#is.get(name);
    if (options) this.#own.set(name, options);
    return options !== undefined;
  }

  all(): { lists?: Record<string, Options> } {
    return this.#own.size > 0 ? { lists: Object.fromEntries(this.#own) } : {};
  }
}

const listsOf = ({ lists }: { lists?: unknown }) => new Map(Object.entries((lists ?? {}) as Record<string, Options>));

function withoutOptions({ options: _, ...field }: Field): Field {
  return field as Field;
}

function listsNamed(field: Field): string[] {
  const own = field.choices?.startsWith('#') ? [field.choices.slice(1)] : [];
  return [...own, ...Object.values(field.columns ?? {}).flatMap(listsNamed)];
}

/** Keys that the sheets say otherwise than before are taken from them. */
function overlaid<T extends object>(own: T, was: object, is: object, besides: readonly string[]): T {
  const made = { ...own } as Record<string, unknown>;
  for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const value = getOwn(is as Record<string, unknown>, key);
    if (besides.includes(key) || equalJson(getOwn(was as Record<string, unknown>, key), value)) continue;
    if (value === undefined) delete made[key];
    else made[key] = value;
  }
  return made as T;
}

function constraints(own: Constraints = [] as never, was: Constraints = [] as never, is: Constraints = [] as never) {
  const about = (all: Constraints, at: unknown) => all.find((one) => one.at === at);
  const made = own.flatMap((one) => {
    const before = one.reason === undefined ? about(was, one.at) : undefined;
    const now = before && about(is, one.at);
    if (!before) return [one];
    return now ? [overlaid(one, before, now, ['id'])] : [];
  });
  const ids = new Set(own.map(({ id }) => id));
  return [...made, ...is.filter(({ at, id }) => !about(was, at) && !ids.has(id))];
}

type Placed = Pick<FormDefinition, 'sections'>;

function sections(own: Placed, was: Placed, is: Placed, fields: Fields): Section[] {
  const block = (one: Section | Group, before: Section | Group, now: Section | Group) =>
    overlaid(one, before, now, ['fields', 'id', 'group']);
  if (equalJson(was.sections.map(shapeOf), is.sections.map(shapeOf)) && own.sections.length === was.sections.length)
    return own.sections.map((section, at) => {
      const [before, now] = [was.sections[at] as Section, is.sections[at] as Section];
      const groups = (of: Section) => of.fields.filter((entry) => typeof entry !== 'string') as Group[];
      const inside = section.fields.map((entry) => {
        if (typeof entry === 'string') return entry;
        const find = (of: Section) => groups(of).find(({ group }) => group === entry.group);
        const [from, to] = [find(before), find(now)];
        return from && to ? block(entry, from, to) : entry;
      });
      return { ...(block(section, before, now) as Section), fields: inside as unknown as Section['fields'] };
    });
  return moved(own, was, is, fields, block);
}

const shapeOf = ({ id, fields }: Section): unknown => [
  id,
  fields.map((entry) => (typeof entry === 'string' ? entry : [entry.group, entry.fields])),
];

/** Somebody moved, added or removed questions: they stand as the sheets say, and what no sheet says stays in its section. */
function moved(
  own: Placed,
  was: Placed,
  is: Placed,
  fields: Fields,
  block: (one: Section | Group, before: Section | Group, now: Section | Group) => Section | Group,
): Section[] {
  const written = new Set(was.sections.flatMap(namesIn));
  const made = is.sections.map((section): Section => {
    const named = (of: Placed) => of.sections.find(({ id }) => id === section.id);
    const [mine, before] = [named(own), named(was)];
    const left = mine ? namesIn(mine).filter((name) => !written.has(name) && Object.hasOwn(fields, name)) : [];
    const inside = section.fields.map((entry) => {
      if (typeof entry === 'string') return entry;
      const find = (of: Section | undefined) =>
        of?.fields.find((one) => typeof one !== 'string' && one.group === entry.group) as Group | undefined;
      const [group, from] = [find(mine), find(before)];
      return group && from ? { ...(block(group, from, entry) as Group), fields: entry.fields } : entry;
    });
    const whole = mine && before ? (block(mine, before, section) as Section) : section;
    return { ...whole, fields: [...inside, ...left] as unknown as Section['fields'] };
  });
  return made.filter(({ fields: inside }) => inside.length > 0);
}

const namesIn = ({ fields }: Section): string[] =>
  fields.flatMap((entry) => (typeof entry === 'string' ? [entry] : entry.fields));

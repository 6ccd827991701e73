/** Moves sections, groups, questions and columns, and adds and removes sections and groups. */
import type { Text } from '../definitions/types.ts';
import {
  type DraftGroup,
  type DraftSection,
  type FormDraft,
  nameInPath,
  siblingFields,
  tablePath,
  withSections,
  withSiblingFields,
} from './draft.ts';
import { freeName } from './names.ts';
import type { OutlinePlace } from './outline.ts';
import { insertedAt, replacedAt, swappedAt, withoutAt } from './parts.ts';

export interface MoveResult {
  draft: FormDraft;
  /** Where it stands now. */
  place: OutlinePlace;
}

/** Moves something one step up (-1) or down (1), also into the group or section beside it. The same draft if it cannot. */
export function moveByOne(draft: FormDraft, place: OutlinePlace, by: -1 | 1): MoveResult {
  if (place.kind === 'section') {
    const to = place.section + by;
    const { sections } = draft.definition;
    if (!sections[to]) return { draft, place };
    return {
      draft: withSections(draft, swappedAt(sections, place.section, to)),
      place: { kind: 'section', section: to },
    };
  }
  if (place.kind === 'group') return moveGroup(draft, place, by);
  return tablePath(place.path) === '' ? moveQuestion(draft, place.path, by) : moveColumn(draft, place.path, by);
}

function moveGroup(draft: FormDraft, place: OutlinePlace & { kind: 'group' }, by: -1 | 1): MoveResult {
  const { sections } = draft.definition;
  const own = sections[place.section];
  const group = own?.fields[place.item];
  if (!own || !group) return { draft, place };
  const item = place.item + by;
  if (own.fields[item] !== undefined) {
    const next = withItems(sections, place.section, swappedAt(own.fields, place.item, item));
    return { draft: withSections(draft, next), place: { ...place, item } };
  }
  const beside = sections[place.section + by];
  if (!beside) return { draft, place };
  const left = withItems(sections, place.section, withoutAt(own.fields, place.item));
  const at = by < 0 ? beside.fields.length : 0;
  const next = withItems(left, place.section + by, insertedAt(beside.fields, at, group));
  return { draft: withSections(draft, next), place: { kind: 'group', section: place.section + by, item: at } };
}

interface Spot {
  section: number;
  item: number;
  /** Number within a group; undefined for a question that stands in none. */
  within: number | undefined;
}

function spotOf(sections: readonly DraftSection[], name: string): Spot | undefined {
  for (const [section, { fields }] of sections.entries())
    for (const [item, one] of fields.entries()) {
      if (one === name) return { section, item, within: undefined };
      const within = typeof one === 'string' ? -1 : one.fields.indexOf(name);
      if (within >= 0) return { section, item, within };
    }
  return undefined;
}

function moveQuestion(draft: FormDraft, name: string, by: -1 | 1): MoveResult {
  const place: OutlinePlace = { kind: 'question', path: name };
  const { sections } = draft.definition;
  const spot = spotOf(sections, name);
  if (!spot) return { draft, place };
  const next = nextSpot(sections, spot, by);
  return { draft: next ? withSections(draft, next(name)) : draft, place };
}

/** Returns what puts a question one step further; undefined at the end of the form. */
function nextSpot(
  sections: DraftSection[],
  { section, item, within }: Spot,
  by: -1 | 1,
): ((name: string) => DraftSection[]) | undefined {
  const { fields } = sections[section] as DraftSection;
  const own = fields[item] as string | DraftGroup;
  const inSection = (items: DraftSection['fields'], at = section) => withItems(sections, at, items);
  if (within !== undefined && typeof own !== 'string') {
    const other = within + by;
    if (own.fields[other] !== undefined)
      return () => inSection(replacedAt(fields, item, { ...own, fields: swappedAt(own.fields, within, other) }));
    const left = replacedAt(fields, item, { ...own, fields: withoutAt(own.fields, within) });
    return (name) => inSection(insertedAt(left, by < 0 ? item : item + 1, name));
  }
  const beside = fields[item + by];
  if (typeof beside === 'string') return () => inSection(swappedAt(fields, item, item + by));
  if (beside) {
    const at = by < 0 ? beside.fields.length : 0;
    return (name) =>
      inSection(
        withoutAt(replacedAt(fields, item + by, { ...beside, fields: insertedAt(beside.fields, at, name) }), item),
      );
  }
  const other = sections[section + by];
  if (!other) return undefined;
  const at = by < 0 ? other.fields.length : 0;
  return (name) => withItems(inSection(withoutAt(fields, item)), section + by, insertedAt(other.fields, at, name));
}

function moveColumn(draft: FormDraft, path: string, by: -1 | 1): MoveResult {
  const place: OutlinePlace = { kind: 'question', path };
  const all = Object.entries(siblingFields(draft, path));
  const at = all.findIndex(([name]) => name === nameInPath(path));
  if (!all[at] || !all[at + by]) return { draft, place };
  return { draft: withSiblingFields(draft, path, Object.fromEntries(swappedAt(all, at, at + by))), place };
}

/** Returns the number of the section in which a place stands. */
export function sectionIndexOf({ definition: { sections } }: FormDraft, place: OutlinePlace): number | undefined {
  if (place.kind !== 'question') return place.section;
  return spotOf(sections, place.path.split('.')[0] as string)?.section;
}

/** Returns the sections with a question after a place, behind its table if it is a column; undefined if it is not there. */
export function insertQuestionAfter(
  sections: DraftSection[],
  name: string,
  after: OutlinePlace,
): DraftSection[] | undefined {
  if (after.kind === 'section') {
    const section = sections[after.section];
    return section && withItems(sections, after.section, [name, ...section.fields]);
  }
  const spot =
    after.kind === 'question'
      ? spotOf(sections, after.path.split('.')[0] as string)
      : { section: after.section, item: after.item, within: -1 };
  const section = spot && sections[spot.section];
  const own = spot && section?.fields[spot.item];
  if (!own) return undefined;
  if (spot.within === undefined || typeof own === 'string')
    return withItems(sections, spot.section, insertedAt(section?.fields ?? [], spot.item + 1, name));
  const group = { ...own, fields: insertedAt(own.fields, spot.within + 1, name) };
  return withItems(sections, spot.section, replacedAt(section?.fields ?? [], spot.item, group));
}

/** Returns the sections with a question at the end of the last one. */
export function appendQuestion(sections: DraftSection[], name: string): DraftSection[] {
  const last = sections.length - 1;
  return withItems(sections, last, [...(sections[last]?.fields ?? []), name]);
}

/** Adds an empty section behind that of a place, or at the end. */
export function addSection(draft: FormDraft, after: OutlinePlace | undefined, title: Text): MoveResult {
  const { sections } = draft.definition;
  const last = (after && sectionIndexOf(draft, after)) ?? sections.length - 1;
  const id = freeName('section', new Set(sections.map((one) => one.id)));
  const section = last + 1;
  return {
    draft: withSections(draft, insertedAt(sections, section, { id, title, fields: [] })),
    place: { kind: 'section', section },
  };
}

/** Puts a question, which stands in no group yet, into a new group. */
export function addGroup(draft: FormDraft, name: string, title: Text): MoveResult | undefined {
  const { sections } = draft.definition;
  const spot = spotOf(sections, name);
  if (!spot || spot.within !== undefined) return undefined;
  const groups = sections.flatMap(({ fields }) =>
    fields.flatMap((one) => (typeof one === 'string' ? [] : [one.group])),
  );
  const group = { group: freeName('group', new Set(groups)), title, fields: [name] };
  const items = replacedAt(sections[spot.section]?.fields ?? [], spot.item, group);
  return {
    draft: withSections(draft, withItems(sections, spot.section, items)),
    place: { kind: 'group', section: spot.section, item: spot.item },
  };
}

/** Takes the heading of a group away; its questions stay where they are. */
export function ungroup(draft: FormDraft, { section, item }: OutlinePlace & { kind: 'group' }): FormDraft {
  const { sections } = draft.definition;
  const own = sections[section]?.fields[item];
  if (own === undefined || typeof own === 'string') return draft;
  const items = (sections[section] as DraftSection).fields;
  return withSections(
    draft,
    withItems(sections, section, [...items.slice(0, item), ...own.fields, ...items.slice(item + 1)]),
  );
}

/** Returns the draft without an empty section. */
export function removeSection(draft: FormDraft, section: number): FormDraft {
  const { sections } = draft.definition;
  return sections[section]?.fields.length === 0 ? withSections(draft, withoutAt(sections, section)) : draft;
}

function withItems(sections: readonly DraftSection[], at: number, fields: DraftSection['fields']): DraftSection[] {
  return sections.map((one, index) => (index === at ? { ...one, fields } : one));
}

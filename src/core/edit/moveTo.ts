/** Moves something right before or behind another place, as far as it can stand there. */
import { equalJson } from '../json.ts';
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
import { type MoveResult, sectionIndexOf } from './move.ts';
import type { OutlinePlace } from './outline.ts';
import { insertedAt, withoutAt } from './parts.ts';

export type DropSide = 'before' | 'after';

/**
 * Why something cannot stand at a place. `column`: a column belongs to its table. `table`: what is no column of it does not stand
 * in a table. `group`: a group stands in no group. `loose`: what stands in no section has no place beside it.
 */
export type MoveRefusal = 'column' | 'table' | 'group' | 'loose';

/**
 * Moves sections, groups, questions and columns between each other. Before a heading is before all that stands under it; behind
 * one is its first place, for what may stand there. Behind the last one of a table or group is behind it, for what may not.
 * The same draft if it stands there already.
 */
export function moveToPlace(
  draft: FormDraft,
  from: OutlinePlace,
  to: OutlinePlace,
  side: DropSide,
): MoveResult | { refused: MoveRefusal } {
  const moved =
    from.kind === 'section'
      ? sectionBeside(draft, from.section, to, side)
      : from.kind === 'question' && tablePath(from.path) !== ''
        ? columnBeside(draft, from, to, side)
        : itemBeside(draft, from, to, side);
  return 'draft' in moved && equalJson(moved.draft, draft) ? { draft, place: from } : moved;
}

function sectionBeside(
  draft: FormDraft,
  from: number,
  to: OutlinePlace,
  side: DropSide,
): MoveResult | { refused: MoveRefusal } {
  const { sections } = draft.definition;
  const target = sectionIndexOf(draft, to);
  const section = sections[from];
  if (!section || target === undefined) return { refused: 'loose' };
  const behind = side === 'before' && to.kind === 'section' ? target : target + 1;
  const at = behind > from ? behind - 1 : behind;
  if (target === from) return { draft, place: { kind: 'section', section: from } };
  return {
    draft: withSections(draft, insertedAt(withoutAt(sections, from), at, section)),
    place: { kind: 'section', section: at },
  };
}

function columnBeside(
  draft: FormDraft,
  from: OutlinePlace & { kind: 'question' },
  to: OutlinePlace,
  side: DropSide,
): MoveResult | { refused: MoveRefusal } {
  const table = tablePath(from.path);
  const isHeading = to.kind === 'question' && to.path === table && side === 'after';
  if (to.kind !== 'question' || (!isHeading && tablePath(to.path) !== table)) return { refused: 'column' };
  const all = Object.entries(siblingFields(draft, from.path));
  const at = all.findIndex(([name]) => name === nameInPath(from.path));
  const own = all[at];
  if (!own || to.path === from.path) return { draft, place: from };
  const rest = withoutAt(all, at);
  const beside = rest.findIndex(([name]) => name === nameInPath(to.path));
  const next = insertedAt(rest, isHeading ? 0 : side === 'before' ? beside : beside + 1, own);
  return { draft: withSiblingFields(draft, from.path, Object.fromEntries(next)), place: from };
}

type Item = string | DraftGroup;

/** Where something can stand: before an item of a section or of a group in it; `undefined`: as its last. */
interface Gap {
  section: number;
  group?: DraftGroup;
  before: Item | undefined;
}

/** Moves a question of the form or a group. */
function itemBeside(
  draft: FormDraft,
  from: Exclude<OutlinePlace, { kind: 'section' }>,
  to: OutlinePlace,
  side: DropSide,
): MoveResult | { refused: MoveRefusal } {
  const { sections } = draft.definition;
  const item = from.kind === 'group' ? sections[from.section]?.fields[from.item] : from.path;
  if (item === undefined) return { refused: 'loose' };
  const gap = gapAt(draft, to, side, from.kind === 'group');
  if ('refused' in gap) return gap;
  if (gap.before === item || gap.group === item) return { draft, place: from };
  const next = put(sections, item, gap);
  const place = from.kind === 'question' ? from : groupAt(next, item as DraftGroup);
  return { draft: withSections(draft, next), place };
}

function gapAt(draft: FormDraft, to: OutlinePlace, side: DropSide, isGroup: boolean): Gap | { refused: MoveRefusal } {
  const { sections } = draft.definition;
  if (to.kind === 'section') {
    const isLast = side === 'before' && to.section > 0;
    const section = isLast ? to.section - 1 : to.section;
    return { section, before: isLast ? undefined : sections[section]?.fields[0] };
  }
  const section = sectionIndexOf(draft, to);
  const items = section === undefined ? undefined : sections[section]?.fields;
  if (section === undefined || !items) return { refused: 'loose' };
  const name = to.kind === 'question' ? (to.path.split('.')[0] as string) : undefined;
  const at = to.kind === 'group' ? to.item : items.findIndex((one) => one === name || isIn(one, name));
  const own = items[at];
  if (to.kind === 'question' && tablePath(to.path) !== '') {
    const isLast = Object.keys(siblingFields(draft, to.path)).at(-1) === nameInPath(to.path);
    if (!isLast || side === 'before') return { refused: 'table' };
  }
  if (own === undefined || typeof own === 'string') return { section, before: side === 'before' ? own : items[at + 1] };
  if (to.kind === 'group' && side === 'before') return { section, before: own };
  if (to.kind === 'group' && !isGroup) return { section, group: own, before: own.fields[0] };
  const within = own.fields.indexOf(name ?? '');
  if (!isGroup) return { section, group: own, before: own.fields[side === 'before' ? within : within + 1] };
  const isBehind = side === 'after' && (to.kind === 'group' || within === own.fields.length - 1);
  return isBehind ? { section, before: items[at + 1] } : { refused: 'group' };
}

const isIn = (item: Item, name: string | undefined) =>
  typeof item !== 'string' && name !== undefined && item.fields.includes(name);

/** Returns the sections with an item in a gap, and nowhere else. Groups stay, also empty ones. */
function put(sections: readonly DraftSection[], item: Item, { section, group, before }: Gap): DraftSection[] {
  const placed = <T extends Item>(items: readonly T[], isHere: boolean): T[] => {
    const rest = items.filter((one) => one !== item);
    if (!isHere) return rest;
    const at = rest.indexOf(before as T);
    return insertedAt(rest, at < 0 ? rest.length : at, item as T);
  };
  return sections.map((one, index) => ({
    ...one,
    fields: placed(one.fields, index === section && !group).map((inner) => {
      if (typeof inner === 'string' || typeof item !== 'string') return inner;
      return inner === group || inner.fields.includes(item)
        ? { ...inner, fields: placed(inner.fields, inner === group) }
        : inner;
    }),
  }));
}

function groupAt(sections: readonly DraftSection[], group: DraftGroup): OutlinePlace {
  const section = sections.findIndex(({ fields }) => fields.includes(group));
  return { kind: 'group', section, item: sections[section]?.fields.indexOf(group) ?? 0 };
}

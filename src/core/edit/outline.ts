/** What stands in a form, in its order, as rows: sections, groups, questions, columns of tables. */
import type { Field, Text } from '../definitions/types.ts';
import { getOwn } from '../json.ts';
import { type DraftFields, type FormDraft, fieldPointerOf } from './draft.ts';

/** A section by its number, a group by section and number, or a question by its path. */
export type OutlinePlace =
  | { kind: 'section'; section: number }
  | { kind: 'group'; section: number; item: number }
  | { kind: 'question'; path: string };

export interface OutlineRow {
  /** Names the place; the same as long as it stands there. */
  key: string;
  place: OutlinePlace;
  /** Key of the section, group or table around it. */
  around: string | undefined;
  depth: number;
  title: Text | undefined;
  field?: Field;
  /** JSON Pointer of what stands here. */
  pointer: string;
  /** Questions in it. */
  count: number;
}

export function outlineKeyOf(place: OutlinePlace): string {
  if (place.kind === 'section') return `section:${place.section}`;
  return place.kind === 'group' ? `group:${place.section}.${place.item}` : `question:${place.path}`;
}

/** Returns the place that a key names; undefined if it is none. */
export function outlinePlaceOf(key: string): OutlinePlace | undefined {
  const [kind, rest = ''] = [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)];
  const [section, item] = rest.split('.').map(Number);
  if (kind === 'question' && rest !== '') return { kind, path: rest };
  if (kind === 'section' && Number.isInteger(section)) return { kind, section: section as number };
  return kind === 'group' && Number.isInteger(section) && Number.isInteger(item)
    ? { kind, section: section as number, item: item as number }
    : undefined;
}

/** Returns the innermost row in which a JSON Pointer lies; undefined for what belongs to the form itself. */
export function outlineRowAt(rows: readonly OutlineRow[], at: string): OutlineRow | undefined {
  return rows
    .filter(({ pointer }) => at === pointer || at.startsWith(`${pointer}/`))
    .sort((a, b) => b.pointer.length - a.pointer.length)[0];
}

/** Returns the rows of a form. Questions that stand in no section come last, without one around them. */
export function outlineOf(draft: Pick<FormDraft, 'definition'>): OutlineRow[] {
  const { sections, fields } = draft.definition;
  const placed = new Set<string>();
  const questions = (names: readonly string[], depth: number, around: string | undefined) =>
    names.flatMap((name): OutlineRow[] => {
      placed.add(name);
      return rowsOf(fields, name, name, depth, around);
    });
  const rows = sections.flatMap((section, index): OutlineRow[] => {
    const place: OutlinePlace = { kind: 'section', section: index };
    const key = outlineKeyOf(place);
    const inner = section.fields.flatMap((one, item): OutlineRow[] => {
      if (typeof one === 'string') return questions([one], 1, key);
      const group: OutlinePlace = { kind: 'group', section: index, item };
      const row = { place: group, around: key, depth: 1, title: one.title, count: one.fields.length };
      const pointer = `/sections/${index}/fields/${item}`;
      return [{ ...row, key: outlineKeyOf(group), pointer }, ...questions(one.fields, 2, outlineKeyOf(group))];
    });
    const count = section.fields.reduce((sum, one) => sum + (typeof one === 'string' ? 1 : one.fields.length), 0);
    const row = { key, place, around: undefined, depth: 0, title: section.title, count };
    return [{ ...row, pointer: `/sections/${index}` }, ...inner];
  });
  const rest = Object.keys(fields).filter((name) => !placed.has(name));
  return [...rows, ...questions(rest, 1, undefined)];
}

function rowsOf(
  fields: DraftFields,
  name: string,
  path: string,
  depth: number,
  around: string | undefined,
): OutlineRow[] {
  const field = getOwn(fields, name);
  if (!field) return [];
  const place: OutlinePlace = { kind: 'question', path };
  const columns = (field.columns ?? {}) as DraftFields;
  const title = field.short ?? field.label;
  const own = { key: outlineKeyOf(place), place, around, depth, title, field, pointer: fieldPointerOf(path) };
  return [
    { ...own, count: Object.keys(columns).length },
    ...Object.keys(columns).flatMap((one) => rowsOf(columns, one, `${path}.${one}`, depth + 1, own.key)),
  ];
}

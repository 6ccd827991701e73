/** Compares the sections of two versions, and the groups in them. */

import { equalJson } from '../../json.ts';
import { type ChangedValue, otherChanges, withoutKeys } from '../otherChanges.ts';
import { groupsOf } from '../sections.ts';
import type { Group, Section, Text } from '../types.ts';
import { newOrder } from './order.ts';
import { conditionText } from './rules.ts';

export type SectionDiff =
  | 'section_added'
  | 'section_removed'
  | 'section_worded'
  | 'sections_reordered'
  | 'condition_changed'
  | 'form_changed';

type Tell = (
  kind: SectionDiff,
  pointer: string,
  about: Text | string,
  before?: ChangedValue,
  after?: ChangedValue,
) => void;

/** Keys that are compared here, or with the questions. */
const TOLD_OF_SECTION = new Set(['id', 'group', 'title', 'help', 'visibleWhen', 'fields']);

export function sectionChanges(before: readonly Section[], after: readonly Section[], tell: Tell): void {
  const old = blocks(before);
  const now = blocks(after);
  for (const [id, { block, pointer }] of now) {
    const was = old.get(id)?.block;
    const about = block.title;
    if (!was) {
      tell('section_added', pointer, about);
      continue;
    }
    for (const key of ['title', 'help'] as const) {
      if (!equalJson(was[key], block[key])) tell('section_worded', `${pointer}/${key}`, about, was[key], block[key]);
    }
    otherChanges(withoutKeys(was, TOLD_OF_SECTION), withoutKeys(block, TOLD_OF_SECTION), pointer, (where, a, b) =>
      tell('form_changed', where, about, a, b),
    );
    const [a, b] = [was, block].map(({ visibleWhen }) => conditionText(visibleWhen));
    if (!equalJson(was.visibleWhen, block.visibleWhen))
      tell('condition_changed', `${pointer}/visibleWhen`, about, a, b);
  }
  for (const [id, { block, pointer }] of old) if (!now.has(id)) tell('section_removed', pointer, block.title);
  const ids = (sections: readonly Section[]) => sections.map(({ id }) => id);
  const order = newOrder(ids(before), ids(after));
  if (order) tell('sections_reordered', '/sections', order.now, order.old, order.now);
}

/** Returns sections by id, and groups by id and name. */
function blocks(sections: readonly Section[]): Map<string, { block: Section | Group; pointer: string }> {
  const found = new Map<string, { block: Section | Group; pointer: string }>();
  for (const [index, section] of sections.entries()) {
    const at = `/sections/${index}`;
    found.set(section.id, { block: section, pointer: at });
    for (const { group, pointer } of groupsOf(section, at))
      found.set(`${section.id}/${group.group}`, { block: group, pointer });
  }
  return found;
}

/** Parts that all forms share and that can be published while the server runs: navigation, permissions, each choice list. */
import type { FileKind } from './files.ts';
import type { Was } from './otherChanges.ts';
import type { ChoiceList, CommonSources, Text } from './types.ts';

export type PartContent = CommonSources['navigation'] | CommonSources['permissions'] | ChoiceList;

const LIST = 'choices.';
const PART = /^(navigation|permissions|choices\.[a-z0-9]+([.-][a-z0-9]+)*)$/;

export function isPart(name: string): boolean {
  return PART.test(name);
}

/** Returns the list of a part that is one. */
export function listOf(part: string): string | undefined {
  return part.startsWith(LIST) ? part.slice(LIST.length) : undefined;
}

/** Returns the list that the parents of the items stand in; undefined if they have none. */
export function parentListOf({ list, parentList, items }: ChoiceList): string | undefined {
  return parentList ?? (items.some(({ parent }) => parent !== undefined) ? list : undefined);
}

/** Returns the file that holds the part. */
export function fileOfPart(part: string): { path: string; kind: FileKind } {
  const list = listOf(part);
  return list === undefined
    ? { path: `forms/common/${part}.json`, kind: part as 'navigation' | 'permissions' }
    : { path: `forms/common/choices/${list}.json`, kind: 'choices' };
}

/** Returns every part by name. */
export function partsOf({ navigation, permissions, choices }: CommonSources): Map<string, PartContent> {
  const lists = Object.values(choices).map((list) => [LIST + list.list, list] as const);
  return new Map<string, PartContent>([['navigation', navigation], ['permissions', permissions], ...lists]);
}

export type PartDiff =
  | 'menu_added'
  | 'menu_removed'
  | 'menu_worded'
  | 'menus_reordered'
  | 'line_added'
  | 'line_removed'
  | 'line_moved'
  | 'line_worded'
  | 'lines_reordered'
  | 'role_added'
  | 'role_removed'
  | 'role_worded'
  | 'right_gained'
  | 'right_lost'
  | 'four_eyes_changed'
  | 'option_added'
  | 'option_removed'
  | 'option_worded'
  | 'options_reordered'
  | 'list_worded'
  | 'part_changed';

/** How the differences name what a part refers to. An unknown name stands for itself. */
export interface PartNames {
  form(name: string): Text;
  action(id: string): Text;
  /** True for actions on the whole product, which are no matter of forms. */
  isEngine(action: string): boolean;
  kind(id: string): Text;
  state(id: string): Text;
  word(key: PartWord, values?: Record<string, Text>): Text;
}

export type PartWord =
  | 'bar'
  | 'quick'
  | 'menus'
  | 'areas'
  | 'allForms'
  | 'anyPlace'
  | 'grantedPlace'
  | 'fourEyes'
  | 'anyProgramme'
  | 'grantedProgramme'
  | 'own'
  | 'while';

export type TellPart = (kind: PartDiff, pointer: string, about: Text | string, before?: Was, after?: Was) => void;

/** Parts that can be published while the server runs: what all forms share (navigation, permissions, each choice list), and each report. */
import type { ReportDefinition } from '../generated/report.ts';
import type { FileKind } from './files.ts';
import type { ChangedValue } from './otherChanges.ts';
import type { ChoiceList, CommonSources, Text } from './types.ts';

export type PartContent = CommonSources['navigation'] | CommonSources['permissions'] | ChoiceList | ReportDefinition;

const LIST = 'choices.';
const REPORT = 'reports.';
const PART = /^(navigation|permissions|choices\.[a-z0-9]+([.-][a-z0-9]+)*|reports\.[a-z][a-z0-9-]*)$/;

export function isCommonPart(name: string): boolean {
  return PART.test(name);
}

/** Returns the list of a part that is one. */
export function choiceListOfPart(part: string): string | undefined {
  return part.startsWith(LIST) ? part.slice(LIST.length) : undefined;
}

/** Returns the name of the report of a part that is one. */
export function reportOfPart(part: string): string | undefined {
  return part.startsWith(REPORT) ? part.slice(REPORT.length) : undefined;
}

export function partOfReport(report: string): string {
  return REPORT + report;
}

/** Returns the list that the parents of the items stand in; undefined if they have none. */
export function parentListOf({ list, parentList, items }: ChoiceList): string | undefined {
  return parentList ?? (items.some(({ parent }) => parent !== undefined) ? list : undefined);
}

/** Returns the file that holds the part. A report lies with the forms of its programme. */
export function fileOfPart(part: string, content: PartContent): { path: string; kind: FileKind } {
  const report = reportOfPart(part);
  if (report !== undefined) {
    const { programme } = content as ReportDefinition;
    return { path: `forms/${programme}/${report}.report.json`, kind: 'report' };
  }
  const list = choiceListOfPart(part);
  return list === undefined
    ? { path: `forms/common/${part}.json`, kind: part as 'navigation' | 'permissions' }
    : { path: `forms/common/choices/${list}.json`, kind: 'choices' };
}

/** Returns every part by name. */
export function commonPartsOf(
  { navigation, permissions, choices }: CommonSources,
  reports: readonly ReportDefinition[] = [],
): Map<string, PartContent> {
  const lists = Object.values(choices).map((list) => [LIST + list.list, list] as const);
  return new Map<string, PartContent>([
    ['navigation', navigation],
    ['permissions', permissions],
    ...lists,
    ...reports.map((report) => [partOfReport(report.report), report] as const),
  ]);
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
  | 'report_worded'
  | 'report_withdrawn'
  | 'report_restored'
  | 'block_added'
  | 'block_removed'
  | 'blocks_reordered'
  | 'block_worded'
  | 'measure_added'
  | 'measure_removed'
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

export type ReportPartChange = (
  kind: PartDiff,
  pointer: string,
  about: Text | string,
  before?: ChangedValue,
  after?: ChangedValue,
) => void;

/** Checks the lists of options that a form names: each is used, and an attribute is of one type, as filters compare it. */
import { attributesOf, isFormList } from '../definitions/lists.ts';
import type { Field } from '../definitions/types.ts';
import { escapePointer } from '../json.ts';
import type { FormFile, ReportIssue } from './issues/issue.ts';

export function checkLists({ definition: { fields, lists = {} } }: FormFile, report: ReportIssue): void {
  const isIn = (among: Record<string, Field>, test: (field: Field) => boolean): boolean =>
    Object.values(among).some((field) => test(field) || isIn(field.columns ?? {}, test));
  // Where a name is wrong, it may mean any of them.
  const isWrong = isIn(fields, ({ choices }) => isFormList(choices));
  for (const [name, options] of Object.entries(lists)) {
    const at = `/lists/${escapePointer(name)}`;
    if (!isWrong && !isIn(fields, (field) => field.options === options)) report(at, 'list_unused', { name });
    for (const [attribute, type] of Object.entries(attributesOf(options)))
      if (type === 'any') report(at, 'list_attribute', { name: attribute });
  }
}

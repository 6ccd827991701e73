/**
 * Sites of every programme the caller may see: `sites`. With the query's `department` (an item of that master table) only
 * those of the programme which the item's code names.
 */
import type { Source } from './answer.ts';
import { recordItems } from './records.ts';

/** The master table whose codes are programmes. */
const DEPARTMENTS = 'department';

export const sites: Source = async (_argument, call) => {
  const { department } = call.query;
  const item =
    typeof department === 'string'
      ? call.rooms.library.choices(DEPARTMENTS).find((one) => one.id === department)
      : undefined;
  if (typeof department === 'string' && !item) return [];
  const forms = call.rooms.library
    .forms()
    .filter(({ definition }) => definition.kind === 'site' && (!item || definition.programme === item.code));
  const lists = await Promise.all(
    forms.map(async ({ form }) => (await recordItems(form, call, {})).map((one) => ({ ...one, form }))),
  );
  return lists.flat();
};

/**
 * Sites of every programme that the user may see: `sites`. With `department` in the query, only sites of the programme in
 * its code.
 */

import { departmentOf } from './departments.ts';
import { itemsOfForms } from './records.ts';
import type { Resolver } from './resolver.ts';

export const sites: Resolver = async (_argument, call) => {
  const department = departmentOf(call);
  if (department === null) return [];
  const forms = call.services.registry
    .forms()
    .filter(
      ({ definition }) => definition.kind === 'site' && (!department || definition.programme === department.code),
    );
  return itemsOfForms(forms, call);
};

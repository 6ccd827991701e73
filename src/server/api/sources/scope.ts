/** The allowed actions. */
import type { Source } from './answer.ts';

export const scope: Source = async (_argument, call, { view, parent }) =>
  view
    ? view.scope.allowed
    : (await call.rooms.records.scopeForNew(call.form, parent?.record.id ?? null, call.actor)).allowed;

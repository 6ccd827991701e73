/** The allowed actions. */
import type { Resolver } from './resolver.ts';

export const scope: Resolver = async (_argument, call, { view, parent }) =>
  view
    ? view.scope.allowed
    : (await call.services.records.scopeForNew(call.form, parent?.record.id ?? null, call.actor)).allowed;

/** Values of the record itself, or of the form if there is no record yet. */

import { renderState } from '../../../core/api/render.ts';
import { childCounts } from '../../../core/views/record/children.ts';
import { publicToken } from '../public/publicToken.ts';
import { readsOf } from '../reads.ts';
import type { Resolver } from './resolver.ts';

/** The record itself: on show, and on create with an id. Null for a new one. */
export const record: Resolver = (_argument, _call, { rendered }) => rendered ?? null;

/** The parent record, with a few properties. */
export const parent: Resolver = (_argument, _call, { rendered, parent: chosen }) => {
  if (rendered) return rendered.parent ?? null;
  if (!chosen) return null;
  const { id, form, code } = chosen.record;
  return { id, form, code, name: chosen.name };
};

/** The record's state. Without a record, the workflow's initial state. */
export const state: Resolver = (_argument, { services, form, language }, { view }) =>
  renderState(services.registry, form, view?.record.state ?? services.registry.workflow(form).initial, language);

/** The allowed actions. */
export const scope: Resolver = async (_argument, call, { view, parent: chosen }) =>
  view
    ? view.scope.allowed
    : (await call.services.records.scopeForNew(call.form, chosen?.record.id ?? null, call.actor)).allowed;

/** The number of children of each form_type. */
export const counts: Resolver = (_argument, call, { view }) =>
  view ? childCounts(readsOf(call), call.form, view.record.id) : {};

/** The form and version of an empty form. */
export const definition: Resolver = (_argument, { form }) => ({ form: form.form, version: form.version });

/** `download:<field>`: the address of the first file of a field; null if there is none. */
export const download: Resolver = (field, { form }, { view }) => {
  const files = view?.record.data[field];
  return view && Array.isArray(files) && files.length > 0
    ? `/api/${form.definition.api.base}/download/${view.record.id}/${field}`
    : null;
};

/** Path of the page that proves the record to anybody. Null if there is no record or the form has no such page. */
export const publicPath: Resolver = async (_argument, { services, form }, { view }) => {
  const page = form.definition.api.public?.page;
  if (!page || !view) return null;
  return page.replace(':token', await publicToken(services, view.record.id));
};

/** A documented key that has no value here. */
export const nothing: Resolver = () => null;

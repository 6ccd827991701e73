/** What the record at hand, or the form where there is none yet, says of itself. */
import { publicToken } from '../public/publicToken.ts';
import { renderState } from '../record/render.ts';
import type { Resolver } from './resolver.ts';

/** The record itself: on show and on create with an id; null on a new one. */
export const record: Resolver = (_argument, _call, { rendered }) => rendered ?? null;

/** The record this one belongs to, in short. */
export const parent: Resolver = (_argument, _call, { rendered, parent: chosen }) => {
  if (rendered) return rendered.parent ?? null;
  if (!chosen) return null;
  const { id, form, code } = chosen.record;
  return { id, form, code, name: chosen.name };
};

/** Its state; that of a record just saved while there is none. */
export const state: Resolver = (_argument, { services, form, language }, { view }) =>
  renderState(services, form, view?.record.state ?? services.registry.workflow(form).initial, language);

/** The allowed actions. */
export const scope: Resolver = async (_argument, call, { view, parent: chosen }) =>
  view
    ? view.scope.allowed
    : (await call.services.records.scopeForNew(call.form, chosen?.record.id ?? null, call.actor)).allowed;

/** How many records of each form_type belong to it. */
export const counts: Resolver = (_argument, { services, form, actor }, { view }) =>
  view ? services.records.counts(form, view.record.id, actor) : {};

/** Which form and version an empty form is drawn with. */
export const definition: Resolver = (_argument, { form }) => ({ form: form.form, version: form.version });

/** `download:<field>`: the address of the newest file of a field; null where there is none. */
export const download: Resolver = (field, { form }, { view }) => {
  const files = view?.record.data[field];
  return view && Array.isArray(files) && files.length > 0
    ? `/api/${form.definition.api.base}/download/${view.record.id}/${field}`
    : null;
};

/** Path of the page that proves the record to anybody; null while there is no record, or the form proves none. */
export const publicPath: Resolver = async (_argument, { services, form }, { view }) => {
  const page = form.definition.api.public?.page;
  if (!page || !view) return null;
  return page.replace(':token', await publicToken(services, view.record.id));
};

/** A documented key that has no value here. */
export const nothing: Resolver = () => null;

/** The record's state; that of a record just saved while there is none. */
import { renderState } from '../record/render.ts';
import type { Resolver } from './resolver.ts';

export const state: Resolver = (_argument, { services, form, language }, { view }) =>
  renderState(services, form, view?.record.state ?? services.registry.workflow(form).initial, language);

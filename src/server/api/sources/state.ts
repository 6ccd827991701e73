/** The record's state; that of a record just saved while there is none. */
import { renderState } from '../render.ts';
import type { Source } from './answer.ts';

export const state: Source = (_argument, { rooms, form, language }, { view }) =>
  renderState(rooms, form, view?.record.state ?? rooms.library.workflow(form).initial, language);

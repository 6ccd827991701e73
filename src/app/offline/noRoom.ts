/** What the server offers and this device had no room for at the last synchronisation of this tab. */
import { equalJson } from '../../core/json.ts';
import { watchedValue } from '../data/watchedValue.ts';

/** Key under which the store keeps it for the next page, if it has room for that. */
export const NO_ROOM_KEY = 'offline/without-room';

/** Forms, or versions of them. Empty if not even records fit. Undefined if there is room for all. */
export type FormsWithoutRoom = readonly string[] | undefined;

export const formsWithoutRoom = watchedValue<FormsWithoutRoom>(undefined, equalJson);

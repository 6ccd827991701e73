/** The forms of the simulation: a site, a visit with a table and problems, and the next version of that visit. */
import type { Sources } from '../../src/core/definitions/load.ts';
import type { FormSource } from '../../src/core/definitions/types.ts';
import { COMMON, PERSON, SITE, VISIT } from '../support/data-world.ts';
import { ROWS } from '../support/problem.ts';

const words = (en: string) => ({ en, fa: `${en} (دری)`, ps: `${en} (پښتو)` });

const OLDER: FormSource = structuredClone(VISIT);
Object.assign(OLDER.schema.properties as object, {
  rooms: {
    type: 'array',
    items: {
      type: 'object',
      additionalProperties: false,
      properties: { room: { type: 'string', maxLength: 250 }, seats: { type: 'integer', minimum: 0 } },
    },
  },
});
Object.assign(OLDER.definition.fields, {
  rooms: {
    id: 'q_visit_rooms',
    type: 'table',
    label: words('Rooms'),
    columns: {
      room: { id: 'q_visit_room', type: 'text', label: words('Room') },
      seats: { id: 'q_visit_seats', type: 'integer', label: words('Seats') },
    },
  },
});
OLDER.definition.sections[0]?.fields?.push('rooms');

/** The second version of the visit: one question has another name, one is new. */
export const NEWER: FormSource = JSON.parse(
  JSON.stringify(OLDER, (key, value) => (key === 'version' ? 2 : value)).replaceAll('"remarks"', '"notes"'),
);
NEWER.definition.changes = { from: 1, note: NEWER.definition.changes?.note } as never;
Object.assign(NEWER.schema.properties as object, { advice: { type: 'string', maxLength: 250 } });
Object.assign(NEWER.definition.fields, {
  advice: { id: 'q_visit_advice', type: 'text', label: { en: 'Advice', fa: 'توصیه', ps: 'سپارښتنه' } },
});
NEWER.definition.sections[0]?.fields?.push('advice');

/** `isNewer`: the second version of the visit is there from the beginning. */
export function labSources(isNewer: boolean): Sources {
  return { forms: [SITE, OLDER, ...(isNewer ? [NEWER] : []), PERSON], rows: ROWS, common: COMMON };
}

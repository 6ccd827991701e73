/** Saving by a user who cannot see every answer. Apart from `restricted.ts`, because screens read and need no merge. */
import type { RecordData } from '../definitions/types.ts';
import { isObject } from '../json.ts';
import { matchRows } from './merge.ts';
import { hasNoRestrictions, type RestrictedNames, withoutRestricted } from './restricted.ts';

/**
 * Puts the stored hidden answers back into the data of a user who cannot see them, so that saving neither changes nor loses
 * them. A removed row loses its hidden answers too. An added row has none.
 */
export function retainRestrictedAnswers(sent: RecordData, stored: RecordData, hidden: RestrictedNames): RecordData {
  if (hasNoRestrictions(hidden)) return sent;
  const kept = withoutRestricted(sent, hidden);
  for (const name of hidden.names) if (stored[name] !== undefined) kept[name] = stored[name];
  for (const [table, inside] of hidden.within) {
    const [rows, before] = [kept[table], stored[table]];
    if (!Array.isArray(rows) || !Array.isArray(before)) continue;
    const known = before.filter(isObject);
    const seen = known.map((row) => withoutRestricted(row, inside));
    const places = matchRows(seen, rows.filter(isObject));
    kept[table] = rows.filter(isObject).map((row, place) => {
      const from = known[places.indexOf(place)];
      return from ? retainRestrictedAnswers(row, from, inside) : row;
    });
  }
  return kept;
}

/** Base of the types that hold the id of one record or of several. */
import type { Field } from '../../../definitions/types.ts';
import { type FieldTypeBase, isUnanswered, joinWithComma, referenceName, storedValue, toIdList } from '../fieldType.ts';

export function referenceTypeBase(key: 'record' | 'person'): FieldTypeBase {
  const isMultiple = (def: Field) => def[key]?.multiple === true;
  return {
    parts: ({ def }) => (isMultiple(def) ? 'records' : 'record'),
    needs: [key],
    contract: (def) => (isMultiple(def) ? { type: 'array', items: 'string' } : { type: 'string' }),
    writes: (def) => (isMultiple(def) ? 'ids' : 'id'),
    family: 'records',
    text: (node, data, context) =>
      joinWithComma(
        toIdList(storedValue(node, data)).map((id) => referenceName(id, context)),
        context,
      ),
    isEmpty: isUnanswered,
    read: 'name',
    refersTo: key,
  };
}

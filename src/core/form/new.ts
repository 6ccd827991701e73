/** Returns the answers of a new record. */
import type { CompiledForm, Constants, JsonSchema, RecordData } from '../definitions/types.ts';
import type { Actor, RecordMeta } from '../records/types.ts';
import { applyDerived } from './conditions.ts';
import { FIELD_TYPES } from './types/index.ts';

export interface NewRecordContext {
  /** ISO date in Kabul. Empty if nobody knows it: then no date is filled in. */
  today: string;
  actor?: Actor;
  parent?: Pick<RecordMeta, 'id'> | null;
  /** Answers known in advance, from the link that opened the form. */
  known?: RecordData;
  constants: Constants;
}

/**
 * Starts with the defaults of the contract, unless a field type has its own: ratings have none, and dates with the option
 * `"today": true` get today. Then adds known answers, the parent's id and derived values.
 */
export function newRecord(form: CompiledForm, { today, parent, known }: NewRecordContext): RecordData {
  const data: RecordData = {};
  const properties = (form.contract.properties ?? {}) as Record<string, JsonSchema>;
  for (const [name, schema] of Object.entries(properties)) {
    const node = form.byProperty.get(name);
    const { initial } = node ? FIELD_TYPES[node.type] : {};
    const value = node && initial ? initial(schema.default, node, today) : schema.default;
    if (value !== undefined) data[name] = structuredClone(value);
  }
  Object.assign(data, known);
  const parentField = form.definition.parent?.field;
  if (parent && parentField) data[parentField] = parent.id;
  return applyDerived(form, data, { today });
}

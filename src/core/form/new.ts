/** The answers a new record starts with. */
import type { CompiledForm, Constants, JsonSchema, RecordData } from '../definitions/types.ts';
import type { Actor, RecordMeta } from '../records/types.ts';
import { applyDerived } from './derive.ts';
import { FIELD_TYPES } from './types/index.ts';

export interface NewRecordContext {
  /** ISO day in Kabul. */
  today: string;
  actor?: Actor;
  parent?: Pick<RecordMeta, 'id'> | null;
  /** Answers that are known beforehand: what the link names that the form was opened with. */
  known?: RecordData;
  constants: Constants;
}

/**
 * Defaults of the contract, what is known beforehand, the parent's id in its field, today in the record's date field when its widget options say
 * `"today": true`. What a type itself says goes before: ratings are never filled.
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

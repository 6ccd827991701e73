/** Whether no other record of a form has a value, for a form that asks while somebody types. */
import type { CompiledForm } from '../../definitions/types.ts';
import { badFilter, Failure } from '../../errors/failure.ts';
import type { UniqueResponse } from '../../generated/api.ts';
import { getOwn } from '../../json.ts';
import { parseRecordId } from '../../saving/envelope.ts';
import { isBlankText, truncate } from '../../text/letters.ts';
import type { Reads } from '../reads.ts';

const LONGEST = 500;

/** The parameters of the call. `id` is that of the record that has the value already. */
export interface UniquenessQuery {
  fieldName?: unknown;
  value?: unknown;
  id?: unknown;
}

/** Throws `bad_filter` if the form has no such question and no code. */
export async function uniqueView(
  reads: Reads,
  form: CompiledForm,
  { fieldName: name, value, id }: UniquenessQuery,
): Promise<UniqueResponse> {
  const node =
    typeof name === 'string'
      ? (form.byProperty.get(name) ?? form.byProperty.get(getOwn(form.aliases, name) ?? ''))
      : undefined;
  if (!node && !(name === 'code' && form.definition.code)) throw badFilter('fieldName');
  if (typeof value !== 'string' || isBlankText(value)) return { validate: true };
  const except = id === undefined || id === '' ? undefined : parseRecordId(id);
  if (id && !except) throw new Failure('record_not_found');
  const property = node?.properties[0] ?? 'code';
  return { validate: await reads.isFree(form, property, truncate(value, LONGEST), except) };
}

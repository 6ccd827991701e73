/** Decides if a row equals another row or an existing record. Letter variants and the order of entries are ignored. */
import type { CompiledForm, RecordData } from '../definitions/types.ts';
import { foldAnswer, isBlank } from '../text/letters.ts';

/** Returns the stored names whose answers tell that two records of the form say the same. Empty without a rule. */
export function duplicateProperties(form: CompiledForm): string[] {
  return (form.definition.sameAs?.fields ?? []).flatMap((name) => form.fields.get(name)?.properties ?? []);
}

/** Returns a text that is equal for equal answers to these properties; null if none of them is answered. */
export function duplicateKey(properties: readonly string[], data: RecordData): string | null {
  const said = properties.map((name) => plain(data[name]));
  return said.every((one) => one === null) ? null : JSON.stringify(said);
}

function plain(value: unknown): unknown {
  if (isBlank(value)) return null;
  if (Array.isArray(value)) return value.map(plain).map(String).sort();
  return typeof value === 'string' ? foldAnswer(value) : value;
}

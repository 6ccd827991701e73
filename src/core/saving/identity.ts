/**
 * What tells a record from others: its name as it is stored, made of the answers that `name` in the definition lists, or else of the
 * code; and answers that no other record of the form may have.
 */
import type { CompiledForm, FieldNode, RecordData } from '../definitions/types.ts';
import { newestAnswers } from '../definitions/versions/upgrade.ts';
import { holdsRecords, propertyKindOf } from '../form/types/question.ts';
import { choiceNamePart, joinName, typedNamePart } from '../records/name.ts';
import type { Registry } from '../records/registry.ts';
import type { Text } from '../text/languages.ts';
import { foldAnswer } from '../text/letters.ts';

/** Returns the properties that name a record. */
function namedBy({ definition, fields, byProperty }: CompiledForm) {
  return (definition.name ?? []).map((field) => {
    const node = fields.get(field) ?? byProperty.get(field);
    return { property: byProperty.has(field) ? field : (node?.properties[0] ?? field), node };
  });
}

/** Returns the name of a record. `names` holds the names of the records it points to. */
export function composeRecordName(
  registry: Pick<Registry, 'choice'>,
  form: CompiledForm,
  data: RecordData,
  code: string | null,
  names: ReadonlyMap<string, string>,
): string {
  const parts = namedBy(form).flatMap(({ property, node }) => {
    const value = data[property];
    const isAnswered = typeof value === 'number' || (typeof value === 'string' && value !== '');
    if (!isAnswered) return [];
    const label = node && chosenLabel(registry, node, value);
    if (label) return [{ text: choiceNamePart(label), isApart: true }];
    const isApart = node !== undefined && (holdsRecords(node) || propertyKindOf(node, property) === 'day');
    return [{ text: names.get(String(value)) ?? typedNamePart(String(value)), isApart }];
  });
  return (joinName(parts) || code || '').replaceAll('\0', '');
}

/** Returns the label of a choice. Undefined for an answer that is none, or whose choice is unknown. */
function chosenLabel(registry: Pick<Registry, 'choice'>, { def }: FieldNode, value: unknown): Text | undefined {
  if (def.options) return def.options.find((option) => option.value === value)?.label;
  const item = def.choices === undefined ? undefined : registry.choice(def.choices, String(value));
  return item && { en: item.name_en, fa: item.name_fa, ps: item.name_ps };
}

/** Returns the name of a record by the newest version of its form, whichever version it was captured with. */
export function currentRecordName(
  registry: Pick<Registry, 'form' | 'versions' | 'canonical' | 'choice'>,
  form: CompiledForm,
  data: RecordData,
  code: string | null,
  names: ReadonlyMap<string, string>,
): string {
  const newest = newestAnswers(registry, { form: form.form, form_version: form.version, data });
  return composeRecordName(registry, registry.form(form.form) ?? form, newest, code, names);
}

/** Returns the ids of the records whose names are part of this record's name. */
export function recordIdsInName(form: CompiledForm, data: RecordData): string[] {
  return namedBy(form).flatMap(({ property, node }) => {
    const value = data[property];
    return node && holdsRecords(node) && typeof value === 'string' && value !== '' ? [value] : [];
  });
}

/** Returns the forms whose records a question can name. Null if records of any form, empty if it names no records. */
export function formsReferencedBy(node: FieldNode): readonly string[] | null {
  if (!holdsRecords(node)) return [];
  return (node.def.record ?? node.def.person)?.forms ?? null;
}

/** Returns unique values, folded, by question id. Two undeleted records of a form never have the same one. */
export function uniqueValues(
  form: CompiledForm,
  data: RecordData,
): { question: string; node: FieldNode; value: string }[] {
  return [...form.fields.values()].flatMap((node) => {
    const answer = node.def.unique ? data[node.properties[0] ?? node.name] : undefined;
    const value = typeof answer === 'string' ? foldAnswer(answer) : typeof answer === 'number' ? String(answer) : '';
    return value === '' ? [] : [{ question: node.id, node, value: value.replaceAll('\0', '') }];
  });
}

/** Names of records, from the definition alone: the answers that `name` lists, else the code. */
import type { CompiledForm, FieldNode, RecordData } from '../../core/definitions/types.ts';
import { holdsRecords } from '../../core/form/types/question.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import { newestAnswers } from '../definitions/upgrade.ts';

const nodes = new WeakMap<CompiledForm, { property: string; node: FieldNode | undefined }[]>();

function namedBy(form: CompiledForm) {
  let known = nodes.get(form);
  if (!known) {
    known = (form.definition.name ?? []).map((field) => {
      const node = form.fields.get(field) ?? form.byProperty.get(field);
      return { property: form.byProperty.has(field) ? field : (node?.properties[0] ?? field), node };
    });
    nodes.set(form, known);
  }
  return known;
}

/** Name of a record; `names` are those of the records it points to. */
export function nameOf(
  form: CompiledForm,
  data: RecordData,
  code: string | null,
  names: ReadonlyMap<string, string>,
): string {
  const words = namedBy(form).flatMap(({ property }) => {
    const value = data[property];
    if (typeof value === 'string' && value !== '') return [names.get(value) ?? value];
    return typeof value === 'number' ? [String(value)] : [];
  });
  return (words.join(' ') || code || '').replaceAll('\0', '');
}

/** The name in the words of the newest version, whichever one the record was captured with. */
export function currentName(
  registry: FormRegistry,
  form: CompiledForm,
  data: RecordData,
  code: string | null,
  names: ReadonlyMap<string, string>,
): string {
  const newest = newestAnswers(registry, { form: form.form, form_version: form.version, data });
  return nameOf(registry.form(form.form) ?? form, newest, code, names);
}

/** Ids of the records whose names are part of this record's name. */
export function namesNeeded(form: CompiledForm, data: RecordData): string[] {
  return namedBy(form).flatMap(({ property, node }) => {
    const value = data[property];
    return node && holdsRecords(node) && typeof value === 'string' && value !== '' ? [value] : [];
  });
}

/** Forms whose records' names stand in names or list columns of `form`. */
export function formsNamedIn(node: FieldNode): readonly string[] | null {
  if (!holdsRecords(node)) return [];
  return (node.def.record ?? node.def.person)?.forms ?? null;
}

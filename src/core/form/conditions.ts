/**
 * Which fields exist for a record. An answer that is hidden counts as absent for every other condition, so conditions are
 * asked in the order in which they depend on each other (worked out once per form).
 */
import type { CompiledForm, Condition, FieldNode, RecordData, ValidatorModule } from '../definitions/types.ts';

/** Stored names a condition reads. */
export function conditionInputs(condition: Condition): string[] {
  if ('field' in condition) return [condition.field];
  if ('all' in condition) return condition.all.flatMap(conditionInputs);
  if ('any' in condition) return condition.any.flatMap(conditionInputs);
  return conditionInputs(condition.not);
}

const orders = new WeakMap<CompiledForm, FieldNode[]>();

/** Fields with a condition, those first that others depend on; a circle keeps the order of the form. */
export function conditionalFields(form: CompiledForm): FieldNode[] {
  const known = orders.get(form);
  if (known) return known;
  const sections = new Map(form.sections.map((section) => [section.id, section.def]));
  const done = new Set<FieldNode>();
  const visiting = new Set<FieldNode>();
  const visit = (node: FieldNode): void => {
    if (done.has(node) || visiting.has(node) || !node.visibleWhen) return;
    visiting.add(node);
    for (const condition of [node.def.visibleWhen, sections.get(node.section)?.visibleWhen]) {
      for (const name of condition ? conditionInputs(condition) : []) {
        const other = form.byProperty.get(name);
        if (other) visit(other);
      }
    }
    visiting.delete(node);
    done.add(node);
  };
  for (const node of form.fields.values()) visit(node);
  const order = [...done];
  orders.set(form, order);
  return order;
}

/** What is left of the answers when hidden ones count as absent, and which fields are hidden. */
export function visibility(
  form: CompiledForm,
  validator: ValidatorModule,
  data: RecordData,
): { hidden: Set<string>; data: RecordData } {
  const hidden = new Set<string>();
  const answers = new Map<string, boolean>();
  let left = data;
  for (const node of conditionalFields(form)) {
    const key = node.visibleWhen as string;
    let shown = answers.get(key);
    if (shown === undefined) {
      shown = validator.conditions[key]?.(left) ?? true;
      answers.set(key, shown);
    }
    if (shown) continue;
    hidden.add(node.name);
    for (const property of node.properties) {
      if (left[property] === undefined) continue;
      if (left === data) left = { ...data };
      delete left[property];
    }
  }
  return { hidden, data: left };
}

/** Names of the fields that do not exist for these answers. */
export function hiddenFields(form: CompiledForm, validator: ValidatorModule, data: RecordData): Set<string> {
  return visibility(form, validator, data).hidden;
}

/** Finds the answers that a list row carries: those of columns and filters, and the name, date, organization and parent. */
import type { CompiledForm } from '../../../core/definitions/types.ts';

const known = new WeakMap<CompiledForm, ReadonlySet<string>>();

/** Returns the property names of a form's listed answers. */
export function listedProperties(form: CompiledForm): ReadonlySet<string> {
  let names = known.get(form);
  if (!names) {
    names = new Set(sources(form).flatMap((source) => propertiesOf(form, source)));
    known.set(form, names);
  }
  return names;
}

function sources({ definition }: CompiledForm): string[] {
  const { list, name = [], date, organization, parent } = definition;
  return [
    ...list.columns.map((column) => (typeof column === 'string' ? column : column.field)),
    ...(list.filters ?? []),
    ...name,
    ...[date, organization, parent?.field].filter((one) => one !== undefined),
  ];
}

/** A source is a field, a property of a field, or an engine column. An engine column gives no property. */
function propertiesOf(form: CompiledForm, source: string): string[] {
  const field = form.fields.get(source);
  if (field) return field.properties;
  return form.byProperty.has(source) ? [source] : [];
}

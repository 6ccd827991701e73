/** Which answers a row of a list carries: those its columns and filters show, and those that place it. */
import type { CompiledForm } from '../../../core/definitions/types.ts';

const known = new WeakMap<CompiledForm, ReadonlySet<string>>();

/** Stored names of a form's listed answers. */
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

/** A source is a field, one property of a field, or a column of the engine, which no answer holds. */
function propertiesOf(form: CompiledForm, source: string): string[] {
  const field = form.fields.get(source);
  if (field) return field.properties;
  return form.byProperty.has(source) ? [source] : [];
}

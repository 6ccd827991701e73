/** Finds the answers that a list row carries: those of columns and filters, and the name, date, organization and parent. */
import type { CompiledForm } from '../definitions/types.ts';
import { namedInOptions } from '../form/answersInWords.ts';

/** Returns the property names of a form's listed answers. */
export function listedProperties(form: CompiledForm): ReadonlySet<string> {
  const { list, name = [], date, organization, parent } = form.definition;
  return propertiesOf(form, [
    ...list.columns.map((column) => (typeof column === 'string' ? column : column.field)),
    ...(list.filters ?? []),
    ...name,
    ...[date, organization, parent?.field].filter((one) => one !== undefined),
  ]);
}

/**
 * A source is a field, a property of a field, or an engine column, which gives no property. Answers that labels of options name are
 * among them.
 */
export function propertiesOf(form: CompiledForm, sources: readonly string[]): ReadonlySet<string> {
  return new Set(
    sources.flatMap((source) => {
      const node = form.fields.get(source) ?? form.byProperty.get(source);
      return node ? [...(form.fields.has(source) ? node.properties : [source]), ...namedInOptions(node)] : [];
    }),
  );
}

/** The text a list must show: calculated from stored answers and reference data, not from the list's response. */
import type { CompiledForm, FieldNode, RecordData } from '../../src/core/definitions/types.ts';
import type { Refs, TextContext } from '../../src/core/form/types/fieldType.ts';
import { propertyText } from '../../src/core/form/types/property.ts';
import { isMonthQuestion } from '../../src/core/form/types/question.ts';
import { formatDate } from '../../src/core/text/dates.ts';
import type { Language } from '../../src/core/text/languages.ts';
import type { FormRegistry } from '../../src/server/definitions/registry.ts';

/** Columns of the engine whose text does not come from an answer. */
export const ENGINE = ['index', 'status', 'code', 'name', 'province', 'district', 'village', 'organization', 'date'];

/** The field that a column shows, and the answers for its text. */
export interface Shown {
  node: FieldNode;
  data: RecordData;
}

export function sourcesOf(form: CompiledForm): string[] {
  return form.definition.list.columns.map((column) => (typeof column === 'string' ? column : column.field));
}

export function textContext(registry: FormRegistry, language: Language, names: Map<string, string>): TextContext {
  return { language, calendar: 'solar', constants: registry.common().constants, refs: refsOf(registry, names) };
}

/** Returns names as the reference data has them. */
function refsOf(registry: FormRegistry, names: Map<string, string>): Refs {
  const find = (key: string) => {
    const at = key.lastIndexOf(':');
    const named = at < 0 ? registry.place(key) : registry.choice(key.slice(0, at), key.slice(at + 1));
    const name = names.get(key);
    return named ?? (name === undefined ? undefined : { name });
  };
  return new Proxy({}, { get: (_none, key) => (typeof key === 'string' ? find(key) : undefined) });
}

/** Returns a column's source (a field or property) with the answers. Undefined for columns of the engine. */
export function shownOf(form: CompiledForm, source: string, data: RecordData): Shown | undefined {
  const node = form.fields.get(source) ?? form.byProperty.get(source);
  return node && { node, data };
}

/** Returns the spreadsheet cells of one answer. Numbers stay numbers, and a date fills two cells. */
export function exportCells(shown: Shown, source: string, context: TextContext): string[] {
  const { node, data } = shown;
  const value = node.properties.length === 1 ? data[node.properties[0] as string] : data[source];
  if (node.type === 'date') {
    const day = typeof value === 'string' ? value : '';
    const cells = [day && formatDate(day, { language: context.language, calendar: 'solar', style: 'short' }), day];
    // A month has no day.
    return isMonthQuestion(node) ? cells.map((cell) => cell.replace(/[/-][^/-]*$/, '')) : cells;
  }
  if (typeof value === 'number') return [String(value)];
  return [propertyText(node, source, data, { ...context, calendar: 'gregorian' })];
}

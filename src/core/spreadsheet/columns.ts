/** The columns of a spreadsheet with new records: one per stored property of the fields that the definition names. */
import type { CompiledForm, FieldNode } from '../definitions/types.ts';
import type { FieldType, PropertyKind } from '../form/types/fieldType.ts';
import { FIELD_TYPES } from '../form/types/index.ts';
import { holdsRecords, propertyKindOf } from '../form/types/question.ts';

export interface SheetColumn {
  /** Property name. */
  property: string;
  node: FieldNode;
  /** Part of its field: value, province, amount, a row's name … */
  part: string;
  /** Must be filled in every row. */
  required: boolean;
}

/** Returns true if the cell names records, which are looked up before the cell is read. */
export function namesRecords({ node }: SheetColumn): boolean {
  return holdsRecords(node);
}

const SEVERAL: ReadonlySet<PropertyKind | undefined> = new Set(['options', 'items', 'records'] as const);

/** Returns true if the cell may hold several entries. */
export function holdsSeveralEntries({ node, property }: SheetColumn): boolean {
  return SEVERAL.has(propertyKindOf(node, property));
}

/** Returns how the cells are read. A part with options (such as a currency) is read as a choice in any type of field. */
export function cellReaderOf({ node, property }: SheetColumn): FieldType['read'] {
  const { read } = FIELD_TYPES[node.type];
  return read && propertyKindOf(node, property) === 'option' ? 'name' : read;
}

/** Returns the property names that identify a row that exists already: the definition's key, else every column. */
export function keyProperties(form: CompiledForm, columns: readonly SheetColumn[]): string[] {
  const key = form.definition.import?.key ?? form.definition.sameAs?.fields;
  return columns.filter(({ node }) => !key || key.includes(node.name)).map(({ property }) => property);
}

/** Returns columns in the order of the definition. Empty if the form has no spreadsheet import. */
export function sheetColumns(form: CompiledForm): SheetColumn[] {
  const required = new Set((form.contract.required ?? []) as string[]);
  return (form.definition.import?.fields ?? []).flatMap((name) => {
    const node = form.fields.get(name);
    if (!node) return [];
    return Object.entries(node.parts).map(([part, property]) => ({
      property,
      node,
      part,
      required: required.has(property),
    }));
  });
}

/** Which columns a sheet of new records has: one per stored property of the fields a definition names. */
import type { CompiledForm, FieldNode } from '../definitions/types.ts';
import type { FieldType, Part } from '../form/types/fieldType.ts';
import { FIELD_TYPES } from '../form/types/index.ts';
import { holdsRecords, partOf } from '../form/types/question.ts';

export interface SheetColumn {
  /** Stored name. */
  property: string;
  node: FieldNode;
  /** Part of its field: value, province, amount, a row's name … */
  part: string;
  /** Needed in every row. */
  required: boolean;
}

/** Whether the cell names records, which are looked up before it is read. */
export function namesRecords({ node }: SheetColumn): boolean {
  return holdsRecords(node);
}

const SEVERAL: ReadonlySet<Part | undefined> = new Set(['options', 'items', 'records'] as const);

/** Whether the cell may hold several entries. */
export function isSeveral({ node, property }: SheetColumn): boolean {
  return SEVERAL.has(partOf(node, property));
}

/** How its cells are read; the option of a part (the currency of an amount) is chosen, whatever the rest of its field is. */
export function readerOf({ node, property }: SheetColumn): FieldType['read'] {
  const { read } = FIELD_TYPES[node.type];
  return read && partOf(node, property) === 'option' ? 'name' : read;
}

/** Stored names that tell whether a row is there already: what the definition names as the key, else every column. */
export function keyProperties(form: CompiledForm, columns: readonly SheetColumn[]): string[] {
  const key = form.definition.import?.key;
  return columns.filter(({ node }) => !key || key.includes(node.name)).map(({ property }) => property);
}

/** In the order of the definition; none when the form is not filled from sheets. */
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

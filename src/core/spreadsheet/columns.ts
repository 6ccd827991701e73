/** Which columns a sheet of new records has: one per stored property of the fields a definition names. */
import type { CompiledForm, FieldNode, FieldTypeName } from '../definitions/types.ts';

export interface SheetColumn {
  /** Stored name. */
  property: string;
  node: FieldNode;
  /** Part of its field: value, province, amount, a row's name … */
  part: string;
  /** Needed in every row. */
  required: boolean;
}

/** Types whose answer fits into cells; files and tables do not. */
export const SHEET_TYPES: ReadonlySet<FieldTypeName> = new Set<FieldTypeName>([
  'text',
  'longtext',
  'code',
  'phone',
  'email',
  'url',
  'integer',
  'decimal',
  'year',
  'money',
  'date',
  'yesno',
  'yes-no-dontknow',
  'choice',
  'multi',
  'rating',
  'counts',
  'place',
  'geopoint',
  'person',
  'record',
]);

/** Whether the cell names records, which are looked up before it is read. */
export function namesRecords({ node }: SheetColumn): boolean {
  return node.type === 'person' || node.type === 'record';
}

/** Whether the cell may hold several entries. */
export function isSeveral({ node }: SheetColumn): boolean {
  return node.type === 'multi' || (node.def.person ?? node.def.record)?.multiple === true;
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

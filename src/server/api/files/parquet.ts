/** Tables as Parquet: columns with types, also lists and rows in a cell. Rows are written in groups, so that few are held at once. */
import type { SchemaElement } from 'hyparquet';

/** A day is 2026-11-29, an instant ISO 8601; JSON is any value. */
export type ParquetType =
  | 'STRING'
  | 'INT64'
  | 'DOUBLE'
  | 'DATE'
  | 'TIMESTAMP'
  | 'JSON'
  | { list: ParquetType }
  | { rows: readonly ParquetField[] };

export interface ParquetField {
  name: string;
  type: ParquetType;
}

/** Each group costs its readers and the end of the file an entry for each column, and the server the time to write it in one go. */
const GROUP = 1_000;
const DAY = 86_400_000;
const LEAVES = {
  STRING: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  INT64: { type: 'INT64' },
  DOUBLE: { type: 'DOUBLE' },
  DATE: { type: 'INT32', converted_type: 'DATE' },
  // Without the logical type, readers take the instant for a time of day without a zone.
  TIMESTAMP: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  JSON: { type: 'BYTE_ARRAY', converted_type: 'JSON' },
} as const;

/**
 * Yields the file. A row has a value for each field, as it is stored; what is not of the type of its field is left empty, of texts
 * and lists written as one. `about` are texts that the file carries besides.
 */
export async function* parquetFile(
  fields: readonly ParquetField[],
  rows: AsyncIterable<readonly unknown[]>,
  about: Readonly<Record<string, string>> = {},
): AsyncGenerator<Uint8Array> {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
  const writer = new ByteWriter();
  const schema = [{ name: 'root', num_children: fields.length }, ...fields.flatMap(elementsOf)];
  const kvMetadata = Object.entries(about).map(([key, value]) => ({ key, value }));
  const file = new ParquetWriter({ writer, schema, kvMetadata, createdBy: 'Amanat' });
  const written = () => {
    const bytes = writer.getBytes().slice();
    writer.index = 0;
    return bytes;
  };
  let group: (readonly unknown[])[] = [];
  const write = () => {
    const columnData = fields.map(({ name, type }, n) => ({
      name,
      data: group.map((row) => cellOf(type, row[n])),
      offsetIndex: false,
      statistics: typeof type === 'string' && type !== 'JSON',
    }));
    file.write({ columnData, rowGroupSize: GROUP });
    group = [];
    return written();
  };
  for await (const row of rows) {
    group.push(row);
    if (group.length === GROUP) yield write();
  }
  if (group.length > 0) yield write();
  file.finish();
  yield written();
}

function elementsOf({ name, type }: ParquetField): SchemaElement[] {
  if (typeof type === 'string') return [{ name, repetition_type: 'OPTIONAL', ...LEAVES[type] }];
  const item = 'list' in type ? elementsOf({ name: 'element', type: type.list }) : groupOf(type.rows);
  return [
    { name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    ...item,
  ];
}

function groupOf(fields: readonly ParquetField[]): SchemaElement[] {
  const group = { name: 'element', repetition_type: 'OPTIONAL', num_children: fields.length } as const;
  return [group, ...fields.flatMap(elementsOf)];
}

/** Returns the value of a cell as the writer takes it: integers as bigint, days as their number, null for nothing. */
function cellOf(type: ParquetType, value: unknown): unknown {
  if (value === undefined || value === null || value === '') return null;
  if (typeof type !== 'string') return listOf(type, Array.isArray(value) ? value : [value]);
  if (type === 'JSON') return value;
  if (type === 'STRING') return typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (type === 'DOUBLE') return typeof value === 'number' && Number.isFinite(value) ? value : null;
  if (type === 'INT64')
    return Number.isInteger(value) && Math.abs(value as number) < 2 ** 63 ? BigInt(value as number) : null;
  const time = typeof value === 'string' ? Date.parse(type === 'DATE' ? value.slice(0, 10) : value) : Number.NaN;
  if (Number.isNaN(time)) return null;
  return type === 'DATE' ? Math.floor(time / DAY) : BigInt(time);
}

function listOf(type: Exclude<ParquetType, string>, values: readonly unknown[]): unknown[] {
  if ('list' in type) return values.map((value) => cellOf(type.list, value));
  return values.map((row) => {
    // The writer looks cells up by name, and a row of Object.prototype has names of its own.
    const cells = Object.create(null) as Record<string, unknown>;
    if (!Array.isArray(row)) return cells;
    for (const [n, { name, type: inner }] of type.rows.entries()) cells[name] = cellOf(inner, row[n]);
    return cells;
  });
}

/**
 * The five tables of a logframe as one tree, and what may be done with it. Rows name the row above by its id; whatever
 * names none stands apart, so that nothing that was written is ever out of sight. Every change is a patch of tables.
 */
import { v7 } from 'uuid';
import type { RecordData } from '../../../core/definitions/types.ts';

export const LEVELS = ['goals', 'outcomes', 'outputs', 'actions'] as const;
export type Level = (typeof LEVELS)[number];
export type Table = Level | 'indicators';

/** Column that names the row above, and where that row stands. */
const ABOVE: Record<Table, { column: string; tables: readonly Level[] } | null> = {
  goals: null,
  outcomes: { column: 'goal_id', tables: ['goals'] },
  outputs: { column: 'outcome_id', tables: ['outcomes'] },
  actions: { column: 'output_id', tables: ['outputs'] },
  indicators: { column: 'of_id', tables: LEVELS },
};

export interface Node {
  table: Table;
  /** Place of the row in its table. */
  index: number;
  row: RecordData;
  /** 1.2.1; an indicator has the letter i before its own number. */
  number: string;
  children: Node[];
  indicators: Node[];
}

export interface Tree {
  roots: Node[];
  /** Rows whose row above is not there. */
  loose: Node[];
}

export function rowsOf(data: RecordData, table: Table): RecordData[] {
  const rows = data[table];
  return Array.isArray(rows) ? (rows as RecordData[]) : [];
}

export function levelBelow(table: Table): Level | undefined {
  return table === 'indicators' ? undefined : LEVELS[LEVELS.indexOf(table) + 1];
}

export function treeOf(data: RecordData): Tree {
  const placed = new Set<RecordData>();
  const below = (table: Table, above: RecordData | null, prefix: string): Node[] =>
    rowsOf(data, table)
      .map((row, index) => ({ row, index }))
      .filter(({ row }) => {
        const rule = ABOVE[table];
        return !rule || (above?.id !== undefined && row[rule.column] === above.id);
      })
      .map(({ row, index }, at) => nodeOf(table, row, index, `${prefix}${at + 1}`));
  const nodeOf = (table: Table, row: RecordData, index: number, number: string): Node => {
    placed.add(row);
    const next = levelBelow(table);
    return {
      table,
      row,
      index,
      number,
      children: next ? below(next, row, `${number}.`) : [],
      indicators: table === 'indicators' ? [] : below('indicators', row, ''),
    };
  };
  const roots = below('goals', null, '');
  const loose = ([...LEVELS, 'indicators'] as Table[]).flatMap((table) =>
    rowsOf(data, table).flatMap((row, index) => (placed.has(row) ? [] : [nodeOf(table, row, index, '')])),
  );
  return { roots, loose };
}

/** The node and everything below it. */
export function within(node: Node): Node[] {
  return [node, ...node.indicators, ...node.children.flatMap(within)];
}

export function allNodes(tree: Tree): Node[] {
  return [...tree.roots, ...tree.loose].flatMap(within);
}

/** Stable name of a node on the screen, also while its row has no id. */
export function keyOf({ table, row, index }: Pick<Node, 'table' | 'row' | 'index'>): string {
  return `${table}-${typeof row.id === 'string' ? row.id : `at${index}`}`;
}

function withRow(data: RecordData, table: Table, index: number, patch: RecordData): RecordData[] {
  return rowsOf(data, table).map((row, at) => {
    if (at !== index) return row;
    const next = { ...row, ...patch };
    for (const name of Object.keys(patch)) if (patch[name] === undefined) delete next[name];
    return next;
  });
}

export function changeRow(data: RecordData, { table, index }: Node, patch: RecordData): RecordData {
  return { [table]: withRow(data, table, index, patch) };
}

/** A new row of a table below a node (null: a goal), and its id. */
export function addBelow(data: RecordData, above: Node | null, table: Table): { patch: RecordData; id: string } {
  const id = v7();
  const rule = ABOVE[table];
  if (!rule || !above) return { patch: { [table]: [...rowsOf(data, table), { id }] }, id };
  const { name, patch } = named(data, above);
  return { patch: { ...patch, [table]: [...rowsOf(data, table), { id, [rule.column]: name }] }, id };
}

/** The id by which other rows name this one; one that has none is given one by the patch. */
function named(data: RecordData, { table, index, row }: Node): { name: string; patch: RecordData } {
  if (typeof row.id === 'string') return { name: row.id, patch: {} };
  const name = v7();
  return { name, patch: { [table]: withRow(data, table, index, { id: name }) } };
}

/** The tables without the node and what is below it. */
export function removeNode(data: RecordData, node: Node): RecordData {
  const gone = new Set(within(node).map(({ row }) => row));
  const tables = new Set(within(node).map(({ table }) => table));
  return Object.fromEntries(
    [...tables].map((table) => {
      const kept = rowsOf(data, table).filter((row) => !gone.has(row));
      return [table, kept.length > 0 ? kept : undefined];
    }),
  );
}

/** One place up (-1) or down (1) among its siblings; null at the end. */
export function moveAmong(data: RecordData, siblings: readonly Node[], node: Node, by: -1 | 1): RecordData | null {
  const at = siblings.findIndex((one) => one.row === node.row);
  const other = siblings[at + by];
  if (at < 0 || !other) return null;
  const rows = [...rowsOf(data, node.table)];
  [rows[node.index], rows[other.index]] = [rows[other.index] as RecordData, rows[node.index] as RecordData];
  return { [node.table]: rows };
}

/** Rows a node may belong to. */
export function placesFor(tree: Tree, node: Node): Node[] {
  const rule = ABOVE[node.table];
  return rule
    ? allNodes(tree).filter(({ table, number }) => number !== '' && rule.tables.includes(table as Level))
    : [];
}

/** Below which row the node stands; undefined when that one is not there. */
export function aboveOf(tree: Tree, node: Node): Node | undefined {
  const rule = ABOVE[node.table];
  return rule
    ? allNodes(tree).find((one) => one.row.id !== undefined && one.row.id === node.row[rule.column])
    : undefined;
}

export function moveBelow(data: RecordData, node: Node, above: Node): RecordData {
  const rule = ABOVE[node.table];
  if (!rule) return {};
  const { name, patch } = named(data, above);
  return { ...patch, [node.table]: withRow(data, node.table, node.index, { [rule.column]: name }) };
}

/** Nodes from the goal down to this one. */
export function pathTo(tree: Tree, node: Node): Node[] {
  const above = aboveOf(tree, node);
  return above ? [...pathTo(tree, above), above] : [];
}

/**
 * The five tables of a logframe as one tree, and its editing functions. A row refers to its parent by id. Rows without a
 * known parent are kept apart, so that everything stays visible. Every change is a patch of whole tables.
 */
import { v7 } from 'uuid';
import type { RecordData } from '../../../core/definitions/types.ts';

export const LOGFRAME_LEVELS = ['goals', 'outcomes', 'outputs', 'actions'] as const;
export type LogframeLevel = (typeof LOGFRAME_LEVELS)[number];
export type LogframeTable = LogframeLevel | 'indicators';

/** The column with the parent's id, and the tables that the parent can be in. */
const ABOVE: Record<LogframeTable, { column: string; tables: readonly LogframeLevel[] } | null> = {
  goals: null,
  outcomes: { column: 'goal_id', tables: ['goals'] },
  outputs: { column: 'outcome_id', tables: ['outcomes'] },
  actions: { column: 'output_id', tables: ['outputs'] },
  indicators: { column: 'of_id', tables: LOGFRAME_LEVELS },
};

export interface LogframeNode {
  table: LogframeTable;
  /** Index of the row in its table. */
  index: number;
  row: RecordData;
  /** Outline number such as 1.2.1. Indicators are numbered 1, 2, … within their row. Empty for rows in `loose`. */
  number: string;
  children: LogframeNode[];
  indicators: LogframeNode[];
}

export interface LogframeTree {
  roots: LogframeNode[];
  /** Rows whose parent does not exist. */
  loose: LogframeNode[];
}

export function logframeRowsOf(data: RecordData, table: LogframeTable): RecordData[] {
  const rows = data[table];
  return Array.isArray(rows) ? (rows as RecordData[]) : [];
}

export function levelBelow(table: LogframeTable): LogframeLevel | undefined {
  return table === 'indicators' ? undefined : LOGFRAME_LEVELS[LOGFRAME_LEVELS.indexOf(table) + 1];
}

export function buildLogframeTree(data: RecordData): LogframeTree {
  const placed = new Set<RecordData>();
  const below = (table: LogframeTable, above: RecordData | null, prefix: string): LogframeNode[] =>
    logframeRowsOf(data, table)
      .map((row, index) => ({ row, index }))
      .filter(({ row }) => {
        const rule = ABOVE[table];
        return !rule || (above?.id !== undefined && row[rule.column] === above.id);
      })
      .map(({ row, index }, at) => nodeOf(table, row, index, `${prefix}${at + 1}`));
  const nodeOf = (table: LogframeTable, row: RecordData, index: number, number: string): LogframeNode => {
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
  const loose = ([...LOGFRAME_LEVELS, 'indicators'] as LogframeTable[]).flatMap((table) =>
    logframeRowsOf(data, table).flatMap((row, index) => (placed.has(row) ? [] : [nodeOf(table, row, index, '')])),
  );
  return { roots, loose };
}

/** Returns the node and all its descendants. */
export function withDescendants(node: LogframeNode): LogframeNode[] {
  return [node, ...node.indicators, ...node.children.flatMap(withDescendants)];
}

export function allNodes(tree: LogframeTree): LogframeNode[] {
  return [...tree.roots, ...tree.loose].flatMap(withDescendants);
}

/** Returns a stable key of a node, even while its row has no id. */
export function nodeKey({ table, row, index }: Pick<LogframeNode, 'table' | 'row' | 'index'>): string {
  return `${table}-${typeof row.id === 'string' ? row.id : `at${index}`}`;
}

function withRow(data: RecordData, table: LogframeTable, index: number, patch: RecordData): RecordData[] {
  return logframeRowsOf(data, table).map((row, at) => {
    if (at !== index) return row;
    const next = { ...row, ...patch };
    for (const name of Object.keys(patch)) if (patch[name] === undefined) delete next[name];
    return next;
  });
}

export function changeRow(data: RecordData, { table, index }: LogframeNode, patch: RecordData): RecordData {
  return { [table]: withRow(data, table, index, patch) };
}

/** Adds a row to a table below a node, or a goal if the node is null. Returns the patch and the new id. */
export function addChildRow(
  data: RecordData,
  above: LogframeNode | null,
  table: LogframeTable,
): { patch: RecordData; id: string } {
  const id = v7();
  const rule = ABOVE[table];
  if (!rule || !above) return { patch: { [table]: [...logframeRowsOf(data, table), { id }] }, id };
  const { name, patch } = named(data, above);
  return { patch: { ...patch, [table]: [...logframeRowsOf(data, table), { id, [rule.column]: name }] }, id };
}

/** Returns the id of a row. If it has none, the patch gives it one. */
function named(data: RecordData, { table, index, row }: LogframeNode): { name: string; patch: RecordData } {
  if (typeof row.id === 'string') return { name: row.id, patch: {} };
  const name = v7();
  return { name, patch: { [table]: withRow(data, table, index, { id: name }) } };
}

/** Returns the tables without the node and its descendants. */
export function removeNode(data: RecordData, node: LogframeNode): RecordData {
  const gone = new Set(withDescendants(node).map(({ row }) => row));
  const tables = new Set(withDescendants(node).map(({ table }) => table));
  return Object.fromEntries(
    [...tables].map((table) => {
      const kept = logframeRowsOf(data, table).filter((row) => !gone.has(row));
      return [table, kept.length > 0 ? kept : undefined];
    }),
  );
}

/** Moves a node up (-1) or down (1) among its siblings. Returns null at the end. */
export function moveAmongSiblings(
  data: RecordData,
  siblings: readonly LogframeNode[],
  node: LogframeNode,
  by: -1 | 1,
): RecordData | null {
  const at = siblings.findIndex((one) => one.row === node.row);
  const other = siblings[at + by];
  if (at < 0 || !other) return null;
  const rows = [...logframeRowsOf(data, node.table)];
  [rows[node.index], rows[other.index]] = [rows[other.index] as RecordData, rows[node.index] as RecordData];
  return { [node.table]: rows };
}

/** Returns the nodes that can be the node's parent. */
export function possibleParents(tree: LogframeTree, node: LogframeNode): LogframeNode[] {
  const rule = ABOVE[node.table];
  return rule
    ? allNodes(tree).filter(({ table, number }) => number !== '' && rule.tables.includes(table as LogframeLevel))
    : [];
}

/** Returns the node's parent. Undefined if it does not exist. */
export function parentNodeOf(tree: LogframeTree, node: LogframeNode): LogframeNode | undefined {
  const rule = ABOVE[node.table];
  return rule
    ? allNodes(tree).find((one) => one.row.id !== undefined && one.row.id === node.row[rule.column])
    : undefined;
}

export function moveToParent(data: RecordData, node: LogframeNode, above: LogframeNode): RecordData {
  const rule = ABOVE[node.table];
  if (!rule) return {};
  const { name, patch } = named(data, above);
  return { ...patch, [node.table]: withRow(data, node.table, node.index, { [rule.column]: name }) };
}

/** Returns the ancestors of the node, from the goal down. */
export function ancestorsOf(tree: LogframeTree, node: LogframeNode): LogframeNode[] {
  const above = parentNodeOf(tree, node);
  return above ? [...ancestorsOf(tree, above), above] : [];
}

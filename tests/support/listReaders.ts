/** The three readers of a list over the same records: the server's SQL, a device's rows in memory, and its packed columns. */
import { newestAnswers } from '../../src/core/definitions/versions/upgrade.ts';
import {
  ColumnPacker,
  type ColumnRow,
  columnAccess,
  columnRows,
  PackedColumns,
} from '../../src/core/query/columnRows.ts';
import { evaluateList, type MemoryQuery, type MemoryRow, type RowAccess } from '../../src/core/query/evaluate.ts';
import { visibleRows } from '../../src/core/query/pageRows.ts';
import { type ProjectionPlan, planProjection } from '../../src/core/query/plan.ts';
import { labelLookups, lazyCells, type RowSource } from '../../src/core/query/row.ts';
import type { Actor } from '../../src/core/records/types.ts';
import type { World } from './data-world.ts';

export type Asked = MemoryQuery & { by: Actor };

export interface ReadPage {
  ids: unknown[];
  total: number;
  last_page: number;
  current_page: number;
  capped: boolean;
  next_cursor: string | null;
}

export interface ListReaders {
  server(asked: Asked): Promise<ReadPage>;
  memory(asked: Asked): ReadPage;
  columns(asked: Asked): ReadPage;
}

export function planOf({ registry, form }: World, name: string): ProjectionPlan {
  return planProjection(form(name), {
    formOf: (one) => registry.form(one),
    restrictedQuestions: registry.restrictedQuestions,
  });
}

/** Reads the records of a form as they are now. */
export async function listReaders(world: World, name: string): Promise<ListReaders> {
  const plan = planOf(world, name);
  const rows = await rowsOf(world, name, plan);
  const packed = packedOf(plan, rows);
  const read = <Row extends MemoryRow>(of: readonly Row[], { by, ...asked }: Asked, access?: RowAccess<Row>) => {
    const visible = visibleRows(world.form(name), by, world.registry);
    const { rows: found, ...page } = evaluateList(plan, of, asked, visible, access);
    return { ids: found.map(({ cells }) => cells.id), ...page };
  };
  return {
    async server({ by, ...asked }) {
      const page = await world.records.list({ form: world.form(name), ...asked } as never, by);
      return { ...page, ids: page.rows.map(({ record }) => record.id) };
    },
    memory: (asked) => read(rows, asked),
    columns: (asked) => read(packed.rows, asked, packed.by),
  };
}

/** Every fifth row is one that was changed since the columns were packed. */
function packedOf(plan: ProjectionPlan, all: readonly MemoryRow[]) {
  const isChanged = (_row: MemoryRow, at: number) => at % 5 === 4;
  const unchanged = all.filter((row, at) => !isChanged(row, at));
  const packer = new ColumnPacker(['id', ...plan.physical.map(({ name }) => name)]);
  for (const { cells } of unchanged) packer.add((name) => cells[name]);
  const columns = new PackedColumns();
  for (const [name, column] of packer.columns()) columns.add(name, column);
  const changed = all.filter(isChanged).map(({ cells }): ColumnRow => ({ at: -1, id: cells.id as string, cells }));
  return {
    rows: [...columnRows(columns, plan), ...changed],
    by: columnAccess(columns),
  };
}

/** Returns the rows of a form as a device makes them from records, names and parents. */
async function rowsOf(world: World, form: string, plan: ProjectionPlan): Promise<MemoryRow[]> {
  const stored = await world.database.read.selectFrom('records').selectAll().execute();
  const byId = new Map(stored.map((record) => [record.id, { ...record, data: JSON.parse(record.data) }]));
  const words = labelLookups(world.registry, (id) => byId.get(id)?.name ?? '');
  const cells = lazyCells<RowSource>(
    plan,
    () => words,
    (source) => source,
  );
  return [...byId.values()]
    .filter((record) => record.form === form)
    .map((record) => {
      const parent = record.parent_id ? byId.get(record.parent_id) : undefined;
      const source = {
        ...record,
        data: newestAnswers(world.registry, record),
        parent: parent ? { name: parent.name, data: newestAnswers(world.registry, parent) } : null,
      };
      return { cells: cells(source) };
    });
}

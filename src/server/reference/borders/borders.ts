/** Borders of provinces and districts that an administrator imported. Each import replaces those of the levels it has. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Failure } from '../../../core/errors/failure.ts';
import type { Handle } from '../../db/database.ts';
import type { PlaceBordersTable } from '../../db/referenceTables.ts';
import { boundedQueue } from '../../files/queue.ts';
import { runInThread } from '../../files/thread.ts';
import { type PlaceEdit, writeEdit } from '../referenceEdits.ts';
import type { BorderLevel, LevelBorders, MatchedBorders } from './matchBorders.ts';
import type { BorderTask } from './worker.ts';

const THREAD = { name: 'borders-worker', memory: 512 };

const turn = boundedQueue({ atOnce: 1, waiting: 4 });

/** Throws busy, borders_heavy, or what `readBorders` and `matchBorders` throw. */
export function readBorderFile(task: BorderTask): Promise<MatchedBorders> {
  return turn(() => runInThread<MatchedBorders>({ ...THREAD, heavy: new Failure('borders_heavy') }, task));
}

/** Returns the bytes that a phone downloads. */
export function downloadSize({ content }: LevelBorders): number {
  return gzipSync(content).length;
}

export async function saveBorders(edit: PlaceEdit, file: string, levels: readonly LevelBorders[]): Promise<void> {
  const detail = { file, levels: levels.map(({ level, codes }) => ({ level, places: codes.length })) };
  const rows = { kind: 'borders', of: levels.map(({ level }) => level) } as const;
  await writeEdit(edit, { action: 'place_borders_imported', id: null, detail, rows }, async (trx) => {
    for (const one of levels) {
      const { level, content, points } = one;
      const hash = createHash('sha256').update(content).digest('hex');
      const counted = { places: one.codes.length, points, size: downloadSize(one) };
      const rest = { file, hash, content, ...counted, at: edit.at, by_id: edit.by };
      await trx
        .insertInto('place_borders')
        .values({ level, ...rest })
        .onConflict((conflict) => conflict.column('level').doUpdateSet(rest))
        .execute();
    }
  });
}

/** Throws record_not_found if there are none. */
export async function removeBorders(edit: PlaceEdit, level: string): Promise<void> {
  const row = await edit.database.read
    .selectFrom('place_borders')
    .select('file')
    .where('level', '=', level)
    .executeTakeFirst();
  if (!row) throw new Failure('record_not_found');
  const detail = { file: row.file, level };
  const rows = { kind: 'borders', of: [level] } as const;
  await writeEdit(edit, { action: 'place_borders_removed', id: null, detail, rows }, async (trx) => {
    await trx.deleteFrom('place_borders').where('level', '=', level).execute();
  });
}

export type StoredBorders = Omit<PlaceBordersTable, 'content' | 'hash' | 'level'> & {
  level: BorderLevel;
  by_name: string;
};

export async function listBorders(db: Handle): Promise<StoredBorders[]> {
  const rows = await db
    .selectFrom('place_borders')
    .leftJoin('users', 'users.id', 'place_borders.by_id')
    .select(['level', 'file', 'places', 'points', 'size', 'at', 'by_id', 'users.name'])
    .orderBy('level')
    .execute();
  return rows.map(({ level, name, ...row }) => ({ ...row, level: level as BorderLevel, by_name: name ?? row.by_id }));
}

/** Hashes of the contents, which change with them. */
export async function borderHashes(db: Handle): Promise<string[]> {
  const rows = await db.selectFrom('place_borders').select('hash').orderBy('level').execute();
  return rows.map(({ hash }) => hash);
}

/** Returns JSON: the TopoJSON of each level that has borders. */
export async function borderMap(db: Handle): Promise<string> {
  const rows = await db.selectFrom('place_borders').select(['level', 'content']).orderBy('level').execute();
  return `{${rows.map(({ level, content }) => `"${level}":${content}`).join(',')}}`;
}

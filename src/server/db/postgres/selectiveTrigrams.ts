/**
 * Chooses the pieces of searched words to look up in the trigram index. The index intersects the rows of every trigram.
 * Trigrams that are in nearly every row ("cbm" of a code) cost most and exclude nothing. How frequent a piece is, is read
 * from the sample of texts that PostgreSQL keeps for its planner.
 */
import { sql } from 'kysely';
import type { Handle } from '../database.ts';

/** The sample is read again after this time, because PostgreSQL renews it now and then. */
const SAMPLE_MS = 10 * 60_000;
/** A smaller sample is not reliable. */
const SMALLEST_SAMPLE = 50;
/** A piece is rare if at most this share of the sample contains it. */
const RARE = 0.04;
const MOST_PIECES = 3;

/** Makes a function that returns rare pieces of words, the rarest first. Empty if all are common or there is no sample. */
export function createSelectiveTrigrams() {
  const samples = new Map<string, { until: number; texts: string[] }>();

  const sampleOf = async (db: Handle, table: string): Promise<string[]> => {
    const known = samples.get(table);
    if (known && known.until > performance.now()) return known.texts;
    const { rows } = await sql<{ texts: string[] | null }>`SELECT histogram_bounds::text::text[] AS texts FROM pg_stats
      WHERE schemaname = current_schema() AND tablename = ${table} AND attname = 'search_text'`.execute(db);
    const texts = rows[0]?.texts ?? [];
    samples.set(table, { until: performance.now() + SAMPLE_MS, texts });
    return texts;
  };

  return async (db: Handle, table: string, words: readonly string[]): Promise<string[]> => {
    const texts = await sampleOf(db, table);
    if (texts.length < SMALLEST_SAMPLE) return [];
    return words
      .flatMap((word) => word.match(/[\p{L}\p{M}\p{N}]{3,}/gu) ?? [])
      .map((piece) => ({ piece, count: texts.filter((text) => text.includes(piece)).length }))
      .filter(({ count }) => count <= RARE * texts.length)
      .sort((a, b) => a.count - b.count || b.piece.length - a.piece.length)
      .slice(0, MOST_PIECES)
      .map(({ piece }) => piece);
  };
}

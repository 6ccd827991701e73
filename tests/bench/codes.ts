/** Codes for seeded records. Sequences continue where they were, and each write of records saves the last numbers. */
import type { CompiledForm, RecordData } from '../../src/core/definitions/types.ts';
import type { Database, Handle } from '../../src/server/db/open.ts';
import { codePattern } from '../../src/server/records/codes.ts';

export interface SeedCodes {
  next(form: CompiledForm, data: RecordData): string | null;
  /** Saves the new numbers in the transaction of their records, so that a killed seed run never reuses one. */
  save(trx: Handle): Promise<void>;
}

export async function seedCodes(database: Database): Promise<SeedCodes> {
  const rows = await database.read.selectFrom('code_sequences').selectAll().execute();
  const next = new Map(rows.map((row) => [row.pattern, row.next]));
  const unsaved = new Set<string>();
  return {
    next(form, data) {
      const pattern = codePattern(form, data);
      if (!pattern) return null;
      const number = next.get(pattern) ?? 1;
      next.set(pattern, number + 1);
      unsaved.add(pattern);
      return pattern.replace('{seq}', String(number));
    },
    async save(trx) {
      for (const pattern of unsaved) {
        const reached = next.get(pattern) as number;
        await trx
          .insertInto('code_sequences')
          .values({ pattern, next: reached })
          .onConflict((c) => c.column('pattern').doUpdateSet({ next: reached }))
          .execute();
      }
      unsaved.clear();
    },
  };
}

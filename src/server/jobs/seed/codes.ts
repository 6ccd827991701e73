/** Codes for records made in bulk: the sequences go on from where they are and are put back at the end. */
import type { CompiledForm, RecordData } from '../../../core/definitions/types.ts';
import type { Database } from '../../db/database.ts';
import { codePattern } from '../../records/codes.ts';

export interface BulkCodes {
  next(form: CompiledForm, data: RecordData): string | null;
  save(): Promise<void>;
}

export async function bulkCodes(database: Database): Promise<BulkCodes> {
  const rows = await database.read.selectFrom('code_sequences').selectAll().execute();
  const next = new Map(rows.map((row) => [row.pattern, row.next]));
  return {
    next(form, data) {
      const pattern = codePattern(form, data);
      if (!pattern) return null;
      const number = next.get(pattern) ?? 1;
      next.set(pattern, number + 1);
      return pattern.replace('{seq}', String(number));
    },
    async save() {
      await database.transaction(async (trx) => {
        for (const [pattern, value] of next) {
          await trx
            .insertInto('code_sequences')
            .values({ pattern, next: value })
            .onConflict((c) => c.column('pattern').doUpdateSet({ next: value }))
            .execute();
        }
      });
    },
  };
}

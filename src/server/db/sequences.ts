/** Number sequences. Numbers may be skipped, but none is given twice: whoever takes some locks the row until it commits. */
import type { Handle } from './database.ts';

/** Reserved numbers of one sequence, from `next` up to but not including `end`. */
export interface NumberBlock {
  next: number;
  end: number;
}

/** Takes the next `size` numbers of a sequence, from 1. */
export async function takeNumbers(handle: Handle, pattern: string, size: number): Promise<NumberBlock> {
  const row = await handle
    .insertInto('code_sequences')
    .values({ pattern, next: 1 + size })
    .onConflict((conflict) =>
      conflict.column('pattern').doUpdateSet((set) => ({ next: set('code_sequences.next', '+', size) })),
    )
    .returning('next')
    .executeTakeFirstOrThrow();
  return { next: row.next - size, end: row.next };
}

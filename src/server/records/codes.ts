/** Codes of records: a sequence per pattern. Numbers may be missing in between, none is given twice. */
import type { CompiledForm, RecordData } from '../../core/definitions/types.ts';
import type { Database, Handle } from '../db/database.ts';

const SEQ = '{seq}';

export interface Codes {
  /**
   * Takes a number before the write begins, where many servers write at once and would queue for the row of the sequence;
   * null where the write takes it itself.
   */
  reserve(form: CompiledForm, data: RecordData): Promise<number | null>;
  /** The next free code of a form for these answers; null when the form has none. */
  next(trx: Handle, form: CompiledForm, data: RecordData, reserved: number | null): Promise<string | null>;
}

/** The pattern that numbers these answers. */
export function codePattern(form: CompiledForm, data: RecordData): string | null {
  const code = form.definition.code;
  if (!code) return null;
  const value = code.by ? data[code.by.field] : undefined;
  return (typeof value === 'string' ? code.by?.patterns[value] : undefined) ?? code.pattern;
}

export function createCodes(database: Database): Codes {
  const { codeBlock } = database.dialect;
  const blocks = new Map<string, { next: number; end: number }>();
  const asked = new Map<string, Promise<void>>();

  const takeBlock = async (handle: Handle, pattern: string): Promise<{ next: number; end: number }> => {
    const row = await handle
      .insertInto('code_sequences')
      .values({ pattern, next: 1 + codeBlock })
      .onConflict((conflict) =>
        conflict.column('pattern').doUpdateSet((set) => ({ next: set('code_sequences.next', '+', codeBlock) })),
      )
      .returning('next')
      .executeTakeFirstOrThrow();
    return { next: row.next - codeBlock, end: row.next };
  };

  const fromBlock = async (pattern: string): Promise<number> => {
    for (;;) {
      const block = blocks.get(pattern);
      if (block && block.next < block.end) {
        block.next += 1;
        return block.next - 1;
      }
      let request = asked.get(pattern);
      if (!request) {
        request = database
          .transaction((trx) => takeBlock(trx, pattern))
          .then((made) => void blocks.set(pattern, made))
          .finally(() => asked.delete(pattern));
        asked.set(pattern, request);
      }
      await request;
    }
  };

  return {
    async reserve(form, data) {
      const pattern = codePattern(form, data);
      return pattern && codeBlock > 1 ? fromBlock(pattern) : null;
    },
    async next(trx, form, data, reserved) {
      const pattern = codePattern(form, data);
      if (!pattern) return null;
      let number = reserved ?? (await takeBlock(trx, pattern)).next;
      for (;;) {
        const code = pattern.replace(SEQ, String(number));
        if (!form.definition.code?.typed) return code;
        const taken = await trx
          .selectFrom('records')
          .select('id')
          .where('form', '=', form.form)
          .where('code', '=', code)
          .executeTakeFirst();
        if (!taken) return code;
        number = (await takeBlock(trx, pattern)).next;
      }
    },
  };
}

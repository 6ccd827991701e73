/** Codes of records: a sequence per pattern. Numbers may be missing in between, none is given twice. */
import type { CompiledForm, RecordData } from '../../core/definitions/types.ts';
import type { Database, Handle } from '../db/database.ts';

const SEQ = '{seq}';
/** Numbers taken at once where writes come thick and fast. */
const BUSY_BLOCK = 50;
/** So many numbers of a sequence within a second are a rush; a quiet server leaves no gaps. */
const RUSH = 20;

export interface Codes {
  /**
   * Takes a number before the write begins, where many servers write at once and would queue for the row of the sequence,
   * and in a rush; null where the write takes it itself.
   */
  reserve(form: CompiledForm, data: RecordData): Promise<number | null>;
  /** The next free code of a form for these answers; null when the form has none. */
  next(trx: Handle, form: CompiledForm, data: RecordData, reserved: number | null): Promise<string | null>;
  /** Codes of many new records in their order; numbers of one sequence follow each other without gaps. */
  nextAll(trx: Handle, form: CompiledForm, rows: readonly RecordData[]): Promise<(string | null)[]>;
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

  const rushes = new Map<string, { second: number; asked: number; before: number }>();

  /** Whether numbers of this sequence are asked for in a rush; counts this asking. */
  const isRush = (pattern: string): boolean => {
    const second = Math.floor(performance.now() / 1000);
    let rush = rushes.get(pattern);
    if (rush?.second !== second) {
      rush = { second, asked: 0, before: rush?.second === second - 1 ? rush.asked : 0 };
      rushes.set(pattern, rush);
    }
    rush.asked += 1;
    return rush.asked > RUSH || rush.before > RUSH;
  };

  const takeBlock = async (
    handle: Handle,
    pattern: string,
    size = codeBlock,
  ): Promise<{ next: number; end: number }> => {
    const row = await handle
      .insertInto('code_sequences')
      .values({ pattern, next: 1 + size })
      .onConflict((conflict) =>
        conflict.column('pattern').doUpdateSet((set) => ({ next: set('code_sequences.next', '+', size) })),
      )
      .returning('next')
      .executeTakeFirstOrThrow();
    return { next: row.next - size, end: row.next };
  };

  /** Numbers of a block that was taken: they go first, so that codes follow the order of writing. */
  const left = (pattern: string): boolean => {
    const block = blocks.get(pattern);
    return block !== undefined && block.next < block.end;
  };

  const fromBlock = async (pattern: string, size: number): Promise<number> => {
    for (;;) {
      const block = blocks.get(pattern);
      if (block && block.next < block.end) {
        block.next += 1;
        return block.next - 1;
      }
      let request = asked.get(pattern);
      if (!request) {
        request = database
          .transaction((trx) => takeBlock(trx, pattern, size))
          .then((made) => void blocks.set(pattern, made))
          .finally(() => asked.delete(pattern));
        asked.set(pattern, request);
      }
      await request;
    }
  };

  const codes: Codes = {
    async reserve(form, data) {
      const pattern = codePattern(form, data);
      if (!pattern) return null;
      if (isRush(pattern)) return fromBlock(pattern, Math.max(codeBlock, BUSY_BLOCK));
      return codeBlock > 1 || left(pattern) ? fromBlock(pattern, codeBlock) : null;
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
    async nextAll(trx, form, rows) {
      const given: (string | null)[] = [];
      if (form.definition.code?.typed) {
        for (const data of rows) given.push(await codes.next(trx, form, data, null));
        return given;
      }
      const counts = new Map<string, number>();
      const patterns = rows.map((data) => codePattern(form, data));
      for (const pattern of patterns) if (pattern) counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
      const numbers = new Map<string, number>();
      for (const [pattern, count] of counts) numbers.set(pattern, (await takeBlock(trx, pattern, count)).next);
      for (const pattern of patterns) {
        const number = pattern === null ? undefined : numbers.get(pattern);
        given.push(pattern === null || number === undefined ? null : pattern.replace(SEQ, String(number)));
        if (pattern !== null && number !== undefined) numbers.set(pattern, number + 1);
      }
      return given;
    },
  };
  return codes;
}

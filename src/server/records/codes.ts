/** Codes of records, from one number sequence per pattern. Numbers may be skipped, but none is used twice. */

import type { CompiledForm, RecordData } from '../../core/definitions/types.ts';
import { getOwn } from '../../core/json.ts';
import type { Database, Handle } from '../db/database.ts';
import { type NumberBlock, takeSequenceNumbers } from '../db/insert.ts';
import { groupIntoMap } from '../db/rows.ts';

/** Where a code pattern has the number. */
export const SEQUENCE_PLACEHOLDER = '{seq}';
/** Numbers taken at once when many records are created at the same time. */
const BUSY_BLOCK = 50;
/** More numbers than this of one sequence within a second are a rush. Otherwise only `codeBlock` numbers are taken. */
const RUSH = 20;

/** Returns the code pattern for these answers. Null if the form has no codes. */
export function codePattern(form: CompiledForm, data: RecordData): string | null {
  const code = form.definition.code;
  if (!code) return null;
  const value = code.by ? data[code.by.field] : undefined;
  return (typeof value === 'string' ? getOwn(code.by?.patterns, value) : undefined) ?? code.pattern;
}

/** Returns all code patterns of a form. */
export function codePatterns({ definition: { code } }: CompiledForm): string[] {
  return code ? [code.pattern, ...Object.values(code.by?.patterns ?? {})] : [];
}

/** Returns a function that counts each request for a number and returns true if the sequence is in a rush. */
function rushCounter(): (pattern: string) => boolean {
  const rushes = new Map<string, { second: number; asked: number; before: number }>();
  return (pattern) => {
    const second = Math.floor(performance.now() / 1000);
    let rush = rushes.get(pattern);
    if (rush?.second !== second) {
      rush = { second, asked: 0, before: rush?.second === second - 1 ? rush.asked : 0 };
      rushes.set(pattern, rush);
    }
    rush.asked += 1;
    return rush.asked > RUSH || rush.before > RUSH;
  };
}

/** A reserved number, and how often the database had been restarted then. */
export interface ReservedNumber {
  number: number;
  restarts: number;
}

/** Hands out numbers of reserved blocks. When a block is used up, the first caller reserves one for all who wait. */
function blockTaker(database: Database) {
  const blocks = new Map<string, NumberBlock & { restarts: number }>();
  const asked = new Map<string, Promise<void>>();
  /** A failover takes what it lost with it, also that numbers were reserved: then they are given again. */
  const isKept = ({ restarts }: Pick<ReservedNumber, 'restarts'>) => restarts === database.restarts();
  /** Returns true if a reserved block has numbers left. These are used first, so that codes follow the order of writing. */
  const isLeft = (pattern: string): boolean => {
    const block = blocks.get(pattern);
    return block !== undefined && block.next < block.end && isKept(block);
  };
  const take = async (pattern: string, size: number): Promise<ReservedNumber> => {
    while (!isLeft(pattern)) {
      const request =
        asked.get(pattern) ??
        database
          .transaction(async (trx) => ({
            restarts: database.restarts(),
            ...(await takeSequenceNumbers(trx, pattern, size)),
          }))
          .then((made) => void blocks.set(pattern, made))
          .finally(() => asked.delete(pattern));
      asked.set(pattern, request);
      await request;
    }
    const { next: number, restarts } = blocks.get(pattern)!;
    blocks.get(pattern)!.next += 1;
    return { number, restarts };
  };
  return { isLeft, isKept, take };
}

export type CodeGenerator = ReturnType<typeof createCodeGenerator>;

export function createCodeGenerator(database: Database) {
  const { codeBlock } = database.dialect;
  const isRush = rushCounter();
  const { isLeft, isKept, take } = blockTaker(database);

  /** Returns the next free code of a form for these answers. Null if the form has no codes. */
  async function next(
    trx: Handle,
    form: CompiledForm,
    data: RecordData,
    reserved: ReservedNumber | null,
  ): Promise<string | null> {
    const pattern = codePattern(form, data);
    if (!pattern) return null;
    // The connection of the transaction may be the first one after a restart.
    let number =
      reserved && isKept(reserved) ? reserved.number : (await takeSequenceNumbers(trx, pattern, codeBlock)).next;
    for (;;) {
      const code = pattern.replace(SEQUENCE_PLACEHOLDER, String(number));
      if (!form.definition.code?.typed || !(await recordIdByCode(trx, form, code))) return code;
      number = (await takeSequenceNumbers(trx, pattern, codeBlock)).next;
    }
  }

  return {
    next,
    /**
     * Takes a number before the write begins: in a rush, or on PostgreSQL, where concurrent writers would queue for the row
     * of the sequence. Returns null if the write takes the number itself.
     */
    async reserve(form: CompiledForm, data: RecordData): Promise<ReservedNumber | null> {
      const pattern = codePattern(form, data);
      if (!pattern) return null;
      if (isRush(pattern)) return take(pattern, Math.max(codeBlock, BUSY_BLOCK));
      return codeBlock > 1 || isLeft(pattern) ? take(pattern, codeBlock) : null;
    },
    /** Returns codes for many new records, in their order. Codes that are not typed follow each other without gaps. */
    async nextAll(trx: Handle, form: CompiledForm, rows: readonly RecordData[]): Promise<(string | null)[]> {
      if (form.definition.code?.typed) {
        const given: (string | null)[] = [];
        for (const data of rows) given.push(await next(trx, form, data, null));
        return given;
      }
      const patterns = rows.map((data) => codePattern(form, data));
      const blocks = new Map<string, NumberBlock>();
      for (const [pattern, asking] of groupIntoMap(patterns, (one) => one))
        if (pattern !== null) blocks.set(pattern, await takeSequenceNumbers(trx, pattern, asking.length));
      return patterns.map((pattern) => {
        const block = pattern === null ? undefined : blocks.get(pattern);
        return pattern && block ? pattern.replace(SEQUENCE_PLACEHOLDER, String(block.next++)) : null;
      });
    },
  };
}

/** Returns the id of the form's record with this code. */
export async function recordIdByCode(db: Handle, form: CompiledForm, code: string): Promise<string | undefined> {
  const holder = await db
    .selectFrom('records')
    .select('id')
    .where('form', '=', form.form)
    .where('code', '=', code)
    .executeTakeFirst();
  return holder?.id;
}

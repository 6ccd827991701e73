/**
 * Log entries of the demonstration: the newest accepted submissions of forms with a log. Some have an earlier attempt that
 * was refused because an answer was missing. The reasons are those of the real checks.
 */
import type { CompiledForm } from '../../core/definitions/types.ts';
import { Failure } from '../../core/errors/failure.ts';
import { evaluateRecord } from '../../core/form/index.ts';
import { recordCheckContext } from '../../core/saving/references.ts';
import { kabulDay } from '../../core/text/dates.ts';
import type { RecordRow } from '../db/rows.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import { createEntryLog } from '../records/log/entryLog.ts';
import type { SeedStores } from './context.ts';
import type { Random } from './random.ts';

/** Number of newest records per form that are logged. */
const NEWEST = 15;
/** Percent of them that were first refused. */
const REFUSED = 30;
const MINUTE = 60_000;

export async function demoLogs(
  { database, registry, projector }: SeedStores,
  made: ReadonlyMap<string, readonly { row: RecordRow }[]>,
  names: ReadonlyMap<string, string>,
  random: Random,
  now: Date,
): Promise<void> {
  const troubles: unknown[] = [];
  const log = {
    error: (trouble: unknown) => troubles.push(trouble),
    warn: (trouble: unknown) => troubles.push(trouble),
  };
  const entryLog = createEntryLog({ database, registry, projector, log: log as never, now: () => now });
  const kinds = new Set<string>(registry.forms().flatMap((form) => form.definition.log?.kinds ?? []));
  for (const [name, all] of made) {
    const form = registry.form(name);
    if (!form || !kinds.has(form.definition.kind)) continue;
    const newest = [...all].sort((a, b) => (a.row.created_at < b.row.created_at ? 1 : -1)).slice(0, NEWEST);
    for (const { row } of newest) {
      const captured = registry.form(name, row.form_version) ?? form;
      const actor = { id: row.created_by, name: names.get(row.created_by) ?? row.created_by };
      const before = new Date(Date.parse(row.created_at) - random.whole(2, 30) * MINUTE).toISOString();
      const refused = random.percent(REFUSED) ? await refusalOf(registry, captured, row, random) : undefined;
      if (refused)
        entryLog.note({
          form: captured,
          actor,
          action: 'create',
          at: before,
          ...(row.parent_id && { parent_id: row.parent_id }),
          ...refused,
        });
      entryLog.note({ form: captured, actor, action: 'create', at: row.created_at, record_id: row.id, version: 1 });
    }
  }
  await entryLog.idle();
  if (troubles.length > 0) throw new Error('the logs of the demonstration were not written', { cause: troubles[0] });
}

/** Returns the answers with one or two required ones missing, and the failure of their check. */
async function refusalOf(registry: FormRegistry, form: CompiledForm, { data, created_at }: RecordRow, random: Random) {
  const needed = ((form.contract.required ?? []) as string[]).filter(
    (name) => data[name] !== undefined && name !== form.definition.parent?.field,
  );
  if (needed.length === 0) return undefined;
  const gone = new Set(Array.from({ length: random.whole(1, 2) }, () => random.pick(needed)));
  const answers = Object.fromEntries(Object.entries(data).filter(([name]) => !gone.has(name)));
  const context = { today: kabulDay(new Date(created_at)), ...recordCheckContext(form, registry) };
  const { errors } = evaluateRecord(form, await registry.validator(form), answers, context);
  if (Object.keys(errors).length === 0) return undefined;
  return { answers, failure: new Failure('validation_failed', { errors }) };
}

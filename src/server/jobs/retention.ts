/** Applies the rules of `forms/common/retention.json`: erases answers about people, removes deleted records permanently. */
import type { Retention } from '../../core/definitions/types.ts';
import { hasNoRestrictions } from '../../core/records/restricted.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import type { Services } from '../http/services.ts';
import { ERASED_ACTION, type ErasedNames, toErasedNames } from '../records/erase/erase.ts';

type Rule = Retention['rules'][number];

export interface RetentionOptions extends Pick<Services, 'database' | 'registry' | 'erase' | 'now'> {
  log: Pick<Services['log'], 'info' | 'warn'>;
  signal?: AbortSignal;
}

export interface RetentionResult {
  /** Number of records whose answers were erased, and of records that were removed. */
  erased: number;
  purged: number;
}

const BATCH = 200;
const DAY = 86_400_000;
const ACTOR = { id: '', name: 'Amanat' };

/** Applies every rule to each of its forms, on one server at a time. */
export function applyRetention(options: RetentionOptions): Promise<RetentionResult> {
  const { database, registry, log } = options;
  return database.hold('retention', async () => {
    const done: RetentionResult = { erased: 0, purged: 0 };
    for (const rule of registry.common().retention?.rules ?? [])
      for (const form of rule.forms) {
        done.purged += await purgeDeleted(options, rule, form);
        done.erased += await anonymise(options, rule, form);
      }
    if (done.erased + done.purged > 0) log.info(done, 'retention rules were applied');
    return done;
  });
}

async function anonymise(options: RetentionOptions, rule: Rule, form: string): Promise<number> {
  const { anonymise: asked } = rule;
  const what = asked && namesOf(options.registry, form, asked.answers);
  if (!asked || !what) return 0;
  const before = new Date(options.now().getTime() - asked.afterDays * DAY).toISOString();
  const { read } = options.database;
  let erased = 0;
  for await (const id of walk(options, (after) => {
    let query = read
      .selectFrom('records')
      .select('id')
      .where('form', '=', form)
      .where('id', '>', after)
      .where(asked.since === 'made' ? 'created_at' : 'updated_at', '<', before);
    if (asked.states) query = query.where('state', 'in', asked.states);
    // Each rule erases a record once, unless the record was changed since.
    query = query.where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('events')
            .select('events.id')
            .whereRef('events.record_id', '=', 'records.id')
            .where('events.action', '=', ERASED_ACTION)
            .where('events.detail', 'like', `%"rule":${JSON.stringify(rule.id)}%`)
            .whereRef('events.at', '>=', 'records.updated_at'),
        ),
      ),
    );
    return query.orderBy('id').limit(BATCH).execute();
  }))
    if (await options.erase.answers(id, what, { actor: ACTOR, rule: rule.id })) erased += 1;
  return erased;
}

async function purgeDeleted(options: RetentionOptions, rule: Rule, form: string): Promise<number> {
  if (!rule.purgeDeleted) return 0;
  const before = new Date(options.now().getTime() - rule.purgeDeleted.afterDays * DAY).toISOString();
  let purged = 0;
  for await (const id of walk(options, (after) =>
    options.database.read
      .selectFrom('records')
      .select('id')
      .where('form', '=', form)
      .where('deleted_at', 'is not', null)
      .where('deleted_at', '<', before)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute(),
  ))
    if (await options.erase.record(id, { actor: ACTOR, rule: rule.id })) purged += 1;
  return purged;
}

/** Yields ids in order, loaded in batches. Ends early if the server stops. */
async function* walk(
  { signal }: RetentionOptions,
  next: (after: string) => Promise<{ id: string }[]>,
): AsyncGenerator<string> {
  let after = '';
  for (;;) {
    const rows = await next(after);
    for (const { id } of rows) {
      if (signal?.aborted) return;
      yield id;
      after = id;
    }
    if (rows.length < BATCH) return;
  }
}

/** Returns null if the form has no such answers. */
function namesOf(registry: FormRegistry, form: string, answers: string[] | 'restricted'): ErasedNames | null {
  if (answers !== 'restricted') {
    const known = new Set(registry.versions(form).flatMap(({ fields }) => [...fields.values()]));
    const names = [...known].filter(({ name }) => answers.includes(name)).flatMap(({ properties }) => properties);
    return names.length > 0 ? { names: [...new Set(names)] } : null;
  }
  const restricted = registry.restrictedNames(form);
  if (hasNoRestrictions(restricted)) return null;
  return toErasedNames(restricted);
}

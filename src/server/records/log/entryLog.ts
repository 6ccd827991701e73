/**
 * Logs of submissions. A definition of kind `log` says which forms' submissions it keeps and what of them; here they become
 * its records. Writing happens after the submission was answered, in small batches, so that no save waits for it or fails
 * with it: while the database is away they wait for it, what cannot be written for another reason is named in the server's
 * own log and left out. The newest entries stay, as many and as long as the definition says; a process that dies loses the
 * entries of its last moment, the history of records does not.
 */
import type { FastifyBaseLogger } from 'fastify';
import { v5 as uuidOf } from 'uuid';
import type { CompiledForm, RecordData } from '../../../core/definitions/types.ts';
import type { Failure } from '../../../core/errors/failure.ts';
import { coerce } from '../../../core/form/coerce.ts';
import { isBlank } from '../../../core/records/blank.ts';
import type { Actor } from '../../../core/records/types.ts';
import type { Database, Handle } from '../../db/database.ts';
import { insertObjects } from '../../db/insert.ts';
import { findRecords, type RecordRow, toTable } from '../../db/records.ts';
import { isUnavailable } from '../../db/unavailable.ts';
import type { FormRegistry } from '../../definitions/registry.ts';
import type { Projector } from '../../projections/projector.ts';
import { nextRevision, type Revision } from '../history/chain.ts';
import { placeOf } from '../place.ts';
import { nameOf } from '../recordName.ts';
import { refusalFacts, safeAnswers } from './entryFacts.ts';

export interface Submission {
  form: CompiledForm;
  /** UTC. */
  at: string;
  actor: Pick<Actor, 'id' | 'name'>;
  action: 'create' | 'edit';
  /** The record that was written, or was to be changed. */
  record_id?: string;
  /** Version it has now: the same acceptance is logged once, however often it was asked for. */
  version?: number;
  /** The record a new one was to belong to. */
  parent_id?: string;
  /** Why it was refused; absent when it was accepted. */
  failure?: Failure;
  /** What was sent; only of refused ones. */
  answers?: Record<string, unknown>;
}

export interface EntryLog {
  /** Takes a submission; never throws, never waits. */
  note(submission: Submission): void;
  /** Resolves when everything taken is written, as far as the database can be reached. */
  idle(): Promise<void>;
  /** Submissions that are not written yet. */
  waiting(): number;
}

type LogDefinition = NonNullable<CompiledForm['definition']['log']>;
type Fact = LogDefinition['facts'][string];

const REST = 250;
/** Pause while the database is away. */
const AWAY = 2_000;
const BATCH = 20;
/** Submissions that wait at most: beyond them the server has other troubles than its log. */
const MOST_WAITING = 2000;
/** Entries after which old ones are looked for. */
const PRUNE_EVERY = 200;
const PRUNED_AT_ONCE = 500;
const DAY = 86_400_000;
/** Of the ids of entries. */
const NAMESPACE = 'c2c84ad5-5a3e-4c06-8c0e-6f0b6f4d9a17';

export interface EntryLogDeps {
  database: Database;
  registry: FormRegistry;
  projector: Projector;
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  now: () => Date;
}

export function createEntryLog({ database, registry, projector, log, now }: EntryLogDeps): EntryLog {
  const waiting: { log: CompiledForm; submission: Submission; id: string }[] = [];
  const since = new Map<string, number>();
  let left = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> = Promise.resolve();

  const logsFor = ({ form, failure }: Submission): CompiledForm[] =>
    registry.forms().filter(({ definition }) => {
      const rule = definition.log;
      return (
        rule?.outcome === (failure ? 'refused' : 'accepted') && (rule.kinds as string[]).includes(form.definition.kind)
      );
    });

  const write = async (part: typeof waiting): Promise<void> => {
    await database.transaction(async (trx) => {
      const named = part.flatMap(({ submission: { record_id, parent_id } }) => [record_id, parent_id]);
      const rows = await findRecords(trx, new Set(named.filter((id) => id !== undefined)));
      const byForm = new Map<CompiledForm, Map<string, Entry>>();
      for (const { log: form, submission, id } of part) {
        const entry = entryOf(rows, form, submission, id);
        byForm.set(form, (byForm.get(form) ?? new Map()).set(entry.row.id, entry));
      }
      for (const [form, entries] of byForm) {
        for (const id of await idsThere(trx, [...entries.keys()])) entries.delete(id);
        const made = [...entries.values()];
        if (made.length === 0) continue;
        const rows = made.map(({ row }) => row);
        await insertObjects(trx, database.dialect, 'records', rows.map(toTable));
        await insertObjects(
          trx,
          database.dialect,
          'record_revisions',
          made.map(({ revision }) => revision),
        );
        await projector.project(trx, form.form, rows, { isNew: true });
        since.set(form.form, (since.get(form.form) ?? PRUNE_EVERY) + rows.length);
      }
    });
  };

  /** The record as it stands tells where the submission belongs; a refused new one belongs where its parent does. */
  const entryOf = (
    rows: ReadonlyMap<string, RecordRow>,
    form: CompiledForm,
    submission: Submission,
    id: string,
  ): Entry => {
    const record = rows.get(submission.record_id ?? '');
    const parent = record ? undefined : rows.get(submission.parent_id ?? '');
    const isSite = (row: RecordRow | undefined) => row && registry.form(row.form)?.definition.kind === 'site';
    const site = record?.site_id ?? (isSite(parent) ? parent?.id : parent?.site_id) ?? undefined;
    const place = record ?? parent;
    const sent = submission.answers ? coerce(submission.form, submission.answers).data : undefined;
    const answered = sent ?? record?.data ?? {};
    const facts: Partial<Record<Fact, unknown>> = {
      at: submission.at,
      who: submission.actor.name,
      form: submission.form.form,
      action: submission.action,
      record: record?.form === submission.form.form ? record.id : undefined,
      code: record?.code ?? undefined,
      site,
      province: place?.province_id ?? undefined,
      district: place?.district_id ?? undefined,
      village: place?.village_id ?? undefined,
      answered: Object.keys(answered).filter((name) => submission.form.byProperty.has(name)).length,
      ...(submission.failure && refusalFacts(submission.form, submission.failure)),
      ...(sent && {
        answers: safeAnswers(submission.form, sent, registry.restrictedNames(submission.form.form).names),
      }),
    };
    return makeEntry(form, submission, id, facts);
  };

  const makeEntry = (
    form: CompiledForm,
    submission: Submission,
    id: string,
    facts: Partial<Record<Fact, unknown>>,
  ): Entry => {
    const named = Object.entries(form.definition.log?.facts ?? {});
    const data: RecordData = Object.fromEntries(
      named.flatMap(([name, fact]) => (isBlank(facts[fact]) ? [] : [[name, facts[fact]]])),
    );
    const { at, actor } = submission;
    const state = registry.workflow(form).initial;
    const made: Omit<RecordRow, 'version' | 'hash'> = {
      id,
      form: form.form,
      form_version: form.version,
      code: null,
      state,
      name: nameOf(form, data, null, new Map()),
      ...placeOf(form, data, null, registry),
      created_by: actor.id,
      created_at: at,
      updated_by: actor.id,
      updated_at: at,
      captured_at: null,
      device_id: null,
      deleted_at: null,
      data,
    };
    const by = { by_id: actor.id, by_name: actor.name };
    const entry = { action: 'create', at, ...by, device_id: null, captured_at: null, comment: null, fields: null };
    const revision = nextRevision(null, made, entry);
    return { row: { ...made, version: revision.seq, hash: revision.hash }, revision };
  };

  const prune = async (form: CompiledForm): Promise<void> => {
    const keep = form.definition.log?.keep;
    if (!keep) return;
    const before = new Date(now().getTime() - keep.days * DAY).toISOString();
    for (;;) {
      const gone = await database.transaction(async (trx) => {
        const rows = await projector.beyond(trx, form.form, keep.entries, before, PRUNED_AT_ONCE);
        if (rows.length === 0) return 0;
        await projector.remove(trx, form.form, rows);
        await trx.deleteFrom('record_revisions').where('record_id', 'in', rows).execute();
        await trx.deleteFrom('records').where('id', 'in', rows).where('form', '=', form.form).execute();
        return rows.length;
      });
      if (gone < PRUNED_AT_ONCE) return;
    }
  };

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const part = waiting.splice(0, BATCH);
      try {
        await write(part);
      } catch (error) {
        if (isUnavailable(error)) {
          waiting.unshift(...part);
          timer ??= setTimeout(start, AWAY).unref();
          return;
        }
        // One that cannot be written must not take the others with it.
        for (const one of part)
          await write([one]).catch((cause: unknown) =>
            log.error({ err: cause, form: one.submission.form.form }, 'a submission was not logged'),
          );
        log.warn({ err: error }, 'submissions were logged one by one');
      }
      if (left > 0) log.error({ left }, 'too many submissions waited for the log; some were left out');
      left = 0;
      for (const [name, count] of since) {
        const form = registry.form(name);
        if (count < PRUNE_EVERY || !form) continue;
        since.set(name, 0);
        await prune(form).catch((error: unknown) => log.error({ err: error, form: name }, 'a log was not shortened'));
      }
    }
  };

  const start = (): void => {
    clearTimeout(timer);
    timer = undefined;
    running = running.then(drain);
  };

  return {
    note(submission) {
      try {
        for (const form of logsFor(submission)) {
          if (waiting.length >= MOST_WAITING) left += 1;
          else waiting.push({ log: form, submission, id: entryId(form, submission) });
        }
        if (waiting.length > 0) timer ??= setTimeout(start, REST).unref();
      } catch (error) {
        log.error({ err: error, form: submission.form.form }, 'a submission was not logged');
      }
    },
    async idle() {
      start();
      await running;
    },
    waiting: () => waiting.length,
  };
}

interface Entry {
  row: RecordRow;
  revision: Revision;
}

async function idsThere(db: Handle, ids: string[]): Promise<string[]> {
  const rows = await db.selectFrom('records').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}

/** An accepted version has one entry; of refusals each is one of its own. */
function entryId(form: CompiledForm, { record_id, version, failure, at, actor }: Submission): string {
  const subject = failure ? `${at} ${actor.id} ${Math.random()}` : `${record_id} ${version}`;
  return uuidOf(`${form.form} ${subject}`, NAMESPACE);
}

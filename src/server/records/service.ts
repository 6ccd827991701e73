/** The records room: every read and write of records, with scope decided inside. */
import { v7 as uuid } from 'uuid';
import type { CompiledForm, RecordData } from '../../core/definitions/types.ts';
import type { ErrorCode } from '../../core/errors/catalogue.ts';
import { addError, Failure, type RecordErrors } from '../../core/errors/failure.ts';
import { fieldParams } from '../../core/form/messages.ts';
import type { Actor } from '../../core/records/types.ts';
import { fold } from '../../core/text/fold.ts';
import type { Database, Handle } from '../db/database.ts';
import type { Insert } from '../db/insert.ts';
import { rowsById } from '../db/lookup.ts';
import { raiseNames } from '../db/nameStamp.ts';
import { canonicalJson } from '../definitions/canonical.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import {
  addNames,
  createProjector,
  type Projector,
  type ReadAnswers,
  type RecordRow,
} from '../projections/projector.ts';
import { createAggregate } from './aggregate.ts';
import { childrenOf } from './children.ts';
import { createCodes } from './codes.ts';
import { type Change, createCommit, uniqueValues, VersionConflict } from './commit.ts';
import { updateDescendants } from './descendants.ts';
import { createSame } from './duplicates.ts';
import { createErase, type Erase } from './erase/erase.ts';
import { applyRevision, revisionsOf } from './history/chain.ts';
import { readHistory } from './history/history.ts';
import { upgradeAnswers } from './history/upgrade.ts';
import { keptAnswers } from './keptAnswers.ts';
import { createList } from './list.ts';
import { idempotent, type Outcome, replay } from './operations.ts';
import { createPermission, JUDGED } from './permission.ts';
import { createPrepare, type Prepared } from './prepare.ts';
import { nameOf, namesNeeded } from './recordName.ts';
import { createRenamePropagation } from './renames.ts';
import { findRecord, toMeta, toStored } from './rows.ts';
import {
  type NewRow,
  type OnProgress,
  type Records,
  type RecordView,
  RowsRefused,
  type WriteContext,
} from './types.ts';

export interface RecordsDeps {
  database: Database;
  registry: FormRegistry;
  /** The server's clock. */
  now?: () => Date;
}

/** The records service with what maintenance needs beside it. */
export interface RecordService extends Records {
  projector: Projector;
  /** Erasing by rule, whoever may see what. */
  erase: Erase;
  /** Resolves when every list shows what was written: filled columns, new names. */
  idle(): Promise<void>;
}

export async function createRecords({
  database,
  registry,
  now = () => new Date(),
}: RecordsDeps): Promise<RecordService> {
  const read = database.read;
  const answers: ReadAnswers = upgradeAnswers(registry);
  const projector = await createProjector(database, registry, answers);
  const permission = createPermission(registry);
  const prepare = createPrepare(registry, permission);
  const codes = createCodes(database);
  const commit = createCommit(projector, database.dialect);
  const renames = await createRenamePropagation({ database, registry, projector, answers, now });

  const view = (form: CompiledForm, record: RecordRow, actor: Actor): RecordView => ({
    record: toStored(record),
    scope: permission.scope(form, toMeta(record), actor),
    name: record.name,
  });

  /** The record, if the actor sees it. */
  const see = async (form: CompiledForm, id: string, actor: Actor) => {
    const record = await findRecord(read, id);
    const scope = permission.mustSee(form, record && toMeta(record), actor);
    return { record: record as RecordRow, scope };
  };

  /** The first answer again: the record as it was after that write. */
  const again = async (form: CompiledForm, { id, version }: Outcome, actor: Actor): Promise<RecordView> => {
    const record = await findRecord(read, id);
    if (!record) throw new Failure('record_not_found');
    if (record.version === version) return view(form, record, actor);
    const revisions = await revisionsOf(read, id, version);
    const last = revisions.at(-1);
    if (!last) throw new Failure('record_not_found');
    const data = revisions.reduce<RecordData>(applyRevision, {});
    return view(
      form,
      {
        ...record,
        version,
        data,
        state: last.to_state ?? record.state,
        updated_at: last.at,
        updated_by: last.by_id,
        form_version: last.form_version,
      },
      actor,
    );
  };

  const conflict = async (
    mine: { version: number | undefined; data: RecordData | null },
    theirs: RecordRow,
  ): Promise<Failure> => {
    const last = await read
      .selectFrom('record_revisions')
      .select(['by_id', 'by_name', 'at'])
      .where('record_id', '=', theirs.id)
      .where('seq', '=', theirs.version)
      .executeTakeFirst();
    return new Failure('conflict', {
      detail: {
        mine: { version: mine.version ?? null, data: mine.data },
        theirs: {
          version: theirs.version,
          data: theirs.data,
          by: { id: last?.by_id ?? theirs.updated_by, name: last?.by_name ?? '' },
          at: last?.at ?? theirs.updated_at,
        },
      },
    });
  };

  interface Write {
    form: CompiledForm;
    id: string;
    version: number | undefined;
    context: WriteContext;
    /** Everything that was asked for, for exactly-once. */
    request: unknown;
    mine: RecordData | null;
    /** What to change, from the record as it is; throws when it may not be. */
    change(record: RecordRow): Promise<Omit<Change, 'form' | 'before' | 'context' | 'at'>>;
  }

  /** Whether records below show something that changed: name, place, or an answer in their own lists. */
  const showsBelow = (before: RecordRow, after: RecordRow): boolean => {
    if (PASSED_ON.some((key) => before[key] !== after[key])) return true;
    const shown = projector.shownBelow(after.form);
    if (shown.length === 0 || before.data === after.data) return false;
    const [then, now] = [before, after].map((one) => answers(one.form, one.form_version, one.data));
    return shown.some((name) => JSON.stringify(then?.[name]) !== JSON.stringify(now?.[name]));
  };

  /** The name in the words of the newest version, whichever one the record was captured with. */
  const named = (form: CompiledForm, data: RecordData, code: string | null, names: ReadonlyMap<string, string>) =>
    nameOf(registry.form(form.form) ?? form, answers(form.form, form.version, data), code, names);

  /** What shows something of a record elsewhere. */
  const afterChange = async (trx: Handle, before: RecordRow, after: RecordRow, at: string): Promise<void> => {
    if (showsBelow(before, after)) await updateDescendants(trx, registry, projector, [after], at);
    if (before.name !== after.name || before.code !== after.code) await raiseNames(trx);
    if (before.name !== after.name) await renames.renamed(trx, after);
  };
  const nameWith = async (trx: Handle, form: CompiledForm, record: RecordRow, data: RecordData): Promise<string> => {
    const names = new Map<string, string>();
    await addNames(trx, namesNeeded(registry.form(form.form) ?? form, data), names);
    return named(form, data, record.code, names);
  };
  const erasing = createErase({ database, registry, projector, commit, now, named: nameWith, afterChange });
  const erase: Erase = {
    ...erasing,
    async answers(id, what, context) {
      const isDone = await erasing.answers(id, what, context);
      if (isDone) renames.start();
      return isDone;
    },
  };

  /** A change of a record that exists: seen, unchanged since, written once. */
  const write = async ({ form, id, version, context, request, mine, change }: Write): Promise<RecordView> => {
    for (let attempt = 1; ; attempt += 1) {
      const { record } = await see(form, id, context.actor);
      const done = await repeated(context, request);
      if (done) return again(form, done, context.actor);
      if (version !== undefined && version !== record.version) throw await conflict({ version, data: mine }, record);
      const planned = await change(record);
      const at = now().toISOString();
      try {
        const { value, before } = await idempotent(database, context, request, now(), async (trx) => {
          const after = await commit(trx, { ...planned, form, before: record, context, at });
          await afterChange(trx, record, after, at);
          return { outcome: { id, version: after.version }, after };
        });
        if (value && value.after.name !== record.name) renames.start();
        return value ? view(form, value.after, context.actor) : again(form, before as Outcome, context.actor);
      } catch (error) {
        if (!(error instanceof VersionConflict)) throw error;
        const theirs = await findRecord(read, id);
        if (version === undefined && attempt < 5) continue;
        if (!theirs) throw new Failure('record_not_found');
        throw await conflict({ version, data: mine }, theirs);
      }
    }
  };

  /** A repeated request is answered before its checks run again: they may no longer hold, the write was done. */
  const repeated = async ({ operation, actor }: WriteContext, request: unknown): Promise<Outcome | null> => {
    return operation ? replay(read, actor.id, operation, request) : null;
  };

  const list = createList({ database, registry, permission, projector });
  const same = createSame({ list, projector, answers });
  const service: RecordService = {
    projector,
    erase,
    async idle() {
      await projector.idle();
      await renames.idle();
    },
    list,
    aggregate: createAggregate({ database, registry, projector }),

    async get(form, id, actor) {
      const { record } = await see(form, id, actor);
      return view(form, record, actor);
    },

    async scopeForNew(form, parentId, actor) {
      const parent = parentId ? await findRecord(read, parentId) : undefined;
      if (parentId) {
        const parentForm = parent && registry.form(parent.form);
        if (!parentForm) throw new Failure('record_not_found');
        permission.mustSee(parentForm, toMeta(parent), actor);
      }
      return permission.scopeForNew(form, parent ? toMeta(parent) : null, actor);
    },

    async create(form, data, options, context) {
      const { actor } = context;
      const request = {
        do: 'create',
        form: form.form,
        id: options.id ?? null,
        parent_id: options.parent_id ?? null,
        data,
      };
      const id = options.id ?? uuid();
      let prepared: Prepared;
      try {
        prepared = await prepareNew(form, id, data, options.parent_id, actor);
      } catch (error) {
        const done = await repeated(context, request);
        if (done) return again(form, done, actor);
        throw error;
      }
      const reserved = typedCode(form, prepared.data) ? null : await codes.reserve(form, prepared.data);
      const at = now().toISOString();
      const { value, before } = await idempotent(
        database,
        context,
        request,
        now(),
        async (trx, { attempt, remember }) => {
          // An id is nearly always new: the first attempt finds out by writing it.
          if (options.id && attempt > 1) {
            const there = await findRecord(trx, id);
            if (there) return { outcome: await sameCreate(trx, form, there, prepared.data, actor), record: null };
          }
          const code = await newCode(trx, form, prepared.data, () => codes.next(trx, form, prepared.data, reserved));
          const outcome = { id, version: 1 };
          const record = await insertNew(trx, form, id, prepared, code, context, at, remember(outcome));
          return { outcome, record };
        },
      );
      if (value?.record) return view(form, value.record, actor);
      return again(form, value?.outcome ?? (before as Outcome), actor);
    },

    checkAll: async (form, rows, actor) => (await lookAt(form, rows, actor)).map(({ errors }) => errors),

    findDuplicates: same,

    async createAll(form, rows, context, onProgress) {
      const looked = await lookAt(form, rows, context.actor, onProgress);
      const prepared = looked.flatMap((one) => one.prepared ?? []);
      if (looked.some(({ errors }) => Object.keys(errors).length > 0))
        throw new RowsRefused(looked.map(({ errors }) => errors));
      const at = now().toISOString();
      const made: { id: string; code: string | null; name: string }[] = [];
      await database.transaction(async (trx) => {
        // The work may be done again after a rollback.
        made.length = 0;
        const untyped = prepared.map(({ data }) => data).filter((data) => typedCode(form, data) === null);
        const given = await codes.nextAll(trx, form, untyped);
        for (const [index, { id }] of rows.entries()) {
          const one = prepared[index] as Prepared;
          const code = await newCode(trx, form, one.data, async () => given.shift() ?? null);
          const { name } = await insertNew(trx, form, id, one, code, context, at);
          made.push({ id, code, name });
          await onProgress?.('write', index + 1);
        }
      });
      return made;
    },

    update: (form, id, data, version, context) =>
      write({
        form,
        id,
        version,
        context,
        request: { do: 'update', form: form.form, id, version: version ?? null, data },
        mine: data,
        change: async (record) => {
          permission.mustBeAllowed(permission.scope(form, toMeta(record), context.actor), 'edit');
          const prepared = await prepare(read, {
            form,
            id,
            data: { ...data, ...keptAnswers(registry, form, record, context.keep) },
            before: record,
            parentId: undefined,
            actor: context.actor,
            now: now(),
          });
          if (prepared.place.province_id !== record.province_id) {
            permission.mustBeAllowed(
              permission.scope(form, { ...toMeta(record), province_id: prepared.place.province_id }, context.actor),
              'edit',
            );
          }
          const stored =
            form.definition.code?.typed && form.byProperty.has('code') && !prepared.data.code && record.code
              ? { ...prepared.data, code: record.code }
              : prepared.data;
          const typed = form.definition.code?.typed && typeof stored.code === 'string' ? stored.code : null;
          if (typed && typed !== record.code) await mustBeFree(read, form, typed);
          const code = typed ?? record.code;
          return {
            after: {
              ...record,
              ...prepared.place,
              form_version: form.version,
              code,
              name: named(form, stored, code, prepared.names),
              updated_by: context.actor.id,
              updated_at: now().toISOString(),
              data: stored,
            },
            action: 'edit',
            comment: null,
            fields: null,
            names: prepared.names,
            parent: prepared.parent,
          };
        },
      }),

    transition: (form, id, action, comment, version, context, fields) =>
      write({
        form,
        id,
        version,
        context,
        request: {
          do: action,
          form: form.form,
          id,
          version: version ?? null,
          comment: comment ?? null,
          fields: fields ?? [],
        },
        mine: null,
        change: async (record) => {
          const step = registry
            .workflow(form)
            .transitions.find((one) => one.action === action && one.from.includes(record.state));
          const scope = permission.scope(form, toMeta(record), context.actor);
          if (!step && !scope.refused[action])
            throw new Failure('transition_not_possible', { params: { action, state: record.state } });
          permission.mustBeAllowed(scope, action);
          if (!step) throw new Failure('transition_not_possible', { params: { action, state: record.state } });
          const words = comment?.trim() ?? '';
          if (step.comment === 'required' && words === '' && !fields?.some((one) => one.comment.trim() !== '')) {
            throw new Failure('transition_comment_required', { params: { action } });
          }
          return {
            after: { ...record, state: step.to, updated_by: context.actor.id, updated_at: now().toISOString() },
            action,
            comment: words || null,
            fields: fields ?? null,
            names: new Map(),
            parent: null,
          };
        },
      }),

    async remove(form, id, version, context) {
      const removed = await write({
        form,
        id,
        version,
        context,
        request: { do: 'delete', form: form.form, id, version: version ?? null },
        mine: null,
        change: async (record) => {
          if (record.deleted_at !== null) throw new Failure('record_not_found');
          permission.mustBeAllowed(permission.scope(form, toMeta(record), context.actor), 'delete');
          const child = await read
            .selectFrom('records')
            .select('id')
            .where('parent_id', '=', id)
            .where('deleted_at', 'is', null)
            .limit(1)
            .executeTakeFirst();
          if (child) throw new Failure('has_children');
          const at = now().toISOString();
          return {
            after: { ...record, deleted_at: at, updated_by: context.actor.id, updated_at: at },
            action: 'delete',
            comment: null,
            fields: null,
            names: new Map(),
            parent: null,
          };
        },
      });
      const { data: _data, ...meta } = removed.record;
      return meta;
    },

    restore: (form, id, context) =>
      write({
        form,
        id,
        version: undefined,
        context,
        request: { do: 'restore', form: form.form, id },
        mine: null,
        change: async (record) => {
          if (!permission.mayRestore(context.actor)) throw new Failure('forbidden', { params: { action: 'restore' } });
          if (record.deleted_at === null)
            throw new Failure('transition_not_possible', { params: { action: 'restore', state: record.state } });
          if (record.parent_id !== null) {
            const parent = await read
              .selectFrom('records')
              .select('deleted_at')
              .where('id', '=', record.parent_id)
              .executeTakeFirst();
            if (parent?.deleted_at) throw new Failure('parent_deleted');
          }
          return {
            after: { ...record, deleted_at: null, updated_by: context.actor.id, updated_at: now().toISOString() },
            action: 'restore',
            comment: null,
            fields: null,
            names: new Map(),
            parent: null,
          };
        },
      }),

    async history(form, id, actor) {
      await see(form, id, actor);
      return readHistory(read, id);
    },

    async isUnique(form, field, value, exceptId, actor) {
      // The answer tells of values in records that one may not see: only who may write such a value is told.
      if (exceptId) permission.mustBeAllowed((await see(form, exceptId, actor)).scope, 'edit');
      else permission.mustBeAllowed(permission.scopeForNew(form, null, actor), 'create');
      return isFree(form, field, value, exceptId);
    },

    async seenAmong(ids, actor) {
      const rows = await rowsById(read, 'records', JUDGED, [...new Set(ids)]);
      return new Set(rows.filter((row) => permission.sees(row, actor)).map(({ id }) => id));
    },

    async counts(form, id, actor) {
      await see(form, id, actor);
      const counts: Record<string, number> = {};
      for (const [key, type] of Object.entries(form.definition.api.formTypes ?? {})) {
        const child = registry.form(type.form);
        if (!child) continue;
        const query = { form: child, sort: [], page: 1, per_page: 1, ...childrenOf(id, type) };
        counts[key] = (await service.list(query, actor)).total;
      }
      return counts;
    },
  };
  return service;

  async function isFree(
    form: CompiledForm,
    field: string,
    value: string,
    exceptId: string | undefined,
  ): Promise<boolean> {
    if (field === 'code' && form.definition.code) {
      const holder = await read
        .selectFrom('records')
        .select('id')
        .where('form', '=', form.form)
        .where('code', '=', value.trim())
        .executeTakeFirst();
      if (holder && holder.id !== exceptId) return false;
    }
    const node = form.byProperty.get(field) ?? form.fields.get(field);
    if (!node) return true;
    const holder = await read
      .selectFrom('unique_values')
      .select('record_id')
      .where('form', '=', form.form)
      .where('question', '=', node.id)
      .where('value', '=', fold(value).replaceAll('\0', ''))
      .executeTakeFirst();
    return !holder || holder.record_id === exceptId;
  }

  /** Checks a new record and the right to make it where it lies. */
  async function prepareNew(
    form: CompiledForm,
    id: string,
    data: RecordData,
    parentId: string | undefined,
    actor: Actor,
  ): Promise<Prepared> {
    permission.mustBeAllowed(permission.scopeForNew(form, null, actor), 'create');
    const prepared = await prepare(read, { form, id, data, before: null, parentId, actor, now: now() });
    const { parent, place } = prepared;
    permission.mustBeAllowed(
      permission.scopeForNew(form, parent && toMeta(parent), actor, place.province_id),
      'create',
    );
    return prepared;
  }

  interface Looked {
    errors: RecordErrors;
    /** Absent when something is wrong. */
    prepared?: Prepared;
  }

  /** Each of the rows as it would be made, or what is wrong with it. */
  async function lookAt(
    form: CompiledForm,
    rows: readonly NewRow[],
    actor: Actor,
    onProgress?: OnProgress,
  ): Promise<Looked[]> {
    const looked: Looked[] = [];
    const seen = new Set<string>();
    for (const { id, data } of rows) {
      const one = await lookAtOne(form, id, data, actor);
      for (const { question, node, value } of uniqueValues(form, data)) {
        const key = `${question} ${value}`;
        const free = !seen.has(key) && (await isFree(form, node.name, value, id));
        seen.add(key);
        if (!free) addError(one.errors, node.pointer, 'unique', fieldParams(node, 'unique'));
      }
      looked.push(one);
      await onProgress?.('check', looked.length);
    }
    return looked;
  }

  /** A place where the person may make no record is an error of the place. */
  async function lookAtOne(form: CompiledForm, id: string, data: RecordData, actor: Actor): Promise<Looked> {
    try {
      return { errors: {}, prepared: await prepareNew(form, id, data, undefined, actor) };
    } catch (error) {
      if (!(error instanceof Failure) || error.status >= 500) throw error;
      if (error.errors) return { errors: error.errors };
      const parts = form.fields.get(form.definition.place ?? '')?.parts;
      const errors: RecordErrors = {};
      addError(errors, parts?.province ? `/${parts.province}` : '', error.code as ErrorCode, error.params);
      return { errors };
    }
  }

  /** The code a person typed, which must be free, else the next one. */
  async function newCode(
    trx: Handle,
    form: CompiledForm,
    data: RecordData,
    next: () => Promise<string | null>,
  ): Promise<string | null> {
    const typed = typedCode(form, data);
    if (typed) await mustBeFree(trx, form, typed);
    return typed ?? next();
  }

  /** Writes the first version of a record inside `trx`. */
  async function insertNew(
    trx: Handle,
    form: CompiledForm,
    id: string,
    prepared: Prepared,
    code: string | null,
    context: WriteContext,
    at: string,
    extraInserts: readonly Insert[] = [],
  ): Promise<RecordRow> {
    const { actor } = context;
    const stored =
      code && form.definition.code?.typed && form.byProperty.has('code') ? { ...prepared.data, code } : prepared.data;
    return commit(trx, {
      form,
      before: null,
      after: {
        id,
        form: form.form,
        form_version: form.version,
        code,
        state: registry.workflow(form).initial,
        name: named(form, stored, code, prepared.names),
        ...prepared.place,
        created_by: actor.id,
        created_at: at,
        updated_by: actor.id,
        updated_at: at,
        captured_at: context.captured_at ?? null,
        device_id: context.device_id ?? null,
        deleted_at: null,
        data: stored,
      },
      action: 'create',
      comment: null,
      fields: null,
      names: prepared.names,
      parent: prepared.parent,
      context,
      at,
      extraInserts,
    });
  }

  async function mustBeFree(db: Handle, form: CompiledForm, code: string): Promise<void> {
    const taken = await db
      .selectFrom('records')
      .select('id')
      .where('form', '=', form.form)
      .where('code', '=', code)
      .executeTakeFirst();
    if (taken) throw new Failure('validation_failed', { errors: { '/code': [{ code: 'unique' }] } });
  }

  /** The id came from the caller and is there: the same record sent twice, or a clash. */
  async function sameCreate(
    trx: Handle,
    form: CompiledForm,
    there: RecordRow,
    data: RecordData,
    actor: Actor,
  ): Promise<Outcome> {
    const [first] = await revisionsOf(trx, there.id, 1);
    const { code: _code, ...stored } = first ? applyRevision({}, first) : {};
    const { code: _sent, ...sent } = data;
    const ids = (value: RecordData) => withoutProblemIds(form, value);
    const isSame =
      there.form === form.form &&
      there.created_by === actor.id &&
      canonicalJson(ids(stored)) === canonicalJson(ids(sent));
    if (!isSame) throw new Failure('idempotency_mismatch');
    return { id: there.id, version: 1 };
  }
}

/** A code that people type themselves. */
function typedCode(form: CompiledForm, data: RecordData): string | null {
  return form.definition.code?.typed && typeof data.code === 'string' ? data.code : null;
}

/** Columns that records below copy. */
const PASSED_ON = ['name', 'site_id', 'province_id', 'district_id', 'village_id', 'organization_id'] as const;

/** Ids of problems are made by the server when the sender has none, so they do not tell two requests apart. */
function withoutProblemIds(form: CompiledForm, data: RecordData): RecordData {
  const field = form.definition.problems?.field;
  const rows = field ? data[field] : undefined;
  if (!field || !Array.isArray(rows)) return data;
  return { ...data, [field]: rows.map(({ id: _id, ...row }) => row) };
}

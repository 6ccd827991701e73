/**
 * Restricted answers, such as names in complaints and court records. Only people of the form's programme, people whose
 * rule names the form and lets them verify its records, and administrators may read them. This guard wraps the record
 * service, so lists, screens, exports and history cannot forget it. It names every method, so a new one does not compile
 * until somebody decides what it may show. The API takes only guarded records. Saving the other answers never changes or
 * removes a hidden one. Names are shown everywhere, so the definitions check forbids restricted answers in them.
 */

import type { CompiledForm, RecordData } from '../../core/definitions/types.ts';
import { newestAnswers } from '../../core/definitions/versions/upgrade.ts';
import { Failure } from '../../core/errors/failure.ts';
import type { ChangeView } from '../../core/generated/api.ts';
import { retainRestrictedAnswers } from '../../core/records/keepRestricted.ts';
import {
  isFieldRestricted,
  isSourceRestricted,
  mustBeReadableSources,
  type RestrictionSources,
  restrictedNamesFor,
} from '../../core/records/permission.ts';
import {
  hasNoRestrictions,
  type RestrictedNames,
  withoutRestricted,
  withoutRestrictedIn,
} from '../../core/records/restricted.ts';
import type { Actor } from '../../core/records/types.ts';
import type { RecordWithScope, WriteContext } from '../../core/saving/types.ts';
import { duplicateProperties } from '../../core/spreadsheet/duplicateKey.ts';
import type { CrossFormQuery } from '../../core/views/reads.ts';
import type { RecordForSync, SyncQuery } from './changed.ts';
import type { Records } from './records.ts';
import type { Filter, ListRow, RecordToUpdate, UpdateReader } from './types.ts';

declare const guarded: unique symbol;

/** Records behind the guard. Only `guardRestricted` can make them, so the API never receives unguarded records. */
export type GuardedRecords = Records & { readonly [guarded]: true };

/** Returns a view without the answers that the actor may not read. */
function seenView(
  found: RecordWithScope,
  form: CompiledForm,
  actor: Actor,
  registry: RestrictionSources,
): RecordWithScope {
  const data = withoutRestricted(found.record.data, restrictedNamesFor(form, actor, registry));
  return data === found.record.data ? found : { ...found, record: { ...found.record, data } };
}

/** Does the same for a record that a device receives. */
function seenSyncRow(row: RecordForSync, actor: Actor, registry: RestrictionSources): RecordForSync {
  const form = registry.form(row.record.form);
  if (!form) return { name: row.name, record: { ...row.record, data: {} } };
  const hidden = restrictedNamesFor(form, actor, registry);
  const data = withoutRestricted(row.record.data, hidden);
  if (data === row.record.data && (!row.review || hasNoRestrictions(hidden))) return row;
  return {
    ...row,
    record: { ...row.record, data },
    ...(row.review && { review: withoutHidden(row.review, form, hidden) }),
  };
}

/** Does the same for a row of a list. Its columns can also show answers of the parent record. */
function seenRow(found: ListRow, form: CompiledForm, actor: Actor, registry: RestrictionSources): ListRow {
  const hidden = restrictedNamesFor(form, actor, registry);
  const sources = Object.keys(found.columns).filter((source) => isSourceRestricted(form, source, actor, registry));
  if (hasNoRestrictions(hidden) && sources.length === 0) return found;
  const columns = Object.entries(found.columns).filter(([source]) => !sources.includes(source));
  // Hidden answers are removed before the rest is read as the newest version, so that no migration shows them elsewhere.
  const stored = withoutRestricted(found.stored, hidden);
  const data = newestAnswers(registry, { ...found.record, data: stored });
  return { ...found, record: { ...found.record, data }, stored, columns: Object.fromEntries(columns) };
}

export function guardRestricted(records: Records, registry: RestrictionSources): GuardedRecords {
  const methods: Records = {
    ...guardReads(records, registry),
    ...guardHistory(records, registry),
    ...guardMap(records, registry),
    ...guardSync(records, registry),
    ...guardWrites(records, registry),
  };
  return methods as GuardedRecords;
}

function guardReads(records: Records, registry: RestrictionSources) {
  const mayAsk = (form: CompiledForm, filters: Filter[], sources: string[], actor: Actor): void =>
    mustBeReadableSources(form, [...filters.map(({ field }) => field), ...sources], actor, registry);
  const mayFilter =
    (actor: Actor) =>
    ({ form, filters, unless }: CrossFormQuery): boolean =>
      !filters.some(({ field }) => isSourceRestricted(form, field, actor, registry)) &&
      !unless?.filters.some(({ field }) => isSourceRestricted(unless.form, field, actor, registry));
  return {
    async list(query, actor) {
      mayAsk(query.form, query.filters, [...query.sort, ...(query.columns ?? [])], actor);
      const page = await records.list(query, actor);
      return { ...page, rows: page.rows.map((row) => seenRow(row, query.form, actor, registry)) };
    },
    async aggregate(query, actor) {
      mayAsk(query.form, query.filters, query.by, actor);
      return records.aggregate(query, actor);
    },
    // Amounts that the actor may not read are left out, so that a list which offers them to others can be read.
    async sums(query, actor) {
      mayAsk(query.form, query.filters, query.sort, actor);
      const columns = query.columns?.filter((name) => !isSourceRestricted(query.form, name, actor, registry)) ?? [];
      return records.sums({ ...query, columns }, actor);
    },
    async judgeSources(form, asked, actor) {
      const found = await records.judgeSources(form, asked, actor);
      return found.map((state, at) =>
        isSourceRestricted(form, asked[at]?.field as string, actor, registry) ? 'restricted' : state,
      );
    },
    // Counting and ordering by an answer tells about it, so forms that are asked by a hidden one are left out.
    countAcross: (queries, actor) => records.countAcross(queries.filter(mayFilter(actor)), actor),
    listAcross(queries, actor) {
      const may = ({ form, order }: (typeof queries)[number]) => !isSourceRestricted(form, order.by, actor, registry);
      return records.listAcross(queries.filter(mayFilter(actor)).filter(may), actor);
    },
    async dueSites(query, actor) {
      const asked = [query.due.assigned, ...(query.due.where ?? []).map(({ field }) => field)];
      const sites = query.form.fields
        .get(query.due.site)
        ?.def.record?.forms.flatMap((name) => registry.form(name) ?? []);
      const hidden = sites?.some((site) =>
        asked.some((name) => name && isSourceRestricted(site, name, actor, registry)),
      );
      return hidden ? null : records.dueSites(query, actor);
    },
    openProblems: (query, days, actor) =>
      mayFilter(actor)(query) ? records.openProblems(query, days, actor) : Promise.resolve(days.map(() => 0)),
    // Comparing must not reveal an answer that the actor may not read.
    async findDuplicates(query, actor) {
      return query.properties.some((name) => isSourceRestricted(query.form, name, actor, registry))
        ? query.rows.map(() => [])
        : records.findDuplicates(query, actor);
    },
    async findAlike(form, record, actor) {
      return duplicateProperties(form).some((name) => isSourceRestricted(form, name, actor, registry))
        ? { records: [], hidden: false }
        : records.findAlike(form, record, actor);
    },
    async isUnique(form, field, value, exceptId, actor) {
      if (isSourceRestricted(form, field, actor, registry)) throw new Failure('forbidden');
      return records.isUnique(form, field, value, exceptId, actor);
    },
    get: async (form, id, actor) => seenView(await records.get(form, id, actor), form, actor, registry),
    // Returns only names and codes, which contain no restricted answer.
    findByName: records.findByName,
    // These return only numbers and ids.
    scopeForNew: records.scopeForNew,
    seenAmong: records.seenAmong,
  } satisfies Partial<Records>;
}

function guardHistory(records: Records, registry: RestrictionSources) {
  return {
    async history(form, id, actor) {
      const hidden = restrictedNamesFor(form, actor, registry);
      const changes = await records.history(form, id, actor);
      return hasNoRestrictions(hidden) ? changes : changes.map((change) => withoutHidden(change, form, hidden));
    },
    async transitionsOf(form, rows, actor) {
      const hidden = restrictedNamesFor(form, actor, registry);
      const found = await records.transitionsOf(form, rows, actor);
      if (hasNoRestrictions(hidden)) return found;
      for (const transition of [...found.values()].flat())
        transition.fields = transition.fields.filter(({ field }) => !isFieldRestricted(form, field, hidden));
      return found;
    },
  } satisfies Partial<Records>;
}

function guardMap(records: Records, registry: RestrictionSources) {
  return {
    // Sites whose position the actor may not read are among those without one.
    mappedSites(query, actor) {
      const isHidden = ({ form, point }: (typeof query.forms)[number]) =>
        Object.values(point ?? {}).some((name) => isSourceRestricted(form, name, actor, registry));
      const forms = query.forms.map((one) => (isHidden(one) ? { form: one.form } : one));
      return records.mappedSites({ ...query, forms }, actor);
    },
  } satisfies Partial<Records>;
}

/** What devices receive. */
function guardSync(records: Records, registry: RestrictionSources) {
  const mayAsk = ({ forms }: SyncQuery, actor: Actor): void => {
    for (const { form, filters } of forms)
      mustBeReadableSources(
        form,
        filters.map(({ field }) => field),
        actor,
        registry,
      );
  };
  return {
    async changed(query, actor) {
      mayAsk(query, actor);
      const page = await records.changed(query, actor);
      return { ...page, rows: page.rows.map((row) => seenSyncRow(row, actor, registry)) };
    },
    async recordsById(ids, actor) {
      return (await records.recordsById(ids, actor)).map((row) => seenSyncRow(row, actor, registry));
    },
    measure(query, actor) {
      mayAsk(query, actor);
      return records.measure(query, actor, (form) => [...restrictedNamesFor(form, actor, registry).names]);
    },
    // These return only numbers.
    versionsAmong: records.versionsAmong,
    outcomesAmong: records.outcomesAmong,
    lastChange: records.lastChange,
  } satisfies Partial<Records>;
}

function guardWrites(records: Records, registry: RestrictionSources) {
  const view = (found: RecordWithScope, form: CompiledForm, actor: Actor) => seenView(found, form, actor, registry);
  /** Removes hidden answers from a conflict, which contains both sides. */
  const write = async <T>(form: CompiledForm, { actor }: WriteContext, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw withoutSides(error, restrictedNamesFor(form, actor, registry));
    }
  };
  const seen = (form: CompiledForm, context: WriteContext, work: () => Promise<RecordWithScope>) =>
    write(form, context, async () => view(await work(), form, context.actor));
  /** Adds the hidden answers to what a writer sends, who saw the others. */
  const whole =
    (form: CompiledForm, read: UpdateReader, { actor }: WriteContext): UpdateReader =>
    (before) => {
      const sent = read(view(before, form, actor));
      return {
        ...sent,
        data: retainRestrictedAnswers(sent.data, before.record.data, restrictedNamesFor(form, actor, registry)),
      };
    };
  const wholeRows = (form: CompiledForm, rows: readonly RecordToUpdate[], context: WriteContext) =>
    rows.map(({ id, read }) => ({ id, read: whole(form, read, context) }));
  return {
    create: (form, data, options, context) => seen(form, context, () => records.create(form, data, options, context)),
    update: (form, id, read, context) =>
      seen(form, context, () => records.update(form, id, whole(form, read, context), context)),
    checkUpdates: (form, rows, context, onProgress) =>
      records.checkUpdates(form, wholeRows(form, rows, context), context, onProgress),
    updateAll: (form, rows, context, told, onProgress) =>
      records.updateAll(form, wholeRows(form, rows, context), context, told, onProgress),
    transition: (form, id, step, context) => seen(form, context, () => records.transition(form, id, step, context)),
    remove: (form, id, version, context) => write(form, context, () => records.remove(form, id, version, context)),
    restore: (form, id, context) => seen(form, context, () => records.restore(form, id, context)),
    // These return only errors and codes of what the caller sent.
    checkAll: records.checkAll,
    createAll: records.createAll,
  } satisfies Partial<Records>;
}

/** Returns a change without hidden answers and without reviewers' comments on them. */
function withoutHidden(change: ChangeView, form: CompiledForm, hidden: RestrictedNames): ChangeView {
  const changes = change.changes
    .filter(({ field }) => !hidden.names.has(field))
    .map((one) => {
      const inside = hidden.within.get(one.field);
      return { ...one, before: withoutRestrictedIn(one.before, inside), after: withoutRestrictedIn(one.after, inside) };
    })
    .filter(
      ({ field, before, after }) => !hidden.within.has(field) || JSON.stringify(before) !== JSON.stringify(after),
    );
  const fields = change.fields?.filter(({ field }) => !isFieldRestricted(form, field, hidden));
  const not_taken = change.not_taken?.flatMap(({ field, value }) =>
    hidden.names.has(field) ? [] : [{ field, value: withoutRestrictedIn(value, hidden.within.get(field)) }],
  );
  return { ...change, changes, ...(fields && { fields }), ...(not_taken && { not_taken }) };
}

/** Returns a conflict with both sides, without answers that the actor may not read. Returns other errors unchanged. */
function withoutSides(error: unknown, hidden: RestrictedNames): unknown {
  if (!(error instanceof Failure) || error.code !== 'conflict') return error;
  const sides = Object.entries((error.detail ?? {}) as Record<string, { data: RecordData | null }>);
  const detail = Object.fromEntries(
    sides.map(([side, one]) => [side, { ...one, data: one.data && withoutRestricted(one.data, hidden) }]),
  );
  return new Failure('conflict', { params: error.params, detail });
}

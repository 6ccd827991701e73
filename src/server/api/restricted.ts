/**
 * Restricted answers (names in complaints and court records): only people of the form's programme, those whose rule names
 * the form and lets them verify its records, and administrators get them. A guard around the records room, so that no list,
 * screen, export or history can forget it; whoever does not see an answer cannot change or lose it by saving the rest. The
 * name of a record is never made of restricted answers (a check of definitions), since names are shown everywhere.
 */
import type { CompiledForm, Permissions, RecordData } from '../../core/definitions/types.ts';
import { Failure } from '../../core/errors/catalogue.ts';
import { mayEngine } from '../../core/records/scope.ts';
import type { Actor } from '../../core/records/types.ts';
import type { Library } from '../definitions/library.ts';
import type { Filter, ListRow, Records, RecordView } from '../records/types.ts';

const byForm = new WeakMap<CompiledForm, ReadonlySet<string>>();

/** Stored names of a form's restricted answers. */
function restrictedNames(form: CompiledForm): ReadonlySet<string> {
  let known = byForm.get(form);
  if (!known) {
    known = new Set([...form.fields.values()].flatMap((node) => (node.def.restricted ? node.properties : [])));
    byForm.set(form, known);
  }
  return known;
}

/** Stored names this person does not get; empty for nearly every form. */
export function hiddenFrom(form: CompiledForm, actor: Actor, library: Pick<Library, 'common'>): ReadonlySet<string> {
  const names = restrictedNames(form);
  if (names.size === 0) return names;
  const ofProgramme = actor.grants.some((grant) => grant.programme === form.definition.programme);
  const { permissions } = library.common();
  return ofProgramme || keeps(form, actor, permissions) || mayEngine(actor, 'accounts', permissions)
    ? new Set()
    : names;
}

/** Whether a rule made for this form lets the person decide about everybody's records of it: who pays sees who is paid. */
function keeps({ form, definition }: CompiledForm, actor: Actor, { rules }: Permissions): boolean {
  return rules.some(
    (rule) =>
      rule.forms?.includes(form) === true &&
      rule.actions.includes('verify') &&
      !rule.own &&
      actor.grants.some(
        ({ role, programme }) =>
          rule.roles.includes(role) &&
          (rule.programme === 'any' || programme === null || programme === definition.programme),
      ),
  );
}

function without(data: RecordData, hidden: ReadonlySet<string>): RecordData {
  return hidden.size === 0 ? data : Object.fromEntries(Object.entries(data).filter(([name]) => !hidden.has(name)));
}

export function guardRestricted(records: Records, library: Library): Records {
  const hiddenOf = (form: CompiledForm, version: number, actor: Actor) =>
    hiddenFrom(library.form(form.form, version) ?? form, actor, library);
  const view = (form: CompiledForm, found: RecordView, actor: Actor): RecordView => {
    const hidden = hiddenOf(form, found.record.form_version, actor);
    return hidden.size === 0
      ? found
      : { ...found, record: { ...found.record, data: without(found.record.data, hidden) } };
  };
  const row = (form: CompiledForm, found: ListRow, actor: Actor): ListRow => {
    const hidden = hiddenOf(form, found.record.form_version, actor);
    if (hidden.size === 0) return found;
    return {
      ...found,
      record: { ...found.record, data: without(found.record.data, hidden) },
      columns: without(found.columns, hidden),
    };
  };
  const mayAsk = (form: CompiledForm, filters: Filter[], sort: string[], actor: Actor): void => {
    const hidden = hiddenFrom(form, actor, library);
    const asked = [...filters.map(({ field }) => field), ...sort.map((name) => name.replace(/^-/, ''))].find((name) =>
      hidden.has(name),
    );
    if (asked) throw new Failure('bad_filter', { params: { field: asked } });
  };
  return {
    ...records,
    async list(query, actor) {
      mayAsk(query.form, query.filters, query.sort, actor);
      const page = await records.list(query, actor);
      return { ...page, rows: page.rows.map((one) => row(query.form, one, actor)) };
    },
    async tally(query, actor) {
      mayAsk(query.form, query.filters, [...query.by, ...(query.average ? [query.average] : [])], actor);
      return records.tally(query, actor);
    },
    // Whoever may not read an answer must not find out by comparing either.
    findSame: async (query, actor) => {
      const hidden = hiddenFrom(query.form, actor, library);
      return query.properties.some((name) => hidden.has(name))
        ? query.rows.map(() => [])
        : records.findSame(query, actor);
    },
    get: async (form, id, actor) => view(form, await records.get(form, id, actor), actor),
    create: async (form, data, options, context) =>
      view(form, await records.create(form, data, options, context), context.actor),
    async update(form, id, data, version, context) {
      const hidden = hiddenFrom(form, context.actor, library);
      if (hidden.size === 0) return records.update(form, id, data, version, context);
      const { record } = await records.get(form, id, context.actor);
      const kept = Object.fromEntries(Object.entries(record.data).filter(([name]) => hidden.has(name)));
      try {
        return view(
          form,
          await records.update(form, id, { ...without(data, hidden), ...kept }, version, context),
          context.actor,
        );
      } catch (error) {
        throw withoutSides(error, hidden);
      }
    },
    transition: async (form, id, action, comment, version, context, fields) =>
      view(form, await records.transition(form, id, action, comment, version, context, fields), context.actor),
    restore: async (form, id, context) => view(form, await records.restore(form, id, context), context.actor),
    async history(form, id, actor) {
      const changes = await records.history(form, id, actor);
      const hidden = hiddenFrom(form, actor, library);
      if (hidden.size === 0) return changes;
      return changes.map((change) => ({
        ...change,
        changes: change.changes.filter(({ field }) => !hidden.has(field)),
      }));
    },
  };
}

/** Both sides of a conflict without what may not be seen. */
function withoutSides(error: unknown, hidden: ReadonlySet<string>): unknown {
  if (!(error instanceof Failure) || error.code !== 'conflict') return error;
  const sides = Object.entries((error.detail ?? {}) as Record<string, { data: RecordData | null }>);
  const detail = Object.fromEntries(
    sides.map(([side, one]) => [side, { ...one, data: one.data && without(one.data, hidden) }]),
  );
  return new Failure('conflict', { params: error.params, detail });
}

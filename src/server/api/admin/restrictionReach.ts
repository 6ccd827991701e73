/**
 * Counts what lifting a restriction would show, and to whom, before the decision. No index holds restricted answers, so this
 * reads the records of the form. It reads in slices, so that other requests can run, and up to a time limit.
 */
import type { CompiledForm, RecordData } from '../../../core/definitions/types.ts';
import type { RestrictionReach } from '../../../core/generated/api.ts';
import { mayReadRestricted, visiblePlaces } from '../../../core/records/permission.ts';
import { type RestrictedNames, restrictedNames } from '../../../core/records/restricted.ts';
import type { Actor } from '../../../core/records/types.ts';
import { isBlank } from '../../../core/text/letters.ts';
import type { Database } from '../../db/database.ts';
import type { Services } from '../../http/services.ts';

/** Milliseconds that counting may take. */
const LIMIT = 2000;
const SLICE = 200;

export async function restrictionReach(
  { registry, database, accounts }: Services,
  form: CompiledForm,
  question: string,
): Promise<RestrictionReach> {
  const names = restrictedNames(registry.versions(form.form), new Set([question]));
  const below = registry.forms().filter((one) => showsAbove(one, form, names));
  const { permissions } = registry.common();
  const sees = (actor: Actor) =>
    [form, ...below].some((one) => {
      const { all, provinces, own } = visiblePlaces(actor, one, permissions);
      return all || own || provinces.length > 0;
    });
  const { rows } = await accounts.administration.list(1, Number.MAX_SAFE_INTEGER, { state: 'active' });
  const readers = rows
    .map(({ id, username, name, grants }): Actor => ({ id, username, name, grants, language: 'en' }))
    .filter((actor) => sees(actor) && !mayReadRestricted(form, actor, permissions));
  return {
    ...(await answered(database, form.form, names)),
    people: readers.length,
    roles: permissions.roles.flatMap(({ id, label }) => {
      const people = readers.filter((actor) =>
        actor.grants.some((grant) => grant.role === id && sees({ ...actor, grants: [grant] })),
      ).length;
      return people > 0 ? [{ id, label, people }] : [];
    }),
    below: below.map(({ form: name, definition }) => ({ form: name, plural: definition.plural })),
  };
}

/** Checks whether a form's list has a column with one of these answers of the parent record. */
function showsAbove({ definition }: CompiledForm, above: CompiledForm, { names }: RestrictedNames): boolean {
  if (!definition.parent?.forms.includes(above.form)) return false;
  return definition.list.columns.some((column) => {
    const source = typeof column === 'string' ? column : column.field;
    if (!source.startsWith('parent.')) return false;
    const name = source.slice('parent.'.length);
    return names.has(name) || above.fields.get(name)?.properties.some((property) => names.has(property)) === true;
  });
}

async function answered(
  { read }: Database,
  form: string,
  names: RestrictedNames,
): Promise<Pick<RestrictionReach, 'records' | 'complete'>> {
  const ends = Date.now() + LIMIT;
  let records = 0;
  let last = '';
  for (;;) {
    const rows = await read
      .selectFrom('records')
      .select(['id', 'data'])
      .where('form', '=', form)
      .where('id', '>', last)
      .orderBy('id')
      .limit(SLICE)
      .execute();
    records += rows.filter(({ data }) => holdsAnswer(JSON.parse(data) as RecordData, names)).length;
    if (rows.length < SLICE) return { records, complete: true };
    if (Date.now() > ends) return { records, complete: false };
    last = (rows.at(-1) as { id: string }).id;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function holdsAnswer(data: RecordData, { names, within }: RestrictedNames): boolean {
  for (const name of names) if (!isBlank(data[name])) return true;
  for (const [table, inside] of within) {
    const rows = data[table];
    if (Array.isArray(rows) && rows.some((row) => row !== null && typeof row === 'object' && holdsAnswer(row, inside)))
      return true;
  }
  return false;
}

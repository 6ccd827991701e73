/** Calls that a definition documents below its base (`api.calls`), about its own or another form's record. */
import type { CompiledForm } from '../../core/definitions/types.ts';
import { Failure } from '../../core/errors/failure.ts';
import { getOwn } from '../../core/getOwn.ts';
import { paramsOf } from '../../core/paths/pattern.ts';
import { asId } from '../../core/saving/envelope.ts';
import { recordView } from '../../core/views/record/show.ts';
import type { Call } from './call.ts';
import { readsOf } from './reads.ts';
import { resolveKeys } from './resolvers/answer.ts';

type Documented = NonNullable<CompiledForm['definition']['api']['calls']>[string];
type Answer = (call: Call) => Promise<unknown>;

/** Returns the path that the form documents; undefined if it documents no such one. */
export function documentedPath(form: CompiledForm, rest: readonly string[]): string | undefined {
  return Object.keys(form.definition.api.calls ?? {}).find((path) => paramsOf(path.split('/'), rest));
}

/** Returns the handler of a path below a base; undefined if the form documents no such call. */
export function documentedCall(form: CompiledForm, rest: readonly string[]): Answer | undefined {
  const path = documentedPath(form, rest);
  const documented = path === undefined ? undefined : getOwn(form.definition.api.calls ?? {}, path);
  const given = paramsOf(path?.split('/') ?? [], rest);
  return documented && ((call) => answer(documented, { ...call, query: { ...call.query, ...given } }));
}

/** Throws record_not_found if the other form's record does not exist or the user may not see it. */
async function answer({ of, keys }: Documented, call: Call): Promise<unknown> {
  if (of === undefined) return resolveKeys(keys, call, {});
  const form = call.services.registry.form(of);
  const id = asId(call.query.id);
  if (!form || !id) throw new Failure('record_not_found');
  const view = await call.services.records.get(form, id, call.actor);
  const { form: captured, refs, record } = await recordView(readsOf(call), view);
  const found = await resolveKeys(keys, { ...call, form: captured }, { view, rendered: record, refs });
  return Object.fromEntries(
    Object.entries(found).map(([key, value]) => [key, Array.isArray(value) ? value.map(asItem) : (value ?? [])]),
  );
}

/** Table rows have no id. Their name serves as id, because it is what other records store. */
function asItem(row: unknown): unknown {
  if (typeof row !== 'object' || row === null || 'id' in row) return row;
  const { name } = row as { name?: unknown };
  return typeof name === 'string' ? { id: name, ...row } : row;
}

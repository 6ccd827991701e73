/** Calls that a definition documents below its base (`api.calls`), about its own or another form's record. */
import type { CompiledForm } from '../../core/definitions/types.ts';
import { Failure } from '../../core/errors/failure.ts';
import { asId } from '../../core/saving/envelope.ts';
import { recordView } from '../../core/views/record/show.ts';
import type { Call } from './call.ts';
import { readsOf } from './reads.ts';
import { resolveKeys } from './resolvers/answer.ts';

type Documented = NonNullable<CompiledForm['definition']['api']['calls']>[string];
type Answer = (call: Call) => Promise<unknown>;

/** Returns the handler of a path below a base; undefined if the form documents no such call. */
export function documentedCall(form: CompiledForm, rest: string[]): Answer | undefined {
  for (const [path, documented] of Object.entries(form.definition.api.calls ?? {})) {
    const given = partsOf(path.split('/'), rest);
    if (given) return (call) => answer(documented, { ...call, query: { ...call.query, ...given } });
  }
  return undefined;
}

/** Returns the values of the `:name` parts of a path; undefined if the path does not match. */
function partsOf(parts: string[], rest: string[]): Record<string, string> | undefined {
  if (parts.length !== rest.length) return undefined;
  const given: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    if (part.startsWith(':')) given[part.slice(1)] = rest[index] as string;
    else if (part !== rest[index]) return undefined;
  }
  return given;
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

/** Tells which columns, filters and orders of a saved list a form still has. */
import type { CompiledForm } from '../../core/definitions/types.ts';
import { ENGINE_SOURCES, SOURCE_ALIASES } from '../../core/query/columns.ts';
import type { Actor } from '../../core/records/types.ts';
import type { RecordDeps } from './context.ts';

export interface QuerySource {
  part: 'column' | 'filter' | 'sort';
  /** Without the sign of its direction. */
  field: string;
}

/** gone: the form does not offer it; restricted: this person may not read it. Null if nothing hinders it. */
export type SourceState = 'gone' | 'restricted' | null;

/** Returns a state for each source. The guard adds what is restricted for the actor. */
export async function sourceStates(
  { projector }: RecordDeps,
  form: CompiledForm,
  asked: readonly QuerySource[],
  _actor: Actor,
): Promise<SourceState[]> {
  const { columns } = projector.plan(form.form);
  const listed = new Set(
    form.definition.list.columns.map((column) => (typeof column === 'string' ? column : column.field)),
  );
  const isColumn = (name: string) =>
    listed.has(name) ||
    form.fields.has(name) ||
    form.byProperty.has(name) ||
    Object.hasOwn(ENGINE_SOURCES, name) ||
    Object.hasOwn(SOURCE_ALIASES, name);
  return asked.map(({ part, field }) => ((part === 'column' ? isColumn(field) : columns.has(field)) ? null : 'gone'));
}

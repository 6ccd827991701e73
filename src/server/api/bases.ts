/** Finds the form of a path. Uses the current definitions, so a newly published form is found at once. */
import type { CompiledForm } from '../../core/definitions/types.ts';

export interface BaseMatch {
  form: CompiledForm;
  base: string;
  /** Path segments after the base. */
  rest: string[];
}

export type BaseIndex = ReadonlyMap<string, CompiledForm>;

/** Indexes every base of every form. Expects the newest version of each form. */
export function indexBases(forms: Iterable<CompiledForm>): BaseIndex {
  const index = new Map<string, CompiledForm>();
  for (const form of forms) {
    const { base, also = [] } = form.definition.api;
    for (const name of [base, ...also]) index.set(name.replace(/^\/+|\/+$/g, ''), form);
  }
  return index;
}

/** Finds the longest base at the start of the path, comparing whole segments. */
export function matchBase(index: BaseIndex, segments: string[]): BaseMatch | undefined {
  for (let length = Math.min(segments.length, 4); length > 0; length--) {
    const base = segments.slice(0, length).join('/');
    const form = index.get(base);
    if (form) return { form, base, rest: segments.slice(length) };
  }
  return undefined;
}

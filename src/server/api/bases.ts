/** Which form answers under a path. Worked out from the definitions at hand, so a form published just now is there. */
import type { CompiledForm } from '../../core/definitions/types.ts';

export interface BaseMatch {
  form: CompiledForm;
  base: string;
  /** Path segments behind the base. */
  rest: string[];
}

export type BaseIndex = ReadonlyMap<string, CompiledForm>;

/** Every base of every form; the newest version speaks for all. */
export function indexBases(forms: Iterable<CompiledForm>): BaseIndex {
  const index = new Map<string, CompiledForm>();
  for (const form of forms) {
    const { base, also = [] } = form.definition.api;
    for (const name of [base, ...also]) index.set(name.replace(/^\/+|\/+$/g, ''), form);
  }
  return index;
}

/** The longest base that begins the path, whole segments only. */
export function matchBase(index: BaseIndex, segments: string[]): BaseMatch | undefined {
  for (let length = Math.min(segments.length, 4); length > 0; length--) {
    const base = segments.slice(0, length).join('/');
    const form = index.get(base);
    if (form) return { form, base, rest: segments.slice(length) };
  }
  return undefined;
}

/** Compiled forms. Apart from the other queries, because the first screen of a page begins without them. */
import { useQueries, useQuery } from '@tanstack/react-query';
import { compileForm } from '../../core/definitions/compile.ts';
import type { CompiledForm } from '../../core/definitions/types.ts';
import { queries } from './queries.ts';

/** Returns a compiled form version, by default the newest. */
export function useCompiledForm(form: string | undefined, version?: number) {
  return useQuery({ ...queries.definition(form ?? '', version), enabled: form !== undefined, select: compileForm });
}

/** Returns compiled versions of a form. Those that are not loaded yet are left out. */
export function useCompiledVersions(form: string, versions: readonly number[]): CompiledForm[] {
  return useQueries({
    queries: versions.map((version) => ({ ...queries.definition(form, version), select: compileForm })),
  }).flatMap(({ data }) => data ?? []);
}

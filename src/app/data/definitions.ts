/** Compiled forms. Apart from the other queries, because the first screen of a page begins without them. */
import { useQueries, useQuery } from '@tanstack/react-query';
import { compile } from '../../core/definitions/compile.ts';
import type { CompiledForm } from '../../core/definitions/types.ts';
import { keys } from './queries.ts';
import { source } from './source.ts';

/** Returns a compiled form version, by default the newest. The newest may change, so it is fresh for one minute only. */
export function useForm(form: string | undefined, version?: number) {
  return useQuery({
    queryKey: keys.definition(form ?? '', version),
    queryFn: () => source.definition(form as string, version),
    enabled: form !== undefined,
    staleTime: version === undefined ? 60_000 : 10 * 60_000,
    select: compile,
  });
}

/** Returns compiled versions of a form. Those that are not loaded yet are left out. */
export function useVersions(form: string, versions: readonly number[]): CompiledForm[] {
  return useQueries({
    queries: versions.map((version) => ({
      queryKey: keys.definition(form, version),
      queryFn: () => source.definition(form, version),
      staleTime: 10 * 60_000,
      select: compile,
    })),
  }).flatMap(({ data }) => data ?? []);
}

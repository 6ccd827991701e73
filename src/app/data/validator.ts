/** The validator of a form version: the module the server generated, run with the same runtime as there. */
import { useQuery } from '@tanstack/react-query';
import type { ValidatorModule } from '../../core/definitions/types.ts';
import { type ValidatorRuntime, validatorRuntime } from '../../core/definitions/validatorRuntime.ts';
import type { FormEntry } from './types.ts';

type Factory = (runtime: ValidatorRuntime) => ValidatorModule;

/**
 * A module script from our own origin, so a strict Content-Security-Policy holds; the browser keeps the module, the query what
 * it makes. `hash` keeps a corrected newest version apart from the one a cache may still have. Rejects when it cannot be
 * fetched; the next call tries again.
 */
async function loadFormValidator(form: string, version: number, hash?: string): Promise<ValidatorModule> {
  const path = `/api/definitions/${encodeURIComponent(form)}/${version}/validator.js${hash ? `?hash=${encodeURIComponent(hash)}` : ''}`;
  const { default: factory } = (await import(/* @vite-ignore */ path)) as { default: Factory };
  return factory(validatorRuntime);
}

/** The rules of a form version, as the module the server generated. */
export function useValidator(entry: FormEntry, version: number, enabled = true) {
  return useQuery({
    queryKey: ['validator', entry.form, version, entry.hash],
    queryFn: () => loadFormValidator(entry.form, version, version === entry.version ? entry.hash : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
}

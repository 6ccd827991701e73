/** The validator of a form version: the module the server generated, run with the same runtime as there. */
import { useQuery } from '@tanstack/react-query';
import type { ValidatorModule } from '../../core/definitions/types.ts';
import { type ValidatorRuntime, validatorRuntime } from '../../core/definitions/validatorRuntime.ts';
import type { FormEntry } from '../../core/generated/api.ts';
import { validatorPath } from './paths.ts';

type Factory = (runtime: ValidatorRuntime) => ValidatorModule;

/**
 * A module script from our own origin, so a strict Content-Security-Policy holds; the browser keeps the module, the query what
 * it makes. Rejects when it cannot be fetched; the next call tries again.
 */
async function loadFormValidator(path: string): Promise<ValidatorModule> {
  const { default: factory } = (await import(/* @vite-ignore */ path)) as { default: Factory };
  return factory(validatorRuntime);
}

/** The rules of a form version, as the module the server generated. */
export function useValidator(entry: FormEntry, version: number, enabled = true) {
  return useQuery({
    queryKey: ['validator', entry.form, version, entry.hash],
    queryFn: () => loadFormValidator(validatorPath(entry, version)),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
}

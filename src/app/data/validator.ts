/** The validator of a form version: the module the server generated, run with the same runtime as there. */
import { useQuery } from '@tanstack/react-query';
import type { ValidatorModule } from '../../core/definitions/types.ts';
import { type ValidatorRuntime, validatorRuntime } from '../../core/definitions/validatorRuntime.ts';
import type { FormEntry } from './types.ts';

type Factory = (runtime: ValidatorRuntime) => ValidatorModule;

const loaded = new Map<string, Promise<ValidatorModule>>();

/**
 * Loaded once per page and version. A module script from our own origin, so a strict Content-Security-Policy holds;
 * `hash` keeps a corrected newest version apart from the one a cache may still have. Rejects when it cannot be fetched;
 * the next call tries again.
 */
function loadFormValidator(form: string, version: number, hash?: string): Promise<ValidatorModule> {
  const path = `/api/definitions/${encodeURIComponent(form)}/${version}/validator.js${hash ? `?hash=${encodeURIComponent(hash)}` : ''}`;
  let module = loaded.get(path);
  if (!module) {
    module = import(/* @vite-ignore */ path).then((made: { default: Factory }) => made.default(validatorRuntime));
    module.catch(() => loaded.delete(path));
    loaded.set(path, module);
  }
  return module;
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

/** Explains in words why an action is not allowed. Ids of roles and states become labels. */
import type { CompiledForm } from '../definitions/types.ts';
import type { ErrorParams } from '../errors/recordErrors.ts';
import type { Registry } from '../records/registry.ts';
import type { Refusal, Scope } from '../records/types.ts';
import type { Language } from '../text/languages.ts';

export type DenialReasons = Record<string, { code: string; message: string }>;

/** What responses are written with: definitions and names, and the sentences of errors in the reader's language. */
export interface Reader {
  registry: Pick<Registry, 'common' | 'workflow' | 'place' | 'choice'>;
  language: Language;
  /** Returns the sentence of an error code. */
  sentence(code: string, params: ErrorParams): string;
}

/** Replaces ids in the parameters of a refusal by labels. */
function refusalParams({ registry }: Reader, form: CompiledForm, params: ErrorParams) {
  const { permissions } = registry.common();
  const { states } = registry.workflow(form);
  const roles = Array.isArray(params.roles)
    ? params.roles.map((id) => permissions.roles.find((role) => role.id === id)?.label ?? id)
    : undefined;
  const state = typeof params.state === 'string' ? states.find((one) => one.id === params.state)?.label : undefined;
  return { ...params, ...(roles && { roles }), ...(state && { state }) };
}

/** Returns the sentence of a refusal. The workflow of the form names the states. */
export function refusalWords(reader: Reader, form: CompiledForm, { code, params = {} }: Refusal): string {
  return reader.sentence(code, refusalParams(reader, form, params));
}

/** Collects the `why_not` of many rows. Each distinct refusal is stored once, and rows refer to it by key. */
export class SharedDenials {
  readonly refusals: Record<string, { code: string; message: string }> = {};
  readonly #keys = new Map<string, string>();
  readonly #byScope = new Map<Scope, Record<string, string>>();

  /** Maps each refused action to the key of its refusal. Rows with the same scope object share one result. */
  of(scope: Scope, words: () => DenialReasons): Record<string, string> {
    let shared = this.#byScope.get(scope);
    if (!shared) {
      shared = Object.fromEntries(Object.entries(words()).map(([action, refusal]) => [action, this.#key(refusal)]));
      this.#byScope.set(scope, shared);
    }
    return shared;
  }

  #key(refusal: { code: string; message: string }): string {
    const same = `${refusal.code} ${refusal.message}`;
    let key = this.#keys.get(same);
    if (!key) {
      key = Object.hasOwn(this.refusals, refusal.code) ? `${refusal.code}.${this.#keys.size}` : refusal.code;
      this.#keys.set(same, key);
      this.refusals[key] = refusal;
    }
    return key;
  }
}

/** Returns the `why_not` of one record, as the API sends it. */
export function denialReasons(reader: Reader, form: CompiledForm, { refused }: Scope): DenialReasons {
  return Object.fromEntries(
    Object.entries(refused).map(([action, refusal]) => [
      action,
      { code: refusal.code, message: refusalWords(reader, form, refusal) },
    ]),
  );
}

/** Explains in words why an action is not allowed. Ids of roles and states become labels. */
import type { Refusal, Scope } from '../../../core/records/types.ts';
import { errorWords } from '../../http/errors.ts';
import type { Call } from '../call.ts';

export type DenialReasons = Record<string, { code: string; message: string }>;

/** The language of the words, and the form whose workflow names the states. */
type Reader = Pick<Call, 'services' | 'language' | 'form'>;

/** Replaces ids in the parameters of a refusal by labels. */
function refusalParams({ services: { registry }, form }: Reader, params: Record<string, unknown>) {
  const { permissions } = registry.common();
  const { states } = registry.workflow(form);
  const roles = Array.isArray(params.roles)
    ? params.roles.map((id) => permissions.roles.find((role) => role.id === id)?.label ?? id)
    : undefined;
  const state = typeof params.state === 'string' ? states.find((one) => one.id === params.state)?.label : undefined;
  return { ...params, ...(roles && { roles }), ...(state && { state }) };
}

export function refusalWords(reader: Reader, { code, params = {} }: Refusal): string {
  return errorWords(reader.language, code, refusalParams(reader, params));
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
export function denialReasons(reader: Reader, { refused }: Scope): DenialReasons {
  return Object.fromEntries(
    Object.entries(refused).map(([action, refusal]) => [
      action,
      { code: refusal.code, message: refusalWords(reader, refusal) },
    ]),
  );
}

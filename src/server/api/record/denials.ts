/** Why an action is missing, in words: ids in the reasons become the labels of roles and states. */
import type { Refusal, Scope } from '../../../core/records/types.ts';
import { errorWords } from '../../http/errors.ts';
import type { Call } from '../call.ts';

export type DenialReasons = Record<string, { code: string; message: string }>;

/** Whose words: the form's workflow names the states. */
type Reader = Pick<Call, 'services' | 'language' | 'form'>;

/** Labels in place of ids in the parameters of a reason. */
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

/** `why_not` of many rows: every distinct refusal once, the rows name it by its key. */
export class SharedDenials {
  readonly refusals: Record<string, { code: string; message: string }> = {};
  readonly #keys = new Map<string, string>();
  readonly #byScope = new Map<Scope, Record<string, string>>();

  /** Key of the refusal by action. Rows that share a scope share the answer. */
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

/** `why_not` of the API. */
export function denialReasons(reader: Reader, { refused }: Scope): DenialReasons {
  return Object.fromEntries(
    Object.entries(refused).map(([action, refusal]) => [
      action,
      { code: refusal.code, message: refusalWords(reader, refusal) },
    ]),
  );
}

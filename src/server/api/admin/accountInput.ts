/** Checks what an administrator sends about an account. */
import { Failure } from '../../../core/errors/failure.ts';
import { addError, type RecordErrors } from '../../../core/errors/recordErrors.ts';
import type { LeftOut } from '../../../core/generated/api.ts';
import type { Grant } from '../../../core/records/types.ts';
import { fromWireLanguage } from '../../../core/text/languages.ts';
import type { AccountFilter, AccountInput } from '../../accounts/administration.ts';
import { isOneScript } from '../../accounts/usernames.ts';
import type { Services } from '../../http/services.ts';
import { readReason } from './reasonInput.ts';

const MOST_GRANTS = 50;

/** Roles, programmes and provinces that a grant may name. */
export interface KnownScopes {
  roles: ReadonlySet<string>;
  programmes: ReadonlySet<string>;
  provinces: ReadonlySet<string>;
}

export function knownOf({ registry }: Pick<Services, 'registry'>): KnownScopes {
  const provinces = registry.provinces();
  return {
    roles: new Set(registry.common().permissions.roles.map((role) => role.id)),
    programmes: new Set(registry.forms().map((form) => form.definition.programme)),
    provinces: new Set(provinces.map((place) => place.id)),
  };
}

/** Throws validation_failed with the error of each field. `whole` requires everything that a new account needs. */
export function readAccount(body: Record<string, unknown>, known: KnownScopes, whole: boolean): AccountInput {
  const errors: RecordErrors = {};
  const input: AccountInput = {};
  const { username, name, language, person_id, disabled, grants } = body;
  if (username !== undefined || whole) {
    if (typeof username !== 'string' || username.trim() === '') addError(errors, '/username', 'required');
    else if (!/^[\p{L}\p{N}][\p{L}\p{N}._@-]{1,59}$/u.test(username.trim())) addError(errors, '/username', 'pattern');
    else if (!isOneScript(username)) addError(errors, '/username', 'username_script');
    else input.username = username.trim();
  }
  if (name !== undefined || whole) {
    if (typeof name !== 'string' || name.trim() === '') addError(errors, '/name', 'required');
    else if (name.length > 120 || name.includes('\0')) addError(errors, '/name', 'max_length', { limit: 120 });
    else input.name = name.trim();
  }
  if (language !== undefined) {
    if (['en', 'fa', 'pa', 'ps'].includes(language as string)) input.language = fromWireLanguage(language as string);
    else addError(errors, '/language', 'choice');
  }
  if (person_id !== undefined) {
    if (person_id === null || person_id === '') input.person_id = null;
    else if (typeof person_id === 'string' && /^[\w-]{1,64}$/.test(person_id)) input.person_id = person_id;
    else addError(errors, '/person_id', 'choice');
  }
  if (disabled !== undefined) input.disabled = disabled === true || disabled === 'true' || disabled === '1';
  if (grants !== undefined) {
    if (!Array.isArray(grants) || grants.length > MOST_GRANTS)
      addError(errors, '/grants', 'too_many', { limit: MOST_GRANTS });
    else input.grants = grants.map((grant, index) => readGrant(grant, `/grants/${index}`, known, errors));
  }
  if (Object.keys(errors).length > 0) throw new Failure('validation_failed', { errors });
  return input;
}

function readGrant(raw: unknown, pointer: string, known: KnownScopes, errors: RecordErrors): Grant {
  const { role, programme, province_id } = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<
    string,
    unknown
  >;
  if (typeof role !== 'string' || !known.roles.has(role)) addError(errors, `${pointer}/role`, 'choice');
  return {
    role: String(role),
    programme: oneOf(programme, known.programmes, `${pointer}/programme`, errors),
    province_id: oneOf(province_id, known.provinces, `${pointer}/province_id`, errors),
  };
}

/** Returns null for an empty value, which means all. */
function oneOf(value: unknown, known: ReadonlySet<string>, pointer: string, errors: RecordErrors): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string' && known.has(value)) return value;
  addError(errors, pointer, 'choice');
  return null;
}

/** Reads the filters of a list of accounts. */
export function readFilter(query: Record<string, unknown>): AccountFilter {
  const filter: AccountFilter = {};
  for (const name of ['text', 'role', 'programme', 'province'] as const) {
    const value = query[name];
    if (typeof value === 'string' && value !== '') filter[name] = value.slice(0, 200);
  }
  return filter;
}

const MOST_PAGES = 1_000_000;

export function pageOf(value: unknown): number {
  return Math.min(Math.max(Math.trunc(Number(value)) || 1, 1), MOST_PAGES);
}

/** Reads which unsent changes of a record the office leaves out, and why. Throws validation_failed. */
export function readLeftOut(body: Record<string, unknown>, isForm: (form: string) => boolean): LeftOut {
  const { form, record_id, changes } = body;
  const errors: RecordErrors = {};
  if (typeof form !== 'string' || !isForm(form)) addError(errors, '/form', 'choice');
  if (typeof record_id !== 'string' || !/^[\w-]{1,64}$/.test(record_id)) addError(errors, '/record_id', 'choice');
  if (!Number.isInteger(changes) || Number(changes) < 1) addError(errors, '/changes', 'choice');
  if (Object.keys(errors).length > 0) throw new Failure('validation_failed', { errors });
  return { form: String(form), record_id: String(record_id), changes: Number(changes), reason: readReason(body) };
}

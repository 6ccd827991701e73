/** What an administrator sends about an account, checked. */
import type { Permissions } from '../../core/definitions/types.ts';
import { addError, Failure, type RecordErrors } from '../../core/errors/catalogue.ts';
import type { Grant } from '../../core/records/types.ts';
import { fromEdge } from '../../core/text/languages.ts';
import type { AccountInput } from './administration.ts';

const MOST_GRANTS = 50;

/** Throws validation_failed with each field's error. `whole`: all that a new account needs must be there. */
export function readAccount(body: Record<string, unknown>, permissions: Permissions, whole: boolean): AccountInput {
  const errors: RecordErrors = {};
  const input: AccountInput = {};
  const { username, name, language, person_id, disabled, grants } = body;
  if (username !== undefined || whole) {
    if (typeof username !== 'string' || username.trim() === '') addError(errors, '/username', 'required');
    else if (!/^[\p{L}\p{N}][\p{L}\p{N}._@-]{1,59}$/u.test(username.trim())) addError(errors, '/username', 'pattern');
    else input.username = username.trim();
  }
  if (name !== undefined || whole) {
    if (typeof name !== 'string' || name.trim() === '') addError(errors, '/name', 'required');
    else if (name.length > 120 || name.includes('\0')) addError(errors, '/name', 'max_length', { limit: 120 });
    else input.name = name.trim();
  }
  if (language !== undefined) {
    if (['en', 'fa', 'pa', 'ps'].includes(language as string)) input.language = fromEdge(language as string);
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
    else input.grants = grants.map((grant, index) => readGrant(grant, `/grants/${index}`, permissions, errors));
  }
  if (Object.keys(errors).length > 0) throw new Failure('validation_failed', { errors });
  return input;
}

function readGrant(raw: unknown, pointer: string, permissions: Permissions, errors: RecordErrors): Grant {
  const { role, programme, province_id } = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<
    string,
    unknown
  >;
  if (!permissions.roles.some((known) => known.id === role)) addError(errors, `${pointer}/role`, 'choice');
  return {
    role: String(role),
    programme: word(programme, /^[a-z][a-z0-9-]{0,40}$/, `${pointer}/programme`, errors),
    province_id: word(province_id, /^[\w-]{1,64}$/, `${pointer}/province_id`, errors),
  };
}

function word(value: unknown, pattern: RegExp, pointer: string, errors: RecordErrors): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string' && pattern.test(value)) return value;
  addError(errors, pointer, 'choice');
  return null;
}

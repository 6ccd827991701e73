/** Checks what an administrator sends about an account. */
import type { FastifyRequest } from 'fastify';
import { Failure } from '../../../core/errors/failure.ts';
import { addError, type RecordErrors } from '../../../core/errors/recordErrors.ts';
import type { AccountInput as Body, GrantInput, LeftOut } from '../../../core/generated/api.ts';
import type { Grant } from '../../../core/records/types.ts';
import { fromWireLanguage } from '../../../core/text/languages.ts';
import { cleanText, truncate } from '../../../core/text/letters.ts';
import type { AccountFilter, AccountInput } from '../../accounts/administration.ts';
import { hasSingleScript } from '../../accounts/usernames.ts';
import { type PartialBody, readPartialBody } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { readReason } from './reasonInput.ts';

/** Roles, programmes and provinces that a grant may name. */
export interface GrantScopes {
  roles: ReadonlySet<string>;
  programmes: ReadonlySet<string>;
  provinces: ReadonlySet<string>;
}

export function grantScopesOf({ registry }: Pick<Services, 'registry'>): GrantScopes {
  const provinces = registry.provinces();
  return {
    roles: new Set(registry.common().permissions.roles.map((role) => role.id)),
    programmes: new Set(registry.forms().map((form) => form.definition.programme)),
    provinces: new Set(provinces.map((place) => place.id)),
  };
}

/** Adds what no shape can say to the errors of each field, and throws validation_failed with all of them. */
export function readAccount({ body, errors }: PartialBody<Body>, known: GrantScopes): AccountInput {
  const { username, name, language, person_id, disabled, grants } = body;
  const input: AccountInput = {};
  if (username !== undefined) {
    if (!/^[\p{L}\p{N}][\p{L}\p{N}._@-]{1,59}$/u.test(username.trim())) addError(errors, '/username', 'pattern');
    else if (!hasSingleScript(username)) addError(errors, '/username', 'username_script');
    else input.username = username.trim();
  }
  if (name !== undefined) input.name = cleanText(name);
  if (language !== undefined) input.language = fromWireLanguage(language);
  if (person_id !== undefined) input.person_id = person_id || null;
  if (disabled !== undefined) input.disabled = disabled;
  if (grants !== undefined)
    input.grants = grants.map((grant, index) => readGrant(grant, `/grants/${index}`, known, errors));
  if (Object.keys(errors).length > 0) throw new Failure('validation_failed', { errors });
  return input;
}

function readGrant(
  { role, programme, province_id }: GrantInput,
  pointer: string,
  known: GrantScopes,
  errors: RecordErrors,
): Grant {
  if (!known.roles.has(role)) addError(errors, `${pointer}/role`, 'choice');
  return {
    role,
    programme: oneOf(programme, known.programmes, `${pointer}/programme`, errors),
    province_id: oneOf(province_id, known.provinces, `${pointer}/province_id`, errors),
  };
}

/** Returns null for an empty value, which means all. */
function oneOf(
  value: string | null | undefined,
  known: ReadonlySet<string>,
  pointer: string,
  errors: RecordErrors,
): string | null {
  if (!value) return null;
  if (!known.has(value)) addError(errors, pointer, 'choice');
  return value;
}

/** The query of a list of accounts. */
export type AccountListQuery = Partial<Record<'text' | 'role' | 'programme' | 'province', string>>;

export function readAccountFilter(query: AccountListQuery): AccountFilter {
  const filter: AccountFilter = {};
  for (const name of ['text', 'role', 'programme', 'province'] as const)
    if (query[name]) filter[name] = truncate(query[name], 200);
  return filter;
}

/** Reads which unsent changes of a record the office leaves out, and why. Throws validation_failed. */
export function readLeftOutChanges(request: FastifyRequest, isForm: (form: string) => boolean): LeftOut {
  const { body, errors } = readPartialBody<LeftOut>(request);
  if (body.form !== undefined && !isForm(body.form)) addError(errors, '/form', 'choice');
  if (Object.keys(errors).length > 0) throw new Failure('validation_failed', { errors });
  return { ...(body as LeftOut), reason: readReason(request) };
}

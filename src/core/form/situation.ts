/** Who fills in a form: what its conditions and defaults may read as `user`. */
import type { Situation } from '../expressions/types.ts';
import type { Grant } from '../records/types.ts';

interface Person {
  name: string;
  grants: readonly Grant[];
  /** Record of the person that the account speaks for. */
  person_id?: string | null;
}

/** Roles and provinces are those that the person has in the programme. */
export function userOf(
  { name, grants, person_id }: Person,
  programme: string | undefined,
): NonNullable<Situation['user']> {
  const here = grants.filter((grant) => grant.programme === null || grant.programme === programme);
  const provinces = new Set(here.flatMap(({ province_id }) => province_id ?? []));
  return {
    name,
    roles: [...new Set(here.map(({ role }) => role))],
    provinces: [...provinces],
    ...(person_id && { person: person_id }),
  };
}

/**
 * Accounts of the plan, and one for each further person whose key begins like that of an account (`focal.kabul` like
 * `focal.bamyan`), in the province of that person. All have the plan's password, hashed once.
 */

import { insertAccount } from '../../accounts/newAccount.ts';
import type { Handle } from '../../db/database.ts';
import type { Geography } from './geography.ts';
import type { DemoPlan } from './plan.ts';
import type { Random } from './random.ts';
import type { Account } from './timeline.ts';

interface PlannedAccount extends Account {
  /** Key of the person record. */
  person: string;
}

export function planAccounts(plan: DemoPlan, geography: Geography, random: Random, since: Date): PlannedAccount[] {
  const listed = plan.accounts.map(
    (account): PlannedAccount => ({
      id: random.id(since),
      username: account.username,
      person: account.person,
      name: account.name[account.language],
      language: account.language,
      person_id: null,
      grants: [
        {
          role: account.role,
          programme: account.programme,
          province_id: account.province ? geography.byPcode(account.province).id : null,
        },
      ],
    }),
  );
  const taken = new Set(listed.map((account) => account.person));
  const others = plan.records
    .flatMap((record) => record.items ?? [])
    .flatMap((item): PlannedAccount[] => {
      const { key, district } = item;
      if (!key || !district || taken.has(key)) return [];
      const stem = key.split('.')[0];
      const like = plan.accounts.find((account) => account.province !== null && account.person.split('.')[0] === stem);
      if (!like) return [];
      const location = geography.spotOf(geography.byPcode(district));
      return [
        {
          id: random.id(since),
          username: key,
          person: key,
          name: `${item.values.first_name ?? ''} ${item.values.last_name ?? ''}`.trim() || key,
          language: location.language,
          person_id: null,
          grants: [{ role: like.role, programme: like.programme, province_id: location.province.id }],
        },
      ];
    });
  return [...listed, ...others];
}

export async function writeAccounts(
  trx: Handle,
  accounts: PlannedAccount[],
  password_hash: string,
  at: string,
): Promise<void> {
  for (const { id, username, name, language, grants, person_id } of accounts) {
    const account = { id, username, name, language, grants, person_id, password_hash };
    const given = { ...account, must_change_password: false, disabled: false };
    await insertAccount(trx, given, at, (n) => `${id}-${n + 1}`);
  }
}

export type { PlannedAccount };

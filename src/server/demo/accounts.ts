/**
 * The accounts of the plan. Further people whose key begins like an account's (`focal.kabul` like `focal.bamyan`) also get
 * one, in their province. All have the plan's password, hashed once.
 */

import type { Actor } from '../../core/records/types.ts';
import { insertAccount } from '../accounts/newAccount.ts';
import type { Handle } from '../db/database.ts';
import type { Geography } from './geography.ts';
import type { DemoPlan } from './plan.ts';
import type { Random } from './random.ts';

export interface PlannedAccount extends Actor {
  /** Key of the person record, and its id once the record exists. */
  person: string;
  person_id: string | null;
}

export function planAccounts(plan: DemoPlan, geography: Geography, random: Random, since: Date): PlannedAccount[] {
  const planned = (account: Omit<PlannedAccount, 'id' | 'person_id'>): PlannedAccount => ({
    id: random.id(since),
    ...account,
    person_id: null,
  });
  const listed = plan.accounts.map(({ username, person, name, language, role, programme, province }) => {
    const province_id = province ? geography.byPcode(province).id : null;
    return planned({ username, person, name: name[language], language, grants: [{ role, programme, province_id }] });
  });
  const taken = new Set(listed.map((account) => account.person));
  const others = plan.records
    .flatMap((record) => record.items ?? [])
    .flatMap(({ key, district, values }): PlannedAccount[] => {
      if (!key || !district || taken.has(key)) return [];
      const stem = key.split('.')[0];
      const like = plan.accounts.find((account) => account.province !== null && account.person.split('.')[0] === stem);
      if (!like) return [];
      const { province, language } = geography.spotOf(geography.byPcode(district));
      const name = `${values.first_name ?? ''} ${values.last_name ?? ''}`.trim() || key;
      const grants = [{ role: like.role, programme: like.programme, province_id: province.id }];
      return [planned({ username: key, person: key, name, language, grants })];
    });
  return [...listed, ...others];
}

export async function writeAccounts(
  trx: Handle,
  accounts: PlannedAccount[],
  password_hash: string,
  at: string,
): Promise<void> {
  for (const { person: _key, ...account } of accounts) {
    const given = { ...account, password_hash, must_change_password: false, disabled: false };
    await insertAccount(trx, given, at, (n) => `${account.id}-${n + 1}`);
  }
}

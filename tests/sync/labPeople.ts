/** The accounts of the simulation, and what its checks read of the database. The server process uses it too. */
import { v7 as uuid } from 'uuid';
import { insertAccount } from '../../src/server/accounts/newAccount.ts';
import { hashPassword } from '../../src/server/accounts/passwords.ts';
import type { OpenServices } from '../../src/server/services.ts';
import { CHEAP } from '../support/server.ts';

const ROLES = {
  one: 'coordinator',
  two: 'coordinator',
  three: 'writer',
  online: 'coordinator',
  chief: 'chief',
} as const;
export type Name = keyof typeof ROLES;
export const NAMES = Object.keys(ROLES) as Name[];

export interface Furnished {
  province: string;
  people: Record<Name, { id: string; token: string }>;
}

export interface Revision {
  record_id: string;
  seq: number;
  by_id: string;
  text: string;
}

/** Adds the accounts to an empty store, each with a session. */
export async function furnish({ registry, accounts, database }: OpenServices): Promise<Furnished> {
  const province = [...registry.places().values()].find(({ name_en }) => name_en === 'Bamyan')?.id as string;
  const password_hash = await hashPassword('amanat-demo', CHEAP);
  const people = {} as Furnished['people'];
  for (const [name, role] of Object.entries(ROLES) as [Name, string][]) {
    const programme = role === 'chief' ? null : 'testing';
    const id = uuid();
    const grants = [{ role, programme, province_id: programme && province }];
    const account = { id, username: `sync-${name}`, name, password_hash, language: 'en', person_id: null, grants };
    const at = new Date().toISOString();
    const full = { ...account, must_change_password: false, disabled: false };
    await database.transaction((trx) => insertAccount(trx, full, at));
    people[name] = { id, token: await accounts.sessions.open(id, 'tests') };
  }
  return { province, people };
}

/** Returns the history of the records whose ids begin with `prefix`. */
export async function readRevisions({ database }: OpenServices, prefix: string): Promise<Revision[]> {
  const rows = await database.read
    .selectFrom('record_revisions')
    .select(['record_id', 'seq', 'by_id', 'answers', 'patch'])
    .where('record_id', 'like', `${prefix}%`)
    .orderBy('record_id')
    .orderBy('seq')
    .execute();
  return rows.map(({ answers, patch, ...row }) => ({ ...row, seq: Number(row.seq), text: `${answers}${patch}` }));
}

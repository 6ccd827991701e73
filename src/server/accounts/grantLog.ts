/** Lists changes of grants, newest first. The log only grows: an event is written together with its change. */

import { badFilter } from '../../core/errors/failure.ts';
import type { GrantChangeList } from '../../core/generated/api.ts';
import { pageMeta } from '../../core/query/pages.ts';
import type { Grant } from '../../core/records/types.ts';
import type { Handle } from '../db/database.ts';
import { peopleById } from '../db/rows.ts';

export interface GrantQuery {
  /** Counted from 1. */
  page: number;
  /** Only changes that affect one of these roles. Null means all. */
  roles: readonly string[] | null;
  /** The account whose grants changed. */
  account?: string | undefined;
  /** The user who changed them. */
  by?: string | undefined;
  /** First and last day, YYYY-MM-DD. */
  from?: string | undefined;
  to?: string | undefined;
}

const PER_PAGE = 20;
const ACTIONS = ['account_made', 'account_changed', 'account_closed', 'account_opened'];

export async function grantChanges(
  db: Handle,
  { page, roles, account, by, from, to }: GrantQuery,
): Promise<GrantChangeList> {
  let query = db
    .selectFrom('events')
    .where('form', 'is', null)
    .where('action', 'in', ACTIONS)
    .where('detail', 'like', '%"grants":%');
  if (roles !== null)
    query = query.where((where) =>
      where.or(roles.map((role) => where('detail', 'like', `%"role":${JSON.stringify(role)}%`))),
    );
  if (account) query = query.where('detail', 'like', `%"account":${JSON.stringify(account.replace(/[%_]/g, ''))}%`);
  if (by) query = query.where('user_id', '=', by);
  if (from) query = query.where('at', '>=', instantOf(from, 'from', 0));
  if (to) query = query.where('at', '<', instantOf(to, 'to', 1));
  const { total } = await query.select((eb) => eb.fn.countAll().as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .select(['at', 'user_id', 'action', 'detail'])
    .orderBy('id', 'desc')
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .execute();
  const read = rows.map(({ detail, ...row }) => ({ ...row, ...(JSON.parse(detail ?? '{}') as Detail) }));
  const ids = read.flatMap(({ user_id, account: whose = '' }) => [user_id, whose]);
  const person = await peopleById(db, ids);
  const shown = (grants: Grant[] | undefined) =>
    (grants ?? []).filter(({ role }) => roles === null || roles.includes(role));
  return {
    data: read.map(({ at, action, ...row }) => ({
      at,
      by: person(row.user_id),
      account: person(row.account ?? ''),
      action,
      before: shown(row.before?.grants),
      after: shown(row.after?.grants),
    })),
    meta: pageMeta(page, PER_PAGE, Number(total)),
  };
}

/** Returns the instant at which a day, or the day `later` days after it, begins in Kabul. Throws bad_filter if invalid. */
function instantOf(day: string, field: string, later: number): string {
  const time = Date.parse(`${day}T00:00:00+04:30`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(time)) throw badFilter(field);
  return new Date(time + later * 86_400_000).toISOString();
}

interface Detail {
  account?: string;
  before?: { grants?: Grant[] };
  after?: { grants?: Grant[] };
}

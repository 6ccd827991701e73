/** Every migration in order. A migration is never changed after it was released; it imports nothing of ours. */
import type { Kysely } from 'kysely';
import { up as foundation } from './0001-foundation.ts';
import { up as uniqueValues } from './0002-unique-values.ts';
import { up as deletedRecords } from './0003-deleted-records.ts';
import { up as writtenContracts } from './0004-written-contracts.ts';
import { up as mergedChoices } from './0005-merged-choices.ts';
import { up as noLeases } from './0006-no-leases.ts';
import { up as accountEvents } from './0007-account-events.ts';
import { up as publicLinks } from './0008-public-links.ts';
import { up as keptPlaces } from './0009-kept-places.ts';
import { up as logins } from './0010-logins.ts';
import { up as liftedRestrictions } from './0012-lifted-restrictions.ts';
import { up as sealedHistory } from './0013-sealed-history.ts';
import { up as unsealedEvents } from './0014-unsealed-events.ts';
import { up as pendingWork } from './0015-pending-work.ts';
import { up as problemAnswers } from './0016-problem-answers.ts';

export interface Migration {
  name: string;
  up(db: Kysely<never>, engine: 'sqlite' | 'postgres'): Promise<void>;
}

export const MIGRATIONS: Migration[] = [
  { name: '0001-foundation', up: foundation },
  { name: '0002-unique-values', up: uniqueValues },
  { name: '0003-deleted-records', up: deletedRecords },
  { name: '0004-written-contracts', up: writtenContracts },
  { name: '0005-merged-choices', up: mergedChoices },
  { name: '0006-no-leases', up: noLeases },
  { name: '0007-account-events', up: accountEvents },
  { name: '0008-public-links', up: publicLinks },
  { name: '0009-kept-places', up: keptPlaces },
  { name: '0010-logins', up: logins },
  { name: '0012-lifted-restrictions', up: liftedRestrictions },
  { name: '0013-sealed-history', up: sealedHistory },
  { name: '0014-unsealed-events', up: unsealedEvents },
  { name: '0015-pending-work', up: pendingWork },
  { name: '0016-problem-answers', up: problemAnswers },
];

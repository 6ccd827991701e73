/** Every migration in order. A migration is never changed after it was released; it imports nothing of ours. */
import type { Kysely } from 'kysely';
import type { Engine } from '../database.ts';
import { steps as foundation } from './0001-foundation.ts';
import { steps as uniqueValues } from './0002-unique-values.ts';
import { steps as deletedRecords } from './0003-deleted-records.ts';
import { steps as writtenContracts } from './0004-written-contracts.ts';
import { steps as mergedChoices } from './0005-merged-choices.ts';
import { steps as noLeases } from './0006-no-leases.ts';
import { steps as accountEvents } from './0007-account-events.ts';
import { steps as publicLinks } from './0008-public-links.ts';
import { steps as keptPlaces } from './0009-kept-places.ts';
import { steps as logins } from './0010-logins.ts';
import { steps as liftedRestrictions } from './0012-lifted-restrictions.ts';
import { steps as sealedHistory } from './0013-sealed-history.ts';
import { steps as unsealedEvents } from './0014-unsealed-events.ts';
import { steps as pendingWork } from './0015-pending-work.ts';
import { steps as problemAnswers } from './0016-problem-answers.ts';

/** What is done with the rows, where SQL alone does not do it; what it is given differs from migration to migration. */
type Work = (db: Kysely<never>, engine: Engine) => Promise<void>;

export interface Migration {
  name: string;
  /** Statements of both engines, whose own types stand for TEXT, REAL and SERIAL. */
  steps: readonly (string | Work)[];
}

export const MIGRATIONS: Migration[] = [
  { name: '0001-foundation', steps: foundation },
  { name: '0002-unique-values', steps: uniqueValues },
  { name: '0003-deleted-records', steps: deletedRecords },
  { name: '0004-written-contracts', steps: writtenContracts },
  { name: '0005-merged-choices', steps: mergedChoices },
  { name: '0006-no-leases', steps: noLeases },
  { name: '0007-account-events', steps: accountEvents },
  { name: '0008-public-links', steps: publicLinks },
  { name: '0009-kept-places', steps: keptPlaces },
  { name: '0010-logins', steps: logins },
  { name: '0012-lifted-restrictions', steps: liftedRestrictions },
  { name: '0013-sealed-history', steps: sealedHistory },
  { name: '0014-unsealed-events', steps: unsealedEvents },
  { name: '0015-pending-work', steps: pendingWork },
  { name: '0016-problem-answers', steps: problemAnswers },
];

/**
 * `GET /api/find`: what a person looks for by a few letters, in one call: records of every form by name and code, problems
 * by code, places, and accounts. Everything is within what the person may see. Forms and actions are found on the device.
 */
import type { FastifyInstance } from 'fastify';
import type { FindResponse } from '../../../core/generated/api.ts';
import { mayOnProduct } from '../../../core/records/scope.ts';
import type { Actor } from '../../../core/records/types.ts';
import { findView, wordsToFind } from '../../../core/views/list/find.ts';
import { queryOf } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { actorOf } from '../../http/session.ts';
import { readsOf } from '../reads.ts';

const MOST_ACCOUNTS = 5;

export function registerFind(app: FastifyInstance, services: Services): void {
  app.get('/api/find', async (request, reply): Promise<FindResponse> => {
    const actor = await actorOf(request, services);
    const words = wordsToFind(queryOf(request).q ?? '');
    const reads = readsOf({ services, actor, language: request.language });
    const found = await findView(reads, words, () => reply.raw.destroyed);
    return { ...found, accounts: await accountsOf(services, actor, words) };
  });
}

async function accountsOf({ accounts, registry }: Services, actor: Actor, words: string[]) {
  if (!mayOnProduct(actor, 'accounts', registry.common().permissions)) return [];
  const { rows } = await accounts.administration.list(1, MOST_ACCOUNTS, { text: words.join(' ') });
  return rows.map(({ id, name, username }) => ({ id, name, username }));
}

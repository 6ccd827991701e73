/**
 * `POST /api/lookup/options`: the options of one question, a page at a time, as its filter offers them for the answers that the
 * caller sends. The filter is that of the definition, and the evaluator the one that judges a save.
 */
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { OfferedOptionsResponse, OptionSearchBody } from '../../../core/generated/api.ts';
import { readOptionQuestion, searchOptions } from '../../../core/query/options/search.ts';
import { bodyOf } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { actorOf } from '../../http/session.ts';
import { readsOf } from '../reads.ts';

export function registerOptionSearch(app: FastifyInstance, services: Services): void {
  app.post('/api/lookup/options', async (request): Promise<OfferedOptionsResponse> => {
    const actor = await actorOf(request, services);
    const question = readOptionQuestion(services.registry, bodyOf<OptionSearchBody>(request));
    const reads = readsOf({ services, actor, language: request.language });
    return searchOptions(reads, question, () => setImmediate());
  });
}

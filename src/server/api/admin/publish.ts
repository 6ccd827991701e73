/** `POST /api/definitions`: publishes a form version while the server runs. With `dry_run=1` it only says what would happen. */

import type { FastifyInstance } from 'fastify';
import type { FormSource } from '../../../core/definitions/types.ts';
import type { PublishBody } from '../../../core/generated/api.ts';
import { bodyOf, queryOf } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { readStates } from '../wordsInput.ts';
import { checked, dryRun, publish, publisherOf, readSource, startIn } from './publication.ts';

export function registerPublish(app: FastifyInstance, services: Services): void {
  const options = { config: { keepsText: true } };
  app.post('/api/definitions', options, async (request) => {
    const actor = await publisherOf(request, services);
    const body = bodyOf<PublishBody>(request);
    const states = readStates(body);
    const found = await checked(services, readSource(request) as unknown as FormSource, request.language);
    const from = startIn(services, found.source, body);
    if (queryOf(request).dry_run === '1') return dryRun(services, found, actor, request.language, { from });
    return publish(services, found, actor, request.language, { states, from });
  });
}

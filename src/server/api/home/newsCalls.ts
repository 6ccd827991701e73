/** The calls of the bell and of the digest's setting. Each is about the caller alone. */
import type { FastifyInstance } from 'fastify';
import { Failure } from '../../../core/errors/failure.ts';
import { addError } from '../../../core/errors/recordErrors.ts';
import type { DigestSetting, NewsView } from '../../../core/generated/api.ts';
import { bodyOf } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { actorOf } from '../../http/session.ts';
import { chooseDigest, digestSetting, isDigestEvery } from './digestSetting.ts';
import { markSeen, newsSince, seenUntil } from './news.ts';

export function registerNews(app: FastifyInstance, services: Services): void {
  app.get('/api/news', async (request): Promise<NewsView> => {
    const actor = await actorOf(request, services);
    return newsSince(services, actor, await seenUntil(services, actor.id));
  });

  app.post('/api/news/seen', async (request): Promise<NewsView> => {
    const actor = await actorOf(request, services);
    const { until } = bodyOf(request);
    const at = typeof until === 'string' && until.length <= 40 ? Date.parse(until) : Number.NaN;
    if (Number.isNaN(at)) throw invalid('/until');
    await markSeen(services, actor.id, new Date(at).toISOString());
    return newsSince(services, actor, await seenUntil(services, actor.id));
  });

  app.get('/api/news/digest', async (request): Promise<DigestSetting> => {
    return digestSetting(services, await actorOf(request, services));
  });

  app.put('/api/news/digest', async (request): Promise<DigestSetting> => {
    const actor = await actorOf(request, services);
    const { every } = bodyOf(request);
    if (!isDigestEvery(every)) throw invalid('/every');
    await chooseDigest(services, actor.id, every);
    return digestSetting(services, actor);
  });
}

function invalid(pointer: string): Failure {
  const errors = {};
  addError(errors, pointer, 'choice');
  return new Failure('validation_failed', { errors });
}

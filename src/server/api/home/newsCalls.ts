/** The calls of the bell and of the digest's setting. Each is about the caller alone. */
import type { FastifyInstance } from 'fastify';
import type { DigestBody, DigestSetting, NewsSeenBody, NewsView } from '../../../core/generated/api.ts';
import { checkedBodyOf } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { requireActor } from '../../http/session.ts';
import { digestSetting, saveDigestSetting } from './digestSetting.ts';
import { markNewsSeen, newsSeenAt, newsSince } from './news.ts';

export function registerNewsRoutes(app: FastifyInstance, services: Services): void {
  app.get('/api/news', async (request): Promise<NewsView> => {
    const actor = await requireActor(request, services);
    return newsSince(services, actor, await newsSeenAt(services, actor.id));
  });

  app.post('/api/news/seen', async (request): Promise<NewsView> => {
    const actor = await requireActor(request, services);
    const { until } = checkedBodyOf<NewsSeenBody>(request);
    await markNewsSeen(services, actor.id, new Date(until).toISOString());
    return newsSince(services, actor, await newsSeenAt(services, actor.id));
  });

  app.get('/api/news/digest', async (request): Promise<DigestSetting> => {
    return digestSetting(services, await requireActor(request, services));
  });

  app.put('/api/news/digest', async (request): Promise<DigestSetting> => {
    const actor = await requireActor(request, services);
    const { every } = checkedBodyOf<DigestBody>(request);
    await saveDigestSetting(services, actor.id, every);
    return digestSetting(services, actor);
  });
}

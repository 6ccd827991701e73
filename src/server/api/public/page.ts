/**
 * The public page, which needs no script: `GET /public/{language}`, and `/` and `/map` for browsers in which nobody is logged
 * in. The choices are a form whose state is in the address.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../../core/errors/failure.ts';
import { defaultCalendar } from '../../../core/text/dates.ts';
import { fromWireLanguage, type Language, toWireLanguage } from '../../../core/text/languages.ts';
import { checkedQueryOf } from '../../http/bodies.ts';
import type { Services } from '../../http/services.ts';
import { readRestatedCounts } from '../../problems/restated.ts';
import { publicFlowsOf } from '../../publication/flows.ts';
import { publicFigures } from '../../publication/view.ts';
import { problemCountingRule } from '../../reports/rule.ts';
import { createPublicRateLimit, readPublicFilters, sendCacheable } from './figures.ts';
import { publicPageCss } from './pageStyle.ts';
import { publicPageHtml } from './pageText.ts';

/** The app sets it while somebody is logged in (`src/app/data/token.ts`). It says that and nothing else. */
const ACCOUNT = /(?:^|;\s*)account=1(?:;|$)/;

/** What the app shows to everybody else at the same address depends on the cookie, so nothing is used without asking. */
const BY_COOKIE = { control: 'no-cache', vary: 'cookie, accept-language' };

export function registerPublicPageRoutes(app: FastifyInstance, services: Services): void {
  const admit = createPublicRateLimit(services);
  const style = publicPageCss(services.settings.appDir);
  const pageOf = async (request: FastifyRequest, language: Language): Promise<string | undefined> => {
    const query = checkedQueryOf(request);
    const { registry, database } = services;
    const { district, ...wider } = readPublicFilters(query);
    const parent = registry.place(district ?? '')?.parent_id;
    // The form sends the district of the province that was chosen before.
    const isElsewhere = Boolean(wider.province && parent && parent !== wider.province);
    const filters = district === undefined || isElsewhere ? wider : { ...wider, district };
    const reader = { db: database.read, registry, language };
    const view = await publicFigures(reader, filters);
    if (!view) return undefined;
    const whole = Object.keys(filters).length > 0 ? ((await publicFigures(reader, {})) ?? view) : view;
    const shown = view.measures.find(({ id }) => id === query.show)?.id;
    const restated = await readRestatedCounts(database.read);
    const counted = problemCountingRule(
      registry,
      language,
      restated && { day: restated.day, calendar: defaultCalendar(language) },
    );
    return publicPageHtml({
      view,
      whole,
      filters,
      shown,
      language,
      style,
      counted,
      flows: publicFlowsOf(registry, language),
    });
  };
  app.get('/public', async (request, reply) =>
    reply.header('vary', 'accept-language').redirect(`/public/${toWireLanguage(request.language)}`),
  );
  app.get<{ Params: { language: string } }>('/public/:language', async (request, reply) => {
    admit(request, reply);
    const wire = request.params.language;
    if (!['en', 'fa', 'pa', 'ps'].includes(wire)) throw new Failure('route_not_found');
    const page = await pageOf(request, fromWireLanguage(wire));
    if (!page) throw new Failure('route_not_found');
    return sendCacheable(request, reply, page, 'text/html; charset=utf-8');
  });
  for (const path of ['/', '/map']) {
    app.get(path, async (request, reply) => {
      const page = ACCOUNT.test(request.headers.cookie ?? '') ? undefined : await visitorPage(request, reply);
      reply.header('vary', BY_COOKIE.vary);
      return page ? sendCacheable(request, reply, page, 'text/html; charset=utf-8', BY_COOKIE) : reply.callNotFound();
    });
  }
  async function visitorPage(request: FastifyRequest, reply: FastifyReply): Promise<string | undefined> {
    admit(request, reply);
    return pageOf(request, request.language);
  }
}

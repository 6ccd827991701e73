/** The home screen, from the records on this device. Cards that only the server can fill are left out. */
import type { ActivityView, HomeView, NewsView } from '../../core/generated/api.ts';
import { kabulDay } from '../../core/text/dates.ts';
import { homeCardsOf, homeView } from '../../core/views/home/home.ts';
import type { OfflineDevice } from './reads/device.ts';
import { historyActionOf } from './reads/history.ts';
import { answerCache, type CachedAnswers } from './reads/memory.ts';
import { createLocalReads } from './reads/reads.ts';

/**
 * Cards that need tables of the server: when others said something of a problem is not in the visits, and who else may verify
 * is said by the accounts.
 */
const ONLY_ONLINE: ReadonlySet<HomeView['cards'][number]> = new Set(['problems', 'nobody-verifies']);

const HOME = 'home';
/** Begins with the same, so that both are replaced together. */
const PARTS = 'home/parts';

const ACTIVITY_SHOWN = 12;

/** Returns the home screen. What is made of records that changed since is worked out again. */
export async function offlineHomeView(device: OfflineDevice): Promise<HomeView> {
  const { store, registry, actor, language } = device;
  const changes = await store.records.changes();
  const today = kabulDay(device.now());
  const rules = JSON.stringify([import.meta.url, registry.stamp, actor, language]);
  const stamp = JSON.stringify([rules, today]) + JSON.stringify(changes);
  const [known] = await store.derived.get<{ stamp: string; view: HomeView }>([HOME]);
  if (known?.stamp === stamp) return known.view;
  const [before] = await store.derived.get<{ rules: string; made: CachedAnswers }>([PARTS]);
  const { remember, made } = answerCache(before?.rules === rules ? before.made : {}, changes);
  const reads = createLocalReads(device, remember);
  const cards = homeCardsOf(reads).filter((card) => !ONLY_ONLINE.has(card));
  const [shown, activity] = await Promise.all([
    homeView(reads, cards),
    cards.includes('activity') ? ownActivity(device) : [],
  ]);
  const view = { ...shown, activity, problems: [], held: [], drafts: '' };
  store.derived
    .put(HOME, { [HOME]: { stamp, view }, [PARTS]: { rules, made } }, changes)
    .catch((error: unknown) => console.warn('home was not stored', error));
  return view;
}

/** Returns no news: what others did is only on the server. */
export async function emptyNewsView({ now }: OfflineDevice): Promise<NewsView> {
  const at = now().toISOString();
  return { since: at, until: at, count: 0, groups: [] };
}

/** Returns what the person did on this device and has not sent yet, the newest first. What others did is on the server. */
async function ownActivity({ store, registry, actor }: OfflineDevice): Promise<ActivityView[]> {
  const rows: ActivityView[] = [];
  const seen = new Set<string>();
  for (const { kind, body, record_id, form, captured_at } of (await store.operations.all()).reverse()) {
    const local = seen.has(record_id) ? undefined : await store.records.get(record_id);
    const definition = registry.form(form)?.definition;
    seen.add(record_id);
    if (!local || local.record.deleted_at !== null || !definition) continue;
    const { code } = local.record;
    rows.push({
      ...{ form, id: record_id, code, name: local.name || (code ?? ''), title: definition.title, count: 1 },
      ...{
        path: definition.paths.record.replace(':id', record_id),
        at: captured_at,
        action: historyActionOf(kind, body),
      },
      by: { id: actor.id, name: actor.name },
    });
    if (rows.length === ACTIVITY_SHOWN) break;
  }
  return rows;
}

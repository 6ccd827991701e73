/**
 * What the screen home shows of the records that the person sees: its cards, as `forms/common/home.json` has them for their roles, and the
 * forms that they fill most.
 */
import type { CommonSources, CompiledForm, Home } from '../../definitions/types.ts';
import type { HomeView } from '../../generated/api.ts';
import type { GrantHolder } from '../../records/judges.ts';
import { seesSomePlaces, visiblePlaces } from '../../records/permission.ts';
import { scopeOf } from '../../records/scope.ts';
import type { Actor } from '../../records/types.ts';
import { addDays, kabulDay } from '../../text/dates.ts';
import type { Reads } from '../reads.ts';
import { datesDueView, sitesDueView } from './due.ts';
import { figuresView } from './figures.ts';
import { waitingByFormView, waitingView } from './waiting.ts';

/** Days that count as lately. */
const LATELY = 90;

export type HomeCards = HomeView['cards'];
/** What other things than records tell is added by the server and the device. */
export type HomeRecordsView = Pick<HomeView, 'cards' | 'waiting' | 'lines' | 'due' | 'dates' | 'quick' | 'figures'>;

export function homeCardsOf({ registry, actor }: Pick<Reads, 'registry' | 'actor'>): HomeCards {
  return cardsFor(registry.common().home, actor);
}

/** Returns the forms of which the person may see records. */
export function visibleForms({ registry, actor }: Pick<Reads, 'registry' | 'actor'>): CompiledForm[] {
  const { permissions } = registry.common();
  return registry.forms().filter((form) => seesSomePlaces(visiblePlaces(actor, form, permissions)));
}

/** `people` are those who can log in, if the person has the card of what nobody verifies. */
export async function homeView(
  reads: Reads,
  cards: HomeCards,
  people?: readonly GrantHolder[],
): Promise<HomeRecordsView> {
  const forms = visibleForms(reads);
  const on = <T>(kind: HomeCards[number], work: (reads: Reads, forms: CompiledForm[]) => Promise<T[]>): Promise<T[]> =>
    cards.includes(kind) ? work(reads, forms) : Promise.resolve([]);
  // Together, so that a device asks its store once what has changed, and reads a form while it decrypts another.
  const [waits, lines, due, dates, quick, figures] = await Promise.all([
    waitingView(reads, forms, people),
    waitingByFormView(reads, forms),
    on('sites-due', sitesDueView),
    on('dates-due', datesDueView),
    on('quick', quickView),
    on('figures', figuresView),
  ]);
  return { cards, waiting: waits, lines, due, dates, quick, figures };
}

/** Returns the forms that the person fills most: lately, and before that those of the navigation. */
async function quickView(reads: Reads, forms: readonly CompiledForm[]): Promise<string[]> {
  const { registry, actor } = reads;
  const own = registry
    .forms()
    .filter((form) => scopeOf({ ...registry.scopeRules(form), record: null, actor }).allowed.create);
  const filters = [
    { field: 'created_by', op: 'eq' as const, value: actor.id },
    { field: 'created_at', op: 'gte' as const, value: addDays(kabulDay(reads.now()), -LATELY) },
  ];
  const seen = own.filter((form) => forms.includes(form));
  const filled = new Map<string, number>();
  for (const { form, count } of await reads.countAcross(seen.map((form) => ({ form, filters }))))
    filled.set(form, (filled.get(form) ?? 0) + count);
  return orderOfQuickForms(registry.common().navigation, own, filled);
}

const SHOWN = 4;

/** Returns the forms filled lately, the most often filled first, then those of the navigation. `own` may be filled. */
function orderOfQuickForms(
  navigation: CommonSources['navigation'],
  own: readonly CompiledForm[],
  filled: ReadonlyMap<string, number>,
): string[] {
  const configured = (navigation.quick ?? []).map(({ form }) => form);
  const chosen = configured.filter((name) => own.some(({ form }) => form === name));
  const rank = (form: string) => (configured.includes(form) ? configured.indexOf(form) : configured.length);
  const lately = [...filled].sort(([a, x], [b, y]) => y - x || rank(a) - rank(b)).map(([form]) => form);
  return [...new Set([...lately, ...chosen])].slice(0, SHOWN);
}

export type CardKind = Home['homes'][number]['cards'][number];

/** Returns the cards of the first home that fits the person. Empty if none does. */
function cardsFor({ homes }: Pick<Home, 'homes'>, { grants }: Pick<Actor, 'grants'>): CardKind[] {
  const found = homes.find(
    ({ roles, programmes }) =>
      grants.some(
        (grant) =>
          (!roles || roles.includes(grant.role)) &&
          (!programmes || (grant.programme !== null && programmes.includes(grant.programme))),
      ) ||
      (!roles && !programmes),
  );
  return found ? [...found.cards] : [];
}

/** The home screen, from the records on this device. Cards that only the server can fill are left out. */
import { createProvinces } from '../../../core/api/createProvinces.ts';
import { quickOrder } from '../../../core/api/quick.ts';
import { renderState } from '../../../core/api/render.ts';
import { type FormQuery, toCorrect, toDecide, waitingFor } from '../../../core/api/waiting.ts';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { canonicalFilters } from '../../../core/figures/merged.ts';
import { filtersOf } from '../../../core/figures/where.ts';
import { idsOf } from '../../../core/form/types/fieldType.ts';
import type {
  Asked,
  ChangeView,
  DueSites,
  FormLine,
  HomeView,
  NewsView,
  WaitingRecord,
  WaitingRecords,
} from '../../../core/generated/api.ts';
import { countingStates } from '../../../core/records/counting.ts';
import { type Due, type Period, periodOf } from '../../../core/records/due.ts';
import { cardsFor } from '../../../core/records/home.ts';
import { scopeOf } from '../../../core/records/scope.ts';
import { seesSome, visiblePlaces } from '../../../core/records/visiblePlaces.ts';
import { visitDay } from '../../../core/saving/visitProblems.ts';
import type { LocalRecord } from '../../../core/sync/types.ts';
import { addDays, kabulDay } from '../../../core/text/dates.ts';
import { pick } from '../../../core/text/languages.ts';
import { capturedForm, type Device, seenOf } from './device.ts';
import { type HomeDevice, type MadeParts, withParts } from './homeMemory.ts';
import { datesDue, ownActivity } from './homeParts.ts';
import { matchingRows } from './records.ts';
import { sourceForms } from './rows.ts';

/**
 * Cards that need tables of the server: when others said something of a problem is not in the visits, and who else may verify
 * is said by the accounts.
 */
const ONLY_ONLINE: ReadonlySet<HomeView['cards'][number]> = new Set(['problems', 'nobody-verifies']);

const HOME = 'home';
/** Begins with the same, so that both are replaced together. */
const PARTS = 'home/parts';

const WAITING_SHOWN = 8;
const SITES_SHOWN = 12;
/** Days that count as lately. */
const LATELY = 90;

/** Returns the home screen. What is made of records that changed since is worked out again. */
export async function home(device: Device): Promise<HomeView> {
  const { store, registry, actor, language } = device;
  const changes = await store.records.changes();
  const today = kabulDay(device.now());
  const rules = JSON.stringify([import.meta.url, registry.stamp, actor, language]);
  const stamp = JSON.stringify([rules, today]) + JSON.stringify(changes);
  const [known] = await store.derived.get<{ stamp: string; view: HomeView }>([HOME]);
  if (known?.stamp === stamp) return known.view;
  const [before] = await store.derived.get<{ rules: string; made: MadeParts }>([PARTS]);
  const { asked, made } = withParts(device, before?.rules === rules ? before.made : {}, changes);
  const view = await makeHome(asked);
  store.derived
    .put(HOME, { [HOME]: { stamp, view }, [PARTS]: { rules, made } }, changes)
    .catch((error: unknown) => console.warn('home was not stored', error));
  return view;
}

async function makeHome(device: HomeDevice): Promise<HomeView> {
  const { registry, actor } = device;
  const { permissions, home: homes } = registry.common();
  const cards = cardsFor(homes, actor).filter((card) => !ONLY_ONLINE.has(card));
  const forms = registry.forms().filter((form) => seesSome(visiblePlaces(actor, form, permissions)));
  const queries = (of: typeof toCorrect) => forms.flatMap((form) => of(registry, form, actor));
  // Together, so that the store is asked once what has changed, and reads a form while it decrypts another.
  const [toCorrectNow, toVerify, lines, due, dates, quick, activity] = await Promise.all([
    waiting(device, 'to_correct', queries(toCorrect)),
    waiting(device, 'to_verify', queries(toDecide)),
    formLines(device, forms),
    cards.includes('sites-due') ? sitesDue(device, forms) : [],
    cards.includes('dates-due') ? datesDue(device, forms) : [],
    cards.includes('quick') ? quickForms(device) : [],
    cards.includes('activity') ? ownActivity(device) : [],
  ]);
  return {
    cards,
    waiting: [toCorrectNow, toVerify],
    lines,
    due,
    dates,
    problems: [],
    quick,
    activity,
    held: [],
    drafts: '',
  };
}

/** Returns no news: what others did is only on the server. */
export async function noNews({ now }: Device): Promise<NewsView> {
  const at = now().toISOString();
  return { since: at, until: at, count: 0, groups: [] };
}

async function found(device: Device, { form, filters }: FormQuery): Promise<LocalRecord[]> {
  return (await matchingRows(device, form, { filters })).found.map(({ local }) => local);
}

async function waiting(
  device: HomeDevice,
  key: WaitingRecords['key'],
  queries: readonly FormQuery[],
): Promise<WaitingRecords> {
  // What was returned last is the easiest to remember; of what is to be checked, the oldest waits most.
  const turn = key === 'to_correct' ? -1 : 1;
  const first = (all: WaitingRecord[]) => all.sort((a, b) => (a.at < b.at ? -turn : turn)).slice(0, WAITING_SHOWN);
  const parts = await Promise.all(
    queries.map(({ form, filters }) =>
      device.part(`${key}/${form.form}`, sourceForms(form), async () => {
        const own = await found(device, { form, filters });
        const line = own.length > 0 ? [{ form: form.form, total: own.length, filters }] : [];
        return { line, data: first(own.map((one) => waitingRecord(device, one))) };
      }),
    ),
  );
  const forms = parts.flatMap(({ line }) => line);
  const total = forms.reduce((sum, one) => sum + one.total, 0);
  return { key, total, forms, data: first(parts.flatMap(({ data }) => data)) };
}

function waitingRecord({ registry, language }: Device, { record, name, refs, review }: LocalRecord): WaitingRecord {
  const form = registry.form(record.form) as CompiledForm;
  const { title, paths } = form.definition;
  return {
    form: record.form,
    id: record.id,
    code: record.code,
    name: name || (record.code ?? ''),
    title: pick(title, language),
    parent_name: (record.parent_id && refs[record.parent_id]?.name) || null,
    state: renderState(registry, form, record.state, language),
    at: record.updated_at,
    asked: review?.to_state === record.state ? askedIn(form, review) : null,
    path: paths.record.replace(':id', record.id),
  };
}

/** Returns what a reviewer wrote. */
function askedIn(form: CompiledForm, { by, comment, fields = [] }: ChangeView): Asked {
  const questions = fields.flatMap(({ field, comment }) => {
    const node = form.fields.get(field) ?? form.byProperty.get(field);
    return node ? [{ label: node.def.short ?? node.def.label, comment }] : [];
  });
  return { by: by.name, comment: comment ?? '', questions };
}

async function formLines(device: HomeDevice, forms: readonly CompiledForm[]): Promise<FormLine[]> {
  const { registry, language } = device;
  const queries = forms.flatMap((form) => waitingFor(registry, form));
  const lines = queries.map(({ form, filters }) =>
    device.part(`line/${form.form}`, sourceForms(form), async () => {
      const counts = new Map<string, number>();
      for (const { record } of await found(device, { form, filters }))
        counts.set(record.state, (counts.get(record.state) ?? 0) + 1);
      const states = registry.workflow(form).states.flatMap(({ id }) => {
        const count = counts.get(id);
        return count ? [{ state: renderState(registry, form, id, language), count }] : [];
      });
      return states.length > 0 ? [{ form: form.form, states }] : [];
    }),
  );
  return (await Promise.all(lines)).flat();
}

async function sitesDue(device: HomeDevice, forms: readonly CompiledForm[]): Promise<DueSites[]> {
  const all: DueSites[][] = [];
  const today = kabulDay(device.now());
  for (const form of forms) {
    const { due } = form.definition;
    if (!due) continue;
    const sites = siteForms(device, form, due).flatMap(sourceForms);
    const read = [form.form, ...(due.also ?? []), ...sites];
    all.push(await device.part(`due/${form.form}`, read, () => sitesDueFor(device, form, due), today));
  }
  return all.flat();
}

const siteForms = ({ registry }: Device, form: CompiledForm, due: Due): CompiledForm[] =>
  (form.fields.get(due.site)?.def.record?.forms ?? []).flatMap((name) => registry.form(name) ?? []);

/** Returns nothing if the person has no sites of the form to visit. */
async function sitesDueFor(device: Device, form: CompiledForm, due: Due): Promise<DueSites[]> {
  const provinces = createProvinces(device.registry, form, device.actor);
  if (provinces?.length === 0) return [];
  const period = periodOf(kabulDay(device.now()), due);
  const sites = await sitesOf(device, form, due, period, provinces);
  if (sites.length === 0) return [];
  const visited = await visitedIn(device, form, due, period);
  const open = sites.filter(({ record }) => !visited.has(record.id));
  return [
    {
      form: form.form,
      every: due.every,
      calendar: due.calendar ?? 'solar',
      ...period,
      field: due.site,
      sites: sites.length,
      visited: sites.length - open.length,
      data: open.slice(0, SITES_SHOWN).map(({ record, name }) => ({
        ...{ form: record.form, id: record.id, name, code: record.code ?? '' },
        district: districtOf(device, record.district_id),
      })),
    },
  ];
}

/** Returns the sites that the person is to visit, by name. */
async function sitesOf(
  device: Device,
  form: CompiledForm,
  due: Due,
  period: Period,
  provinces: readonly string[] | undefined,
): Promise<LocalRecord[]> {
  const { registry, actor } = device;
  const sites: LocalRecord[] = [];
  for (const site of siteForms(device, form, due)) {
    const states = { field: 'status', op: 'in' as const, value: countingStates(registry, site, 'due') };
    const where = canonicalFilters(filtersOf(due.where, period.to), site, registry);
    const all = await found(device, { form: site, filters: [states, ...where] });
    const mine = all.filter(
      ({ record: { province_id } }) => !provinces || province_id === null || provinces.includes(province_id),
    );
    const person = actor.person_id;
    const assigned = due.assigned;
    const ofPerson =
      person && assigned ? mine.filter(({ record }) => idsOf(record.data[assigned]).includes(person)) : [];
    // People whom no site names look after all sites of their scope.
    sites.push(...(ofPerson.length > 0 ? ofPerson : mine));
  }
  return sites.sort((a, b) => a.name.localeCompare(b.name, device.language));
}

/** Returns the ids of the sites that have a record in the period that counts. */
async function visitedIn(device: Device, form: CompiledForm, due: Due, { from, to }: Period): Promise<Set<string>> {
  const { registry } = device;
  const visited = new Set<string>();
  for (const one of [form, ...(due.also ?? []).flatMap((name) => registry.form(name) ?? [])]) {
    const site = one === form ? due.site : (one.definition.due?.site ?? one.definition.parent?.field ?? due.site);
    const states = new Set(countingStates(registry, one));
    for (const local of await seenOf(device, one.form)) {
      const day = visitDay(capturedForm(device, local), local.record);
      if (!states.has(local.record.state) || day < from || day > to) continue;
      const id = local.record.data[site] ?? local.record.parent_id;
      if (typeof id === 'string') visited.add(id);
    }
  }
  return visited;
}

function districtOf({ registry }: Device, id: string | null): DueSites['data'][number]['district'] {
  const place = id ? registry.place(id) : undefined;
  return place ? { en: place.name_en, fa: place.name_fa, ps: place.name_ps } : null;
}

async function quickForms(device: HomeDevice): Promise<string[]> {
  const { registry, actor } = device;
  const own = registry
    .forms()
    .filter((form) => scopeOf({ ...registry.scopeRules(form), record: null, actor }).allowed.create);
  const since = addDays(kabulDay(device.now()), -LATELY) ?? '';
  // All days, so that nothing is counted again when one is over.
  const daysOf = async (form: string) => {
    const all = await seenOf(device, form);
    return all
      .filter(({ record }) => record.created_by === actor.id)
      .map(({ record }) => record.created_at.slice(0, 10));
  };
  const counts = own.map(async ({ form }) => {
    const days = await device.part(`quick/${form}`, [form], () => daysOf(form));
    return [form, days.filter((day) => day >= since).length] as const;
  });
  const filled = new Map((await Promise.all(counts)).filter(([, count]) => count > 0));
  return quickOrder(registry.common().navigation, own, filled);
}

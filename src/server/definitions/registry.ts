/**
 * The forms this process serves: every version compiled, the newest first. A form published here or by another process
 * is served without restart: the revision number is looked at every second.
 */
import { compile } from '../../core/definitions/compile.ts';
import { PROBLEM, withRow } from '../../core/definitions/rows.ts';
import type { CommonSources, CompiledForm, FormSource, Workflow } from '../../core/definitions/types.ts';
import type { Database } from '../db/database.ts';
import { raiseRevision, readRevision } from '../db/storedSettings.ts';
import { seedChoices } from '../reference/choices.ts';
import { type Place, savePlaces } from '../reference/places.ts';
import { NOTHING_SERVED, type Renamed, readServed, renamedSince, type Served, versionsOf } from './served.ts';
import { contractHash, storeSources } from './store.ts';
import { loadValidator } from './validator.ts';

const POLL = 1000;

/** Brings something in step with the newest versions; the second says which questions of a form are restricted. */
export type Prepare = (
  forms: CompiledForm[],
  restrictedQuestions: (form: string) => ReadonlySet<string>,
) => Promise<void>;

export interface FormRegistryOptions {
  database: Database;
  /** What the product ships with. */
  sources: { forms: FormSource[]; rows?: FormSource[]; common: CommonSources };
  now?: () => Date;
  /** false: do not look for changes by itself (commands that end soon). */
  poll?: boolean;
}

export type FormRegistry = Awaited<ReturnType<typeof createFormRegistry>>;

/** Take the shipped definitions in and serve them together with the published ones. */
export async function createFormRegistry({
  database,
  sources,
  now = () => new Date(),
  poll = true,
}: FormRegistryOptions) {
  const shipped = [...(sources.rows ?? []), ...sources.forms];
  for (const source of shipped) compile(source);
  await storeSources(database, shipped, { origin: 'file', at: now().toISOString(), by: null });
  await seedChoices(database, sources.common.choices);

  let served = NOTHING_SERVED;
  const prepares: Prepare[] = [];
  const listeners: ((renamed: Renamed) => Promise<void>)[] = [];

  const load = async (): Promise<void> => {
    const next = await readServed(database.read, served, shipped);
    for (const prepare of prepares) await prepare([...next.newest.values()], (form) => next.restricted(form).questions);
    const renamed = renamedSince(served, next);
    served = next;
    try {
      for (const listen of listeners) await listen(renamed);
    } catch (error) {
      // What listens has not done its part: the next look takes everything up again.
      served = { ...next, revision: NOTHING_SERVED.revision };
      throw error;
    }
  };

  let refreshing: Promise<boolean> | undefined;
  /** Look at the revision now; true when something had changed. */
  const refresh = (): Promise<boolean> => {
    refreshing ??= (async () => {
      if ((await readRevision(database.read)) === served.revision) return false;
      await load();
      return true;
    })().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  };

  await load();
  // A failed look is repeated a second later; a database that stays away shows itself at every request.
  const timer = poll ? setInterval(() => void refresh().catch(() => undefined), POLL) : undefined;
  timer?.unref();

  /** Say that rows of master tables or places were changed (raises the revision and reads them again). */
  const changed = async (): Promise<void> => {
    await database.transaction(raiseRevision);
    await refresh();
  };

  return {
    ...lookups(() => served, sources.common),
    /** Publish a form version: stored, served here at once and by every other process within two seconds. */
    async publish(given: FormSource, { by = null }: { by?: string | null } = {}): Promise<CompiledForm> {
      const source = withRow(given, (named) => served.rows.get(named)?.source);
      const compiled = compile(source);
      await loadValidator(compiled);
      await storeSources(database, [source], { origin: 'published', at: now().toISOString(), by });
      await refresh();
      return served.byVersion.get(compiled.key) as CompiledForm;
    },
    changed,
    async savePlaces(places: Iterable<Place>): Promise<void> {
      await database.transaction((trx) => savePlaces(trx, places));
      await changed();
    },
    refresh,
    /** Called after definitions changed, before they are served. */
    beforeServing: (prepare: Prepare) => void prepares.push(prepare),
    /** Called after a change is served, with what has another name since. */
    afterServing: (listen: (renamed: Renamed) => Promise<void>) => void listeners.push(listen),
    close: () => clearInterval(timer),
  };
}

/** What is asked of definitions and reference data: always of what is served at that moment. */
function lookups(served: () => Served, common: CommonSources) {
  return {
    /** Grows with every change of definitions, master tables or places. */
    revision: () => served().revision,
    common: () => common,
    /** Newest version of every form, by name. */
    forms: () => [...served().newest.values()],
    /** Newest version of problems. */
    problem: () => versionsOf(served(), PROBLEM).at(-1),
    /** Newest version, or a given one; undefined when there is none. */
    form(name: string, version?: number): CompiledForm | undefined {
      const { newest, byVersion } = served();
      return version === undefined ? newest.get(name) : byVersion.get(`${name}@${version}`);
    },
    versions: (name: string) => versionsOf(served(), name),
    restrictedQuestions: (form: string) => served().restricted(form).questions,
    restrictedNames: (form: string) => served().restricted(form).names,
    liftedRestrictions: () => served().lifted,
    hash: ({ key, definition, contract }: CompiledForm) =>
      served().rows.get(key)?.hash ?? contractHash({ definition, schema: contract }),
    validator: loadValidator,
    workflow({ key, definition }: CompiledForm): Workflow {
      const workflow = common.workflows[definition.workflow];
      if (!workflow) throw new Error(`${key}: there is no workflow ${definition.workflow}`);
      return workflow;
    },
    /** Items of a master table in order; empty for an unknown list. */
    choices: (list: string) => served().choices.get(list) ?? [],
    choice: (list: string, id: string) => served().choiceById.get(list)?.get(id),
    /** The id that stands for an entry: its own, or that of the entry it was merged into. */
    canonical: (list: string, id: string) => served().choiceById.get(list)?.get(id)?.merged_into ?? id,
    lists: () => [...served().choices.keys()],
    place: (id: string) => served().places.get(id),
    places: () => served().places,
    /** The id that stands for a place: its own, or that of the one it was merged into. */
    canonicalPlace: (id: string) => served().places.get(id)?.merged_into ?? id,
  };
}

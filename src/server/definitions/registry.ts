/**
 * The forms this process serves: every version compiled, the newest first. A form published here or by another process
 * is served without restart: the revision number is looked at every second.
 */
import { compile } from '../../core/definitions/compile.ts';
import { isRow, PROBLEM, withRow } from '../../core/definitions/rows.ts';
import type {
  CommonSources,
  CompiledForm,
  FormSource,
  ValidatorModule,
  Workflow,
} from '../../core/definitions/types.ts';
import type { RestrictedNames } from '../../core/records/restricted.ts';
import type { Database } from '../db/database.ts';
import type { LiftedRestrictionsTable } from '../db/referenceTables.ts';
import { raiseRevision, readRevision } from '../db/storedSettings.ts';
import { type Choice, loadChoices, seedChoices } from '../reference/choices.ts';
import { isShownOtherwise } from '../reference/merged.ts';
import { loadPlaces, type Place, savePlaces } from '../reference/places.ts';
import { createRestrictions, loadLifted } from './restrictions.ts';
import { contractHash, type DefinitionRow, loadRows, storeSources } from './store.ts';
import { loadValidator } from './validator.ts';

const POLL = 1000;

/** Things whose names are other ones now. */
export interface Renamed {
  places: string[];
  choices: { list: string; id: string }[];
}

/** Brings something in step with the newest versions; the second says which questions of a form are restricted. */
export type Prepare = (
  forms: CompiledForm[],
  restrictedQuestions: (form: string) => ReadonlySet<string>,
) => Promise<void>;

export interface FormRegistry {
  /** Grows with every change of definitions, master tables or places. */
  revision(): number;
  common(): CommonSources;
  /** Newest version of every form, by name. */
  forms(): CompiledForm[];
  /** Newest version of problems. */
  problem(): CompiledForm | undefined;
  /** Newest version, or a given one; undefined when there is none. */
  form(name: string, version?: number): CompiledForm | undefined;
  /** Every version of a form, or of a definition without records, oldest first. */
  versions(name: string): CompiledForm[];
  /** Ids of the questions of a form whose answers not everybody may read who sees the record. */
  restrictedQuestions(form: string): ReadonlySet<string>;
  /** Stored names of the same, in whichever version, at every depth. */
  restrictedNames(form: string): RestrictedNames;
  /** Decisions by which a question is restricted no more. */
  liftedRestrictions(): readonly LiftedRestrictionsTable[];
  hash(form: CompiledForm): string;
  validator(form: CompiledForm): Promise<ValidatorModule>;
  workflow(form: CompiledForm): Workflow;
  /** Items of a master table in order; empty for an unknown list. */
  choices(list: string): Choice[];
  /** An entry of a master table by id. */
  choice(list: string, id: string): Choice | undefined;
  /** The id that stands for an entry: its own, or that of the entry it was merged into. */
  canonical(list: string, id: string): string;
  lists(): string[];
  place(id: string): Place | undefined;
  places(): ReadonlyMap<string, Place>;
  /** The id that stands for a place: its own, or that of the one it was merged into. */
  canonicalPlace(id: string): string;
  /** Publish a form version: stored, served here at once and by every other process within two seconds. */
  publish(source: FormSource, options?: { by?: string }): Promise<CompiledForm>;
  /** Say that rows of master tables or places were changed (raises the revision and reads them again). */
  changed(): Promise<void>;
  savePlaces(places: Iterable<Place>): Promise<void>;
  /** Look at the revision now; true when something had changed. */
  refresh(): Promise<boolean>;
  /** Called after definitions changed, before they are served. */
  beforeServing(prepare: Prepare): void;
  /** Called after a change is served, with what has another name since. */
  afterServing(listen: (renamed: Renamed) => Promise<void>): void;
  close(): void;
}

export interface FormRegistryOptions {
  database: Database;
  /** What the product ships with. */
  sources: { forms: FormSource[]; rows?: FormSource[]; common: CommonSources };
  now?: () => Date;
  /** false: do not look for changes by itself (commands that end soon). */
  poll?: boolean;
}

/** Take the shipped definitions in and serve them together with the published ones. */
export async function createFormRegistry({
  database,
  sources,
  now = () => new Date(),
  poll = true,
}: FormRegistryOptions): Promise<FormRegistry> {
  const shipped = [...(sources.rows ?? []), ...sources.forms];
  for (const source of shipped) compile(source);
  await storeSources(database, shipped, { origin: 'file', at: now().toISOString(), by: null });
  await seedChoices(database, sources.common.choices);

  let rows: Map<string, DefinitionRow> = new Map();
  let newest = new Map<string, CompiledForm>();
  let byVersion = new Map<string, CompiledForm>();
  let choices = new Map<string, Choice[]>();
  let choiceById = new Map<string, Map<string, Choice>>();
  let places = new Map<string, Place>();
  let lifted: LiftedRestrictionsTable[] = [];
  let restrictions = createRestrictions(() => [], []);
  let revision = -1;
  const prepares: Prepare[] = [];
  const listeners: ((renamed: Renamed) => Promise<void>)[] = [];

  const load = async (): Promise<void> => {
    const at = await readRevision(database.read);
    const next = await loadRows(database.read, rows, shipped);
    const versions = new Map<string, CompiledForm>();
    const last = new Map<string, CompiledForm>();
    for (const [key, row] of next) {
      row.source = withRow(row.source, (named) => next.get(named)?.source);
      const compiled = compile(row.source);
      versions.set(key, compiled);
      if (!isRow(compiled.definition)) last.set(row.form, compiled);
    }
    const nextChoices = await loadChoices(database.read);
    const nextPlaces = await loadPlaces(database.read);
    const sorted = new Map([...last].sort(([a], [b]) => (a < b ? -1 : 1)));
    const nextLifted = await loadLifted(database.read);
    const nextRestrictions = createRestrictions((name) => versionsOf(versions, name), nextLifted);
    for (const prepare of prepares) await prepare([...sorted.values()], nextRestrictions.questions);
    const renamed: Renamed = {
      places: [...nextPlaces.values()]
        .filter((place) => isShownOtherwise(places.get(place.id), place))
        .map(({ id }) => id),
      choices: [...nextChoices].flatMap(([list, items]) => {
        const before = new Map(choices.get(list)?.map((item) => [item.id, item]));
        return items.filter((item) => isShownOtherwise(before.get(item.id), item)).map(({ id }) => ({ list, id }));
      }),
    };
    rows = next;
    byVersion = versions;
    newest = sorted;
    choices = nextChoices;
    choiceById = new Map([...choices].map(([list, items]) => [list, new Map(items.map((item) => [item.id, item]))]));
    places = nextPlaces;
    lifted = nextLifted;
    restrictions = nextRestrictions;
    revision = at;
    try {
      for (const listen of listeners) await listen(renamed);
    } catch (error) {
      // What listens has not done its part: the next look takes everything up again.
      revision = -1;
      throw error;
    }
  };

  let refreshing: Promise<boolean> | undefined;
  const refresh = (): Promise<boolean> => {
    refreshing ??= (async () => {
      if ((await readRevision(database.read)) === revision) return false;
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

  const changed = async (): Promise<void> => {
    await database.transaction(raiseRevision);
    await refresh();
  };

  return {
    revision: () => revision,
    common: () => sources.common,
    forms: () => [...newest.values()],
    problem: () => versionsOf(byVersion, PROBLEM).at(-1),
    form: (name, version) => (version === undefined ? newest.get(name) : byVersion.get(`${name}@${version}`)),
    versions: (name) => versionsOf(byVersion, name),
    restrictedQuestions: (name) => restrictions.questions(name),
    restrictedNames: (name) => restrictions.names(name),
    liftedRestrictions: () => lifted,
    hash: (form) => rows.get(form.key)?.hash ?? contractHash({ definition: form.definition, schema: form.contract }),
    validator: (form) => loadValidator(form),
    workflow(form) {
      const workflow = sources.common.workflows[form.definition.workflow];
      if (!workflow) throw new Error(`${form.key}: there is no workflow ${form.definition.workflow}`);
      return workflow;
    },
    choices: (list) => choices.get(list) ?? [],
    choice: (list, id) => choiceById.get(list)?.get(id),
    canonical: (list, id) => choiceById.get(list)?.get(id)?.merged_into ?? id,
    lists: () => [...choices.keys()],
    place: (id) => places.get(id),
    places: () => places,
    canonicalPlace: (id) => places.get(id)?.merged_into ?? id,
    async publish(given, options = {}) {
      const source = withRow(given, (named) => rows.get(named)?.source);
      const compiled = compile(source);
      await loadValidator(compiled);
      await storeSources(database, [source], { origin: 'published', at: now().toISOString(), by: options.by ?? null });
      await refresh();
      return byVersion.get(compiled.key) as CompiledForm;
    },
    changed,
    async savePlaces(list) {
      await database.transaction((trx) => savePlaces(trx, list));
      await changed();
    },
    refresh,
    beforeServing: (prepare) => void prepares.push(prepare),
    afterServing: (listen) => void listeners.push(listen),
    close: () => clearInterval(timer),
  };
}

function versionsOf(byVersion: ReadonlyMap<string, CompiledForm>, name: string): CompiledForm[] {
  return [...byVersion.values()].filter((form) => form.form === name).sort((a, b) => a.version - b.version);
}

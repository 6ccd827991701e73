/**
 * The forms that this process serves, every version compiled. A form published here or by another process is served without
 * a restart, because the revision number is read every second.
 */

import { compileForm } from '../../core/definitions/compile.ts';
import { PROBLEM_FORM, withProblemRow } from '../../core/definitions/rows.ts';
import type { CommonSources, CompiledForm, FormSource, Workflow } from '../../core/definitions/types.ts';
import { type StatesInFiles, stateChanges, statesFromFiles } from '../../core/definitions/words/history.ts';
import type { ReportDefinition } from '../../core/generated/report.ts';
import { getOwn } from '../../core/json.ts';
import { startDaysFrom, type VersionStartDay } from '../../core/records/registry.ts';
import type { ScopeInput } from '../../core/records/scope.ts';
import { kabulDay } from '../../core/text/dates.ts';
import type { Database } from '../db/database.ts';
import { raiseRevision, readRevision } from '../db/storedSettings.ts';
import { seedChoices } from '../reference/choices.ts';
import { type Place, savePlaces } from '../reference/places.ts';
import { type CommonPart, loadCommonParts, publishCommonPart } from './commonParts.ts';
import type { UnservedVersion } from './compileServable.ts';
import { storedMediaFiles } from './mediaStore.ts';
import { createPrepare, type PrepareDefinitions } from './preparing.ts';
import { NOT_RESTRICTED } from './restrictions.ts';
import {
  isVersionOffered,
  NOTHING_SERVED,
  type RenamedIds,
  readServedDefinitions,
  renamedIds,
  type ServedDefinitions,
  versionsOfForm,
} from './served.ts';
import { contractHash, storeSources } from './store.ts';
import { addTranslationStates } from './textStates.ts';
import { loadValidator } from './validator.ts';

const POLL = 1000;

export interface FormRegistryOptions {
  database: Database;
  /** The definitions that ship with the product. */
  sources: { forms: FormSource[]; rows?: FormSource[]; common: CommonSources; reports?: ReportDefinition[] };
  now?: () => Date;
  /** False to not poll for changes, for commands that end soon. */
  poll?: boolean;
}

export type FormRegistry = Awaited<ReturnType<typeof createFormRegistry>>;

/** Stores the shipped definitions and serves them together with the published ones. */
export async function createFormRegistry({
  database,
  sources,
  now = () => new Date(),
  poll = true,
}: FormRegistryOptions) {
  const shipped = [...(sources.rows ?? []), ...sources.forms];
  for (const source of shipped) compileForm(source);
  const held = await storeSources(database, shipped, { origin: 'file', at: now().toISOString(), by: null });

  let served: ServedDefinitions = { ...NOTHING_SERVED, ...(await loadCommonParts(database.read, sources, new Map())) };
  await seedChoices(database, served.common.choices);
  const listeners: ((renamed: RenamedIds) => Promise<void>)[] = [];

  const preparing = createPrepare((without) =>
    readServedDefinitions(database.read, served, { ...sources, shipped }, without),
  );

  const load = async (): Promise<void> => {
    const next = await preparing.ready();
    const renamed = renamedIds(served, next);
    served = next;
    try {
      for (const listen of listeners) await listen(renamed);
    } catch (error) {
      // A listener has not finished, so the next refresh loads everything again.
      served = { ...next, revision: NOTHING_SERVED.revision };
      throw error;
    }
  };

  /** Reads the revision and returns true if something had changed. */
  const refresh = afterRunning(async () => {
    if ((await readRevision(database.read)) === served.revision) return false;
    await load();
    return true;
  });

  await load();
  // A failed refresh is repeated a second later. If the database stays unavailable, every request shows it.
  const timer = poll ? setInterval(() => void refresh().catch(() => undefined), POLL) : undefined;
  timer?.unref();

  /** Raises the revision and reloads, after choices or places were changed. */
  const changed = async (): Promise<void> => {
    await database.transaction(raiseRevision);
    await refresh();
  };

  return {
    ...lookups(() => served, now),
    ...publishing({ database, preparing, now, served: () => served, refresh }),
    /** Stored versions that cannot be served, in the order of their names. */
    unserved: () => sortedByName(served.unserved.values()),
    changed,
    async savePlaces(places: Iterable<Place>): Promise<void> {
      await database.transaction((trx) => savePlaces(trx, places));
      await changed();
    },
    /** Pictures and sounds that definitions may name. */
    media: () => storedMediaFiles(database.read),
    /** Shipped files that are not served, because their contract differs from the one published under the same number. */
    held: () => held,
    refresh,
    /** Runs a callback now, and whenever definitions changed, before they are served. */
    async beforeServing(prepare: PrepareDefinitions): Promise<void> {
      preparing.add(prepare);
      served = await preparing.ready(served);
    },
    /** Adds a callback that runs when a change is served, with the things that were renamed. */
    afterServing: (listen: (renamed: RenamedIds) => Promise<void>) => void listeners.push(listen),
    close: () => clearInterval(timer),
  };
}

interface Publishing {
  database: Database;
  preparing: ReturnType<typeof createPrepare>;
  now: () => Date;
  served: () => ServedDefinitions;
  refresh: () => Promise<unknown>;
}

interface PublishOptions {
  by?: string | null;
  /** States of its words as the files say them: by language, then by JSON Pointer. */
  states?: StatesInFiles;
  /** First ISO day, in Kabul, on which new records are captured with it (`readVersionStart`). Default: at once. */
  from?: string | undefined;
}

/** Stores what was found fit to be served. */
function publishing({ database, preparing, now, served, refresh }: Publishing) {
  return {
    /** Stores a form version; throws NotServable before. It is served here at once and by every other process within two seconds. */
    async publish(given: FormSource, { by = null, states = {}, from }: PublishOptions = {}): Promise<CompiledForm> {
      const source = withProblemRow(given, (named) => served().rows.get(named)?.source);
      const { form, version } = source.definition;
      await preparing.prove(served(), source, 'tables');
      const before = served().newest.get(form)?.definition ?? {};
      const at = now().toISOString();
      await storeSources(database, [source], { origin: 'published', at, by, from });
      // A draft had its states when it was saved; they are not added again.
      const changes = [...statesFromFiles(source.definition, states), ...stateChanges(before, source.definition)];
      await database.transaction((trx) =>
        addTranslationStates(trx, database.dialect, form, changes, { by: by ?? '', at }),
      );
      await refresh();
      return served().byVersion.get(`${form}@${version}`) as CompiledForm;
    },
    /** Throws NotServable if the form, or the report, cannot be served. */
    mustServe: (next: FormSource | ReportDefinition): Promise<void> => preparing.prove(served(), next, 'plans'),
    /** Stores the next version of a shared part or a report. Returns false if somebody has published since `before`. */
    async publishPart(
      given: Parameters<typeof publishCommonPart>[1],
      before: CommonPart | undefined,
    ): Promise<boolean> {
      if ('blocks' in given.content) await preparing.prove(served(), given.content, 'tables');
      const isDone = await publishCommonPart(database, given, before);
      await refresh();
      return isDone;
    },
  };
}

/** Runs work after a run of it that is already going on, because that one may have missed what changed since. */
function afterRunning<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  return () => {
    const next = running.then(work);
    running = next.catch(() => undefined);
    return next;
  };
}

function sortedByName(versions: Iterable<UnservedVersion>): UnservedVersion[] {
  return [...versions].sort((a, b) => (a.name === b.name ? a.version - b.version : a.name < b.name ? -1 : 1));
}

/** Looks up definitions and reference data that are served at the time of the call. */
function lookups(served: () => ServedDefinitions, now: () => Date) {
  const workflow = ({ key, definition }: CompiledForm): Workflow => {
    const found = getOwn(served().common.workflows, definition.workflow);
    if (!found) throw new Error(`${key}: there is no workflow ${definition.workflow}`);
    return found;
  };
  const retiredSince = (form: string, at: Date = now()): string | undefined => {
    const day = served().retired.get(form)?.from_day;
    return day !== undefined && day <= kabulDay(at) ? day : undefined;
  };
  const turnsOf = (name: string): VersionStartDay[] => startDaysFrom(served().turns.get(name) ?? [], kabulDay(now()));
  const restricted = (form: string) => served().restricted.get(form) ?? NOT_RESTRICTED;
  return {
    /** Reports that may be opened, sorted by name. */
    reports: () => served().reports,
    /** Increases with every change of definitions, choices or places. */
    revision: () => served().revision,
    common: () => served().common,
    /** Navigation, permissions, choice lists and reports with their versions, by name of the part. */
    commonParts: () => served().parts,
    /** Newest version of every form, sorted by name. */
    forms: () => [...served().newest.values()],
    /** Newest version of the problem definition. */
    problem: () => versionsOfForm(served(), PROBLEM_FORM).at(-1),
    /** Returns the newest version, or the given one. Undefined if it does not exist. */
    form(name: string, version?: number): CompiledForm | undefined {
      const { newest, byVersion } = served();
      return version === undefined ? newest.get(name) : byVersion.get(`${name}@${version}`);
    },
    versions: (name: string) => versionsOfForm(served(), name),
    /** Returns the version that new records are captured with: the newest one that is not withdrawn and whose day has come. */
    captureForm(name: string): CompiledForm | undefined {
      const [turn] = turnsOf(name);
      return turn ? served().byVersion.get(`${name}@${turn.version}`) : served().newest.get(name);
    },
    /** Returns which version new records are captured with today, and those ahead with their days. Empty if all are withdrawn. */
    turns: turnsOf,
    /** Returns true if new records may be captured with the version today, unless a newer one may. */
    isOffered: ({ key }: CompiledForm) => isVersionOffered(served(), key, now()),
    /** The decision that a version takes no new records. */
    withdrawal: ({ key }: CompiledForm) => served().withdrawn.get(key),
    /** The decision that a version is used from a day on, which may have come. */
    start: ({ key }: CompiledForm) => served().starts.get(key),
    /** Compiles a form version that is not served. */
    compile: (source: FormSource) => compileForm(withProblemRow(source, (named) => served().rows.get(named)?.source)),
    restrictedQuestions: (form: string) => restricted(form).questions,
    restrictedNames: (form: string) => restricted(form).names,
    restrictions: (form: string) => restricted(form).parts,
    liftedRestrictions: () => served().lifted,
    hash: ({ key, definition, contract }: CompiledForm) =>
      served().rows.get(key)?.hash ?? contractHash({ definition, schema: contract }),
    validator: loadValidator,
    workflow,
    /** The decision that the form takes no new records. Its day may be still to come. */
    retirement: (form: string) => served().retired.get(form),
    /** Returns the day since which the form takes no new records; undefined if it takes them today. */
    retiredSince: (form: string) => retiredSince(form),
    /** What `scopeOf` needs to know about a form, at the time when a record was filled in. */
    scopeRules: (
      form: CompiledForm,
      at?: Date,
    ): Pick<ScopeInput, 'form' | 'workflow' | 'permissions' | 'isRetired'> => ({
      form,
      workflow: workflow(form),
      permissions: served().common.permissions,
      isRetired: retiredSince(form.form, at) !== undefined,
    }),
    /** Items of a choice list in order. Empty for an unknown list. */
    choices: (list: string) => served().choices.get(list) ?? [],
    choice: (list: string, id: string) => served().choiceById.get(list)?.get(id),
    /** Returns the canonical id of a choice: its own, or that of the choice it was merged into. */
    canonical: (list: string, id: string) => served().choiceById.get(list)?.get(id)?.merged_into ?? id,
    lists: () => [...served().choices.keys()],
    place: (id: string) => served().places.get(id),
    places: () => served().places,
    provinces: () => [...served().places.values()].filter(({ level }) => level === 'province'),
    /** Returns the canonical id of a place: its own, or that of the place it was merged into. */
    canonicalPlace: (id: string) => served().places.get(id)?.merged_into ?? id,
  };
}

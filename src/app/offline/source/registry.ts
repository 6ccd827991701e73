/** Definitions and reference data of this device, compiled once and read by the same rules as on the server. */
import { compile } from '../../../core/definitions/compile.ts';
import { PROBLEM } from '../../../core/definitions/rows.ts';
import type { CompiledForm, ValidatorModule } from '../../../core/definitions/types.ts';
import type {
  ChoiceItem as ApiChoice,
  Common,
  DefinitionView,
  FormEntry,
  FormsResponse,
  PlaceView,
} from '../../../core/generated/api.ts';
import type { ChoiceItem, Registry } from '../../../core/records/registry.ts';
import {
  NOTHING_RESTRICTED,
  type RestrictedNames,
  restrictedNames,
  restrictedQuestions,
} from '../../../core/records/restricted.ts';
import type { SyncForms } from '../../../core/sync/conflicts.ts';
import { DOCUMENTS, type Rules } from '../../../core/sync/documents.ts';
import { HASHES } from '../../../core/sync/reference.ts';
import type { SyncStore } from '../../../core/sync/store.ts';
import { kabulDay } from '../../../core/text/dates.ts';
import { ApiError } from '../../data/errors.ts';
import { validatorPath } from '../../data/paths.ts';
import { loadFormValidator } from '../../data/validator.ts';

/** Loads the validator of a form version. */
export type LoadValidator = (form: CompiledForm, entry: FormEntry | undefined) => Promise<ValidatorModule>;

export interface LocalRegistry extends Registry {
  common(): Common & Rules;
  entries(): readonly FormEntry[];
  entry(form: string): FormEntry | undefined;
  place(id: string): PlaceView | undefined;
  places(): ReadonlyMap<string, PlaceView>;
}

const known = new WeakMap<SyncStore, { stamp: string; registry: Promise<LocalRegistry> }>();

/** Returns the registry of a store. It is read again only after the reference data changed. */
export async function localRegistry(store: SyncStore, load: LoadValidator = loadFromServer): Promise<LocalRegistry> {
  const stamp = await stampOf(store);
  let found = known.get(store);
  if (found?.stamp !== stamp) {
    found = { stamp, registry: readRegistry(store, load) };
    known.set(store, found);
    found.registry.catch(() => known.delete(store));
  }
  return found.registry;
}

/** Returns the form versions of a store for merging. */
export function localForms(store: SyncStore): SyncForms {
  return async (form, from, to) => {
    const registry = await localRegistry(store);
    const numbers = Array.from({ length: to - from + 1 }, (_none, at) => from + at);
    return numbers.flatMap((version) => registry.form(form, version) ?? []);
  };
}

/** Stamps by store. A change of the store removes it, since reading one decrypts the names of all documents. */
const stamps = new WeakMap<SyncStore, Promise<string>>();
const watched = new WeakSet<SyncStore>();

function stampOf(store: SyncStore): Promise<string> {
  if (!watched.has(store)) store.watch(() => stamps.delete(store));
  watched.add(store);
  let stamp = stamps.get(store);
  if (!stamp) {
    stamp = readStamp(store);
    stamps.set(store, stamp);
    stamp.catch(() => stamps.delete(store));
  }
  return stamp;
}

async function readStamp({ documents }: SyncStore): Promise<string> {
  const [common, hashes, places, definitions] = await Promise.all([
    documents.get<Common>(DOCUMENTS.common),
    documents.get<Record<string, string>>(HASHES),
    documents.keys(DOCUMENTS.places('')),
    documents.keys('definition/'),
  ]);
  return `${common?.revision} ${places.length} ${definitions.length} ${JSON.stringify(hashes)}`;
}

const loadFromServer: LoadValidator = ({ form, version }, entry) =>
  loadFormValidator(validatorPath(entry ?? ({ form, version: 0, hash: '' } as FormEntry), version));

/** Throws an ApiError if the device was not prepared. */
async function readRegistry({ documents }: SyncStore, load: LoadValidator): Promise<LocalRegistry> {
  const [common, rules, forms, provinces] = await Promise.all([
    documents.get<Common>(DOCUMENTS.common),
    documents.get<Rules>(DOCUMENTS.rules),
    documents.get<FormsResponse>(DOCUMENTS.forms),
    documents.get<PlaceView[]>(DOCUMENTS.provinces),
  ]);
  if (!common || !rules || !forms) throw new ApiError(409, { code: 'not_prepared' });
  const definitions = [...(await documents.all<DefinitionView>('definition/')).values()];
  const lists = await documents.all<ApiChoice[]>(DOCUMENTS.choices(''));
  const choices = new Map([...lists].map(([key, list]) => [key.slice(DOCUMENTS.choices('').length), list]));
  const parts = await documents.all<PlaceView[]>(DOCUMENTS.places(''));
  const districts = await documents.get<PlaceView[]>(DOCUMENTS.districts);
  const places = new Map(
    [...(provinces ?? []), ...(districts ?? []), ...[...parts.values()].flat()].map((place) => [place.id, place]),
  );
  return lookups({ common: { ...common, ...rules }, entries: forms.data, definitions, choices, places, load });
}

interface Read {
  common: Common & Rules;
  entries: readonly FormEntry[];
  definitions: readonly DefinitionView[];
  choices: ReadonlyMap<string, readonly ApiChoice[]>;
  places: ReadonlyMap<string, PlaceView>;
  load: LoadValidator;
}

function lookups({ common, entries, definitions, choices, places, load }: Read): LocalRegistry {
  const byKey = new Map(definitions.map((view) => [`${view.form}@${view.version}`, view]));
  const compiled = new Map<string, CompiledForm>();
  const byEntry = new Map(entries.map((entry) => [entry.form, entry]));
  const numbers = new Map<string, number[]>();
  for (const { form, version } of definitions)
    numbers.set(
      form,
      [...(numbers.get(form) ?? []), version].sort((a, b) => a - b),
    );
  const items = new Map(
    [...choices].map(([list, rows]) => [list, new Map(rows.map((row) => [row.id, choiceItem(row)]))]),
  );
  const lists = new Map([...items].map(([list, rows]) => [list, [...rows.values()]]));
  const restricted = new Map<string, RestrictedNames>();
  const validators = new Map<string, Promise<ValidatorModule>>();

  const form = (name: string, version = numbers.get(name)?.at(-1)): CompiledForm | undefined => {
    const key = `${name}@${version}`;
    const view = compiled.has(key) ? undefined : byKey.get(key);
    if (view) compiled.set(key, compile(view));
    return compiled.get(key);
  };
  const versions = (name: string) => (numbers.get(name) ?? []).flatMap((number) => form(name, number) ?? []);
  const withdrawal = ({ key }: CompiledForm) => common.withdrawn?.[key];
  const workflow = ({ key, definition }: CompiledForm) => {
    const found = common.workflows[definition.workflow];
    if (!found) throw new Error(`${key}: there is no workflow ${definition.workflow}`);
    return found;
  };
  return {
    revision: () => common.revision,
    common: () => common,
    entries: () => entries,
    entry: (name) => byEntry.get(name),
    forms: () => entries.flatMap((entry) => form(entry.form) ?? []),
    form,
    versions,
    captureForm: (name) => versions(name).findLast((one) => !withdrawal(one)) ?? form(name),
    withdrawal,
    problem: () => form(PROBLEM),
    validator(of) {
      const loading = validators.get(of.key) ?? load(of, byEntry.get(of.form));
      validators.set(of.key, loading);
      loading.catch(() => validators.delete(of.key));
      return loading;
    },
    workflow,
    scopeRules: (of) => {
      const retired = byEntry.get(of.form)?.retired;
      const isRetired = retired !== undefined && retired <= kabulDay(new Date());
      return { form: of, workflow: workflow(of), permissions: common.permissions, isRetired };
    },
    restrictedNames(name) {
      const found = restricted.get(name) ?? restrictedOf(versions(name), byEntry.get(name));
      restricted.set(name, found);
      return found;
    },
    choices: (list) => lists.get(list) ?? [],
    choice: (list, id) => items.get(list)?.get(id),
    canonical: (list, id) => items.get(list)?.get(id)?.merged_into ?? id,
    places: () => places,
    place: (id) => places.get(id),
    canonicalPlace: (id) => places.get(id)?.merged_into ?? id,
  };
}

/** The server says which answers this person may not read, since an administrator may have lifted a restriction. */
function restrictedOf(versions: readonly CompiledForm[], entry: FormEntry | undefined): RestrictedNames {
  const all = restrictedNames(versions, restrictedQuestions(versions, new Set()));
  if (all === NOTHING_RESTRICTED) return all;
  return { names: new Set(entry?.hidden ?? []), within: all.within };
}

const OWN = new Set([
  ...['id', 'name', 'name_en', 'name_fa', 'name_ps', 'code', 'category', 'parent', 'aliases'],
  ...['valid_from', 'valid_to', 'merged_into', 'updated_at'],
]);

/** Attributes of a list's own stand beside the others in a response. */
function choiceItem(row: ApiChoice): ChoiceItem {
  return { ...row, extra: Object.fromEntries(Object.entries(row).filter(([name]) => !OWN.has(name))) };
}

/** Definitions and reference data of this device, compiled once and read by the same rules as on the server. */

import { compileForm } from '../../../core/definitions/compile.ts';
import { PROBLEM_FORM } from '../../../core/definitions/rows.ts';
import type { CompiledForm, ValidatorModule } from '../../../core/definitions/types.ts';
import type {
  ChoiceItem as ApiChoice,
  Common,
  DefinitionView,
  FormEntry,
  PlaceView,
} from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { memoizeByStamps } from '../../../core/memoize.ts';
import { validatorPath } from '../../../core/paths/screens.ts';
import {
  type ChoiceItem,
  type Registry,
  type Restriction,
  startDaysFrom,
  versionStartDays,
} from '../../../core/records/registry.ts';
import { restrictedNamesFromPaths } from '../../../core/records/restricted.ts';
import type { SyncForms } from '../../../core/sync/conflicts.ts';
import type { DeviceRules } from '../../../core/sync/documents.ts';
import type { SyncStore } from '../../../core/sync/store.ts';
import { kabulDay } from '../../../core/text/dates.ts';
import { deviceClock } from '../../data/deviceClock.ts';
import { loadFormValidator } from '../../data/validator.ts';
import { cachedUntilChanged } from './memory.ts';
import { type LocalReference, type ReferenceStamps, readReference, readReferenceStamps } from './reference.ts';

/** Loads the validator of a form version. */
export type LoadValidator = (form: CompiledForm, entry: FormEntry | undefined) => Promise<ValidatorModule>;

export interface LocalRegistry extends Registry, Pick<LocalReference, 'placesBelow' | 'placeIndex'> {
  /** Another text after each change of definitions and reference data. */
  stamp: string;
  common(): Common & DeviceRules;
  /** What the server said, for screens. */
  sent(): Pick<LocalReference, 'common' | 'forms'>;
  /** A definition as the server said it. Without a version: the newest. */
  definition(form: string, version?: number): DefinitionView | undefined;
  entries(): readonly FormEntry[];
  entry(form: string): FormEntry | undefined;
  place(id: string): PlaceView | undefined;
  places(): ReadonlyMap<string, PlaceView>;
  provinces(): readonly PlaceView[];
}

const registries = memoizeByStamps<SyncStore, Promise<LocalRegistry>>('definitions and lists of the device');
const knownStamps = cachedUntilChanged('numbers of what the device has', readReferenceStamps);

/** Returns the registry of a store. It is read again only after the reference data changed. */
export async function localRegistry(store: SyncStore, load: LoadValidator = loadFromServer): Promise<LocalRegistry> {
  const stamps = await knownStamps(store);
  return registries(store, [stamps.all], () => readRegistry(store, stamps, load));
}

/** Returns the form versions of a store for merging. */
export function localForms(store: SyncStore): SyncForms {
  return async (form, from, to) => {
    const registry = await localRegistry(store);
    const numbers = Array.from({ length: to - from + 1 }, (_none, at) => from + at);
    return numbers.flatMap((version) => registry.form(form, version) ?? []);
  };
}

const loadFromServer: LoadValidator = ({ form, version }, entry) =>
  loadFormValidator(validatorPath(entry ?? ({ form, version: 0, hash: '' } as FormEntry), version));

/** Throws an ApiError if the device was not prepared. */
async function readRegistry(store: SyncStore, stamps: ReferenceStamps, load: LoadValidator): Promise<LocalRegistry> {
  return lookups(await readReference(store, stamps), stamps.all, load);
}

function lookups(reference: LocalReference, stamp: string, load: LoadValidator): LocalRegistry {
  const { forms, definitions, places } = reference;
  const common = { ...reference.common, ...reference.rules };
  const entries = forms.data;
  const byKey = new Map(definitions.map((one) => [`${one.form}@${one.version}`, one]));
  const compiled = new Map<string, CompiledForm>();
  const byEntry = new Map(entries.map((entry) => [entry.form, entry]));
  const restrictions = new Map(entries.map((entry) => [entry.form, restrictionsOf(entry)]));
  const numbers = new Map<string, number[]>();
  for (const { form, version } of definitions)
    numbers.set(
      form,
      [...(numbers.get(form) ?? []), version].sort((a, b) => a - b),
    );
  const items = new Map(
    reference.choices.map(([list, rows]) => [list, new Map(rows.map((row) => [row.id, choiceItem(row)]))]),
  );
  const lists = new Map([...items].map(([list, rows]) => [list, [...rows.values()]]));
  const validators = new Map<string, Promise<ValidatorModule>>();

  const definition = (name: string, version = numbers.get(name)?.at(-1)): DefinitionView | undefined => {
    const found = byKey.get(`${name}@${version}`);
    return found && (JSON.parse(found.text) as DefinitionView);
  };
  const form = (name: string, version = numbers.get(name)?.at(-1)): CompiledForm | undefined => {
    const key = `${name}@${version}`;
    const view = compiled.has(key) ? undefined : definition(name, version);
    if (view) compiled.set(key, compileForm(view));
    return compiled.get(key);
  };
  const versions = (name: string) => (numbers.get(name) ?? []).flatMap((number) => form(name, number) ?? []);
  const withdrawal = ({ key }: CompiledForm) => getOwn(common.withdrawn, key);
  const workflow = ({ key, definition }: CompiledForm) => {
    const found = getOwn(common.workflows, definition.workflow);
    if (!found) throw new Error(`${key}: there is no workflow ${definition.workflow}`);
    return found;
  };
  return {
    stamp,
    revision: () => common.revision,
    common: () => common,
    sent: () => reference,
    definition,
    entries: () => entries,
    entry: (name) => byEntry.get(name),
    forms: () => entries.flatMap((entry) => form(entry.form) ?? []),
    form,
    versions,
    captureForm(name) {
      const offered = (numbers.get(name) ?? [])
        .map((version) => ({ version, key: `${name}@${version}` }))
        .filter(({ key }) => !getOwn(common.withdrawn, key))
        .map(({ version, key }) => ({ version, from: getOwn(common.starts, key) ?? '' }));
      return form(name, startDaysFrom(versionStartDays(offered), deviceClock.today())[0]?.version);
    },
    withdrawal,
    problem: () => form(PROBLEM_FORM),
    validator(of) {
      const loading = validators.get(of.key) ?? load(of, byEntry.get(of.form));
      validators.set(of.key, loading);
      loading.catch(() => validators.delete(of.key));
      return loading;
    },
    workflow,
    scopeRules: (of, at = deviceClock.now()) => {
      const retired = byEntry.get(of.form)?.retired;
      const isRetired = retired !== undefined && retired <= kabulDay(at);
      return { form: of, workflow: workflow(of), permissions: common.permissions, isRetired };
    },
    restrictions: (name) => restrictions.get(name) ?? [],
    choices: (list) => lists.get(list) ?? [],
    choice: (list, id) => items.get(list)?.get(id),
    canonical: (list, id) => items.get(list)?.get(id)?.merged_into ?? id,
    places: () => places,
    ...{ placesBelow: reference.placesBelow, placeIndex: reference.placeIndex },
    provinces: () => reference.provinces,
    place: (id) => places.get(id),
    canonicalPlace: (id) => places.get(id)?.merged_into ?? id,
  };
}

/** The server says which answers this person may not read: it knows all forms, and what an administrator decided. */
function restrictionsOf({ hidden = [] }: FormEntry): Restriction[] {
  return hidden.length > 0 ? [{ of: null, names: restrictedNamesFromPaths(hidden) }] : [];
}

const OWN = new Set([
  ...['id', 'name', 'name_en', 'name_fa', 'name_ps', 'code', 'category', 'parent', 'aliases'],
  ...['valid_from', 'valid_to', 'merged_into', 'updated_at'],
]);

/** Attributes of a list's own stand beside the others in a response. */
function choiceItem(row: ApiChoice): ChoiceItem {
  return { ...row, extra: Object.fromEntries(Object.entries(row).filter(([name]) => !OWN.has(name))) };
}

/**
 * Definitions and reference data that the rules of records read. The server and the device have them from different places.
 *
 * Both ask here which items of open lists new answers may name, and which version of a form new records are captured with: the newest
 * one that is not withdrawn and whose day has come. A version may wait for a day; one before which a later version begins never has
 * its turn.
 */
import type { CommonSources, CompiledForm, ValidatorModule, Workflow } from '../definitions/types.ts';
import type { RestrictedNames } from './restricted.ts';
import type { ScopeInput } from './scope.ts';

/** Answers that only some people may read. */
export interface Restriction {
  /** The form whose restricted answers these are, or show. Null: hidden from the person of this device. */
  of: string | null;
  names: RestrictedNames;
}

/** From the highest to the lowest. */
export const PLACE_LEVELS = ['province', 'district', 'village'] as const;

export type PlaceLevel = (typeof PLACE_LEVELS)[number];

/** A province, district or village. */
export interface PlaceItem {
  id: string;
  level: PlaceLevel;
  parent_id: string | null;
  pcode: string | null;
  name_en: string;
  name_fa: string;
  name_ps: string;
  /** Other spellings. */
  aliases?: readonly string[];
  /** Day since which it is no longer offered. */
  retired_at?: string | null;
  /** The place that stands for this double. */
  merged_into?: string | null;
}

/** An item of an open choice list. */
export interface ChoiceItem {
  id: string;
  code: string | null;
  category: string | null;
  parent: string | null;
  extra: Record<string, unknown>;
  aliases?: readonly string[];
  /** First and last day on which it may be chosen. */
  valid_from?: string | null;
  valid_to?: string | null;
  name_en: string;
  name_fa: string;
  name_ps: string;
  merged_into?: string | null;
}

export interface Registry {
  /** Increases with every change of what is read here. */
  revision(): number;
  common(): Pick<CommonSources, 'constants' | 'permissions' | 'navigation' | 'home' | 'review' | 'workflows'>;
  /** Newest version of every form. */
  forms(): CompiledForm[];
  /** Returns the newest version, or the given one. Undefined if there is none. */
  form(name: string, version?: number): CompiledForm | undefined;
  /** All versions, the oldest first. */
  versions(name: string): CompiledForm[];
  /** Returns the version that new records are captured with: the newest one that is not withdrawn and whose day has come. */
  captureForm(name: string): CompiledForm | undefined;
  /** The decision that a version takes no new records since an instant. */
  withdrawal(form: CompiledForm): { at: string; reason: string } | undefined;
  /** Newest version of the problem definition. */
  problem(): CompiledForm | undefined;
  validator(form: CompiledForm): Promise<ValidatorModule>;
  /** Throws if the form names a workflow that does not exist. */
  workflow(form: CompiledForm): Workflow;
  /** `at` is when a record was filled in. Without it: now. */
  scopeRules(form: CompiledForm, at?: Date): Pick<ScopeInput, 'form' | 'workflow' | 'permissions' | 'isRetired'>;
  /** The restricted answers of a form, by the forms that they are of or made of. Empty for most forms. */
  restrictions(form: string): readonly Restriction[];
  /** Items of a choice list in order. Empty for an unknown list. */
  choices(list: string): readonly ChoiceItem[];
  choice(list: string, id: string): ChoiceItem | undefined;
  /** Returns the id of the item that a merged item was merged into, otherwise its own. */
  canonical(list: string, id: string): string;
  places(): ReadonlyMap<string, PlaceItem>;
  /** Those of the places that are provinces. */
  provinces(): readonly PlaceItem[];
  place(id: string): PlaceItem | undefined;
  canonicalPlace(id: string): string;
}

/** A version with the first ISO day, in Kabul, on which new records are captured with it. '' for a version that waits for none. */
export interface VersionStartDay {
  version: number;
  from: string;
}

/** Returns the turns of the versions that are not withdrawn, the earliest first. `versions` are in order, the oldest first. */
export function versionStartDays(versions: readonly VersionStartDay[]): VersionStartDay[] {
  const turns: VersionStartDay[] = [];
  for (const one of [...versions].reverse()) {
    const [next] = turns;
    if (!next || one.from < next.from) turns.unshift(one);
  }
  return turns;
}

/** Returns the turn of a day, and those ahead. If none has come, the first one counts as come, so that there is a version. */
export function startDaysFrom(turns: readonly VersionStartDay[], day: string): VersionStartDay[] {
  return turns.filter((_turn, at) => {
    const next = turns[at + 1];
    return !next || next.from > day;
  });
}

/** Returns true if the item is not retired, not in the future and not merged. */
export function isItemValidOn({ valid_from, valid_to, merged_into }: ChoiceItem, today: string): boolean {
  return !merged_into && (!valid_from || valid_from <= today) && (!valid_to || valid_to >= today);
}

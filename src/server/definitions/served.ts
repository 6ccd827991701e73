/** Definitions, reference data and decisions that a process serves. They are read and replaced together. */
import { compileForm } from '../../core/definitions/compile.ts';
import { partOfReport } from '../../core/definitions/parts.ts';
import { isRowForm, withProblemRow } from '../../core/definitions/rows.ts';
import type { CommonSources, CompiledForm, FormSource } from '../../core/definitions/types.ts';
import type { ReportDefinition } from '../../core/generated/report.ts';
import { type VersionStartDay, versionStartDays } from '../../core/records/registry.ts';
import { sourcesOfReports } from '../../core/reports/sources.ts';
import { kabulDay } from '../../core/text/dates.ts';
import type { Handle } from '../db/database.ts';
import type {
  LiftedRestrictionsTable,
  RetiredFormsTable,
  VersionStartsTable,
  WithdrawnVersionsTable,
} from '../db/referenceTables.ts';
import { createEventLoopPause } from '../db/rows.ts';
import { readRevision } from '../db/storedSettings.ts';
import { loadChoices, type StoredChoice } from '../reference/choices.ts';
import { isDisplayChanged } from '../reference/merged.ts';
import { loadPlaces, type Place } from '../reference/places.ts';
import { type CommonParts, loadCommonParts } from './commonParts.ts';
import { compileServable, type UnservedVersion, unservableReason } from './compileServable.ts';
import { loadPreviewedReports } from './drafts.ts';
import { type FormRestrictions, loadLiftedRestrictions, restrictionsByForm } from './restrictions.ts';
import { loadRetiredForms } from './retiredForms.ts';
import { type DefinitionRow, loadDefinitionRows } from './store.ts';
import { loadVersionStarts } from './versionStarts.ts';
import { loadWithdrawnVersions } from './withdrawnVersions.ts';

export interface ServedDefinitions {
  /** Increases with every change. */
  revision: number;
  rows: ReadonlyMap<string, DefinitionRow>;
  common: CommonSources;
  parts: CommonParts;
  /** Reports that are not withdrawn, sorted by name. */
  reports: readonly ReportDefinition[];
  /** Drafts of reports that somebody previewed, which count records too. */
  previewed: readonly ReportDefinition[];
  /** Forms by `form@version`. */
  byVersion: ReadonlyMap<string, CompiledForm>;
  /** Newest version of every form, sorted by name. */
  newest: ReadonlyMap<string, CompiledForm>;
  /** When new records are captured with which version, by form. */
  turns: ReadonlyMap<string, readonly VersionStartDay[]>;
  /** Items of each choice list, in order. */
  choices: ReadonlyMap<string, StoredChoice[]>;
  choiceById: ReadonlyMap<string, ReadonlyMap<string, StoredChoice>>;
  places: ReadonlyMap<string, Place>;
  /** Decisions that lifted the restriction of a question. */
  lifted: readonly LiftedRestrictionsTable[];
  restricted: ReadonlyMap<string, FormRestrictions>;
  /** Decisions that a form takes no new records, by form. */
  retired: ReadonlyMap<string, RetiredFormsTable>;
  /** Decisions that a version takes no new records, by `form@version`. */
  withdrawn: ReadonlyMap<string, WithdrawnVersionsTable>;
  /** Decisions that a version waits for a day, by `form@version`. */
  starts: ReadonlyMap<string, VersionStartsTable>;
  /** Stored versions that cannot be served, by `form@version` or part. Withdrawn ones are not named any more. */
  unserved: ReadonlyMap<string, UnservedVersion>;
}

export const NOTHING_SERVED: Omit<ServedDefinitions, 'common' | 'parts' | 'reports'> = {
  revision: -1,
  rows: new Map(),
  byVersion: new Map(),
  newest: new Map(),
  turns: new Map(),
  choices: new Map(),
  choiceById: new Map(),
  places: new Map(),
  previewed: [],
  lifted: [],
  restricted: new Map(),
  retired: new Map(),
  withdrawn: new Map(),
  starts: new Map(),
  unserved: new Map(),
};

/** What the product's files say. */
interface Files {
  shipped: readonly FormSource[];
  common: CommonSources;
  reports?: readonly ReportDefinition[] | undefined;
}

/**
 * Reads what is stored now, without the form versions in `without`, which turned out to be unservable. A definition whose text
 * did not change keeps its previous object.
 */
export async function readServedDefinitions(
  db: Handle,
  before: ServedDefinitions,
  files: Files,
  without: ReadonlyMap<string, UnservedVersion> = new Map(),
): Promise<ServedDefinitions> {
  const revision = await readRevision(db);
  const unserved = new Map<string, UnservedVersion>();
  const rows = await loadDefinitionRows(db, before.rows, files.shipped, unserved);
  const parts = await loadCommonParts(db, files, before.parts, unserved);
  const byVersion = new Map<string, CompiledForm>();
  const last = new Map<string, CompiledForm>();
  const withdrawn = await loadWithdrawnVersions(db);
  const starts = await loadVersionStarts(db);
  const offered = new Map<string, VersionStartDay[]>();
  const isShipped = new Set(files.shipped);
  // Those that others are made of come first.
  const inOrder = [...rows].sort(
    ([, a], [, b]) => Number(isRowForm(b.source.definition)) - Number(isRowForm(a.source.definition)),
  );
  const breathe = createEventLoopPause();
  for (const [key, row] of inOrder) {
    await breathe();
    try {
      const known = without.get(key);
      if (known) throw new Error(known.reason);
      const isProven = isShipped.has(row.source) || before.rows.get(key) === row;
      row.source = withProblemRow(row.source, (named) => rows.get(named)?.source);
      const { workflows } = parts.common;
      byVersion.set(key, isProven ? compileForm(row.source) : await compileServable(row.source, workflows));
    } catch (error) {
      rows.delete(key);
      unserved.set(key, { name: row.form, version: row.version, reason: unservableReason(error) });
    }
  }
  for (const [key, row] of rows) {
    const compiled = byVersion.get(key) as CompiledForm;
    if (isRowForm(compiled.definition)) continue;
    last.set(row.form, compiled);
    if (withdrawn.has(key)) continue;
    offered.set(row.form, [
      ...(offered.get(row.form) ?? []),
      { version: row.version, from: starts.get(key)?.from_day ?? '' },
    ]);
  }
  for (const key of withdrawn.keys()) unserved.delete(key);
  const isCountable = (report: ReportDefinition): boolean => {
    try {
      for (const form of last.values()) sourcesOfReports([report], form);
      return true;
    } catch (error) {
      const part = partOfReport(report.report);
      const version = parts.parts.get(part)?.version ?? 0;
      unserved.set(part, { name: part, version, reason: unservableReason(error) });
      return false;
    }
  };
  const choices = await loadChoices(db);
  const places = await loadPlaces(db);
  const lifted = await loadLiftedRestrictions(db);
  return {
    revision,
    rows,
    ...parts,
    reports: parts.reports.filter(isCountable),
    previewed: (await loadPreviewedReports(db)).filter(isCountable),
    byVersion,
    newest: new Map([...last].sort(([a], [b]) => (a < b ? -1 : 1))),
    turns: new Map([...offered].map(([form, versions]) => [form, versionStartDays(versions)])),
    choices,
    choiceById: new Map([...choices].map(([list, items]) => [list, new Map(items.map((item) => [item.id, item]))])),
    places,
    lifted,
    restricted: restrictionsByForm([...byVersion.values()], lifted),
    retired: await loadRetiredForms(db),
    withdrawn,
    starts,
    unserved,
  };
}

/** Returns true if new records may be captured with a version at this time, unless a newer one may. */
export function isVersionOffered(
  { withdrawn, starts }: Pick<ServedDefinitions, 'withdrawn' | 'starts'>,
  key: string,
  at: Date,
): boolean {
  return !withdrawn.has(key) && (starts.get(key)?.from_day ?? '') <= kabulDay(at);
}

/** Returns every version of a form, or of a definition without records, oldest first. */
export function versionsOfForm({ byVersion }: Pick<ServedDefinitions, 'byVersion'>, name: string): CompiledForm[] {
  return [...byVersion.values()].filter((form) => form.form === name).sort((a, b) => a.version - b.version);
}

/** Ids of things whose names changed. */
export interface RenamedIds {
  places: string[];
  choices: { list: string; id: string }[];
}

export function renamedIds(before: ServedDefinitions, now: ServedDefinitions): RenamedIds {
  return {
    places: [...now.places.values()]
      .filter((place) => isDisplayChanged(before.places.get(place.id), place))
      .map(({ id }) => id),
    choices: [...now.choices].flatMap(([list, items]) =>
      items
        .filter((item) => isDisplayChanged(before.choiceById.get(list)?.get(item.id), item))
        .map(({ id }) => ({ list, id })),
    ),
  };
}

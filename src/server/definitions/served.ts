/** Definitions, reference data and decisions that a process serves. They are read and replaced together. */
import { compile } from '../../core/definitions/compile.ts';
import { isRow, withRow } from '../../core/definitions/rows.ts';
import type { CommonSources, CompiledForm, FormSource } from '../../core/definitions/types.ts';
import type { ReportDefinition } from '../../core/generated/report.ts';
import type { Handle } from '../db/database.ts';
import type { LiftedRestrictionsTable, RetiredFormsTable, WithdrawnVersionsTable } from '../db/referenceTables.ts';
import { readRevision } from '../db/storedSettings.ts';
import { type Choice, loadChoices } from '../reference/choices.ts';
import { isShownOtherwise } from '../reference/merged.ts';
import { loadPlaces, type Place } from '../reference/places.ts';
import { type CommonParts, loadCommon } from './commonParts.ts';
import { loadPreviewed } from './drafts.ts';
import { loadLifted, type Restricted, restrictionsOf } from './restrictions.ts';
import { loadRetired } from './retiredForms.ts';
import { type DefinitionRow, loadRows } from './store.ts';
import { loadWithdrawn } from './withdrawnVersions.ts';

export interface Served {
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
  /** Newest version of every form that is not withdrawn. */
  capture: ReadonlyMap<string, CompiledForm>;
  /** Items of each choice list, in order. */
  choices: ReadonlyMap<string, Choice[]>;
  choiceById: ReadonlyMap<string, ReadonlyMap<string, Choice>>;
  places: ReadonlyMap<string, Place>;
  /** Decisions that lifted the restriction of a question. */
  lifted: readonly LiftedRestrictionsTable[];
  restricted(form: string): Restricted;
  /** Decisions that a form takes no new records, by form. */
  retired: ReadonlyMap<string, RetiredFormsTable>;
  /** Decisions that a version takes no new records, by `form@version`. */
  withdrawn: ReadonlyMap<string, WithdrawnVersionsTable>;
}

export const NOTHING_SERVED: Omit<Served, 'common' | 'parts' | 'reports'> = {
  revision: -1,
  rows: new Map(),
  byVersion: new Map(),
  newest: new Map(),
  capture: new Map(),
  choices: new Map(),
  choiceById: new Map(),
  places: new Map(),
  previewed: [],
  lifted: [],
  restricted: restrictionsOf(() => [], []),
  retired: new Map(),
  withdrawn: new Map(),
};

/** What the product's files say. */
interface Files {
  shipped: readonly FormSource[];
  common: CommonSources;
  reports?: readonly ReportDefinition[] | undefined;
}

/** Reads what is stored now. A definition whose text did not change keeps its previous object. */
export async function readServed(db: Handle, before: Served, files: Files): Promise<Served> {
  const revision = await readRevision(db);
  const rows = await loadRows(db, before.rows, files.shipped);
  const byVersion = new Map<string, CompiledForm>();
  const last = new Map<string, CompiledForm>();
  const withdrawn = await loadWithdrawn(db);
  const capture = new Map<string, CompiledForm>();
  for (const [key, row] of rows) {
    row.source = withRow(row.source, (named) => rows.get(named)?.source);
    const compiled = compile(row.source);
    byVersion.set(key, compiled);
    if (isRow(compiled.definition)) continue;
    last.set(row.form, compiled);
    if (!withdrawn.has(key)) capture.set(row.form, compiled);
  }
  const choices = await loadChoices(db);
  const places = await loadPlaces(db);
  const lifted = await loadLifted(db);
  return {
    revision,
    rows,
    ...(await loadCommon(db, files, before.parts)),
    previewed: await loadPreviewed(db),
    byVersion,
    newest: new Map([...last].sort(([a], [b]) => (a < b ? -1 : 1))),
    capture,
    choices,
    choiceById: new Map([...choices].map(([list, items]) => [list, new Map(items.map((item) => [item.id, item]))])),
    places,
    lifted,
    restricted: restrictionsOf((name) => versionsOf({ byVersion }, name), lifted),
    retired: await loadRetired(db),
    withdrawn,
  };
}

/** Returns every version of a form, or of a definition without records, oldest first. */
export function versionsOf({ byVersion }: Pick<Served, 'byVersion'>, name: string): CompiledForm[] {
  return [...byVersion.values()].filter((form) => form.form === name).sort((a, b) => a.version - b.version);
}

/** Ids of things whose names changed. */
export interface Renamed {
  places: string[];
  choices: { list: string; id: string }[];
}

export function renamedSince(before: Served, now: Served): Renamed {
  return {
    places: [...now.places.values()]
      .filter((place) => isShownOtherwise(before.places.get(place.id), place))
      .map(({ id }) => id),
    choices: [...now.choices].flatMap(([list, items]) =>
      items
        .filter((item) => isShownOtherwise(before.choiceById.get(list)?.get(item.id), item))
        .map(({ id }) => ({ list, id })),
    ),
  };
}

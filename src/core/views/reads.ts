/**
 * What views are made of, wherever the records are: the server reads tables, a device its store. Both have one list, one set of
 * rules and one way to name things, so that each view is written once.
 */
import type { ShownProblem } from '../api/problems.ts';
import type { ResponseContext } from '../api/render.ts';
import type { CompiledForm } from '../definitions/types.ts';
import type { ListFilter } from '../figures/where.ts';
import type { Refs } from '../form/types/fieldType.ts';
import type { AttachmentView, ChangeView } from '../generated/api.ts';
import type { NameRank } from '../query/byName.ts';
import type { Filter } from '../query/filter.ts';
import type { ListPage, ListQuery, ListRow } from '../query/listQuery.ts';
import type { PlaceIndex } from '../query/placeSearch.ts';
import type { AmountSum } from '../query/sums.ts';
import type { CountingTest } from '../records/counting.ts';
import type { DueRule, Period } from '../records/due.ts';
import type { Registry } from '../records/registry.ts';
import type { Actor, Scope, StoredRecord } from '../records/types.ts';
import type { Calendar } from '../text/dates.ts';

/** Ids of things whose names are looked up. */
export interface NameLookupIds {
  records: ReadonlySet<string>;
  accounts: ReadonlySet<string>;
  problems: ReadonlySet<string>;
}

/** Where names come from. */
export interface NameSource {
  registry: Pick<Registry, 'place' | 'choice'>;
  /** Returns the names that are known. An account or a problem that only the server knows has none on a device. */
  namesOf(ids: NameLookupIds): Promise<Refs>;
}

/** A record that the person sees, with what they may do with it. */
export interface VisibleRecord {
  record: StoredRecord;
  name: string;
  scope: Scope;
  /** Names that came with the record to this device, for what is not on it. */
  refs?: Refs;
  /** True on a device from which the record, or its last change, was not sent yet. */
  unsent?: boolean;
  /** What people read out until the server gives the code. */
  mark?: string;
}

export type VisibleRow = ListRow & VisibleRecord;

export interface VisibleRowsPage extends Omit<ListPage, 'rows'> {
  rows: VisibleRow[];
}

/** The records of another form that end a due day (`unless`). */
export interface DueEnd {
  form: CompiledForm;
  /** Field that names the record whose day is due. */
  by: string;
  filters: ListFilter[];
}

export interface CrossFormQuery {
  form: CompiledForm;
  filters: Filter[];
  /** Records that another record of this kind names are left out. */
  unless?: DueEnd | undefined;
}

export interface CrossFormCount {
  /** The query that found them, as it was given. */
  query: CrossFormQuery;
  form: string;
  state: string;
  count: number;
}

export interface CrossFormOrder {
  /** Source of the column that the rows are ordered by. */
  by: string;
  descending?: boolean;
  most: number;
}

/** The parts of a record that the home screen shows. Empty texts for what it does not have. */
export interface CrossFormRow {
  form: string;
  id: string;
  code: string;
  name: string;
  parent_name: string;
  state: string;
  updated_at: string;
  /** Value of the column that the rows are ordered by. */
  value: string;
}

export interface DueSitesQuery {
  form: CompiledForm;
  due: DueRule;
  period: Period;
  /** Most sites that are returned. */
  most: number;
  /** Provinces in which the person may make a record; undefined for all. */
  provinces?: readonly string[] | undefined;
}

export interface NameSearchQuery {
  forms: readonly CompiledForm[];
  /** Folded. */
  words: readonly string[];
  /** Most records of one form. */
  most: number;
  /** Stops the search between two forms. Nobody waits for the result any more. */
  isGone?: (() => boolean) | undefined;
}

export interface NameMatch {
  id: string;
  name: string;
  code: string | null;
  province_id: string | null;
}

/** Records of a form by how well they fit, the best first. */
export interface FormMatches {
  form: CompiledForm;
  rows: (NameMatch & { fit: NameRank })[];
  /** True if the form has more records that fit. */
  hasMore: boolean;
}

export interface ProblemNumberQuery {
  number: number;
  /** Folded words that the site's name or code has. */
  words: readonly string[];
  most: number;
}

export interface ProblemMatch {
  problem: { id: string; programme: string; type_id: string; open: boolean };
  site: NameMatch & { form: string };
}

/** A file of a record. */
export interface AttachedFile extends Omit<AttachmentView, 'by'> {
  created_by: string;
}

export interface VisibleProblem extends ShownProblem {
  problem: ShownProblem['problem'] & { open: boolean };
  /** Names that came with the visits to this device. */
  refs?: Refs;
}

/** Sites to be visited in a period. */
export interface DueSites {
  sites: number;
  visited: number;
  /** Sites without a visit, by name. */
  due: { id: string; form: string; name: string; code: string; district_id: string }[];
}

/** The transition by which a record came into its state, with what was said. */
export interface LastTransition {
  at: string;
  by: string;
  comment: string | null;
  /** Comments on single questions. */
  fields: readonly { field: string; comment: string }[];
  /** False for the state that it began in. */
  hasMoved: boolean;
}

export interface Reads extends ResponseContext, NameSource {
  registry: Registry;
  actor: Actor;
  calendar: Calendar;
  now(): Date;
  /** Returns the day that forms fill in. Empty if nobody knows it. */
  dayOfForms(): string;
  /** Returns a record of one of these forms. Throws `record_not_found` if the person does not see it. */
  one(forms: readonly string[], id: string): Promise<VisibleRecord>;
  /** Returns what the person may do with a new record below this one, or below none. */
  scopeForNew(form: CompiledForm, parent: VisibleRecord | undefined): Promise<Scope>;
  /** Returns the forms that have records with these words in their name or code. */
  findByName(question: NameSearchQuery): Promise<FormMatches[]>;
  /** Returns the problems that the person sees whose code has the number, open and new ones first. */
  findProblems(question: ProblemNumberQuery): Promise<ProblemMatch[]>;
  placeIndex(): Promise<PlaceIndex>;
  /** Returns a page of the records that the person sees. */
  list(query: ListQuery): Promise<VisibleRowsPage>;
  /** Adds up the amounts that the query names in `columns`. Null if a search looked at a part of the records only. */
  sums(query: ListQuery): Promise<AmountSum[] | null>;
  /** Counts the records that the person sees, by the values of a column. */
  countBy(form: CompiledForm, filters: readonly Filter[], column: string): Promise<ReadonlyMap<string, number>>;
  /** Counts the records that the person sees and the filters find, by form and state. */
  countAcross(queries: readonly CrossFormQuery[]): Promise<CrossFormCount[]>;
  /** Returns the first records of all these forms in order. `order` may differ from form to form. */
  listAcross(queries: readonly (CrossFormQuery & { order: CrossFormOrder })[]): Promise<CrossFormRow[]>;
  /** Returns the sites within the person's scope, null if there are none. */
  dueSites(query: DueSitesQuery): Promise<DueSites | null>;
  /** Returns how many of the problems that the visits of the query tell of were open at the end of each day. */
  openProblems(query: CrossFormQuery, days: readonly string[]): Promise<number[]>;
  /** Returns the changes of a record of the form that are known here, the newest first. */
  history(form: CompiledForm, seen: VisibleRecord): Promise<ChangeView[]>;
  /** Returns the files of a record that the person may see, the oldest first. */
  files(seen: VisibleRecord): Promise<AttachedFile[]>;
  /**
   * Returns true if no other record of the form has the code, and no other undeleted one the unique answer. Throws a denial reason
   * if the person may write no such value.
   */
  isFree(form: CompiledForm, property: string, value: string, except: string | undefined): Promise<boolean>;
  /** Returns how records came into their states, by id. */
  moves(records: readonly Pick<CrossFormRow, 'id' | 'form' | 'state'>[]): Promise<ReadonlyMap<string, LastTransition>>;
  /** Returns the problems of a site as the visits that the person sees tell them; with `counts` only visits that count. */
  problems(site: string, counts?: CountingTest): Promise<VisibleProblem[]>;
}

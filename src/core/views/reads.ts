/**
 * What views are made of, wherever the records are: the server reads tables, a device its store. Both have one list, one set of
 * rules and one way to name things, so that each view is written once.
 */
import type { Reader } from '../api/denials.ts';
import type { ShownProblem } from '../api/problems.ts';
import type { CompiledForm } from '../definitions/types.ts';
import type { Refs } from '../form/types/fieldType.ts';
import type { Filter } from '../query/filter.ts';
import type { ListPage, ListQuery, ListRow } from '../query/listQuery.ts';
import type { Counts } from '../records/counting.ts';
import type { Registry } from '../records/registry.ts';
import type { Actor, Scope, StoredRecord } from '../records/types.ts';
import type { Calendar } from '../text/dates.ts';

/** Ids of things whose names are looked up. */
export interface NamedIds {
  records: ReadonlySet<string>;
  accounts: ReadonlySet<string>;
  problems: ReadonlySet<string>;
}

/** Where names come from. */
export interface Names {
  registry: Pick<Registry, 'place' | 'choice'>;
  /** Returns the names that are known. An account or a problem that only the server knows has none on a device. */
  namesOf(ids: NamedIds): Promise<Refs>;
}

/** A record that the person sees, with what they may do with it. */
export interface SeenRecord {
  record: StoredRecord;
  name: string;
  scope: Scope;
  /** Names that came with the record to this device, for what is not on it. */
  refs?: Refs;
}

/** A row of a list. On a device it also says what was not sent yet. */
export type Row = ListRow & { refs?: Refs; unsent?: boolean; mark?: string };

export interface Page extends Omit<ListPage, 'rows'> {
  rows: Row[];
}

export interface Reads extends Reader, Names {
  registry: Registry;
  actor: Actor;
  calendar: Calendar;
  /** Returns a page of the records that the person sees. */
  list(query: ListQuery): Promise<Page>;
  /** Counts the records that the person sees, by the values of a column. */
  countBy(form: CompiledForm, filters: readonly Filter[], column: string): Promise<ReadonlyMap<string, number>>;
  /** Returns the problems of a site as the visits that the person sees tell them; with `counts` only visits that count. */
  problems(site: string, counts?: Counts): Promise<(ShownProblem & { problem: { open: boolean } })[]>;
}

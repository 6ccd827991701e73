/** What the numbers of a report are worked out with. */
import type { RawBuilder } from 'kysely';
import type { Filter } from '../../core/query/filter.ts';
import type { Actor } from '../../core/records/types.ts';
import type { ReportParameters } from '../../core/reports/parameters.ts';
import type { Calendar } from '../../core/text/dates.ts';
import type { Language } from '../../core/text/languages.ts';
import type { Database } from '../db/database.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import type { Projector } from '../projections/projector.ts';

/** Reads rows of the moment. */
export type RunQuery = <Row>(query: RawBuilder<Row>) => Promise<Row[]>;

export interface ReportDeps {
  database: Database;
  registry: FormRegistry;
  projector: Projector;
}

/** Everything that it reads is of one moment, also by `database.read`. */
export interface ReportContext extends ReportDeps {
  run: RunQuery;
  actor: Actor;
  language: Language;
  calendar: Calendar;
  /** ISO day in Kabul. */
  today: string;
  asked: ReportParameters;
  /** Filters of the list beside which the numbers are shown. */
  listed?: readonly Filter[];
  /** States of records that count; undefined for all that the workflow counts. */
  states: readonly string[] | undefined;
}

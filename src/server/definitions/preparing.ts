/**
 * Prepares definitions before they are served, and before they are stored: what needs tables makes them here. A definition that
 * fails is refused to who publishes it, and passed over if it is stored already.
 */
import { isRowForm, withProblemRow } from '../../core/definitions/rows.ts';
import type { CompiledForm, FormSource } from '../../core/definitions/types.ts';
import type { ReportDefinition } from '../../core/generated/report.ts';
import { sourcesOfReports } from '../../core/reports/sources.ts';
import { isDatabaseUnavailable } from '../db/unavailable.ts';
import { compileServable, NotServable, type UnservedVersion, unservableReason } from './compileServable.ts';
import { NOT_RESTRICTED } from './restrictions.ts';
import type { ServedDefinitions } from './served.ts';

/** What is about to be served. */
export interface NextDefinitions {
  /** Newest versions. */
  forms: readonly CompiledForm[];
  /** Reports that count records, also those that are only previewed. */
  reports: readonly ReportDefinition[];
  /** Returns the restricted question ids of a form. */
  restrictedQuestions(form: string): ReadonlySet<string>;
}

/** How far to prepare: find out if it can be done, make the tables, or be ready to serve it. */
export type PreparationExtent = 'plans' | 'tables' | 'all';

/** Returns the forms that cannot be served, each with the error. */
export type PrepareDefinitions = (
  next: NextDefinitions,
  extent: PreparationExtent,
) => Promise<ReadonlyMap<string, unknown>>;

/** `read` returns what is stored, without these versions. */
export function createPrepare(read: (without: ReadonlyMap<string, UnservedVersion>) => Promise<ServedDefinitions>) {
  const prepares: PrepareDefinitions[] = [];
  const prepareAll = async (next: ServedDefinitions, extent: PreparationExtent): Promise<Map<string, unknown>> => {
    const failed = new Map<string, unknown>();
    for (const prepare of prepares)
      for (const [form, error] of await prepare(toPrepare(next), extent)) failed.set(form, error);
    return failed;
  };
  return {
    add: (prepare: PrepareDefinitions) => void prepares.push(prepare),

    /** Prepares `first`, or what is stored. A published version for which that fails is left out, so that an earlier one is served. */
    async ready(first?: ServedDefinitions): Promise<ServedDefinitions> {
      const without = new Map<string, UnservedVersion>();
      for (let next = first; ; next = undefined) {
        next ??= await read(without);
        const failed = await prepareAll(next, 'all');
        if (failed.size === 0) return next;
        for (const [name, error] of failed) {
          const { form, version, key } = next.newest.get(name) as CompiledForm;
          if (next.rows.get(key)?.origin !== 'published') throw error;
          without.set(key, { name: form, version, reason: unservableReason(error) });
        }
      }
    },

    /**
     * Throws NotServable if what is about to be published cannot be served. Columns that were made for it are filled when it is
     * served, and stay otherwise, as those of questions do that are not asked any more.
     */
    async prove(
      served: ServedDefinitions,
      added: FormSource | ReportDefinition,
      extent: PreparationExtent,
    ): Promise<void> {
      try {
        const next = await ('definition' in added ? withSource(served, added) : withReport(served, added));
        for (const [form, error] of await prepareAll(next, extent))
          throw new Error(`${form}: ${unservableReason(error)}`);
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        throw new NotServable(unservableReason(error));
      }
    },
  };
}

/** Returns what is served with another version in it. Throws if it cannot be served. */
async function withSource(served: ServedDefinitions, given: FormSource): Promise<ServedDefinitions> {
  const source = withProblemRow(given, (named) => served.rows.get(named)?.source);
  const compiled = await compileServable(source, served.common.workflows);
  const isNewest =
    !isRowForm(source.definition) && (served.newest.get(compiled.form)?.version ?? 0) <= compiled.version;
  sourcesOfReports(served.reports, compiled);
  return isNewest ? { ...served, newest: new Map([...served.newest, [compiled.form, compiled]]) } : served;
}

/** Returns what is served with another report in it. Throws if it cannot be counted. */
async function withReport(served: ServedDefinitions, report: ReportDefinition): Promise<ServedDefinitions> {
  for (const form of served.newest.values()) sourcesOfReports([report], form);
  const others = served.reports.filter((one) => one.report !== report.report);
  return { ...served, reports: [...others, report] };
}

function toPrepare({ newest, reports, previewed, restricted }: ServedDefinitions): NextDefinitions {
  return {
    forms: [...newest.values()],
    reports: [...reports, ...previewed],
    restrictedQuestions: (form) => (restricted.get(form) ?? NOT_RESTRICTED).questions,
  };
}

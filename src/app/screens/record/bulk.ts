/**
 * Runs a bulk transition, or a look at what it would decide about, in small batches. Each response shows progress, and a lost
 * connection loses no results.
 */
import type {
  Filter,
  FlaggedRecord,
  Refused,
  TransitionDone,
  TransitionResponse,
} from '../../../core/generated/api.ts';
import { groupBy } from '../../data/groups.ts';
import type { DataSource, FormApi } from '../../data/source.ts';

const BATCH = 25;

/** `refused`: records of which a look said before that the person may not take the step. */
export type BulkTarget =
  | { ids: string[]; refused?: Refused[] }
  | { filters: Filter[]; text?: string | undefined; total: number };

export interface BulkTransition {
  action: string;
  comment?: string;
  look?: true;
}

export interface BulkState {
  /** Number of records processed so far. */
  looked: number;
  total: number;
  changed: number;
  /** The changed records, each with the step that takes it back. */
  done: TransitionDone[];
  refused: Refused[];
  /** Of a look: what somebody should look at first, and the ids of the others. */
  flagged: FlaggedRecord[];
  clear: string[];
  /** Where the next batch starts: an index into the ids or a cursor. Null when all is done. */
  next: number | string | null;
}

export function initialBulkState(target: BulkTarget): BulkState {
  const total = 'ids' in target ? target.ids.length : target.total;
  const begun = { looked: 0, total, changed: 0, done: [], flagged: [], clear: [] };
  if (!('ids' in target)) return { ...begun, refused: [], next: '' };
  return { ...begun, refused: target.refused ?? [], next: total > 0 ? 0 : null };
}

/** Runs the next batch. If it throws, the state is unchanged and the same batch can be sent again. */
export async function runBulkBatch(
  source: Pick<DataSource, 'transition' | 'transitionAll'>,
  api: FormApi,
  target: BulkTarget,
  asked: BulkTransition,
  state: BulkState,
): Promise<BulkState> {
  if ('ids' in target) {
    const from = Number(state.next);
    const ids = target.ids.slice(from, from + BATCH);
    const answer = await source.transition(api, { ...asked, record_id: ids });
    const looked = from + ids.length;
    return { ...added(state, answer), looked, next: looked < target.ids.length ? looked : null };
  }
  const answer = await source.transitionAll(api, {
    ...asked,
    filters: target.filters,
    ...(target.text && { text: target.text }),
    limit: BATCH,
    ...(state.next && { after: String(state.next) }),
  });
  const looked = state.looked + (answer.looked ?? 0);
  return {
    ...added(state, answer),
    looked,
    // The total is capped when it is counted, so it may be lower than the records processed.
    total: Math.max(state.total, looked),
    next: answer.next_cursor ?? null,
  };
}

function added(state: BulkState, answer: TransitionResponse): BulkState {
  return {
    ...state,
    changed: state.changed + countOf(answer.changed),
    done: [...state.done, ...(answer.done ?? [])],
    refused: [...state.refused, ...(answer.refused ?? [])],
    flagged: [...state.flagged, ...(answer.flagged ?? [])],
    clear: [...state.clear, ...(answer.clear ?? [])],
  };
}

function countOf(changed: number | string[] | undefined): number {
  return Array.isArray(changed) ? changed.length : (changed ?? 0);
}

/** Groups refusals by reason, the most frequent first. */
export function groupByReason(refused: readonly Refused[]): { message: string; records: Refused[] }[] {
  return groupBy(refused, ({ message }) => message)
    .map((records) => ({ message: records[0]?.message ?? '', records }))
    .sort((a, b) => b.records.length - a.records.length);
}

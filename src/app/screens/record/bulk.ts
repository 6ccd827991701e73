/** Runs a bulk transition in small batches. Each response shows progress, and a lost connection loses no results. */
import type { Filter, Refused, TransitionDone } from '../../../core/generated/api.ts';
import { grouped } from '../../data/groups.ts';
import type { Api, DataSource } from '../../data/source.ts';

const BATCH = 25;

export type BulkTarget = { ids: string[] } | { filters: Filter[]; text?: string | undefined; total: number };

export interface BulkState {
  /** Number of records processed so far. */
  looked: number;
  total: number;
  changed: number;
  /** The changed records, each with the step that takes it back. */
  done: TransitionDone[];
  refused: Refused[];
  /** Where the next batch starts: an index into the ids or a cursor. Null when all is done. */
  next: number | string | null;
}

export function bulkStart(target: BulkTarget): BulkState {
  const total = 'ids' in target ? target.ids.length : target.total;
  return { looked: 0, total, changed: 0, done: [], refused: [], next: 'ids' in target ? 0 : '' };
}

/** Runs the next batch. If it throws, the state is unchanged and the same batch can be sent again. */
export async function bulkBatch(
  source: Pick<DataSource, 'transition' | 'transitionAll'>,
  api: Api,
  target: BulkTarget,
  asked: { action: string; comment?: string },
  state: BulkState,
): Promise<BulkState> {
  if ('ids' in target) {
    const from = Number(state.next);
    const ids = target.ids.slice(from, from + BATCH);
    const answer = await source.transition(api, { ...asked, record_id: ids });
    const looked = from + ids.length;
    return {
      ...state,
      looked,
      changed: state.changed + countOf(answer.changed),
      done: [...state.done, ...(answer.done ?? [])],
      refused: [...state.refused, ...(answer.refused ?? [])],
      next: looked < target.ids.length ? looked : null,
    };
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
    looked,
    // The total is capped when it is counted, so it may be lower than the records processed.
    total: Math.max(state.total, looked),
    changed: state.changed + countOf(answer.changed),
    done: [...state.done, ...(answer.done ?? [])],
    refused: [...state.refused, ...(answer.refused ?? [])],
    next: answer.next_cursor ?? null,
  };
}

function countOf(changed: number | string[] | undefined): number {
  return Array.isArray(changed) ? changed.length : (changed ?? 0);
}

/** Groups refusals by reason, the most frequent first. */
export function byReason(refused: readonly Refused[]): { message: string; records: Refused[] }[] {
  return grouped(refused, ({ message }) => message)
    .map((records) => ({ message: records[0]?.message ?? '', records }))
    .sort((a, b) => b.records.length - a.records.length);
}

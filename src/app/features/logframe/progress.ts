/** Computes an indicator's progress towards the due milestone, and the summary for everything above it. */
import type { RecordData } from '../../../core/definitions/types.ts';
import { type LogframeNode, withDescendants } from './tree.ts';

export interface Milestone {
  date: string;
  target: number;
  reached?: number;
  note?: string;
}

/**
 * met: the target is reached. near: at least 80% of the way. behind: less. unreported: the due milestone has no value, and
 * the newest value does not reach its target. ahead: nothing is due yet. none: no milestones.
 */
export type ProgressStatus = 'met' | 'near' | 'behind' | 'unreported' | 'ahead' | 'none';

export interface MilestoneProgress {
  status: ProgressStatus;
  /** The last due milestone. If none is due yet, the next one. */
  milestone?: Milestone;
  /** Newest reported value. */
  reached?: number;
  /** Share of the way from the baseline to the target, 0 to 1. */
  share?: number;
}

const NEAR = 0.8;

export function milestonesOf(row: RecordData): Milestone[] {
  const rows = Array.isArray(row.milestones) ? (row.milestones as Partial<Milestone>[]) : [];
  return rows
    .filter((one): one is Milestone => typeof one?.date === 'string' && typeof one.target === 'number')
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

/** `today` is the day in Kabul. */
export function progressOf(row: RecordData, today: string): MilestoneProgress {
  const all = milestonesOf(row);
  if (all.length === 0) return { status: 'none' };
  const due = all.filter(({ date }) => date <= today).at(-1);
  const milestone = due ?? (all[0] as Milestone);
  const reached = all.filter((one) => typeof one.reached === 'number').at(-1)?.reached;
  const share = reached === undefined ? undefined : partOfTheWay(numberOr(row.baseline, 0), milestone.target, reached);
  const figures = { milestone, ...(reached !== undefined && { reached }), ...(share !== undefined && { share }) };
  if (!due) return { status: 'ahead', ...figures };
  if (due.reached === undefined && (share === undefined || share < 1)) return { status: 'unreported', ...figures };
  const part = share ?? 0;
  return { status: part >= 1 ? 'met' : part >= NEAR ? 'near' : 'behind', ...figures };
}

/** Also works if the target is below the baseline: fewer absences are progress. */
function partOfTheWay(from: number, to: number, at: number): number {
  if (from === to) return at >= to ? 1 : 0;
  return Math.max(0, Math.min(1, (at - from) / (to - from)));
}

function numberOr(value: unknown, other: number): number {
  return typeof value === 'number' ? value : other;
}

export interface RollUp {
  indicators: number;
  /** Number of indicators by status. */
  statuses: Record<ProgressStatus, number>;
  /** Mean share of the indicators with a due milestone. Unreported ones count with their newest value, or 0 without one. */
  share?: number;
  actions: number;
  done: number;
}

export function rollUp(nodes: readonly LogframeNode[], today: string): RollUp {
  const all = nodes.flatMap(withDescendants);
  const statuses: RollUp['statuses'] = { met: 0, near: 0, behind: 0, unreported: 0, ahead: 0, none: 0 };
  const shares: number[] = [];
  let indicators = 0;
  for (const { table, row } of all) {
    if (table !== 'indicators') continue;
    indicators += 1;
    const { status, share } = progressOf(row, today);
    statuses[status] += 1;
    if (status !== 'ahead' && status !== 'none') shares.push(share ?? 0);
  }
  const actions = all.filter(({ table, row }) => table === 'actions' && row.state !== 'stopped');
  return {
    indicators,
    statuses,
    ...(shares.length > 0 && { share: shares.reduce((a, b) => a + b, 0) / shares.length }),
    actions: actions.length,
    done: actions.filter(({ row }) => row.state === 'done').length,
  };
}

/** Amounts of a form, which are added up by currency. */
import type { CompiledForm } from '../definitions/types.ts';
import { amountQuestions } from '../form/types/question.ts';
import type { PlannedColumn } from './columns.ts';
import type { MemoryRow } from './evaluate.ts';
import type { ProjectionPlan } from './plan.ts';

/** The sum of one question's amounts. */
export interface AmountSum {
  /** Stored name of the amount. */
  amount: string;
  /** `currency` is an empty text for amounts without one. */
  groups: { currency: string; count: number; total: number }[];
}

interface AmountColumns {
  amount: string;
  value: PlannedColumn;
  /** The currency. */
  group: PlannedColumn;
}

/** Returns the amounts that the names ask for, with their columns. */
export function amountColumns(plan: ProjectionPlan, form: CompiledForm, names: readonly string[]): AmountColumns[] {
  return amountQuestions(form).flatMap(({ node, amount, per }) => {
    const [value, group] = [plan.columns.get(amount), plan.columns.get(per)];
    return value && group && names.some((name) => name === amount || name === node.name)
      ? [{ amount, value, group }]
      : [];
  });
}

/** Rounds to cents. Sums of fractions differ in digits that no currency has. */
export function roundSum(total: number): number {
  return Math.round(total * 100) / 100;
}

/** Adds up the amounts of rows in memory. The most frequent currency comes first. */
export function sumAmounts(plan: ProjectionPlan, rows: readonly MemoryRow[], names: readonly string[]): AmountSum[] {
  return amountColumns(plan, plan.form, names).map(({ amount, value, group }) => {
    const groups = new Map<string, AmountSum['groups'][number]>();
    for (const { cells } of rows) {
      const [number, currency] = [cells[value.value], cells[group.value] as string];
      if (typeof number !== 'number') continue;
      const sum = groups.get(currency) ?? { currency, count: 0, total: 0 };
      groups.set(currency, { currency, count: sum.count + 1, total: sum.total + number });
    }
    const ordered = [...groups.values()].sort((a, b) => b.count - a.count || (a.currency < b.currency ? -1 : 1));
    return { amount, groups: ordered.map((sum) => ({ ...sum, total: roundSum(sum.total) })) };
  });
}

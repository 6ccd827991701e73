/**
 * Work that the rules of one record may take: formulas and patterns together. Whoever defines a form decides how much its
 * rules do with an answer, so neither the length of an expression nor that of an answer bounds it.
 */

/** Most steps for one record: parts of formulas that are evaluated, cells that they read, positions of patterns. */
export const MOST_STEPS = 1_000_000;
/** Most characters that formulas read or make for one record. */
export const MOST_CHARACTERS = 10_000_000;

export class Budget {
  steps = 0;
  characters = 0;

  get isSpent(): boolean {
    return this.steps > MOST_STEPS || this.characters > MOST_CHARACTERS;
  }
}

let current: Budget | undefined;

/** Runs work on a budget. Work inside it without a budget of its own is counted too. */
export function withinBudget<T>(budget: Budget, work: () => T): T {
  const outer = current;
  current = budget;
  try {
    return work();
  } finally {
    current = outer;
  }
}

/** Runs work on the budget around it, or on a new one. */
export function onBudget<T>(work: (budget: Budget) => T): T {
  const budget = current ?? new Budget();
  return current ? work(budget) : withinBudget(budget, () => work(budget));
}

/** Counts work. Returns false when it is too much. */
export function spendSteps(steps: number, characters = 0): boolean {
  if (!current) return true;
  // What is not done any more does not count.
  if (current.isSpent) return false;
  current.steps += steps;
  current.characters += characters;
  return !current.isSpent;
}

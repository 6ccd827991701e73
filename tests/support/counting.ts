/** Wraps a validator and counts how often each condition of its form is evaluated. */
import type { ValidatorModule } from '../../src/core/definitions/types.ts';

export function counting({ validate, conditions }: ValidatorModule): {
  validator: ValidatorModule;
  /** Returns the counts by condition since the last call, and resets them. */
  asked(): Record<string, number>;
} {
  let counts: Record<string, number> = {};
  const counted = Object.entries(conditions).map(([key, holds]) => [
    key,
    (data: unknown) => {
      counts[key] = (counts[key] ?? 0) + 1;
      return holds(data);
    },
  ]);
  return {
    validator: { validate, conditions: Object.fromEntries(counted) },
    asked() {
      const found = counts;
      counts = {};
      return found;
    },
  };
}

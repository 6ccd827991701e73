/** Fills an empty store with the demonstration that ships with the product. */
import type { DemoPlan } from '../../core/generated/demo.ts';
import { readSetting } from '../definitions/store.ts';
import { shippedFiles } from '../http/openRooms.ts';
import { DEMO_MADE, type DemoDeps, makeDemo } from './seed/demo.ts';

export function shippedPlan(): DemoPlan {
  return JSON.parse(shippedFiles.read('forms/common/demo.json') as string) as DemoPlan;
}

/** Makes the demonstration unless it is there; answers the number of records per form, null when nothing was to do. */
export async function ensureDemo(
  deps: DemoDeps,
  now: Date,
  plan: DemoPlan = shippedPlan(),
): Promise<Record<string, number> | null> {
  if ((await readSetting(deps.database.read, DEMO_MADE)) !== null) return null;
  return makeDemo(deps, plan, now);
}

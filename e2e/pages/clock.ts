/** The page's own clock, held and moved on: nothing is waited for, and no machine is too slow. */
import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';

/** Steps in which the clock is moved while something is awaited: little beside any time that is looked at. */
export const TICK = 20;

/** The clock stands still; what needs moments to happen gets them from `soon`. The page has it: `page.clock.install()`. */
export async function holdTime(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
}

/** Moves the held clock in small steps until it is seen. */
export async function soon(page: Page, wanted: Locator): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.clock.runFor(TICK);
        return wanted.count();
      },
      { interval: TICK },
    )
    .toBe(1);
}

export async function goOn(page: Page, milliseconds: number): Promise<void> {
  await page.clock.runFor(milliseconds);
}

/** Controls the page's own clock, so that tests do not wait and no machine is too slow. */
import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';

/** Milliseconds of one clock step while a test waits: small compared with every time under test. */
export const TICK = 20;

/** Pauses the clock. Use `soon` for what needs time to happen. The page must have called `page.clock.install()`. */
export async function holdTime(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
}

/** Moves the paused clock in small steps until the element is visible. */
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

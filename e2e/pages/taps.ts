/** Counts what a person's finger does on a phone. A tap fails if the page or a strip on it would have to be swiped sideways. */
import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { sidewaysScroll } from './checks.ts';

export class Taps {
  readonly page: Page;
  count = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async tap(target: Locator): Promise<void> {
    await target.waitFor();
    expect(await sidewaysScroll(this.page)).toBe(0);
    expect(await target.evaluate(isBeside), `${target} is beside the screen`).toBe(false);
    await target.tap();
    this.count += 1;
  }
}

/** Returns true if any part of the element is left or right of the window or of a strip that scrolls. */
function isBeside(element: Element): boolean {
  const box = element.getBoundingClientRect();
  for (let around = element.parentElement; around; around = around.parentElement) {
    if (around.scrollWidth <= around.clientWidth || getComputedStyle(around).overflowX === 'visible') continue;
    const strip = around.getBoundingClientRect();
    if (box.left < strip.left - 1 || box.right > strip.right + 1) return true;
  }
  return box.left < 0 || box.right > window.innerWidth;
}

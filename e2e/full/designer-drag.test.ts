/** Sections, groups, questions and columns are dragged in the outline: with the mouse, and with a finger that also scrolls. */
import type { CDPSession, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { caller } from '../pages/api.ts';
import { axe, sidewaysScroll } from '../pages/checks.ts';
import { ownServer } from '../pages/ownServer.ts';
import { EACH_WAY, type Size, visit } from '../pages/stage.ts';

const own = ownServer();
const says = (words: string) => ({ en: words, fa: `متن ${words}`, ps: `متن ${words}` });
const text = (name: string) => ({ id: `q_${name}`, type: 'text', label: says(name) });
/** More questions than a phone has room for. */
const MANY = Array.from({ length: 14 }, (_one, index) => `m${index}`);
const definition = {
  form: 'dragged',
  sections: [
    { id: 'one', title: says('One'), fields: ['a', 'b'] },
    { id: 'two', title: says('Two'), fields: [{ group: 'g', title: says('G'), fields: ['c'] }, 't'] },
    { id: 'three', title: says('Three'), fields: MANY },
  ],
  fields: {
    ...Object.fromEntries(['a', 'b', 'c', ...MANY].map((name) => [name, text(name)])),
    t: { ...text('t'), type: 'table', columns: { x: text('x'), y: text('y') } },
  },
};

const row = (page: Page, key: string) => page.locator(`[data-row="${key.includes(':') ? key : `question:${key}`}"]`);

/** Moves by hand: presses on the middle of a row, and lets go on the upper or lower half of another. */
class Hand {
  readonly page: Page;
  readonly touch: CDPSession | undefined;
  constructor(page: Page, touch: CDPSession | undefined) {
    this.page = page;
    this.touch = touch;
  }

  async #send(type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }): Promise<void> {
    await this.touch?.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  }

  async #at(key: string, share: number): Promise<{ x: number; y: number }> {
    const box = await row(this.page, key).boundingBox();
    if (!box) throw new Error(`${key} is not shown`);
    return { x: box.x + box.width / 2, y: box.y + box.height * share };
  }

  /** `isHeld`: a finger stays for a moment before it moves. */
  async take(key: string, isHeld = true): Promise<void> {
    await row(this.page, key).scrollIntoViewIfNeeded();
    const at = await this.#at(key, 0.5);
    if (this.touch) {
      await this.#send('touchStart', at);
      if (isHeld) await this.page.locator('[data-dragged]').waitFor();
      return;
    }
    await this.page.mouse.move(at.x, at.y);
    await this.page.mouse.down();
    await this.page.mouse.move(at.x, at.y + 8, { steps: 2 });
    await this.page.locator('[data-dragged]').waitFor();
  }

  async over(key: string, side: 'before' | 'after'): Promise<void> {
    const at = await this.#at(key, side === 'before' ? 0.25 : 0.75);
    if (this.touch) await this.#send('touchMove', at);
    else await this.page.mouse.move(at.x, at.y, { steps: 3 });
  }

  async drop(): Promise<void> {
    if (this.touch) await this.#send('touchEnd');
    else await this.page.mouse.up();
    await this.page.locator('[data-dragged]').waitFor({ state: 'detached' });
  }

  async move(key: string, side: 'before' | 'after', to: string): Promise<void> {
    await this.take(key);
    await this.over(to, side);
    await this.page.locator('[data-drop]').waitFor();
    await this.drop();
  }

  /** Drags without holding first, as a finger that scrolls. */
  async swipe(key: string, by: number): Promise<void> {
    const at = await this.#at(key, 0.5);
    await this.#send('touchStart', at);
    for (let step = 1; step <= 4; step++) await this.#send('touchMove', { x: at.x, y: at.y + (by * step) / 4 });
    await this.#send('touchEnd');
  }
}

async function handOf(page: Page, size: Size): Promise<Hand> {
  return new Hand(page, size === 'phone' ? await page.context().newCDPSession(page) : undefined);
}

describe.each(EACH_WAY)('rows of the outline in $language on a $size', ({ language, size }) => {
  it('are dragged where they may stand, and nowhere else', { timeout: 120_000 }, async () => {
    const call = await caller(own.server.base, 'mande');
    const { id } = (await call('POST', 'definitions/drafts', { definition, schema: {} })).body.data;
    const officer = await visit(own.browser, own.server.base, { language, size, user: 'mande' });
    const { page } = officer;
    await page.goto(`/admin/form-drafts/${id}`);
    await row(page, 'a').waitFor();
    const hand = await handOf(page, size);
    const saved = async () => {
      await page.locator('[data-state=saved]').waitFor({ state: 'attached' });
      const { definition: after } = (await call('GET', `definitions/drafts/${id}`)).body;
      return after as typeof definition;
    };

    await hand.move('a', 'after', 'b');
    await hand.move('b', 'after', 'group:1.0');
    await hand.move('t.x', 'after', 't.y');
    await hand.move('group:1.0', 'before', 'section:1');
    await hand.move('section:1', 'before', 'section:0');
    const after = await saved();
    const group = { ...(definition.sections[1]?.fields[0] as object), fields: ['b', 'c'] };
    expect(after.sections.map(({ fields }) => fields)).toEqual([['t'], ['a', group], MANY]);
    expect(Object.keys(after.fields.t.columns)).toEqual(['y', 'x']);
    // On a phone the outline stays open, and what was moved has the focus.
    await row(page, 'section:0').and(page.locator(':focus')).waitFor();
    expect(await row(page, 'section:0').getAttribute('aria-selected')).toBe('true');

    // What is spoken while it goes on, and why it may not stand there.
    const spoken = page.locator('[id^=DndLiveRegion]');
    await hand.take('t.x');
    await spoken.getByText({ en: 'is being moved', fa: 'جابجا می‌شود', ps: 'ځای بدلوي' }[language]).waitFor();
    await hand.over('a', 'before');
    const stays = { en: 'A column stays in its table', fa: 'ستون از جدول خود', ps: 'ستون له خپل جدول' }[language];
    await spoken.getByText(stays).waitFor();
    await page.locator('[data-dragged]', { hasText: stays }).waitFor();
    expect(await page.locator('[data-drop]').count()).toBe(0);
    expect(await axe(page)).toEqual([]);
    await hand.drop();
    await page.locator('.mantine-Notification-description', { hasText: stays }).waitFor();
    await hand.take('m0');
    await hand.over('m0', 'after');
    await hand.drop();
    expect(await saved()).toEqual(after);
    expect(await sidewaysScroll(page)).toBe(0);

    // A finger that is not held first scrolls.
    if (size === 'phone') {
      const top = () => page.locator('[data-pane=outline]').evaluate((pane) => pane.scrollTop);
      await page.locator('[data-pane=outline]').evaluate((pane) => pane.scrollTo(0, 0));
      await hand.swipe('a', -160);
      await expect.poll(top).toBeGreaterThan(80);
      expect(await saved()).toEqual(after);
    }
    expect(officer.errors).toEqual([]);
    await officer.close();
  });
});

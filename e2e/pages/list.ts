/** The list screen: a table in wide windows, rows of two lines on phones. */
import type { Locator, Page } from 'playwright';
import { type Language, screen } from './stage.ts';
import { words, wordsWith } from './words.ts';

export class List {
  readonly page: Page;
  readonly main: Locator;
  readonly #language: Language;

  constructor(page: Page, language: Language, form?: string) {
    this.page = page;
    this.#language = language;
    this.main = page.locator(form ? `main[data-screen=list][data-form="${form}"]` : 'main[data-screen=list]');
  }

  async open(path: string): Promise<void> {
    await this.page.goto(path);
    await this.ready();
  }

  /** Waits until rows, or the message that there are none, are shown and nothing is loading. */
  async ready(): Promise<void> {
    await screen(this.page, 'list');
    await this.main.locator('[data-record], [data-empty], caption[role=alert]').first().waitFor();
    await this.main.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  }

  rows(): Locator {
    return this.main.locator('[data-record]');
  }

  row(id: string): Locator {
    return this.main.locator(`[data-record="${id}"]`);
  }

  async ids(): Promise<string[]> {
    return this.rows().evaluateAll((rows) => rows.map((row) => row.getAttribute('data-record') ?? ''));
  }

  /** Returns the texts of one column of the table. */
  column(key: string): Promise<string[]> {
    return this.main.locator(`td[data-column="${key}"]`).allInnerTexts();
  }

  heading(key: string): Locator {
    return this.main.locator(`th[data-column="${key}"]`);
  }

  states(): Promise<(string | null)[]> {
    return this.main
      .locator('[data-record] [data-state]')
      .evaluateAll((badges) => badges.map((badge) => badge.getAttribute('data-state')));
  }

  async openRecord(id: string): Promise<void> {
    await this.row(id).getByRole('link').first().click();
    await screen(this.page, 'detail');
  }

  pages(): Locator {
    return this.main.getByRole('navigation', { name: words(this.#language, 'app', 'pages.title') });
  }

  async nextPage(): Promise<void> {
    await this.pages()
      .getByRole('button', { name: words(this.#language, 'app', 'pages.next') })
      .click();
    await this.ready();
  }

  async lookFor(text: string): Promise<void> {
    await this.main.getByRole('searchbox').fill(text);
    await this.main.getByRole('searchbox').press('Enter');
  }

  /** Opens the menu of what is done with all of the list. On phones it has how the list is shown, too. */
  openMore(): Promise<Locator> {
    return this.#openMenu('more');
  }

  /** Opens the menu of columns, figures and views. */
  async openDisplay(): Promise<Locator> {
    const ofDesktop = this.main.locator('[data-action=display]');
    return this.#openMenu((await ofDesktop.isVisible()) ? 'display' : 'more');
  }

  async #openMenu(action: string): Promise<Locator> {
    await this.main.locator(`[data-action=${action}][aria-expanded=false]`).click();
    const menu = this.page.getByRole('menu').last();
    await menu.waitFor();
    return menu;
  }

  async openFilters(): Promise<void> {
    await this.main.getByRole('button', { name: words(this.#language, 'app', 'filter.title') }).click();
  }

  filter(label: string): Locator {
    // On phones the filters are in a drawer outside `main`.
    return this.page.locator('#filters').getByLabel(label, { exact: true });
  }

  /** Touches a row of the phone for that long, and moves the finger by `by` pixels meanwhile. Playwright has no such touch. */
  async touch(id: string, { ms = 800, by = 0 } = {}): Promise<void> {
    const row = this.row(id);
    await row.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await row.boundingBox()) as {
      x: number;
      y: number;
      width: number;
      height: number;
    };
    const point = { x: x + width / 2, y: y + height / 2 };
    const session = await this.page.context().newCDPSession(this.page);
    const send = (type: 'touchStart' | 'touchMove', moved: number) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: [{ ...point, y: point.y - moved }] });
    await send('touchStart', 0);
    // At once: on a busy machine, a finger that is to scroll would otherwise rest too long.
    if (by !== 0) await send('touchMove', by / 2);
    await this.page.waitForTimeout(ms);
    if (by !== 0) await send('touchMove', by);
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await session.detach();
  }

  /** The bar of what can be done with the selected records. */
  selection(): Locator {
    return this.main.locator('[data-selection]');
  }

  /** Opens the action menu of one row of the table. */
  async openActions(id: string): Promise<Locator> {
    await this.row(id)
      .getByRole('button', { name: wordsWith(this.#language, 'app', 'list.actionsOf') })
      .click();
    const menu = this.page.getByRole('menu').last();
    await menu.waitFor();
    return menu;
  }
}

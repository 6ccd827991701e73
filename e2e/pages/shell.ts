/** The frame around the screens: menus, languages, toasts, bars. */
import type { Locator, Page } from 'playwright';
import { type Language, SIZES, screen } from './stage.ts';
import { department, words } from './words.ts';

export class Shell {
  readonly page: Page;
  readonly #language: Language;

  constructor(page: Page, language: Language) {
    this.page = page;
    this.#language = language;
  }

  #isPhone(): boolean {
    return (this.page.viewportSize()?.width ?? 0) <= SIZES.phone.width;
  }

  /** Opens a department's menu screen through the navigation, as a user would. */
  async openDepartment(id: string): Promise<void> {
    const name = department(id, this.#language);
    if (this.#isPhone()) {
      await this.page.locator('[data-menu]:visible').first().click();
      await this.page.getByRole('dialog').getByRole('link', { name, exact: true }).click();
    } else {
      await this.page.getByRole('button', { name: words(this.#language, 'app', 'nav.departments') }).click();
      await this.page.getByRole('menuitem', { name, exact: true }).click();
    }
    await screen(this.page, 'menu');
  }

  /** Opens the list of a form from its department's menu. */
  async openList(departmentId: string, path: string): Promise<void> {
    await this.openDepartment(departmentId);
    await this.page.locator(`main a[href="${path}"]`).first().click();
    await screen(this.page, 'list');
  }

  async chooseLanguage(language: Language): Promise<void> {
    if (this.#isPhone()) {
      const menu = this.page.locator('[data-menu=all]:visible');
      if (await menu.isVisible()) await menu.click();
    }
    const loaded = this.page.waitForEvent('load');
    await this.page.locator(`button[data-language=${language}]:visible`).first().click();
    await loaded;
  }

  /** Returns the newest toast with this text. */
  toast(text: string | RegExp): Locator {
    return this.page.locator('.mantine-Notification-root', { hasText: text }).last();
  }

  /** Returns the red bar for a lost network. */
  networkBar(): Locator {
    return this.page.getByText(words(this.#language, 'app', 'networkLost'));
  }

  /** Returns the topmost dialog. */
  dialog(): Locator {
    return this.page.getByRole('dialog').last();
  }

  async logOut(): Promise<void> {
    await this.page.goto('/logout');
    await screen(this.page, 'login');
  }
}

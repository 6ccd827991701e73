/** The record screen: its tabs, its answers and its actions. */
import type { Locator, Page } from 'playwright';
import { type Language, screen } from './stage.ts';
import { stepLabel, words } from './words.ts';

export class Detail {
  readonly page: Page;
  readonly main: Locator;
  readonly #language: Language;

  constructor(page: Page, language: Language) {
    this.page = page;
    this.#language = language;
    this.main = page.locator('main[data-screen=detail]');
  }

  async open(path: string): Promise<void> {
    await this.page.goto(path);
    await screen(this.page, 'detail');
  }

  async state(): Promise<string | null> {
    return this.main.locator('[data-state]').first().getAttribute('data-state');
  }

  async waitForState(state: string): Promise<void> {
    await this.main
      .locator('[data-state]')
      .first()
      .and(this.page.locator(`[data-state="${state}"]`))
      .waitFor();
  }

  /** Shows a tab. It may be in the menu of further tabs. */
  async tab(id: string): Promise<Locator> {
    const tab = this.page.locator(`#tab-of-${id}`);
    const more = this.page.locator('[data-more-tabs]');
    const panel = this.page.locator(`#tab-${id}`);
    await tab.or(more).first().waitFor();
    if (await tab.isVisible()) await tab.click();
    else {
      await more.click();
      await this.page.locator(`[data-action="tab-${id}"]`).click();
    }
    await panel.waitFor();
    await panel.locator('[aria-busy=true], .mantine-Skeleton-root').first().waitFor({ state: 'detached' });
    return panel;
  }

  answer(name: string): Locator {
    return this.main.locator(`[data-field="${name}"] :is(dd, td:first-of-type)`);
  }

  step(action: string, workflow = 'verified-record'): Locator {
    return this.main.getByRole('button', { name: stepLabel(workflow, action, this.#language), exact: true });
  }

  /** Performs a workflow transition, with a comment and remarks on single questions if it asks for them. */
  async take(
    action: string,
    said: { comment?: string; remarks?: Record<string, string> } = {},
    workflow = 'verified-record',
  ): Promise<void> {
    await this.act(action);
    const dialog = this.page.getByRole('dialog').last();
    await dialog.waitFor();
    if (said.comment !== undefined) await dialog.locator('textarea').first().fill(said.comment);
    for (const [field, comment] of Object.entries(said.remarks ?? {})) {
      await dialog.getByRole('button', { name: words(this.#language, 'app', 'step.addRemark') }).click();
      const remark = dialog.locator('fieldset').last();
      await remark.locator('select').selectOption(field);
      await remark.locator('textarea').fill(comment);
    }
    await dialog.getByRole('button', { name: stepLabel(workflow, action, this.#language), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  /** Clicks an action. On a phone it may be in the menu of further actions. */
  async act(action: string): Promise<void> {
    const button = this.main.locator(`[data-action="${action}"]`);
    const more = this.main.locator('[data-more]');
    await button.or(more).first().waitFor();
    if (!(await button.isVisible())) await more.click();
    await button.click();
  }

  async edit(): Promise<void> {
    await this.act('edit');
    await screen(this.page, 'edit');
  }
}

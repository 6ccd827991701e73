/** The form screen. Fields are found by property name, in any language. */
import type { Locator, Page } from 'playwright';
import { screen } from './stage.ts';

export class Form {
  readonly page: Page;
  readonly main: Locator;

  constructor(page: Page) {
    this.page = page;
    this.main = page.locator(
      'main[data-screen=create], main[data-screen=edit], main[data-screen=quick], main[data-screen=preview]',
    );
  }

  async ready(): Promise<void> {
    await this.main.locator('[data-field]').first().waitFor();
  }

  /** Returns a field. Sections render near the viewport, so it scrolls to the field. Parts of a problem do not count. */
  async field(name: string): Promise<Locator> {
    const field = this.main.locator(`[data-field="${name}"]:not(.am-problem-parts *)`).first();
    for (let i = 0; i < 40 && (await field.count()) === 0; i += 1) {
      await this.page.mouse.wheel(0, 600);
      await this.page.waitForTimeout(50);
    }
    await field.scrollIntoViewIfNeeded();
    return field;
  }

  async type(name: string, text: string): Promise<void> {
    const input = (await this.field(name)).locator('input, textarea').first();
    await input.fill(text);
    await input.blur();
  }

  /** Picks the option with this stored value in a rating, yes/no or radio question. */
  async pick(name: string, value: string): Promise<void> {
    const option = (await this.field(name)).locator(`label:has(input[type=radio][value="${value}"])`);
    await option.click();
  }

  async picked(name: string): Promise<string | undefined> {
    const checked = (await this.field(name)).locator('input[type=radio]:checked');
    return (await checked.count()) ? checked.first().inputValue() : undefined;
  }

  /** Searches in a picker and chooses the first result. */
  async search(name: string, text: string): Promise<void> {
    const field = await this.field(name);
    const box = field.getByRole('combobox').first();
    await box.click();
    await box.fill(text);
    await field.getByRole('option').first().click();
  }

  async value(name: string): Promise<string> {
    return (await this.field(name)).locator('input, textarea').first().inputValue();
  }

  /** Adds a file to a file or picture question and waits until it is uploaded. */
  async attach(name: string, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    const field = await this.field(name);
    await field.locator('input[type=file]').setInputFiles(file);
    await field.locator('img.am-picture, .am-file-name').first().waitFor();
  }

  /** Returns the problem editor below an answer that reports a problem. */
  async flagged(name: string): Promise<Locator> {
    const editor = (await this.field(name)).locator('.am-flagged');
    await editor.waitFor();
    return editor;
  }

  /** Opens the list of steps that a phone has below the bar, and goes to one. */
  async goTo(step: (steps: Locator) => Locator): Promise<void> {
    await this.main.locator('.am-step-line > summary').click();
    await step(this.main.locator('.am-navigator button')).click();
  }

  /** Chooses an action in the menu of the bar that a form has on a phone. */
  async choose(action: string): Promise<void> {
    await this.main.locator('[aria-haspopup=menu]').first().click();
    await this.page.locator(`[role=menuitem][data-action="${action}"]`).click();
  }

  /** Leaves the form: by Cancel, or by the cross of the bar that a form has on a phone. */
  async cancel(): Promise<void> {
    await this.main.locator('[data-action=leave]').click();
  }

  async submit(): Promise<void> {
    await this.main.locator('button[type=submit]').last().click();
  }

  /** Submits, confirms the questions about missing ratings and about a second visit, and waits for the record screen. */
  async save(): Promise<void> {
    await this.submit();
    const anyway = this.page.locator('[data-answer=save]');
    for (let asked = 0; asked < 2; asked += 1) {
      await this.page.locator('main[data-screen=detail]').or(anyway).first().waitFor();
      if (!(await anyway.isVisible())) break;
      await anyway.click();
      await anyway.waitFor({ state: 'detached' });
    }
    await screen(this.page, 'detail');
  }

  errors(): Locator {
    return this.main.locator('.am-error');
  }
}

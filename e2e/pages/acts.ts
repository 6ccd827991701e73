/**
 * What a person does at the screen: clicks, taps and keys are counted, and how long they take by the keystroke-level model (Card,
 * Moran and Newell: The Psychology of Human-Computer Interaction, 1983, chapter 8). Waiting for the machine is not in it.
 */
import type { Locator, Page } from 'playwright';

/**
 * Seconds. K: a key, with each one that is held down (40 words a minute, their average typist). P: pointing at something. B: a button
 * of the mouse pressed or let go. H: a hand that goes from the keys to the mouse or back. M: preparing in mind.
 */
const SECONDS = { K: 0.28, P: 1.1, B: 0.1, H: 0.4, M: 1.35 } as const;
type Operator = keyof typeof SECONDS;

/**
 * M stands by their rules before each command that is pointed at or begun by keys (0), not within what is typed as a text (0), and not
 * before what the act before made certain: the choice in a list that was opened for it, the next language of a text (1, 3).
 */
export class Acts {
  /** Clicks, taps and keys without the letters of words. */
  count = 0;
  letters = 0;
  readonly page: Page;
  readonly #operators: Record<Operator, number> = { K: 0, P: 0, B: 0, H: 0, M: 0 };
  #hand: 'mouse' | 'keys' | undefined;

  constructor(page: Page) {
    this.page = page;
  }

  protected note(hand: 'mouse' | 'keys', ...operators: Operator[]): void {
    if (this.#hand !== undefined && this.#hand !== hand) this.#operators.H += 1;
    this.#hand = hand;
    for (const one of operators) this.#operators[one] += 1;
  }

  /** What parts of the work took. */
  readonly jobs: string[] = [];

  async job(name: string, work: () => Promise<void>): Promise<void> {
    const [count, minutes] = [this.count, this.minutes];
    await work();
    this.jobs.push(`${name}: ${this.count - count} acts, ${((this.minutes - minutes) * 60).toFixed(0)} s`);
  }

  get minutes(): number {
    const all = Object.entries(SECONDS) as [Operator, number][];
    return all.reduce((sum, [one, seconds]) => sum + this.#operators[one] * seconds, 0) / 60;
  }

  toString(): string {
    const operators = Object.entries(this.#operators).map(([one, times]) => `${one} ${times}`);
    const all = `${this.count} acts, ${this.letters} letters, ${this.minutes.toFixed(1)} minutes (${operators.join(', ')})`;
    return [all, ...this.jobs].join('\n  ');
  }

  at(selector: string): Locator {
    return this.page.locator(selector).first();
  }

  async click(selector: string): Promise<void> {
    await this.at(selector).click();
    this.count += 1;
    this.note('mouse', 'M', 'P', 'B', 'B');
  }

  async choose(selector: string, value: string): Promise<void> {
    await this.at(selector).selectOption(value);
    this.count += 2;
    this.note('mouse', 'M', 'P', 'B', 'B', 'P', 'B', 'B');
  }

  /** Types where the focus is. */
  async type(words: string): Promise<void> {
    await this.page.keyboard.type(words);
    this.letters += words.length;
    this.note('keys', ...[...words].map(() => 'K' as const));
  }

  /** Presses one key, or several at once: `Control+a`. */
  async key(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.count += 1;
    this.note('keys', ...key.split('+').map(() => 'K' as const));
  }

  /** Waits until it has the focus. If it does not come, the error says what has it. */
  async focused(selector: string): Promise<void> {
    try {
      await this.at(selector).and(this.page.locator(':focus')).waitFor({ timeout: 10_000 });
    } catch (cause) {
      const there = await this.page.evaluate(() => document.activeElement?.outerHTML.slice(0, 300));
      throw new Error(`the focus is not at ${selector}, but at ${there}`, { cause });
    }
  }

  /** Goes to where words are typed. */
  async focus(selector: string): Promise<void> {
    await this.at(selector).click();
    this.count += 1;
    this.note('mouse', 'P', 'B', 'B');
  }

  /** Chooses a type of answers in the gallery that is open. */
  async pick(type: string): Promise<void> {
    await this.click(`[role=dialog] [data-type="${type}"]`);
    await this.page.locator('[role=dialog]').waitFor({ state: 'detached' });
  }
}

/** The same without a mouse. Every key is really pressed, and what should have the focus then must have it. */
export class KeyActs extends Acts {
  override async click(selector: string): Promise<void> {
    this.note('keys', 'M');
    await this.reach(selector);
    await this.key((await this.at(selector).getAttribute('type')) === 'checkbox' ? 'Space' : 'Enter');
  }

  override async choose(selector: string, value: string): Promise<void> {
    this.note('keys', 'M');
    await this.reach(selector);
    const label = await this.at(selector).evaluate(
      (select, one) => [...(select as HTMLSelectElement).options].find((option) => option.value === one)?.text,
      value,
    );
    await this.key('Alt+ArrowDown');
    await this.type(label ?? value);
    await this.key('Enter');
  }

  override focus(selector: string): Promise<void> {
    return this.reach(selector);
  }

  /** Types the name of the type until it is the first that is found. */
  override async pick(type: string): Promise<void> {
    this.note('keys', 'M');
    await this.reach('[role=dialog] input[name=type-search]');
    const name = (await this.at(`[role=dialog] [data-type="${type}"] strong`).textContent()) ?? type;
    const first = this.at('[role=dialog] [data-type]');
    for (const letter of name) {
      if ((await first.getAttribute('data-type')) === type) break;
      await this.type(letter);
    }
    await first.and(this.at(`[data-type="${type}"]`)).waitFor();
    await this.key('Enter');
    await this.page.locator('[role=dialog]').waitFor({ state: 'detached' });
  }

  /** Presses the keys of a command. */
  async command(keys: string): Promise<void> {
    this.note('keys', 'M');
    await this.key(keys);
  }

  /** Goes there by the fewest keys. */
  async reach(selector: string): Promise<void> {
    await this.at(selector).waitFor();
    const keys = await this.at(selector).evaluate(shortest);
    if (!keys) throw new Error(`no way by keyboard to ${selector}`);
    for (const key of keys) await this.key(key);
    await this.focused(selector);
  }
}

/**
 * Returns the fewest keys from what has the focus to an element: Tab and Shift+Tab in the order of the page or the open dialog, where
 * the last is followed by the first; arrows and letters in the outline, arrows between the headings of a question, and Escape to the
 * outline. The live form, which has a page of its own, is not gone through.
 */
function shortest(target: Element): string[] | undefined {
  const dialog = document.querySelector('[role=dialog]');
  const all = [
    ...(dialog ?? document).querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, iframe, [tabindex]',
    ),
  ].filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(':disabled, [type=hidden]'));
  // Tab goes to the chosen one of several radio buttons.
  const stops = all.filter((one) => one.tabIndex >= 0 && !one.matches('[type=radio]:not(:checked)'));
  const rows = all.filter((one) => one.dataset.row !== undefined);
  const headings = all.filter((one) => one.matches('[data-pane=question] h3 > button[aria-expanded]'));
  const beside = (list: HTMLElement[], one: HTMLElement, by: number, isRound = false) => {
    const at = list.indexOf(one);
    return at < 0 ? undefined : isRound ? list.at((at + by) % list.length) : list[at + by];
  };
  const near = (one: HTMLElement): [string, HTMLElement | undefined][] => {
    if (one === document.body) return [['Tab', stops[0]]];
    if (one instanceof HTMLIFrameElement) return [];
    // A row that has the focus is where Tab goes on from, also if it is no stop of its own.
    const order = all.filter((other) => other === one || stops.includes(other));
    const isRow = rows.includes(one);
    const title = (row: HTMLElement) => (row.querySelector('bdi')?.textContent ?? '').toLowerCase();
    const from = rows.indexOf(one);
    const later = [...rows.slice(from + 1), ...rows.slice(0, from)].filter((row) => title(row) !== '');
    const letters = isRow ? [...new Set(later.map((row) => title(row)[0] as string))] : [];
    return [
      ['Tab', beside(order, one, 1, dialog !== null)],
      ['Shift+Tab', beside(order, one, -1, dialog !== null)],
      ...(isRow
        ? ([
            ['ArrowDown', beside(rows, one, 1)],
            ['ArrowUp', from > 0 ? rows[from - 1] : undefined],
            ['Home', rows[0]],
            ['End', rows.at(-1)],
            ...letters.map((letter) => [letter, later.find((row) => title(row).startsWith(letter))]),
          ] as [string, HTMLElement | undefined][])
        : []),
      ...(headings.includes(one)
        ? ([
            ['ArrowDown', beside(headings, one, 1)],
            ['ArrowUp', headings.indexOf(one) > 0 ? beside(headings, one, -1) : undefined],
          ] as [string, HTMLElement | undefined][])
        : []),
      ...(dialog === null && !isRow
        ? ([['Escape', rows.find((row) => row.matches('[aria-selected=true], [aria-current]'))]] as [
            string,
            HTMLElement | undefined,
          ][])
        : []),
    ];
  };
  const ways = new Map<Element, string[]>([[document.activeElement ?? document.body, []]]);
  for (const [one, keys] of ways) {
    if (one === target) return keys;
    for (const [key, next] of near(one as HTMLElement)) if (next && !ways.has(next)) ways.set(next, [...keys, key]);
  }
  return undefined;
}

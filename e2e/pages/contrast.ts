/** Contrast of buttons as the browser draws them, also in states that only a pointer or a keyboard brings. */
import type { Page } from 'playwright';

/** Pseudo-classes of each state. `disabled` is an attribute instead. */
const STATES = {
  rest: [],
  hover: ['hover'],
  focus: ['focus', 'focus-visible'],
  active: ['hover', 'active'],
  disabled: [],
} as const;

const LEAST = 4.5;

/** Returns each button whose words have too little contrast in a state and colour scheme. Buttons of one look count once. */
export async function paleButtons(page: Page): Promise<string[]> {
  await page.addStyleTag({ content: '*, *::before, *::after { transition: none !important }' });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const found: string[] = [];
  for (const scheme of ['light', 'dark']) {
    await page.evaluate((one) => document.documentElement.setAttribute('data-mantine-color-scheme', one), scheme);
    await page.evaluate(markLooks);
    const { root } = await devtools.send('DOM.getDocument', { depth: 0 });
    const { nodeIds } = await devtools.send('DOM.querySelectorAll', {
      nodeId: root.nodeId,
      selector: '[data-look-of]',
    });
    if (nodeIds.length === 0) throw new Error(`no button on ${page.url()}`);
    for (const [state, classes] of Object.entries(STATES)) {
      for (const nodeId of nodeIds)
        await devtools.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: [...classes] });
      const pale = await page.evaluate(tooPale, { isDisabled: state === 'disabled', least: LEAST });
      found.push(...pale.map((one) => `${scheme} ${state}: ${one}`));
    }
  }
  await devtools.detach();
  return found;
}

/** Marks the first visible button with words of each look. */
function markLooks(): void {
  const seen = new Set<string>();
  for (const old of document.querySelectorAll('[data-look-of]')) old.removeAttribute('data-look-of');
  for (const button of document.querySelectorAll<HTMLElement>('button, a[class*="Button-root"], [role=button]')) {
    const look = `${button.className} ${button.dataset.variant ?? ''} ${button.getAttribute('style') ?? ''}`;
    if (seen.has(look) || button.innerText.trim() === '' || !button.checkVisibility()) continue;
    seen.add(look);
    button.dataset.lookOf = '';
  }
}

function tooPale({ isDisabled, least }: { isDisabled: boolean; least: number }): string[] {
  type Colour = [number, number, number, number];
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
  const colour = (css: string): Colour => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = css;
    canvas.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a]: Colour, [x, y, z]: Colour): Colour => [
    r * a + x * (1 - a),
    g * a + y * (1 - a),
    b * a + z * (1 - a),
    1,
  ];
  /** Paints backgrounds and opacities from the page down to the element, then the words. */
  const painted = (element: HTMLElement): [Colour, Colour] => {
    const chain: HTMLElement[] = [];
    for (let one: HTMLElement | null = element; one; one = one.parentElement) chain.unshift(one);
    let [ground, seen]: [Colour, number] = [[255, 255, 255, 1], 1];
    for (const one of chain) {
      const { backgroundColor, opacity } = getComputedStyle(one);
      seen *= Number(opacity);
      const [r, g, b, a] = colour(backgroundColor);
      ground = over([r, g, b, a * seen], ground);
    }
    const [r, g, b, a] = colour(getComputedStyle(element).color);
    return [over([r, g, b, a * seen], ground), ground];
  };
  const light = ([r, g, b]: Colour) => {
    const [x = 0, y = 0, z = 0] = [r, g, b].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const found: string[] = [];
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-look-of]')) {
    if (isDisabled && !(button instanceof HTMLButtonElement)) continue;
    const was = button.disabled;
    if (isDisabled) button.disabled = true;
    const spoken = [button, ...button.querySelectorAll<HTMLElement>('*')].filter((one) =>
      [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
    );
    for (const one of spoken.filter((part) => part.checkVisibility())) {
      const [words, ground] = painted(one).map(light) as [number, number];
      const contrast = (Math.max(words, ground) + 0.05) / (Math.min(words, ground) + 0.05);
      if (contrast < least) found.push(`“${one.innerText.trim()}” ${contrast.toFixed(2)}`);
    }
    if (isDisabled) button.disabled = was;
  }
  return found;
}

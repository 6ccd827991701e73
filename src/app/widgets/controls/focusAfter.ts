/** Controls that the Tab key reaches. */
export const CONTROLS =
  'input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled), button:not(:disabled):not([tabindex="-1"])';

/** Moves the focus to the next control of the form after this element, as the Tab key would. */
export function focusAfter(element: Element): void {
  const controls = element.closest('form')?.querySelectorAll<HTMLElement>(CONTROLS) ?? [];
  const isAfter = (one: Element) =>
    element.compareDocumentPosition(one) === Node.DOCUMENT_POSITION_FOLLOWING && one.checkVisibility();
  [...controls].find(isAfter)?.focus();
}

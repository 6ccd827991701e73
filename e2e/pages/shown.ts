/** When something is on the screen, by the page's own clock. */

/**
 * Returns a script for a new document that sets the mark `shown` once this is there; `drawn`: once the frame with it is drawn. It is
 * text: a function would contain helpers of the transpiler that the page does not have. Looking in each frame would make the page draw
 * frames in which nothing changed.
 */
export const marking = (shown: string, { drawn = false } = {}) => `new MutationObserver((_, observer) => {
  if (!document.querySelector(${JSON.stringify(shown)})) return;
  observer.disconnect();
  ${drawn ? "requestAnimationFrame(() => performance.mark('shown'))" : "performance.mark('shown')"};
}).observe(document, { childList: true, subtree: true })`;

/** Returns true while a form with its save bar is shown. */
export function isFormOpen(): boolean {
  return document.documentElement.dataset.saveBar !== undefined;
}

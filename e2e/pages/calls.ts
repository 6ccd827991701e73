/** Calls of a screen one by one, for journeys that stand between the app and the server. */
import type { BrowserContext, Page } from 'playwright';

/**
 * Answers nothing of what a screen asks for together when it is opened at its address, so that each call is made on its own.
 */
export const eachCallAlone = (of: Page | BrowserContext): Promise<unknown> =>
  of.route('**/api/start?*', (route) => route.fulfill({ json: { answers: {} } }));

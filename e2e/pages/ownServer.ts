/** A browser and a server of its own for the journeys of one file, where they publish forms. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import type { FormSource } from '../../src/core/definitions/types.ts';
import { DATABASES, startTestServer, type TestServer } from '../../tests/support/server.ts';
import { type Language, launch, rounds } from './stage.ts';

/** Rounds of a journey whose data is the point: each language on both databases. */
export const ROUNDS_ON_DATABASES = rounds(
  (['fa', 'ps', 'en'] as const satisfies Language[]).flatMap((language) =>
    DATABASES.map((database) => ({ language, database })),
  ),
);

/** Publishes the forms. What it returns is there when the first test begins. */
export function ownServer(...forms: FormSource[]): { browser: Browser; server: TestServer } {
  const own = {} as { browser: Browser; server: TestServer };
  beforeAll(async () => {
    own.browser = await launch();
    own.server = await startTestServer('sqlite');
    for (const form of forms) await own.server.services.registry.publish(form, { by: own.server.person('mande').id });
  });
  afterAll(async () => {
    await own.browser?.close();
    await own.server?.stop();
  });
  return own;
}

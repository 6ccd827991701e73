/** The suites as `main.ts` runs them: on SQLite alone, each file with modules of its own. Threads of the built server have no slip. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { alias } from '../../vite.config.ts';

export default defineConfig({
  plugins: [react()],
  resolve: { alias },
  test: {
    // A slip is noticed by what a test says, not by a slow machine.
    testTimeout: 400_000,
    hookTimeout: 400_000,
    isolate: true,
    bail: 1,
    projects: [
      { extends: true, test: { name: 'core', include: ['tests/{scenarios,definitions,architecture}/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/{api,sync}/**/*.test.ts'],
          globalSetup: ['tests/support/stores.ts', 'tests/support/built.ts'],
          setupFiles: ['fake-indexeddb/auto'],
        },
      },
      { extends: true, test: { name: 'app', environment: 'jsdom', include: ['tests/app/**/*.test.{ts,tsx}'] } },
    ],
  },
});

/** The suites as `main.ts` runs them: on SQLite alone, without a built server, each file with modules of its own. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { alias } from '../../vite.config.ts';

export default defineConfig({
  plugins: [react()],
  resolve: { alias },
  test: {
    testTimeout: 30_000,
    hookTimeout: 120_000,
    isolate: true,
    bail: 1,
    projects: [
      { extends: true, test: { name: 'core', include: ['tests/{scenarios,definitions,architecture}/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/{api,sync}/**/*.test.ts'],
          globalSetup: ['tests/support/stores.ts'],
          setupFiles: ['fake-indexeddb/auto'],
        },
      },
      { extends: true, test: { name: 'app', environment: 'jsdom', include: ['tests/app/**/*.test.{ts,tsx}'] } },
    ],
  },
});

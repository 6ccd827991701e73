import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { installable } from './codegen/installable.ts';
import { LongestFirst } from './tests/support/longestFirst.ts';

/** RJSF's own widgets and templates are never drawn, and of its fields only the one that walks a section. */
const bare = fileURLToPath(new URL('src/app/screens/form/drawing/bareRegistry.tsx', import.meta.url));
export const alias = [
  { find: /^\.\.?\/getDefaultRegistry\.js$/, replacement: bare },
  { find: 'markdown-to-jsx/react', replacement: bare },
];

/**
 * Writes `early.ts` into index.html, and beside it where the words of each language are: as a file it would ask for nothing
 * until that file is here. The server allows this one script by its hash (`http/responses.ts`).
 */
const early: Plugin = {
  name: 'early',
  apply: 'build',
  buildStart() {
    this.emitFile({ type: 'chunk', id: 'src/app/data/early.ts', name: 'early' });
  },
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const chunks = Object.values(bundle ?? {}).filter((one) => one.type === 'chunk');
      const script = chunks.find((one) => one.name === 'early');
      if (!script || script.imports.length > 0 || script.exports.length > 0)
        throw new Error('early.ts does not stand alone');
      delete bundle?.[script.fileName];
      const words = ['en', 'fa', 'ps'].map((language) => {
        const ofAll = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`locales/${language}/app.json`));
        const ofForms = chunks.find(({ name }) => name === `words-${language}`);
        if (!ofAll || !ofForms) throw new Error(`the words of ${language} have no file`);
        return [language === 'ps' ? 'pa' : language, [ofAll, ofForms].map(({ fileName }) => `/${fileName}`)];
      });
      const blocked = ['en', 'fa', 'ps'].map((language) => {
        const { storageBlocked } = JSON.parse(readFileSync(`locales/${language}/app.json`, 'utf8'));
        return [language, storageBlocked];
      });
      const attrs = {
        'data-words': JSON.stringify(Object.fromEntries(words)),
        'data-blocked': JSON.stringify(Object.fromEntries(blocked)),
      };
      return [{ tag: 'script', attrs, children: `{${script.code.trim()}}`, injectTo: 'head-prepend' }];
    },
  },
};

/** Matches modules of these files and folders. One that is no longer there would silently move what it held to another chunk. */
function ours(...paths: string[]): RegExp {
  const gone = paths.filter((path) => !existsSync(new URL(path, import.meta.url)));
  if (gone.length > 0) throw new Error(`chunks name files that are not there: ${gone.join(', ')}`);
  return anyOf(...paths.map((path) => new RegExp(`/${path.replaceAll('.', '\\.')}`)));
}

const anyOf = (...tests: RegExp[]): RegExp => new RegExp(tests.map(({ source }) => source).join('|'));

/**
 * Chunks of the first screens, besides the one that the page begins with. Their functions are compiled while the file arrives, beside the
 * main thread, and kept compiled (V8's explicit compile hints; others read a comment): a sixth less for the main thread when a form, a
 * list or home opens.
 */
const COMPILED_EARLY = new Set(['index']);

function compiledEarly<T extends { name: string }>(group: T): T {
  COMPILED_EARLY.add(group.name);
  return group;
}

export default defineConfig({
  plugins: [react(), early, installable],
  resolve: { alias },
  server: { port: 5173, proxy: { '/api': process.env.API ?? 'http://127.0.0.1:4000' } },
  build: {
    outDir: 'dist/app',
    target: 'es2022',
    manifest: true,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        postBanner: ({ name }) => (COMPILED_EARLY.has(name) ? '//# allFunctionsCalledOnLoad' : ''),
        codeSplitting: {
          // A group takes along what its modules import, if no group before it has it. So everything in it must be needed by
          // whoever loads it: one module that only some screens need makes all of them wait for it.
          groups: [
            compiledEarly({
              // What every page begins with. Packages change rarely, so they have a file that survives new builds in the cache.
              name: 'base',
              tags: ['$initial'],
              test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|i18next|react-i18next|@tanstack\/(react-query|query-core))\//,
              priority: 9,
            }),
            // `early` runs before it, `visitors` on the public page.
            { name: 'frame', tags: ['$initial'], test: /^(?!.*\/app\/data\/(early|visitors)\.ts$)/, priority: 8 },
            // Those of every screen are files of their own; these are of records and forms.
            ...['en', 'fa', 'ps'].map((language) => ({
              name: `words-${language}`,
              test: new RegExp(`locales/${language}/(form|errors)\\.json$`),
              priority: 8,
            })),
            compiledEarly({
              // Of login, home, lists and drafts.
              name: 'common',
              test: anyOf(
                /@mantine\/.*\/(ActionIcon|Input|InputBase|TextInput|use-uncontrolled)\//,
                ours('src/core/form/ratingPoints.ts', 'src/app/screens/record/RatingBars.tsx'),
              ),
              minShareCount: 3,
              priority: 6,
            }),
            // What screens share with drafts and the offline engine, which should load no screens.
            compiledEarly({
              name: 'types',
              test: ours(
                'src/core/form/types/',
                'src/core/form/answersInWords.ts',
                'src/core/form/labelsInWords.ts',
                'src/core/definitions/compile.ts',
                'src/app/screens/record/title.ts',
                'src/app/screens/record/actions.ts',
                'src/app/shell/ActionButton.tsx',
                'src/app/data/definitions.ts',
              ),
              priority: 6,
            }),
            compiledEarly({ name: 'list', test: ours('src/app/screens/list/ListScreen.tsx'), priority: 5 }),
            { name: 'table', test: ours('src/app/screens/list/ListTable.tsx'), priority: 4 },
            compiledEarly({ name: 'drafts', test: ours('src/app/data/drafts/'), priority: 3 }),
            compiledEarly({
              name: 'rules',
              test: anyOf(
                /node_modules\/uuid\//,
                ours(
                  'src/core/form/',
                  'src/core/problems/',
                  'src/core/errors/',
                  'src/core/sync/merge.ts',
                  'src/core/definitions/versions/migrate.ts',
                  'src/app/data/validator.ts',
                ),
              ),
              minShareCount: 3,
              priority: 4,
            }),
            { name: 'panels', test: ours('src/app/screens/dashboard/'), minShareCount: 2, priority: 2 },
            compiledEarly({
              name: 'record',
              test: /src\/app\/(screens\/(record|detail)|data|shell\/(?!QrCode|offline))/,
              minShareCount: 2,
            }),
            // Beside the form's, because few forms have expressions.
            compiledEarly({
              name: 'expressions',
              test: ours('src/core/expressions/load.ts', 'src/core/expressions/program.ts'),
            }),
            compiledEarly({ name: 'form', test: ours('src/app/screens/form/FormScreen.tsx') }),
            { name: 'widgets', test: ours('src/app/widgets/'), minShareCount: 3 },
            {
              name: 'filters',
              test: /src\/app\/screens\/list\/filters\/(?!FilterPanel|FilterDrawer)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  test: {
    globalSetup: [],
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // A failed comparison says what was there, also where only its message is printed.
    chaiConfig: { truncateThreshold: 1000 },
    // Vitest's own choice leaves one core unused.
    maxWorkers: '100%',
    // Their own order lets one run take tests of several projects, which share the machine differently.
    projects: [
      {
        extends: true,
        test: {
          name: 'core',
          include: ['tests/{scenarios,definitions,architecture,app/plain}/**/*.test.ts'],
          // These files share no state, so that each module is loaded once and not once for every file.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/{api,sync}/**/*.test.ts'],
          globalSetup: ['tests/support/cluster.ts', 'tests/support/stores.ts', 'tests/support/built.ts'],
          // Loading the server anew for each file would take a fifth of the time.
          isolate: false,
          // Less time is spent on collecting what lives shortly.
          execArgv: ['--max-semi-space-size=64'],
          // Dexie looks for it once, when it is loaded.
          setupFiles: ['fake-indexeddb/auto'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: ['tests/support/built.ts', 'tests/support/cluster.ts'],
          // Their servers are other processes: what a file loads is the same for all.
          isolate: false,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 'app',
          environment: 'jsdom',
          include: ['tests/app/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/matchMedia.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          // The journeys of rarer screens and ways are part of the whole matrix only.
          include: [process.env.AMANAT_FULL === '1' ? 'e2e/{journeys,full}/**/*.test.ts' : 'e2e/journeys/**/*.test.ts'],
          globalSetup: ['e2e/pages/demo.ts'],
          // Each has a demo server of its own.
          maxWorkers: 2,
          // Sessions stay open, and modules are loaded, for all journeys of a worker.
          isolate: false,
          sequence: { groupOrder: 2 },
          // A journey drives a whole machine. One that needs a second try is named as such: `(retry x1)`.
          retry: 1,
          testTimeout: 120_000,
          // Patience with the machine, not a promise of the product: what is timed is timed by the page's own clock.
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
});

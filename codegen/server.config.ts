/** Bundles the server: starting reads ten files instead of two thousand. Packages with native parts stay outside. */
import { defineConfig } from 'vite';

export default defineConfig({
  publicDir: false,
  ssr: { target: 'node', noExternal: true, external: ['libsql', 'sharp', 'pg'] },
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node20',
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      // A worker thread is started by its file name.
      input: {
        main: 'src/server/main.ts',
        'spreadsheet-worker': 'src/server/api/sheets/worker.ts',
        'xlsform-worker': 'src/server/api/admin/xlsform/worker.ts',
        'report-worker': 'src/server/db/apartWorker.ts',
        'validator-worker': 'src/server/definitions/validatorWorker.ts',
        'borders-worker': 'src/server/reference/borders/worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', sourcemapExcludeSources: true },
    },
  },
});
